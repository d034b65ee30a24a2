#!/usr/bin/env bash
# Prints the figures of the README, measured on this machine. A step that fails, or misses its bar, is told and ends none of the others;
# then this exits with 1. Called by `make bench`, which installs what it needs.
set -u
cd "$(dirname "$0")/.." || exit 1
missed=0
# step WHAT COMMAND...
step() {
  echo
  echo "== $1"
  "${@:2}" || { missed=1; echo "FAILED, or short of its bar: $1"; }
}
example() { cargo run --release --quiet -p "$1" --example "$2"; }
processor=$(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo)
memory=$(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo)
echo "== machine: $(nproc) cores of ${processor:-an unnamed processor}, $memory, Linux $(uname -r)"
step "structuring (300 words and the longest texts), memory over 10,000 reports" example structuring bench_structuring
step "gate" example structuring bench_gate
step "checks" example report bench_checks
step "finding a template" example templates bench_search
step "finding a template, beside npm minisearch and fuse.js" bench/search/run.sh
step "Word export, beside python-docx and npm docx" bench/word/run.sh
step "live dictation: first word, text after stop, memory; decoding beside ffmpeg" bench/speech/live.sh
step "two hundred live dictations open, twenty of them heard" node bench/sockets.mjs
step "transcription, beside the command-line tool of the same recogniser" \
  bench/speech/command_line.py "${CARGO_TARGET_DIR:-target}/release/readout"
step "administration: lists over 100,000 users" bench/directory.sh
step "server: cold start, memory at rest, stop to text" node bench/server.mjs
step "load: requests a second, memory over an hour's worth" node bench/load.mjs
step "editor: keystroke to paint on a 3,000-word report" node web/e2e/bench/keystroke.mjs
exit $missed
