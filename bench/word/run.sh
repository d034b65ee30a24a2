#!/usr/bin/env bash
# Writes the same one-page report with a signature with Readout, python-docx and npm docx, and prints how long each takes.
# Then validates Readout's file against the Open XML schemas and reads it back with python-docx.
set -eu
cd "$(dirname "$0")"
count="${1:-300}"
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT

[ -d node_modules ] || npm ci --no-audit --no-fund --silent
[ -d .venv ] || { python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt; }

.venv/bin/python signature.py "$out/signature.png"
cargo run --release --quiet -p word --example bench_export -- report.txt "$out/signature.png" "$count" "$out/readout.docx" > "$out/readout.ms"
.venv/bin/python python_docx.py report.txt "$out/signature.png" "$count" "$out/python-docx.docx" > "$out/python-docx.ms"
node npm_docx.mjs report.txt "$out/signature.png" "$count" "$out/npm-docx.docx" > "$out/npm-docx.ms"

.venv/bin/python figures.py "$out"
node validate.mjs "$out/readout.docx"
.venv/bin/python check_word.py report.txt "$out/readout.docx"
