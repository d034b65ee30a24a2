#!/usr/bin/env bash
# How well and how fast the embedded engine hears: word error rate over synthetic voices, the same for words that must
# not be wrong (sides, negations, numbers, units, levels), real-time factor, and the wait after a 30 s dictation.
# sentences.txt was looked at while the vocabulary was written, held_out.txt was not.
#   bench/speech/run.sh [--worst N]
# Needs flite, espeak-ng, ffmpeg, sox. What is spoken and built stays in target/bench-speech.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=target/bench-speech
mkdir -p "$work"

cargo build --quiet --release -p speech --features embedded --example transcribe
transcribe=target/release/examples/transcribe
bench/speech/template_lines.py templates > "$work/lines.txt"
for set in sentences held_out; do
  bench/speech/synthesise.sh "bench/speech/$set.txt" "$work/$set"
  "$transcribe" --cache "$work/model" --lines "$work/lines.txt" "$work/$set"/*.webm > "$work/$set.tsv"
  echo "$set.txt, $(grep '^# ready' "$work/$set.tsv" | tr -d '#')"
  bench/speech/score.py "bench/speech/$set.txt" "$@" < "$work/$set.tsv"
  echo
done

# Thirty seconds of dictation: sentences with the pauses of a person between them, one voice.
sox -n -r 48000 -c 1 "$work/pause.wav" trim 0 0.7
parts=()
for audio in $(ls "$work"/sentences/*-flite-slt.webm | head -40); do
  part=$work/part-$(basename "$audio" .webm).wav
  [ -e "$part" ] || ffmpeg -nostdin -loglevel error -y -i "$audio" -ac 1 -ar 48000 "$part"
  parts+=("$part" "$work/pause.wav")
done
sox "${parts[@]}" "$work/long.wav" trim 0 30
ffmpeg -nostdin -loglevel error -y -i "$work/long.wav" -c:a libopus -b:a 24k -f webm "$work/long.webm"
echo "from stop to text, 30 s dictation, three times on $(nproc) cores:"
"$transcribe" --cache "$work/model" --lines "$work/lines.txt" "$work/long.webm" "$work/long.webm" "$work/long.webm" |
  awk -F'\t' '!/^#/ { printf "  %.1f s of sound, %.2f s\n", $2, $3 }'
