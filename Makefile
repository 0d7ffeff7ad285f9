# Everything here works on a fresh clone with nothing but python3 (3.11 or newer), make and git.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv demo test test-unit lint format types imports docs bench wheel constraints clean

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
STAMP  := $(VENV)/.installed
FRESH  := .venv-constraints
ARGS   ?=
REPORT := docs/_build/audit

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

venv: $(STAMP)  ## make .venv with the tested set of packages (the others do this by themselves)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + "; name another one: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

demo: docs  ## build the documentation site, audit the sample repository, and say where to look
	@printf '\nThe audit of the sample repository, whose faults are there on purpose:\n\n'
	@$(VENV)/bin/agentcfg audit examples/sample-team --fail-on never
	@printf '\nWhy may the reviewer send no letter?\n\n'
	@$(VENV)/bin/agentcfg why leji:reviewer "a letter goes to a reader" examples/sample-team
	@$(VENV)/bin/agentcfg audit examples/sample-team --fail-on never --quiet --format html -o $(REPORT)
	@printf '\nThe site is built, in English and Chinese, with pages of that repository. Open it in a browser:\n  %s\n' "$$PWD/docs/_build/html/index.html"
	@printf 'The report of the audit, one file that needs no network:\n  %s\n' "$$PWD/$(REPORT)/report.html"

test: $(STAMP)  ## all tests, on two cores; ARGS="-k leji" chooses
	$(PY) -m pytest -n 2 --dist worksteal $(ARGS)

test-unit: $(STAMP)  ## the tests that take seconds
	$(PY) -m pytest tests/unit -m "not browser and not wheel and not slow" $(ARGS)

lint: $(STAMP)  ## ruff: rules and formatting
	$(PY) -m ruff check
	$(PY) -m ruff format --check

format: $(STAMP)  ## let ruff repair what it can
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

types: $(STAMP)  ## mypy, strict
	$(PY) -m mypy

imports: $(STAMP)  ## who may import whom
	$(VENV)/bin/lint-imports

docs: $(STAMP)  ## the documentation site: docs/_build/html/index.html
	$(PY) docs/build.py

bench: $(STAMP)  ## each speed as a ratio beside its target
	$(PY) -m benchmarks $(ARGS)

wheel: $(STAMP)  ## source distribution and wheel, in dist/
	$(PY) -m build

constraints:  ## pin anew: the newest packages that pyproject.toml allows
	$(PYTHON) -m venv --clear $(FRESH)
	$(FRESH)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	{ grep '^#' constraints.txt; $(FRESH)/bin/python -m pip freeze --exclude-editable | grep -E '^[A-Za-z0-9._-]+==[^ ]+$$'; } > $(FRESH)/constraints.txt
	cp $(FRESH)/constraints.txt constraints.txt
	rm -rf $(FRESH)

clean:  ## remove all that this file made, .venv too
	rm -rf $(VENV) $(FRESH) build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
