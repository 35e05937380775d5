#!/usr/bin/env bash
# Audits five published crates that send requests, and writes what was found as a table into
# docs/four-ways.md.
#
#   scripts/audit-published.sh [FOLDER]
#
# Takes them by cargo from the registry that is set up, into FOLDER (by default a folder of the user's
# cache, outside of this repository), and audits copies there. FOLDER/NAME.txt has each report in
# full. Needs the network the first time. The versions are fixed, so that the table in
# docs/four-ways.md can be made again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder="${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tollgate-audit}"
crates=(octocrab@0.54.9 async-openai@0.43.0 crates_io_api@0.12.0 sentry@0.49.5 self_update@1.3.3)

mkdir -p "$folder/fetch/src"
folder="$(cd "$folder" && pwd)"
case "$folder/" in
"$PWD"/*)
    echo "$folder is inside of the repository; name another folder" >&2
    exit 1
    ;;
esac

cargo build --quiet --release -p tollgate-cli
tollgate="${CARGO_TARGET_DIR:-target}/release/tollgate"

# A package that depends on them, so that cargo fetches them as it does for everybody.
{
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n[dependencies]\n'
    for crate in "${crates[@]}"; do
        printf '%s = { version = "=%s", default-features = false }\n' "${crate%@*}" "${crate#*@}"
    done
} >"$folder/fetch/Cargo.toml"
: >"$folder/fetch/src/lib.rs"
cargo fetch --quiet --manifest-path "$folder/fetch/Cargo.toml"

# source_of NAME VERSION: where cargo has put the source of a crate.
source_of() {
    cargo metadata --quiet --offline --format-version 1 --manifest-path "$folder/fetch/Cargo.toml" |
        grep -o "\"manifest_path\":\"[^\"]*/$1-$2/Cargo.toml\"" | head -1 | cut -d'"' -f4
}

page="docs/four-ways.md"
table="$(mktemp)"
trap 'rm -f "$table"' EXIT
{
    echo "| crate | files | dependency | call | type | reexport | host | unreadable |"
    echo "|---|---|---|---|---|---|---|---|"
    for crate in "${crates[@]}"; do
        name="${crate%@*}" version="${crate#*@}"
        rm -rf "${folder:?}/$name"
        cp -r "$(dirname "$(source_of "$name" "$version")")" "$folder/$name"
        "$tollgate" audit --manifest-path "$folder/$name/Cargo.toml" >"$folder/$name.txt"
        last="$(tail -1 "$folder/$name.txt")"
        # count RULE: how many findings of a rule the last line counts.
        count() { grep -o ", $1 [0-9]*" <<<"$last" | grep -o '[0-9]*$' || echo 0; }
        files="$(grep -o 'files [0-9]*' <<<"$last" | grep -o '[0-9]*$')"
        printf '| `%s` %s | %s | %s | %s | %s | %s | %s | %s |\n' "$name" "$version" "$files" \
            "$(count dependency)" "$(count call)" "$(count type)" "$(count reexport)" "$(count host)" "$(count unreadable)"
    done
} >"$table"
cat "$table"

# The page has this table once, in the place of the one before.
awk -v table="$table" '
    /^\| crate \| files \|/ { while ((getline line < table) > 0) print line; inside = 1 }
    inside && /^\|/ { next }
    { inside = 0; print }
' "$page" >"$page.new"
mv "$page.new" "$page"
