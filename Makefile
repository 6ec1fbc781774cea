# Everything a newcomer needs: `make demo` and `make test`. Both install what they need into .venv first.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed

.PHONY: demo run simulate test soak check fix tongues tools wheel

demo: $(STAMP)  ## read a shipped recording (GAME=line_dice for another one), judge and score it, then serve the page
	$(BIN)/companion demo $(if $(GAME),--game $(GAME))

run: $(STAMP)  ## serve the page, with a camera if CAMERA=pi|usb:0|FILE is given
	$(BIN)/companion serve $(if $(CAMERA),--camera $(CAMERA))

simulate: $(STAMP)  ## play GAME (default line_dice) without camera or people, and tell how much was recorded right
	$(BIN)/companion simulate $(or $(GAME),line_dice)

test: $(STAMP) tools  ## run every test
	$(BIN)/pytest -n 2 --dist loadfile

soak: $(STAMP)  ## pull the plug 200 times and watch a day of frames: nothing may be lost, memory may not grow (a while)
	$(BIN)/python tests/soak.py

check: $(STAMP)  ## style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

fix: $(STAMP)  ## mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

tongues: $(STAMP)  ## collect the sentences into companion/locales/*/LC_MESSAGES/*.po, compile them, tell what lacks a translation
	$(BIN)/python tests/catalogues.py

tools:  ## what the tests drive from outside Python: a browser and a checker of shell scripts
	@command -v chromium >/dev/null && command -v shellcheck >/dev/null || deploy/apt-install.sh chromium shellcheck

wheel: $(STAMP)  ## build the installable package into dist/
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: call make PYTHON=python3.11 …"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing: install it first (Debian: apt-get install python3-venv)."; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@$(BIN)/python -c 'import cv2' 2>/dev/null || deploy/apt-install.sh libgl1 libglib2.0-0  # OpenCV's wheel links them
	@touch $@
