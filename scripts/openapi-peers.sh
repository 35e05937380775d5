#!/usr/bin/env bash
# Installs the generators which the bench `import` compares with, into the folder of the documents.
#
#   scripts/openapi-peers.sh [FOLDER]
#
# FOLDER is by default the folder of the user's cache that scripts/openapi-documents.sh fills, and
# must have been filled by it. They come into FOLDER/peers/bin, each of one version, and with them
# FOLDER/peers/forgejo.json: none of them reads Swagger 2.0, so they get that document converted.
# Needs cargo, npm and node, and the network the first time. Takes about ten minutes.
set -euo pipefail

folder="${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tollgate-openapi}"
peers="$folder/peers"
generators=(cargo-progenitor@0.15.1 openapi-to-rust@0.23.0 oas3-gen@0.29.0)

# How fast they write is not compared, so they need not be fast.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1
for generator in "${generators[@]}"; do
    cargo install --quiet --locked --root "$peers" --target-dir "$peers/target" "$generator"
done
rm -rf "$peers/target"

npm install --silent --no-audit --no-fund --no-save --prefix "$folder/packages/tools" swagger2openapi@7.0.8
"$folder/packages/tools/node_modules/.bin/swagger2openapi" "$folder/forgejo.json" --outfile "$peers/forgejo.json"
ls "$peers/bin"
