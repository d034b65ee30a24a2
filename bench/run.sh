#!/usr/bin/env bash
# Prints the figures of the README, measured on this machine; exits with 1 when one misses its bar. Called by `make bench`, which installs what it needs.
set -eu
missed=0
cd "$(dirname "$0")/.."
processor=$(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo)
memory=$(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo)
echo "== machine: $(nproc) cores of ${processor:-an unnamed processor}, $memory, Linux $(uname -r)"
echo "== structuring, gate and checks (600 words), memory over 10,000 reports"
cargo run --release --quiet -p structuring --example bench_structuring
cargo run --release --quiet -p structuring --example bench_gate
cargo run --release --quiet -p report --example bench_checks
echo
echo "== finding a template, beside npm minisearch and fuse.js"
cargo run --release --quiet -p templates --example bench_search
bench/search/run.sh
echo
echo "== Word export, beside python-docx and npm docx"
bench/word/run.sh
echo
echo "== live dictation: first word, text after stop, memory; decoding beside ffmpeg"
bench/speech/live.sh || missed=1
echo
echo "== two hundred live dictations open, twenty of them heard"
node bench/sockets.mjs || missed=1
echo
echo "== transcription, beside the command-line tool of the same recogniser"
bench/speech/command_line.py "${CARGO_TARGET_DIR:-target}/release/readout"
echo
echo "== administration: lists over 100,000 users"
bench/directory.sh || missed=1
echo
echo "== server: cold start, memory at rest, stop to text"
node bench/server.mjs
echo
echo "== load: requests a second, memory over an hour's worth"
node bench/load.mjs || missed=1
echo
echo "== editor: keystroke to paint on a 3,000-word report"
node web/e2e/bench/keystroke.mjs
exit $missed
