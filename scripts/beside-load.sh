#!/usr/bin/env bash
# Runs a command while every processor is kept busy by something else: scripts/beside-load.sh COMMAND...
set -u
busy=()
for _ in $(seq "$(nproc)"); do
  (while :; do :; done) &
  busy+=($!)
done
trap 'kill "${busy[@]}" 2>/dev/null' EXIT
"$@"
