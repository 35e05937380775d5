#!/usr/bin/env bash
# Everything that must hold before a change is merged.
#
# Runs every check even if an earlier one failed, and ends with one line that counts the tests of
# all of them: `N passed, N failed`. A check that is no test counts as one failure if it fails.
# Takes no arguments and reads nothing. Needs cargo with rustfmt and clippy; what else it needs
# (nginx, Redis, a C compiler, OpenSSL's headers) it installs with apt-get where that is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The vendor of the tests is on the loopback; a proxy of the environment must not matter, and
# that it does not is tested with proxies of the test's own.
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY 2>/dev/null || true
# Half the size and the time of a cold build.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=line-tables-only CARGO_TERM_COLOR=never
# What earlier runs have used must not matter, nor anything be used up in the user's own state
# directory. The place is that of `.cargo/config.toml`, which an environment of one's own outdoes.
export TOLLGATE_STATE_DIR="$PWD/target/state"
rm -rf "$TOLLGATE_STATE_DIR"
# With this set, the compile-fail tests would write their expectations instead of comparing them.
unset TRYBUILD

log="$(mktemp)"
passed=0
failed=0
complaints=()
trap 'rm -f "$log"' EXIT

# apt_install COMMAND PACKAGE...: installs the packages unless the command succeeds.
apt_install() {
    local probe="$1"
    shift
    if $probe >/dev/null 2>&1; then
        return
    fi
    if ! command -v apt-get >/dev/null; then
        echo "install $* first: \`$probe\` failed, and there is no apt-get here" >&2
        exit 1
    fi
    local root=()
    [[ $EUID -eq 0 ]] || root=(sudo)
    echo "==> installing $*"
    "${root[@]}" apt-get update -qq
    # A service that starts by itself is not wanted, and fails where there is no init.
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

# check NAME COMMAND...: runs a check, and counts the tests that it reports.
check() {
    local name="$1" status=0 ok bad
    shift
    echo
    echo "==> $name"
    "$@" </dev/null 2>&1 | tee "$log" || status=$?
    ok=$(awk '/^test result: / { n += $4 } END { print n + 0 }' "$log")
    bad=$(awk '/^test result: / { n += $6 } END { print n + 0 }' "$log")
    if [[ $status -ne 0 ]]; then
        complaints+=("$name")
        [[ $bad -gt 0 ]] || bad=1
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
}

apt_install "command -v nginx" nginx
apt_install "command -v cc" gcc libc6-dev
apt_install "command -v redis-server" redis-server
apt_install "pkg-config --exists openssl" pkg-config libssl-dev

# Without TLS; the packages that see the difference.
bare=(-p tollgate -p tollgate-testkit -p tollgate-tests --no-default-features)

check "formatting" cargo fmt --all --check
check "clippy, all features" cargo clippy --workspace --all-targets --all-features -- -D warnings
check "clippy, no features" cargo clippy "${bare[@]}" --all-targets -- -D warnings
check "clippy, the other features" cargo clippy -p tollgate --no-default-features --features native-tls,http2 -- -D warnings
check "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features
check "tests, all features" cargo test --workspace --all-features --no-fail-fast
check "tests, no features" cargo test "${bare[@]}" --no-fail-fast
check "tests, the platform's TLS" cargo test -p tollgate-tests --no-default-features --features native-tls,http2 --no-fail-fast
check "every sabotage is found out" cargo run --quiet -p tollgate-checks --bin sabotage
check "every interleaving of the limiter" \
    env RUSTFLAGS="--cfg loom" cargo test --release -p tollgate-limiter --test loom --test loom_cell --target-dir "${CARGO_TARGET_DIR:-target}/loom"
check "every interleaving of mappings and signals" \
    env RUSTFLAGS="--cfg loom" cargo test --release -p tollgate-mapped --test loom --target-dir "${CARGO_TARGET_DIR:-target}/loom"
if cargo deny --version >/dev/null 2>&1; then
    check "dependencies" cargo deny check bans licenses sources
else
    echo "skipped: the check of dependencies needs cargo-deny, and there is none"
fi

echo
for name in "${complaints[@]+"${complaints[@]}"}"; do
    echo "failed: $name"
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
