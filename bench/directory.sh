#!/usr/bin/env bash
# The administrator's lists with 100,000 users, on SQLite and on a temporary PostgreSQL: fills each and prints medians.
# Another number: USERS=1000000 bench/directory.sh. Exits with 1 when a median is over its bar.
set -eu
cd "$(dirname "$0")/.."
users=${USERS:-100000}
cargo build --release --quiet -p accounts --example bench_directory
program=${CARGO_TARGET_DIR:-target}/release/examples/bench_directory
missed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "-- SQLite"
"$program" "sqlite:$folder/readout.sqlite" "$users" || missed=1
echo "-- PostgreSQL"
coproc POSTGRES { exec tests/peers/postgres.sh; }
echo one >&"${POSTGRES[1]}"
read -r address <&"${POSTGRES[0]}"
"$program" "$address" "$users" || missed=1
exit $missed
