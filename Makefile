# Two commands do everything: `make run` and `make test`. Each installs what is missing first (Debian 12 packages
# through apt, npm packages), then builds. Stamps under .stamps/ make a second run fast.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

BUILT := $(or $(CARGO_TARGET_DIR),target)
# As it is shipped, run and measured; and as it is tested: quick to compile, and it stops at an overflow (Cargo.toml, profiles).
SHIPPED := $(BUILT)/release/readout
READOUT := $(BUILT)/debug/readout
# The text commands alone. Tests and the gate name the whole workspace wherever they call cargo, so that nothing is compiled twice for other
# features; `make quick` names the clinical crates, whose dependencies are compiled once more for it.
READOUT_TEXT := $(BUILT)/debug/readout-text
TESTS := --workspace --lib --bins --tests
STAMPS := .stamps

BUILD_PACKAGES := build-essential cmake pkg-config libpocketsphinx-dev pocketsphinx-en-us
TEST_PACKAGES := postgresql nginx-light wrk chromium espeak-ng flite ffmpeg sox python3 python3-venv libreoffice-writer fonts-crosextra-carlito poppler-utils

DEPLOY_PACKAGES := nginx-light systemd openssl prometheus python3-venv

BENCH_PACKAGES := pocketsphinx orthanc

.PHONY: readout-text help run build web test test-parts test-build test-rust test-web test-browser test-eval gate gate-parts installed check-rest quick soak eval eval-diff eval-accept eval-speech fuzz bench lighthouse pictures check check-fast check-deploy advisories sbom format generate language-model hooks clean

help:
	@echo "make run    install what is missing, build, start the server and print its address"
	@echo "make test   install what is missing, build, run every test (Rust, web unit, browser)"
	@echo "make quick  format, lint and test the clinical crates: after each edit, in seconds"
	@echo "make eval   measure structuring, checks, gate and the rest on the cases of eval/ against their bars"
	@echo "make eval-diff   show what a change did to the answers on those cases; make eval-accept keeps the new ones"
	@echo "make soak   the long proofs, some hours: kill rounds, busy machines, fuzzing, and the program as it ships"
	@echo "make gate   everything that a change must pass, with the time of each part"
	@echo "make eval-speech  speak sentences with synthetic voices, and measure what the speech engine hears of them"
	@echo "make fuzz   search for inputs that break what reads them, a minute a target (BUDGET=60), and ask the running program everything"
	@echo "make bench  print the figures of the README, measured on this machine"
	@echo "make lighthouse  measure the public pages and the workspace with Lighthouse"
	@echo "make pictures    take the pictures of the README and the landing page from the running program"
	@echo "make language-model  build what the embedded speech engine knows from the product's own text"
	@echo "make check  formatting, lints, types, documents, generated files, dependencies"
	@echo "make sbom   list every crate and npm package that the program is made of, as a CycloneDX document"
	@echo "make check-deploy  what is in deploy/: image, compose file, units, nginx in front of the program"

# --- what must be there -------------------------------------------------------------------------------------------

$(STAMPS)/toolchain: scripts/require-tools.sh
	@scripts/require-tools.sh
	@mkdir -p $(STAMPS) && touch $@

# What the clinical crates and the cases need: no Node.js.
$(STAMPS)/rust-toolchain: scripts/require-tools.sh
	@scripts/require-tools.sh rust
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/build-packages: scripts/install-packages.sh Makefile
	@scripts/install-packages.sh $(BUILD_PACKAGES)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/test-packages: scripts/install-packages.sh Makefile
	@scripts/install-packages.sh $(TEST_PACKAGES)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/deploy-packages: scripts/install-packages.sh Makefile
	@scripts/install-packages.sh $(DEPLOY_PACKAGES)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/bench-packages: scripts/install-packages.sh Makefile
	@scripts/install-packages.sh $(BENCH_PACKAGES)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/eval-packages: scripts/install-packages.sh Makefile
	@scripts/install-packages.sh python3
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/npm-web: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/npm-tools: web/tools/package-lock.json
	cd web/tools && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/npm-peers: tests/peers/package-lock.json
	cd tests/peers && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/python: tests/requirements.txt | $(STAMPS)/test-packages
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/python-interface: tests/interface/requirements.txt | $(STAMPS)/test-packages
	python3 -m venv .venv-interface
	.venv-interface/bin/pip install --quiet --disable-pip-version-check -r tests/interface/requirements.txt
	@mkdir -p $(STAMPS) && touch $@

# --- building -----------------------------------------------------------------------------------------------------

