#!/usr/bin/env bash
# Finds templates for the queries of eval/template_queries.jsonl with Readout, fuse.js and minisearch, each in its own process without a server:
# how long a query takes, in three rounds of all queries, the tools in turn; and how often the first answer is right by
# eval/score_templates.py. A tool that fails is told and ends nothing; the exit code is 1 then.
#   bench/search/run.sh [READOUT]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-${CARGO_TARGET_DIR:-target}/release/readout}
queries=eval/template_queries.jsonl
missed=0
failed() { missed=1; echo "FAILED: $1"; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cargo build --release --quiet -p templates --example bench_search
[ -d bench/search/node_modules ] || npm --prefix bench/search ci --no-audit --no-fund --silent || failed "npm ci"
"$program" templates list --json >"$out/templates.json"
"$program" templates match --jsonl <"$queries" >"$out/readout.jsonl"

# One round: TOOL COMMAND...
round() {
  "${@:2}" >"$out/$1.$number.us" || {
    failed "$1, round $number"
    rm "$out/$1.$number.us"
  }
}
for number in 1 2 3; do
  round readout "${CARGO_TARGET_DIR:-target}/release/examples/bench_search" "$queries"
  for tool in minisearch fuse.js; do
    round "$tool" node bench/search/search.mjs "$tool" "$out/templates.json" "$queries" "$out/$tool.jsonl"
  done
done
for tool in readout minisearch fuse.js; do
  # It exits with 1 when a case is not right, which is what is counted here.
  [ ! -e "$out/$tool.jsonl" ] || python3 eval/score_templates.py "$out/$tool.jsonl" --library "$out/templates.json" >"$out/$tool.score" || true
done
python3 bench/search/figures.py "$out" || failed "the figures"
exit $missed
