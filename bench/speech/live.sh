#!/usr/bin/env bash
# Live dictation with the embedded engine: the wait for the first word and for the text after stop with 2 and with 20 speakers at
# once, the memory of a session, and decoding beside ffmpeg. Exits with 1 when a bar is missed. Needs flite, espeak-ng, ffmpeg, sox.
#   bench/speech/live.sh [PROFILE]    (release unless told)
set -euo pipefail
cd "$(dirname "$0")/../.."
profile=${1:-release}
work=target/bench-live
mkdir -p "$work"

cargo build --quiet --profile "$profile" -p speech --features embedded --example live_bench
bench=${CARGO_TARGET_DIR:-target}/$([ "$profile" = dev ] && echo debug || echo "$profile")/examples/live_bench
bench/speech/template_lines.py templates > "$work/lines.txt"

# A minute of dictation by each voice: sentences with the pauses of a person between them, as a browser hands it over.
sox -n -r 48000 -c 1 "$work/pause.wav" trim 0 0.8
mapfile -t sentences < <(grep -v "^#" bench/speech/dictation.txt)
for voice in flite-slt flite-rms flite-awb espeak-en-us; do
  target=$work/$voice.webm
  [ -e "$target" ] && continue
  parts=("$work/pause.wav")
  for number in "${!sentences[@]}"; do
    part=$work/part-$number.wav
    case $voice in
      flite-*) flite -voice "${voice#flite-}" -t "${sentences[$number]}" -o "$work/said.wav" ;;
      espeak-*) espeak-ng -v "${voice#espeak-}" -s 150 -w "$work/said.wav" "${sentences[$number]}" ;;
    esac
    sox "$work/said.wav" -r 48000 -c 1 "$part"
    parts+=("$part" "$work/pause.wav")
  done
  sox "${parts[@]}" "$work/$voice.wav" trim 0 60
  ffmpeg -nostdin -loglevel error -y -i "$work/$voice.wav" -c:a libopus -b:a 24k -frame_duration 60 -cluster_time_limit 240 -f webm "$target"
done
missed=0
for speakers in 2 20; do
  "$bench" live --cache "$work/model" --lines "$work/lines.txt" --sessions "$speakers" "$work"/*-*.webm || missed=1
done

sox "$work/flite-slt.wav" "$work/ten.wav" repeat 9
ffmpeg -nostdin -loglevel error -y -i "$work/ten.wav" -c:a libopus -b:a 24k -f webm "$work/ten.webm"
ffmpeg -nostdin -loglevel error -y -stream_loop 5 -i "$work/ten.webm" -t 3590 -c copy -f webm "$work/hour.webm"
rm -f "$work/ten.wav"
echo "decoding ten minutes of WebM/Opus to 16 kHz mono, five times each in turn, seconds:"
ours=() theirs=()
for _ in 1 2 3 4 5; do
  ours+=("$("$bench" decode "$work/ten.webm" | sed 's/.* in \([0-9.]*\) s.*/\1/')")
  began=$(date +%s.%N)
  ffmpeg -nostdin -loglevel error -y -i "$work/ten.webm" -ac 1 -ar 16000 -f s16le /dev/null
  theirs+=("$(awk -v began="$began" -v ended="$(date +%s.%N)" 'BEGIN { printf "%.2f", ended - began }')")
done
median() { printf '%s\n' "$@" | sort -n | sed -n 3p; }
awk -v ours="$(median "${ours[@]}")" -v theirs="$(median "${theirs[@]}")" 'BEGIN {
  printf "  Readout %.2f, ffmpeg %.2f, ratio %.2f%s\n", ours, theirs, ours / theirs, ours < theirs ? "" : "  SHORT: slower than ffmpeg"
  exit !(ours < theirs) }' || missed=1
echo "reading an hour for where somebody speaks:"
"$bench" read "$work/hour.webm" | sed 's/^/  /' || missed=1
exit $missed