WEB_SOURCES := $(shell find web/src web/public web/scripts -type f 2>/dev/null) $(wildcard web/*.json web/*.ts web/*.html)

web/dist/spa.html: $(STAMPS)/npm-web $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@

web: $(STAMPS)/toolchain web/dist/spa.html

build: $(STAMPS)/toolchain $(STAMPS)/build-packages web/dist/spa.html
	cargo build --release --workspace --bin readout

run: build
	exec $(SHIPPED) serve

# The programs as they are tested, and every test of theirs.
test-build: $(STAMPS)/toolchain $(STAMPS)/build-packages web/dist/spa.html
	cargo build --workspace --bins
	cargo test $(TESTS) --no-run --quiet

# --- testing ------------------------------------------------------------------------------------------------------

# Two parts at a time, each told when it is over: the browser waits more than it computes. All that is installed and compiled is there
# before they begin, which is what BUILT_ALREADY says to them.
TEST_PARTS := test-browser test-rust test-web test-eval
GATE_PARTS := test-browser check-rest $(filter-out test-browser,$(TEST_PARTS)) check-deploy
TEST_STAMPS := $(addprefix $(STAMPS)/,test-packages eval-packages npm-peers python)
GATE_STAMPS := $(TEST_STAMPS) $(addprefix $(STAMPS)/,deploy-packages npm-tools)
PROGRAMS := $(if $(BUILT_ALREADY),,test-build)

test: $(TEST_STAMPS) test-build
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target BUILT_ALREADY=1 test-parts
	@echo "All tests passed."

test-parts: $(addprefix part-,$(TEST_PARTS))

part-%:
	@scripts/timed.sh $* $(MAKE) --no-print-directory $*

test-rust: $(PROGRAMS) $(STAMPS)/test-packages
	cargo test $(TESTS)

# Everything that a change must pass, which .ci/run asks: every test and every check. How long each part took is told at the end.
gate: export TIMES := $(abspath $(BUILT))/gate-times
gate:
	@mkdir -p $(BUILT) && rm -f $(TIMES)
	@scripts/timed.sh check-fast $(MAKE) --no-print-directory check-fast
	@scripts/timed.sh install $(MAKE) --no-print-directory installed
	@scripts/timed.sh build $(MAKE) --no-print-directory test-build
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target BUILT_ALREADY=1 gate-parts
	@cat $(TIMES)

gate-parts: $(addprefix part-,$(GATE_PARTS))

installed: $(GATE_STAMPS)

# The scorers themselves (perfect answers score 1, seeded mistakes do not), the batches, the bars, and that no answer differs from the kept one.
test-eval: $(PROGRAMS) $(STAMPS)/eval-packages
	python3 -m unittest discover --start-directory eval/tests
	python3 -m unittest discover --start-directory scripts/tests
	python3 eval/run.py $(READOUT_TEXT) --out $(BUILT)/eval
	python3 eval/snapshots.py $(READOUT_TEXT) --out $(BUILT)/eval --asked --check

test-web: $(STAMPS)/toolchain $(STAMPS)/npm-web
	cd web && npm run --silent test

test-browser: $(PROGRAMS) $(STAMPS)/test-packages $(STAMPS)/python $(STAMPS)/npm-peers
	cd web && npm run --silent e2e

# --- measuring ----------------------------------------------------------------------------------------------------

# Other cases: EVAL_DIR=folder make eval. Some sets: SETS="gate check" make eval. Wrong answers: SHOW=20 make eval.
EVAL_DIR ?= eval
SETS ?=
SHOW ?= 0

readout-text: $(STAMPS)/rust-toolchain $(STAMPS)/eval-packages
	cargo build --workspace --bin readout-text

eval: readout-text
	python3 eval/run.py $(READOUT_TEXT) $(SETS) --cases $(EVAL_DIR) --out $(BUILT)/eval --show $(SHOW)

# Examples of each kind of change: SHOW=20 make eval-diff. The answers on other cases are kept beside the repository, in a folder for each.
eval-diff: readout-text
	python3 eval/snapshots.py $(READOUT_TEXT) $(SETS) --cases $(EVAL_DIR) --out $(BUILT)/eval $(if $(filter-out 0,$(SHOW)),--show $(SHOW))

eval-accept: readout-text
	python3 eval/snapshots.py $(READOUT_TEXT) $(SETS) --cases $(EVAL_DIR) --out $(BUILT)/eval --accept

# What to do after each edit of the clinical crates: no server, no browser.
CLINICAL := -p report -p clinical -p templates -p structuring -p word -p text_commands

quick: $(STAMPS)/rust-toolchain
	cargo fmt --all --check
	cargo clippy $(CLINICAL) --lib --bins --tests --quiet -- -D warnings
	cargo test $(CLINICAL) --lib --quiet

# A part of the sentences: LIMIT=20 make eval-speech. Some voices or conditions: SPEECH_OPTIONS="--conditions clean" make eval-speech.
LIMIT ?= 0
SPEECH_OPTIONS ?=

eval-speech: build $(STAMPS)/test-packages
	python3 eval/speech/run.py --limit $(LIMIT) --show $(SHOW) $(SPEECH_OPTIONS) -- $(SHIPPED) transcribe --jsonl

# Some targets: TARGETS="decode spoken" make fuzz. Seconds a target, and a kind of user: BUDGET=600 make fuzz.
BUDGET ?= 60
TARGETS ?=

fuzz: build $(STAMPS)/test-packages $(STAMPS)/python-interface
	BUDGET=$(BUDGET) crates/fuzz/fuzz.sh $(TARGETS)
	$(if $(TARGETS),,.venv-interface/bin/python tests/interface/fuzz.py $(SHIPPED) --seconds $(BUDGET))

# The long proofs, of which every run of the tests has a short round, and what ships: compiled, run and checked as it is in deploy/. Hours.
# Seconds a fuzz target: BUDGET=3600 make soak. Rounds: ROUNDS=3 make soak.
ROUNDS ?= 10
SOAK_BUDGET := $(if $(filter file undefined,$(origin BUDGET)),600,$(BUDGET))

soak: build test-build $(STAMPS)/test-packages $(STAMPS)/deploy-packages $(STAMPS)/npm-peers $(STAMPS)/python
	deploy/check.sh $(SHIPPED)
	SOAK=1 cargo test --workspace --test operations -- killing crowding
	READOUT_FUZZ_TIMES=100 cargo test --workspace --test every_target
	SOAK=1 cargo test --release -p fuzz --lib growth
	for round in $$(seq $(ROUNDS)); do cargo test --workspace --test operations || exit 1; done
	for round in 1 2 3; do (cd web && ../scripts/beside-load.sh npm run --silent e2e) || exit 1; done
	$(MAKE) --no-print-directory fuzz BUDGET=$(SOAK_BUDGET)

bench: build $(STAMPS)/test-packages $(STAMPS)/bench-packages $(STAMPS)/python $(STAMPS)/npm-peers
	TESTED_PROGRAM=$(abspath $(SHIPPED)) bench/run.sh

# As a desktop: LIGHTHOUSE_OPTIONS=--desktop make lighthouse. Fewer runs than five a page: RUNS=1 make lighthouse.
LIGHTHOUSE_OPTIONS ?=

lighthouse: build $(STAMPS)/test-packages $(STAMPS)/npm-tools
	TESTED_PROGRAM=$(abspath $(SHIPPED)) npm --prefix web/tools run --silent lighthouse -- $(LIGHTHOUSE_OPTIONS)

# They show the pages that the program was built with, and the landing page shows some of them: build again afterwards.
pictures: build $(STAMPS)/test-packages
	cd web && export TESTED_PROGRAM=$(abspath $(SHIPPED)) && npm run --silent pictures && node scripts/social-picture.mjs

# --- checks (each exits non-zero with what is wrong) --------------------------------------------------------------

check: check-fast check-rest

check-rest: $(PROGRAMS) $(STAMPS)/npm-tools
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo check --package readout --no-default-features --quiet
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items --quiet
	scripts/check-documents.py
	scripts/check-generated.sh
	scripts/check-dependencies.py
	scripts/check-advisories.sh
	scripts/sbom.py > /dev/null

# Known vulnerabilities of dependencies, where the databases can be reached: cargo-deny and npm audit.
advisories: $(STAMPS)/toolchain
	scripts/check-advisories.sh --install

check-fast: $(STAMPS)/toolchain $(STAMPS)/npm-web
	cargo fmt --all --check
	cd web && npm run --silent lint
	cd web && npm run --silent typecheck

check-deploy: $(PROGRAMS) $(STAMPS)/deploy-packages
	deploy/check.sh $(READOUT)

# Its path is printed last.
sbom: $(STAMPS)/toolchain
	mkdir -p target
	cargo fetch --locked --quiet
	scripts/sbom.py > target/readout.cdx.json
	@echo target/readout.cdx.json

format: $(STAMPS)/npm-web
	cargo fmt --all
	cd web && npx biome check --write

generate: $(PROGRAMS) $(STAMPS)/npm-tools
	scripts/generate.sh $(READOUT)

# The embedded speech engine's language model and dictionary from the product's own text, and the committed pronunciations of the
# words in it that the acoustic model's dictionary lacks. Without a change to the text nothing changes.
SPEECH_MODEL := target/language-model

language-model: build $(STAMPS)/test-packages
	rm -rf $(SPEECH_MODEL)
	$(SHIPPED) language-model --to $(SPEECH_MODEL)
	python3 crates/speech/tools/pronunciations.py $(SPEECH_MODEL)
	cargo build --release --workspace --bin readout
	$(SHIPPED) language-model --to $(SPEECH_MODEL)

# Opt-in: formatting and lints of what changed, before each commit.
hooks:
	git config core.hooksPath .githooks

clean:
	rm -rf target web/dist web/dist-ssr web/node_modules web/tools/node_modules tests/peers/node_modules .venv .venv-interface .venv-deploy $(STAMPS)
