#!/usr/bin/env bash
# Known vulnerabilities (advisories) of dependencies, Rust and npm, when the databases can be reached. Licences, bans and sources:
# scripts/check-dependencies.py.
#
# scripts/check-advisories.sh            with the cargo-deny that is there; says so where none is
# scripts/check-advisories.sh --install  compiles cargo-deny first where it is missing
# ADVISORIES=required                    fails when a database cannot be reached
set -eu
cd "$(dirname "$0")/.."
version=0.20.2
skipped() {
  echo "Advisories were skipped: $1" >&2
  [ "${ADVISORIES:-}" != required ]
}
has_deny() { cargo deny --version 2>/dev/null | grep -qF " $version"; }
if ! has_deny && [ "${1:-}" = --install ]; then
  echo "Installing cargo-deny $version (once)"
  # Unoptimised: it compiles in half the time, and the check takes a second either way.
  cargo install cargo-deny --version "$version" --locked --debug --quiet
fi
if ! has_deny; then
  skipped "cargo-deny $version is not installed (make advisories installs it)."
elif timeout 60 cargo deny --log-level error fetch db >/dev/null 2>&1; then
  cargo deny --log-level error check advisories --disable-fetch
else
  skipped "the advisory database of Rust cannot be reached from here."
fi
# What is shipped to browsers, and what builds and tests it. npm ends with 1 for a hole and for a registry that has no advisories.
report=$(cd web && timeout 60 npm audit --json 2>/dev/null || true)
if grep -q '"auditReportVersion"' <<<"$report"; then
  # shellcheck disable=SC2016 # they are JavaScript's
  node -e '
    const { vulnerabilities } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const bad = Object.values(vulnerabilities).filter(({ severity }) => severity === "high" || severity === "critical");
    for (const { name, severity, range } of bad) console.error(`npm: ${name} ${range} has a hole (${severity})`);
    process.exit(bad.length > 0 ? 1 : 0);' <<<"$report"
else
  skipped "the registry of npm gives none from here."
fi
