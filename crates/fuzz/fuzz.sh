#!/usr/bin/env bash
# Fuzzes every target for a time, or those that are named: `BUDGET=60 crates/fuzz/fuzz.sh decode spoken`. Called by `make fuzz`.
# What it learns stays in target/fuzz-corpus, so that the next run goes on from there; what breaks a target is written to target/fuzz-found
# and its name is printed. Exits with 1 when something was found. libFuzzer needs no other compiler than the one that builds the program:
# coverage is a pass of LLVM that every Rust compiler has (docs/decisions/0025).
set -eu
cd "$(dirname "$0")/../.."
budget=${BUDGET:-60}
# Seconds of the clock that one input may take. On a machine that does other work besides, give it more: PATIENCE=300.
patience=${PATIENCE:-20}
host=$(rustc -vV | sed -n 's/^host: //p')
corpus=target/fuzz-corpus
found=target/fuzz-found
# With --target given, build scripts and macros are compiled without it.
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing"
cargo build --quiet --profile fuzz --target "$host" --target-dir target/fuzzing -p fuzz --features coverage --bin fuzz
program=target/fuzzing/$host/fuzz/fuzz
missed=0
while read -r name longest; do
  if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then
    continue
  fi
  mkdir -p "$corpus/$name" "$found/$name" "crates/fuzz/found/$name"
  log=$found/$name.log
  # A report is never longer in the making than a few seconds, nor needs more than a few hundred megabytes.
  if READOUT_FUZZ_TARGET=$name READOUT_FUZZ_SEEDS=$corpus/$name "$program" -max_total_time="$budget" -timeout="$patience" -rss_limit_mb=1500 \
    -max_len="$longest" -print_final_stats=1 -artifact_prefix="$found/$name/" "$corpus/$name" "crates/fuzz/found/$name" \
    </dev/null >"$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    peak=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
    reached=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1)
    printf '%-18s %9s inputs, %s, %s MB\n' "$name" "$runs" "$reached" "$peak"
  else
    missed=1
    printf '%-18s FOUND: %s\n' "$name" "$(grep -oE "$found/[^ ]+$" "$log" | tail -n 1)"
    grep -A 3 -m 1 -E 'panicked at|ERROR: libFuzzer' "$log" | cut -c 1-600
  fi
done < <("$program")
rmdir --ignore-fail-on-non-empty crates/fuzz/found/* 2>/dev/null || true
exit $missed
