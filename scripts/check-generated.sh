#!/usr/bin/env bash
# The OpenAPI document and the TypeScript types made from it must be what the server says today. Files that are, are not written.
set -eu
cd "$(dirname "$0")/.."
before=$(cat web/openapi.json web/src/api/schema.d.ts | sha256sum)
make --no-print-directory generate
after=$(cat web/openapi.json web/src/api/schema.d.ts | sha256sum)
if [ "$before" != "$after" ]; then
  echo "web/openapi.json or web/src/api/schema.d.ts was stale; 'make generate' has rewritten it: commit the result." >&2
  git --no-pager diff --stat -- web/openapi.json web/src/api/schema.d.ts >&2 || true
  exit 1
fi
