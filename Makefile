# Every verb makes the environment it needs from nothing but python3, and keeps it until a pyproject.toml changes.

PYTHON ?= python3
BIN := .venv/bin
PROJECTS := $(wildcard plugins/*/pyproject.toml)
PLUGINS := $(PROJECTS:%/pyproject.toml=%)
empty :=
PLUGIN_PATH := $(subst $(empty) $(empty),:,$(PLUGINS))

# Tests start programs of their own, so that more at a time than there are cores would only disturb each other.
# They also start hundreds of programs: keeping bytecode halves the time to collect the tests (7.5 to 3.3 s).
unexport PYTHONDONTWRITEBYTECODE
TESTS := $(BIN)/python -m pytest -n 2 --dist worksteal

# What each environment installs beside the plugins themselves: extras of the core, of experiments and of serving.
EXTRAS_run := [fast]
EXTRAS_example := [fast]
EXTRAS_dev := [dev]
EXTRAS_docs := [dev,docs]
EXTRAS_bench := [dev,bench]
EXTRAS_typed := [dev,typed]
WITH_run := matroidlab-experiments[report] matroidlab-bench[report]
WITH_example := matroidlab-serving[example]
WITH_dev := matroidlab-experiments[report] matroidlab-serving[postgres,http,opentelemetry,example] matroidlab-movielens[data]
WITH_docs := $(WITH_dev)
WITH_bench := $(WITH_dev)
WITH_typed := $(WITH_dev)

.PHONY: help reproduce example test test-core test-lowest slow lint types typed coverage mutants bench bench-field docs wheel smoke clean
.PRECIOUS: .venv/%.stamp

help: ## list these verbs
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

reproduce: .venv/run.stamp ## reproduce the paper's figures and ours: table, pictures, one page
	@$(BIN)/matroidlab reproduce

example: .venv/example.stamp ## show lists that get better in a browser; PORT=8000, FILE=lists.db keeps what is learnt
	@$(BIN)/python plugins/matroidlab-serving/example/start.py --port $(or $(PORT),8000) $(if $(FILE),--file "$(FILE)")

test: .venv/dev.stamp ## run the tests: core, plugins and all examples in docstrings
	@$(TESTS)

# Few examples of each law: most laws run on fifteen kinds of matroids. `make test` tries more.
test-core: .venv/dev.stamp ## run the tests of the core alone, without the plugins and the documentation
	@EXAMPLES=$(or $(EXAMPLES),6) $(TESTS) tests matroidlab --ignore=tests/project

test-lowest: .venv-lowest/stamp ## run the core's tests with the lowest versions that pyproject.toml allows
	@.venv-lowest/bin/python -m pytest -n 2 --dist worksteal -p no:randomly -W default tests matroidlab --ignore=tests/project

slow: .venv/dev.stamp ## run the tests that take minutes
	@$(TESTS) -m slow

lint: .venv/dev.stamp ## check style and formatting
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: .venv/dev.stamp ## check types
	@MYPYPATH=$(PLUGIN_PATH) $(BIN)/mypy matroidlab tests
	@for plugin in $(PLUGINS); do MYPYPATH=$(PLUGIN_PATH) $(BIN)/mypy "$$plugin" || exit 1; done

typed: .venv/typed.stamp ## check that every public name has a type, as checkers other than mypy see it
	@PATH="$(abspath $(BIN)):$$PATH" basedpyright --verifytypes matroidlab --ignoreexternal > .venv/typed.txt; \
	typed=$$?; grep -E 'error:|^Type completeness' .venv/typed.txt; exit $$typed

coverage: .venv/dev.stamp ## measure which branches the tests take; under 95 % is an error
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n 2 --dist worksteal
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

mutants: .venv/dev.stamp ## put small faults in a copy, and name those that no test notices; FOLDERS="bandits census"
	@$(BIN)/python tests/mutation.py $(FOLDERS)

bench: .venv/bench.stamp ## measure speed against the bars that it must keep
	@$(BIN)/python tests/benchmarks

bench-field: .venv/run.stamp ## compare published policies; writes results/field.html and docs/project/field.md
	@$(BIN)/matroidlab bench --page results/field.html --markdown docs/project/field.md

docs: .venv/docs.stamp ## build the documentation in docs/_build/html
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --builder html docs docs/_build/html

wheel: .venv/run.stamp ## build the wheels of the library and its plugins in dist/
	@rm -rf dist
	@$(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-deps --wheel-dir dist . $(PLUGINS:%=./%)

smoke: wheel ## install the wheels in an environment of their own and use them
	@.ci/smoke dist

clean: ## remove what was built and cached; .venv stays
	@rm -rf dist docs/_build docs/reference/api .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*
	@find matroidlab plugins tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "matroidlab needs Python 3.11 or newer, \
	but $(PYTHON) is " + sys.version.split()[0] + ": name a newer one, as in `make PYTHON=python3.12 ...`")'
	@$(PYTHON) -m venv .venv

.venv-lowest/stamp: pyproject.toml .ci/lowest
	@echo "Installing matroidlab with the lowest versions it allows in .venv-lowest"
	@$(PYTHON) -m venv --clear .venv-lowest
	@$(PYTHON) .ci/lowest > .venv-lowest/constraints.txt
	@.venv-lowest/bin/python -m pip install -qq --disable-pip-version-check -c .venv-lowest/constraints.txt -e ".[fast,pretty,testing]" pytest-xdist
	@touch $@

.venv/%.stamp: pyproject.toml $(PROJECTS) | $(BIN)/pip
	@echo "Installing matroidlab$(EXTRAS_$*) and its plugins in .venv"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e ".$(EXTRAS_$*)" $(PLUGINS:%=-e ./%) $(WITH_$*:%=-e "./plugins/%")
	@touch .venv/run.stamp $@
