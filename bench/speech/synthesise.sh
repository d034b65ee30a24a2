#!/usr/bin/env bash
# Speaks every line of a sentence file with several synthetic voices, through Opus at 24 kbit/s as a browser sends it.
#   synthesise.sh SENTENCES OUTPUT_FOLDER
set -euo pipefail
sentences=$1
output=$2
mkdir -p "$output"

encode() { ffmpeg -nostdin -loglevel error -y -i "$1" -ac 1 -ar 48000 -c:a libopus -b:a 24k -f webm "$2"; }

speak() { # voice text wav
  case $1 in
    flite-*) flite -voice "${1#flite-}" -t "$2" -o "$3" ;;
    espeak-*) espeak-ng -v "${1#espeak-}" -s 140 -w "$3" "$2" ;;
  esac
}

number=0
grep -v '^#' "$sentences" | while IFS= read -r text; do
  number=$((number + 1))
  for voice in flite-slt flite-rms flite-awb espeak-en-us espeak-en-gb; do
    target=$output/$(printf '%03d' "$number")-$voice.webm
    [ -e "$target" ] && continue
    speak "$voice" "$text" "$output/part.wav" < /dev/null
    encode "$output/part.wav" "$target"
  done
done
rm -f "$output/part.wav"
