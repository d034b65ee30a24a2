#!/usr/bin/env bash
# The OpenAPI document, and the TypeScript types made of it, as this program has them: scripts/generate.sh PROGRAM. A file that says
# the same already is left alone, so that the web pages are not built again for nothing.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$program" openapi > "$made/openapi.json"
(cd web/tools && npx --no-install openapi-typescript "$made/openapi.json" --output "$made/schema.d.ts" --alphabetize) > "$made/told" || { cat "$made/told" >&2; exit 1; }
put() {
  cmp -s "$1" "$2" || cp "$1" "$2"
}
put "$made/openapi.json" web/openapi.json
put "$made/schema.d.ts" web/src/api/schema.d.ts
