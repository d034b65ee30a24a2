#!/usr/bin/env bash
# Says in one line each what is missing that no package of ours can bring, and how to get it: scripts/require-tools.sh [rust]. With
# `rust` only what compiles Rust, which is enough for the clinical crates and the cases.
set -eu
missing=0
need() { # command, minimum version or "", how to get it
  if ! command -v "$1" >/dev/null 2>&1; then
    echo "Readout needs $1, which is not installed: $3" >&2
    missing=1
  elif [ -n "$2" ] && [ "$(printf '%s\n%s\n' "$2" "$("$1" --version | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | head -n 1)" | sort -V | head -n 1)" != "$2" ]; then
    echo "Readout needs $1 $2 or newer, this is $("$1" --version): $3" >&2
    missing=1
  fi
}
need cargo 1.95 "install Rust with rustup (https://rustup.rs), then run this again"
if [ "${1:-}" = rust ]; then
  need cc "" "it links what Rust compiles: apt-get install build-essential, or your system's C compiler"
else
  # A missing C compiler comes with the Debian packages.
  need node 20.19 "install Node.js 20.19 or newer (https://nodejs.org), then run this again"
  need npm 10 "it comes with Node.js"
fi
exit "$missing"
