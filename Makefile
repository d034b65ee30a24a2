# Two commands do everything: `make run` and `make test`. Each installs what is missing first (Debian 12 packages
# through apt, npm packages), then builds. Stamps under .stamps/ make a second run fast.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

CARGO_FLAGS := --release
READOUT := $(or $(CARGO_TARGET_DIR),target)/release/readout
STAMPS := .stamps

BUILD_PACKAGES := build-essential cmake pkg-config libpocketsphinx-dev pocketsphinx-en-us
TEST_PACKAGES := postgresql nginx-light wrk chromium espeak-ng flite ffmpeg sox python3 python3-venv libreoffice-writer fonts-crosextra-carlito poppler-utils

DEPLOY_PACKAGES := nginx-light systemd openssl prometheus python3-venv

BENCH_PACKAGES := pocketsphinx orthanc

.PHONY: help run build web test test-rust test-web test-browser test-eval eval eval-speech fuzz bench lighthouse pictures check check-fast check-deploy sbom format generate language-model clean

help:
	@echo "make run    install what is missing, build, start the server and print its address"
	@echo "make test   install what is missing, build, run every test (Rust, web unit, browser)"
	@echo "make eval   measure structuring, checks, gate and the rest on the cases of eval/ against their bars"
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

$(STAMPS)/toolchain:
	@scripts/require-tools.sh
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

$(STAMPS)/python: tests/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/python-interface: tests/interface/requirements.txt
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
	cargo build $(CARGO_FLAGS) --bin readout

run: build
	exec $(READOUT) serve

# --- testing ------------------------------------------------------------------------------------------------------

test: test-eval test-rust test-web test-browser
	@echo "All tests passed."

test-rust: $(STAMPS)/toolchain $(STAMPS)/build-packages $(STAMPS)/test-packages web/dist/spa.html
	cargo test $(CARGO_FLAGS) --workspace

# The scorers themselves: perfect answers score 1, seeded mistakes do not.
test-eval: $(STAMPS)/eval-packages
	python3 -m unittest discover --start-directory eval/tests

test-web: $(STAMPS)/toolchain $(STAMPS)/npm-web
	cd web && npm run --silent test

test-browser: build $(STAMPS)/test-packages $(STAMPS)/python $(STAMPS)/npm-peers
	cd web && npm run --silent e2e

# --- measuring ----------------------------------------------------------------------------------------------------

# Other cases: EVAL_DIR=folder make eval. Some sets: SETS="gate check" make eval. Wrong answers: SHOW=20 make eval.
EVAL_DIR ?= eval
SETS ?=
SHOW ?= 0

eval: build $(STAMPS)/eval-packages
	python3 eval/run.py $(READOUT) $(SETS) --cases $(EVAL_DIR) --out target/eval --show $(SHOW)

# A part of the sentences: LIMIT=20 make eval-speech. Some voices or conditions: SPEECH_OPTIONS="--conditions clean" make eval-speech.
LIMIT ?= 0
SPEECH_OPTIONS ?=

eval-speech: build $(STAMPS)/test-packages
	python3 eval/speech/run.py --limit $(LIMIT) --show $(SHOW) $(SPEECH_OPTIONS) -- $(READOUT) transcribe --jsonl

# Some targets: TARGETS="decode spoken" make fuzz. Seconds a target, and a kind of user: BUDGET=600 make fuzz.
BUDGET ?= 60
TARGETS ?=

fuzz: build $(STAMPS)/test-packages $(STAMPS)/python-interface
	BUDGET=$(BUDGET) crates/fuzz/fuzz.sh $(TARGETS)
	$(if $(TARGETS),,.venv-interface/bin/python tests/interface/fuzz.py $(READOUT) --seconds $(BUDGET))

bench: build $(STAMPS)/test-packages $(STAMPS)/bench-packages $(STAMPS)/python $(STAMPS)/npm-peers
	bench/run.sh

# As a desktop: LIGHTHOUSE_OPTIONS=--desktop make lighthouse. Fewer runs than five a page: RUNS=1 make lighthouse.
LIGHTHOUSE_OPTIONS ?=

lighthouse: build $(STAMPS)/test-packages $(STAMPS)/npm-tools
	npm --prefix web/tools run --silent lighthouse -- $(LIGHTHOUSE_OPTIONS)

# They show the pages that the program was built with, and the landing page shows some of them: build again afterwards.
pictures: build $(STAMPS)/test-packages
	cd web && npm run --silent pictures && node scripts/social-picture.mjs

# --- checks (each exits non-zero with what is wrong) --------------------------------------------------------------

check: check-fast $(STAMPS)/toolchain $(STAMPS)/build-packages web/dist/spa.html
	cargo clippy $(CARGO_FLAGS) --workspace --all-targets -- -D warnings
	cargo check $(CARGO_FLAGS) --package readout --no-default-features
	RUSTDOCFLAGS="-D warnings" cargo doc --release --workspace --no-deps --document-private-items --quiet
	cargo test $(CARGO_FLAGS) --workspace --quiet --test dependency_direction
	scripts/check-documents.py
	scripts/check-generated.sh
	scripts/check-dependencies.sh
	scripts/sbom.py > /dev/null

check-fast: $(STAMPS)/toolchain $(STAMPS)/npm-web
	cargo fmt --all --check
	cd web && npm run --silent lint
	cd web && npm run --silent typecheck

check-deploy: build $(STAMPS)/deploy-packages
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

generate: build $(STAMPS)/npm-tools
	$(READOUT) openapi > web/openapi.json
	cd web/tools && npm run --silent generate

# The embedded speech engine's language model and dictionary from the product's own text, and the committed pronunciations of the
# words in it that the acoustic model's dictionary lacks. Without a change to the text nothing changes.
SPEECH_MODEL := target/language-model

language-model: build $(STAMPS)/test-packages
	rm -rf $(SPEECH_MODEL)
	$(READOUT) language-model --to $(SPEECH_MODEL)
	python3 crates/speech/tools/pronunciations.py $(SPEECH_MODEL)
	cargo build $(CARGO_FLAGS) --bin readout
	$(READOUT) language-model --to $(SPEECH_MODEL)

clean:
	rm -rf target web/dist web/dist-ssr web/node_modules web/tools/node_modules tests/peers/node_modules .venv $(STAMPS)
