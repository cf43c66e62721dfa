# pbem: `make demo` shows one turn from move to mail; `make test` runs everything that needs no root.
VENV := .venv
PY := $(VENV)/bin/python
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-page fuzz bench schemas clean corpora
.DEFAULT_GOAL := help

help:
	@echo "make demo   a three-player game in a throw-away home, up to the first rotation"
	@echo "make test   linter, type checker and the whole test suite"
	@echo "make test-page  the reading page in headless Chromium (needs chromium and chromium-driver)"
	@echo "make corpora  how well replies are read on public tests (fetched, not kept)"
	@echo "make fuzz   the long random games"
	@echo "make bench  what things cost, as ratios (BENCH='rules cold' for some of it)"

$(VENV)/bin/python:
	python3 -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.core

demo: $(VENV)/.core
	$(PY) -m pbem.cli.demo

test: $(VENV)/.test
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(PY) -m pytest -q -n 2 -m "not slow and not mail and not page"

$(VENV)/.page: pyproject.toml $(VENV)/.test
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[test,page]'
	@touch $@ $(VENV)/.core $(VENV)/.test

test-page: $(VENV)/.page
	$(PY) -m pytest -q -m page tests/archive

fuzz: $(VENV)/.test
	$(PY) -m pytest -q -n 2 -m slow

bench: $(VENV)/.test
	$(PY) -m compileall -q pbem
	$(PY) -m bench $(BENCH)

schemas: $(VENV)/.core
	$(PY) -m pbem.store.schemas

corpora: $(VENV)/.core
	$(PY) tests/mail/corpora.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist
