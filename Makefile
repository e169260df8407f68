# One word per task, the same at the desk and in CI. `make help` lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
PLUGINS := $(patsubst %/pyproject.toml,%,$(wildcard plugins/*/pyproject.toml))

# What grows, measures and judges: the tests that reach into kernels.
KERNEL_TESTS := $(addprefix tests/test_,attributes.py growth.py metrics.py criteria.py correlations.py \
	correlation_trees.py component_laws.py golden_measures.py golden_trees.py estimators.py)

PACKAGE := $(VENV)/.package-installed
TOOLS := $(VENV)/.tools-installed

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test check docs plugins pure packages lock bench clean

help: ## list the tasks
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(PACKAGE) ## cross-validate ranking trees and forests on iris and wine
	$(BIN)/lrf evaluate iris wine --preset rt --preset ert --preset lrf-rt --preset lrf-ert

test: check docs plugins pure packages ## everything that CI holds
	$(BIN)/pytest --numprocesses auto

check: $(TOOLS) ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(TOOLS) ## build the site into site/; any warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

plugins: $(TOOLS) ## install the packages under plugins/ as a stranger would, and test them
	$(PIP) install $(addprefix ./,$(PLUGINS))
	$(BIN)/pytest --quiet --import-mode=importlib $(addsuffix /tests,$(PLUGINS))

pure: $(TOOLS) ## the small suite with kernels as plain Python
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest --quiet --numprocesses auto -m "not slow and not compiled" $(KERNEL_TESTS)

packages: $(TOOLS) ## build wheel and sdist, install them beside oldest and newest versions, and try them
	$(BIN)/python tools/packages.py

lock: $(TOOLS) ## write the versions of today, with hashes, to requirements-dev.lock
	$(BIN)/uv pip compile pyproject.toml --quiet --upgrade --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --output-file requirements-dev.lock

bench: $(TOOLS) ## measure speed, side by side with others
	$(BIN)/python -m benchmarks

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) site build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find lrf tests plugins benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment is made once, and brought up to date when pyproject.toml changes.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("lrf needs Python 3.11 or newer, and $(PYTHON) is %d.%d: try make PYTHON=python3.12" % sys.version_info[:2])'
	@echo "Making the environment $(VENV): this takes a minute or two, once."
	@$(PYTHON) -m venv $(VENV)

$(PACKAGE): pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(TOOLS): pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[test,lint,docs,packaging]'
	@touch $@ $(PACKAGE)
