#!/usr/bin/env bash
# Installs the Debian packages that are named and not there yet. Says in one line what it cannot do and how to.
set -eu
if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "This is not a Debian system: please install the equivalents of: $*" >&2
  exit 0
fi
missing=()
for package in "$@"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
done
[ "${#missing[@]}" -eq 0 ] && exit 0
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "These packages are missing and only root can install them: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
# Parts of a build that run beside each other wait for each other here: apt-get takes one at a time.
exec 9>"${TMPDIR:-/tmp}/readout-packages-$(id -u).lock"
flock 9
echo "Installing Debian packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# What a package starts must not go on holding the lock.
if ! { "${as_root[@]}" apt-get update -qq &&
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 9>&-; then
  tail -n 5 "$log" >&2
  echo "Could not install them. Install by hand with: apt-get install ${missing[*]}" >&2
  exit 1
fi
