#!/usr/bin/env bash
# Runs a part of the gate and tells how long it took: scripts/timed.sh NAME COMMAND... The line is also added to the file TIMES names.
set -u
name=$1
shift
started=$SECONDS
"$@"
ended=$?
line=$(printf '%-14s %5d s%s' "$name" "$((SECONDS - started))" "$([ "$ended" -eq 0 ] || echo ', failed')")
echo "== $line"
[ -z "${TIMES:-}" ] || echo "$line" >> "$TIMES"
exit "$ended"
