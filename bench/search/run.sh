#!/usr/bin/env bash
# Finds templates for the queries of eval/template_queries.jsonl with Readout, fuse.js and minisearch, each in its own process without a server:
# how long a query takes, and how often the first answer is right by eval/score_templates.py.
#   bench/search/run.sh [READOUT]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/readout}
queries=eval/template_queries.jsonl
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
[ -d bench/search/node_modules ] || npm --prefix bench/search ci --no-audit --no-fund --silent
"$program" templates list --json >"$out/templates.json"
"$program" templates match --jsonl <"$queries" >"$out/readout.jsonl"
cargo run --release --quiet -p templates --example bench_search -- "$queries" >"$out/readout.us"
node bench/search/search.mjs "$out/templates.json" "$queries" "$out" 1
for tool in readout fuse.js minisearch; do
  # It exits with 1 when a case is not right, which is what is counted here.
  python3 eval/score_templates.py "$out/$tool.jsonl" --library "$out/templates.json" >"$out/$tool.score" || true
done
python3 bench/search/figures.py "$out"
