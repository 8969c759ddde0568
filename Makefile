# Needs Python 3.11 or later and make. On Debian and Ubuntu: apt-get install make python3 python3-venv
# Another interpreter: make PYTHON=python3.13 venv (after `make clean` where one was used before)

PYTHON ?= python3
BIN := .venv/bin
CORE := .venv/.core
WEB := .venv/.studio
TRAIN := .venv/.train
STAMP := .venv/.installed
WEB_TESTS := tests/store tests/serving tests/studio
RAY_TESTS := tests/runs/test_ray.py tests/cli/test_ray.py tests/inquiry/test_ray.py tests/spec/test_scale_rows.py
BENCHMARKS := $(wildcard benchmarks/*.py)
CHECKED := src tests $(if $(BENCHMARKS),benchmarks)

.DEFAULT_GOAL := help
# Tests start many processes: compiled once, not in each of them.
unexport PYTHONDONTWRITEBYTECODE
TORCH ?= torch==2.13.0
SITE := .venv/.site
.PHONY: site wheel resolve help venv demo test slow web studio scale training check lint types imports bench docs clean

help: ## show the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

venv: $(STAMP) ## make .venv with gnomon, its benchmarks and the tools of development

demo: $(CORE) ## a tutor leads simulated students to the right answer; no model, key or network
	./.venv/bin/gnomon demo

studio: $(WEB) ## open the studio on this machine: the bank, and a guest to try it as a learner
	./.venv/bin/gnomon studio --guests

test: $(STAMP) ## the default tests, less than a minute on two idle cores
	@$(BIN)/python -m pytest -n auto --dist worksteal

slow: $(STAMP) ## the slower tests but for those of `make web` and `make scale`, and every property test with more examples
	@$(BIN)/python -m pytest -m "slow or hypothesis" --hypothesis-profile=wide -n auto --dist worksteal $(WEB_TESTS:%=--ignore=%) $(RAY_TESTS:%=--ignore=%)

web: $(STAMP) ## the tests of the studio: every route, PostgreSQL, kills, its pages in Chromium (CHROMIUM=path where it is not on the PATH)
	@$(BIN)/python -m pytest -m slow -n auto --dist worksteal $(WEB_TESTS)
	@$(BIN)/python -m pytest -m browser -n auto tests/studio/browser
	@$(BIN)/python -m pytest -m browser tests/corpus/pipeline

scale: $(STAMP) ## the tests of a cluster, on a local Ray of two workers
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[scale]'
	@$(BIN)/python -m pytest -m slow $(RAY_TESTS)

training: $(STAMP) $(TRAIN) ## the tests that train tiny models on the CPU, about six minutes
	@OMP_NUM_THREADS=1 $(BIN)/python -m pytest -m training -n 2 --dist loadfile tests/training

check: lint types imports test ## everything that is checked before a change goes in

lint: $(STAMP) ## style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP) ## types: the package strictly, tests loosely
	$(BIN)/mypy $(CHECKED)

imports: $(STAMP) ## the order of the rooms
	$(BIN)/lint-imports

bench: $(STAMP) ## the figures that README and docs quote
	$(BIN)/python benchmarks/make_transcripts.py --force
	@set -e; for name in tutoring diagnosis messages geometry3k engine throughput sandbox; do echo "== $$name"; $(BIN)/python benchmarks/$$name.py; done

docs: $(STAMP) ## write docs/cli.md anew from the commands' own help
	$(BIN)/python -m typer gnomon.cli utils docs --name gnomon --output docs/cli.md

site: $(STAMP) $(SITE) ## the documentation as a site in build/site, with notebooks and gallery made anew; no page asks another host
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	$(BIN)/python tools/site/foreign.py build/site

wheel: $(CORE) ## build the wheel, install it into an empty environment and try it there
	$(BIN)/python tools/wheel/try_wheel.py

resolve: $(CORE) ## whether all dependencies have wheels for Python 3.11 to 3.14; asks the package index, some minutes
	$(BIN)/python tools/wheel/resolve.py

clean: ## remove what the other targets made
	rm -rf .venv gnomon-demo build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

$(CORE): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "gnomon needs Python 3.11 or later, and there is no $(PYTHON): apt-get install python3 python3-venv, or make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "gnomon needs Python 3.11 or later, got $$($(PYTHON) --version 2>&1): name a newer one with make PYTHON=python3.13" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module: apt-get install python3-venv" >&2; exit 1; }
	@echo "Installing gnomon into .venv (about a minute the first time)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(WEB): $(CORE)
	@echo "Installing what the studio needs"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[studio,read]'
	@touch $@

# torch goes first, alone: pip takes the build that its index offers, on Linux one for GPUs that runs on a CPU too. The smaller one for
# CPUs: make training TORCH='torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu'. A torch that is there is kept.
$(TRAIN): $(CORE)
	@echo "Installing what training needs (1.5 GB, with a torch for GPUs 5 GB)"
	@$(BIN)/python -c 'import torch' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[train]'
	@touch $@

$(SITE): $(CORE)
	@echo "Installing what the site needs"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	@touch $@

$(STAMP): $(CORE)
	@echo "Installing what benchmarks and tests need (one to three minutes the first time)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench,dev,read,studio,video,web]'
	@touch $@
