# Junctura: `make` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_BENCH := $(VENV)/.installed-bench

# one thread per library: the tests already run in parallel processes
TEST_ENVIRONMENT := QT_QPA_PLATFORM=offscreen OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

# windows on a screen that nobody sees, with OpenGL
TEST_PACKAGES := xvfb xauth libgl1-mesa-dri

.PHONY: help setup run test lint bench clean
.DELETE_ON_ERROR:

help:
	@echo "make setup   install Junctura and everything it needs into $(VENV)"
	@echo "make run     open the example robot (without a display: simulate an example and write a report)"
	@echo "make test    check style and types, then run all tests"
	@echo "make lint    check style and types only"
	@echo "make bench   time the benchmark problems, beside MuJoCo and Pinocchio"
	@echo "make clean   remove caches, builds and reports; $(VENV) stays"
	@echo "Another Python than python3: make setup PYTHON=python3.13"

setup: $(INSTALLED)
	@:

$(INSTALLED): pyproject.toml constraints.txt .ci/system-packages
	@.ci/system-packages $(PYTHON)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Junctura needs Python 3.11 or newer; $(PYTHON) is missing or older. Name another: make setup PYTHON=python3.13" >&2; \
	    exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) >/dev/null || { \
	    echo "The environment $(VENV) could not be created. On Debian and Ubuntu: apt-get install python3-venv" >&2; \
	    exit 1; }
	@echo "Installing Junctura into $(VENV): a few hundred megabytes the first time."
	@$(call install,test)
	@touch $@

$(INSTALLED_BENCH): $(INSTALLED)
	@echo "Installing the simulators to compare with into $(VENV)."
	@$(call install,test,bench)
	@touch $@

# pip shows its progress to a person and keeps quiet in a log; in $$(...) the standard output is never a terminal
comma := ,
install = $(BIN)/python -m pip install $$(test -t 2 || echo --quiet) --disable-pip-version-check \
	-c constraints.txt -e '.[$(1)$(if $(2),$(comma)$(2))]'

run: setup
	@$(BIN)/junctura demo

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy

test: lint
	@.ci/system-packages $(PYTHON) $(TEST_PACKAGES)
	$(TEST_ENVIRONMENT) $(BIN)/pytest -n 2

bench: $(INSTALLED_BENCH)
	@$(BIN)/junctura bench

clean:
	rm -rf build dist report .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
