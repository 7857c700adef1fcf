# `make help` lists the targets. Needs GNU make and Python 3.11 or newer; everything else is installed into .venv.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --quiet -c constraints.txt

# These tests run again as plain Python; tests marked `compiled` would take too long.
UNCOMPILED_TESTS ?= tests/games --ignore=tests/games/resonance/reference --ignore=tests/games/resonance/view tests/core/test_packed.py tests/adapters/test_vector.py tests/adapters/test_vector_asked.py tests/adapters/test_sampling_actions.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install install-dev demo test lint types imports tests tests-uncompiled test-slow integrations integrations-ci bench fuzz format docs docs-generated clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The stamp is written last, so the next call repeats an interrupted install. `venv` repairs an incomplete environment.
$(VENV)/.installed-train: pyproject.toml constraints.txt
	@echo "== install: resonance-env with the extra train, into $(VENV) (some minutes the first time)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable '.[train]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed-train
	@echo "== install: the extra dev (tests and checks), into $(VENV)"
	$(INSTALL) --editable '.[dev]'
	@touch $@

install: $(VENV)/.installed-train  ## create .venv and install the package with the extra train

install-dev: $(VENV)/.installed-dev  ## the same with the extra dev, for tests and checks

demo: $(VENV)/.installed-train  ## train for two minutes, then show that the agent beats random players
	@echo "== demo 1 of 2: train one agent for all four seats by self-play for two minutes, into runs/demo"
	$(BIN)/resonance train --players 4 --observation recall --teacher planner --teacher-weight 3 --minutes 2 --out runs/demo --seed 1 --overwrite
	@echo "== demo 2 of 2: play it against three random agents; equal players score 0.25, the interval must lie above 0.5"
	$(BIN)/resonance eval runs/demo --against random --games 2000 --require 0.5
	@echo "== and against three greedy agents, which look one step ahead"
	$(BIN)/resonance eval runs/demo --against greedy --games 2000

test: lint types imports tests tests-uncompiled  ## lint, types, import contracts and all tests except the slow ones
	@echo "== test: all passed"

lint: $(VENV)/.installed-dev  ## ruff: rules and format
	@echo "== lint: ruff"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev  ## mypy, strict
	@echo "== types: mypy"
	$(BIN)/mypy

imports: $(VENV)/.installed-dev  ## import-linter: the import contracts of pyproject.toml
	@echo "== imports: import-linter"
	$(BIN)/lint-imports

tests: $(VENV)/.installed-dev
	@echo "== tests: compiled, two processes"
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

tests-uncompiled: $(VENV)/.installed-dev
	@echo "== tests: rules and batches as plain Python (NUMBA_DISABLE_JIT=1)"
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 -m "not slow and not compiled" $(UNCOMPILED_TESTS)

# pytest exits with 5 if no test is marked slow.
test-slow: $(VENV)/.installed-dev  ## the tests marked slow
	@echo "== tests: the slow ones, two processes"
	$(BIN)/python -m pytest -q -n 2 -m slow || [ $$? -eq 5 ]

integrations-ci: $(VENV)/.installed-dev  ## tests of other libraries that install quickly, each in its own environment
	@echo "== integrations: nox, the quick sessions"
	$(BIN)/nox

integrations: $(VENV)/.installed-dev  ## tests of all other libraries with training, each in its own environment (some GB, up to 10 minutes each)
	@echo "== integrations: nox, all sessions"
	RESONANCE_TRAINING=1 $(BIN)/nox --sessions torchrl rllib tianshou agilerl benchmarl sb3 open_spiel

$(VENV)-bench/.installed: pyproject.toml constraints.txt
	@echo "== install: resonance-env and the libraries it is compared with, into $(VENV)-bench"
	$(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/python -m pip install --disable-pip-version-check --quiet -c constraints.txt --editable '.[bench]'
	@touch $@

bench: $(VENV)-bench/.installed  ## games per second, beside other libraries in the same run (five minutes; GAME=name for another game)
	@echo "== bench: throughput"
	$(VENV)-bench/bin/python -m bench.throughput $(if $(GAME),--game $(GAME))

fuzz: $(VENV)/.installed-dev  ## ten million decisions with all checks, and damaged positions played on (some ten minutes; GAME=name for another game)
	@echo "== fuzz: ten million decisions"
	$(BIN)/python -m bench.fuzz $(if $(GAME),--game $(GAME)) --decisions 10_000_000 --seed 0
	@echo "== fuzz: damaged texts of positions and games"
	$(BIN)/python -m bench.fuzz_positions $(if $(GAME),--game $(GAME)) --texts 20_000 --seed 0

format: $(VENV)/.installed-dev  ## ruff: format, and fix what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)-docs/.installed: pyproject.toml constraints.txt
	@echo "== install: the extra docs, into $(VENV)-docs"
	$(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/python -m pip install --disable-pip-version-check --quiet -c constraints.txt --editable '.[docs]'
	@touch $@

docs: $(VENV)-docs/.installed  ## build the documentation as a site in build/docs
	@echo "== docs: build/docs/index.html; a warning is an error"
	$(VENV)-docs/bin/python -m sphinx -W --keep-going -q -b html docs build/docs

docs-generated: $(VENV)/.installed-train  ## generate the API reference, and actions.md and observation.md of each game
	@echo "== docs: API reference, tables of actions and observations"
	$(BIN)/python docs/generate_api.py
	$(BIN)/python -m resonance_env.games.resonance.text.generate_docs
	$(BIN)/python -m resonance_env.games.summon_demons.text.generate_docs
	$(BIN)/python -m resonance_env.games.syncro.text.generate_docs

clean:  ## remove .venv and everything built; keep runs/
	@echo "== clean: $(VENV), build, dist, caches"
	rm -rf $(VENV) $(VENV)-bench $(VENV)-docs build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
