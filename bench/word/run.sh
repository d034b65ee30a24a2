#!/usr/bin/env bash
# Writes the same one-page report with a signature with Readout, python-docx and npm docx, and prints how long each takes: three rounds of
# COUNT files, the tools in turn. Then validates Readout's file against the Open XML schemas and reads it back with python-docx.
# A tool that fails is told and ends nothing; the exit code is 1 then.
#   bench/word/run.sh [COUNT]
set -eu
cd "$(dirname "$0")/../.."
count=${1:-100}
here=bench/word
python=$here/.venv/bin/python
missed=0
failed() { missed=1; echo "FAILED: $1"; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

cargo build --release --quiet -p word --example bench_export
[ -d $here/node_modules ] || npm --prefix $here ci --no-audit --no-fund --silent || failed "npm ci"
if ! cmp -s $here/requirements.txt $here/.venv/installed; then
  { python3 -m venv $here/.venv && $here/.venv/bin/pip install --quiet --disable-pip-version-check -r $here/requirements.txt &&
    cp $here/requirements.txt $here/.venv/installed; } || failed "python-docx cannot be installed"
fi
python3 $here/signature.py "$out/signature.png"

# One round: TOOL COMMAND...
round() {
  "${@:2}" $here/report.txt "$out/signature.png" "$count" "$out/$1.docx" >"$out/$1.$number.ms" || {
    failed "$1, round $number"
    rm "$out/$1.$number.ms"
  }
}
for number in 1 2 3; do
  round readout "${CARGO_TARGET_DIR:-target}/release/examples/bench_export"
  round python-docx $python $here/python_docx.py
  round npm-docx node $here/npm_docx.mjs
done
python3 $here/figures.py "$out" || failed "Readout's figures"
node $here/validate.mjs "$out/readout.docx" || failed "validation"
$python $here/check_word.py $here/report.txt "$out/readout.docx" || failed "reading it back"
exit $missed
