# `make help` lists the targets; their descriptions are the comments behind them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SCENARIO ?= neotopia/draft8
EXPECTING = $(shell grep -l '^\[\[expect\]\]' scenarios/*/*.toml)
CHECK_GAMES ?= 4000

# Python's own cache of compiled modules is kept, even where the environment turns it off: without it each of the
# tests' many processes would compile them all anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help report test lint types interpreted kernels compiled balance-check coverage bench lock findings findings-check tables clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-14s %s\n", $$1, $$2}'

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

report: $(READY) ## set up, play SCENARIO (neotopia/draft8) and leave its report in reports/
	$(BIN)/balance run $(SCENARIO)

test: $(READY) lint ## set up; lint, types, all tests, and what scenarios expect
	$(MAKE) --no-print-directory -j 2 kernels types interpreted
	$(MAKE) --no-print-directory compiled balance-check

lint: $(READY) ## style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## static types
	$(BIN)/mypy

interpreted: $(READY) ## rule tests and their mutants, interpreted
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal $(shell ls tests/*/test_rules_*.py tests/*/test_mutants.py)

kernels: $(READY) ## compile all games, once, so that tests side by side need not
	$(BIN)/balance warm --quiet

compiled: $(READY) ## all other tests, compiled; after `make kernels` they start at once
	$(BIN)/pytest -n 2 --dist worksteal

balance-check: $(READY) ## what the shipped scenarios expect, on CHECK_GAMES (4000) games each; reports/check.xml
	@mkdir -p reports
	$(BIN)/balance check $(EXPECTING) --games $(CHECK_GAMES) --junit reports/check.xml --quiet

coverage: $(READY) ## which rules and clauses fire in the shipped scenarios, and which matter; reports/coverage-*
	for game in neotopia simcity; do \
		$(BIN)/balance coverage scenarios/$$game/*.toml --fired-only --overwrite --out reports/coverage-$$game || exit; \
	done
	$(BIN)/balance coverage neotopia/draft8 --overwrite
	$(BIN)/balance coverage simcity/every-clause --overwrite

bench: $(READY) ## speed and memory, printed and stored in reports/bench.json
	$(BIN)/python -m benchmarks

findings: $(READY) ## make the figures of docs/findings-*.md anew
	$(BIN)/python docs/make_findings.py

findings-check: $(READY) ## show what docs/findings-*.md would say otherwise today
	$(BIN)/python docs/make_findings.py --check

tables: $(READY) ## make the README's tables, samples and pictures anew (GAMES=simcity: of that game only)
	$(BIN)/python docs/make_tables.py $(GAMES)

lock: $(READY) ## write requirements.lock anew from pyproject.toml
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --extra dev --strip-extras --no-emit-options --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file requirements.lock pyproject.toml

clean: ## remove the environment and everything generated
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
