# pbem: `make demo` shows one turn from move to mail; `make test` runs everything that needs no root.
VENV := .venv
PY := $(VENV)/bin/python
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-page test-mail test-secrets test-modes mail-servers faults faults-traced faults-simulated soak fuzz bench games schemas clean corpora words help
.DEFAULT_GOAL := help

help:
	@echo "make demo   a three-player game in a throw-away home, up to the first rotation"
	@echo "make test   linter, type checker and the whole test suite"
	@echo "make test-page  reading pages and mails in headless Chromium (needs chromium and chromium-driver)"
	@echo "make test-mail  a whole game through Postfix and Dovecot, as docs/operator.md prints it (needs root)"
	@echo "make corpora  how well mail is read on the tests of public packages (fetched, not kept)"
	@echo "make test-secrets  every mail of fifty random games, with what its reader may not know exchanged"
	@echo "make test-modes  every scenario of Ankh in every way to ask its Conflicts, every box with every number of players"
	@echo "make faults  commands killed and refused by strace at every call, power cuts, and 300 simulated games with faults"
	@echo "make soak   ten minutes of serve with 60 games and a mail server that fails at random"
	@echo "make fuzz   the long random games"
	@echo "make games  stored games and perft positions of the present fixes, beside the older ones"
	@echo "make words  find all texts, bring the catalogues up to date, count what is not translated"
	@echo "make bench  what things cost, as ratios (BENCH='rules cold' for some of it, BENCH=archives for 200 games)"

# A folder that was copied with its .venv would go on running the code of the folder it came from.
ifneq ($(shell cat $(VENV)/.core 2>/dev/null),$(CURDIR))
$(shell rm -f $(VENV)/.core $(VENV)/.test $(VENV)/.page)
endif

$(VENV)/bin/python:
	python3 -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@echo "$(CURDIR)" > $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@echo "$(CURDIR)" > $(VENV)/.core
	@touch $@

demo: $(VENV)/.core
	$(PY) -m pbem.cli.demo

test: $(VENV)/.test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check --quiet .
	$(PY) -m mypy
	$(PY) -m pytest -q -n 2 --dist worksteal -m "not slow and not mail and not page and not faults and not modes"

$(VENV)/.page: pyproject.toml $(VENV)/.test
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[test,page]'
	@echo "$(CURDIR)" > $(VENV)/.core
	@touch $(VENV)/.test $@

test-page: $(VENV)/.page
	$(PY) -m pytest -q -n 2 --dist worksteal -m page tests/archive tests/mail

# Every mail of fifty random games, compared with what it would be if its reader's ignorance were another.
test-secrets: $(VENV)/.test
	$(PY) -m pytest -q -n 2 --dist worksteal tests/conformance/test_mails.py tests/conformance/test_sealed_orders.py

# Every scenario of a title in every mode, once, with all checks, and every box with every number of players.
test-modes: $(VENV)/.test
	$(PY) -m pytest -q -n 2 --dist worksteal -m "modes and not slow" tests

# Only the programs: the tests bring their own configuration and leave /etc alone.
mail-servers:
	@command -v postfix >/dev/null && command -v dovecot >/dev/null && command -v opendkim >/dev/null && \
	  test -x /usr/lib/dovecot/lmtp || { \
	  apt-get update -qq && \
	  echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    postfix dovecot-imapd dovecot-lmtpd opendkim; }

test-mail: $(VENV)/.test mail-servers
	$(PY) -m pytest -q -m mail tests/mailserver

# Killed, refused and cut off from outside, at every call that changes a file (that part needs strace), and whole games on
# a simulated disk, clock and mail server; says at its end how long it took.
faults: faults-traced faults-simulated

faults-traced: $(VENV)/.test
	$(PY) -m pytest -q -rs -n 2 --dist worksteal -m faults tests/faults/test_interrupted.py

faults-simulated: $(VENV)/.test
	$(PY) -m pytest -q -rs -n 2 --dist worksteal -m faults tests/faults/test_simulated.py

# Ten minutes of serve: every mail accounted for, memory and descriptors flat. SOAK='1 6' for one minute and six games.
soak: $(VENV)/.test
	$(PY) -m tests.faults.soak $(SOAK)

# The games that every test run plays again. What is stored stays, byte for byte: a game that was begun under older fixes
# goes on under them. New fixes get new games beside the old ones, by other seeds: say why in the commit.
games: $(VENV)/.core
	for level in easy medium hard; do \
	  $(PY) -m pbem fuzz tekhenu --players 1 --option difficulty=$$level --seed "stored $$level" --player greedy \
	    --save games || exit 1; done
	$(PY) -m pbem fuzz tekhenu --players 2 --seed "stored F3 37" --player greedy --save games
	$(PY) -m pbem fuzz tekhenu --players 3 --seed "stored F3 13" --player greedy --save games
	$(PY) -m pbem fuzz tekhenu --players 4 --seed "stored F3 8" --player greedy --save games
	for players in 1 2 4; do \
	  $(PY) -m pbem fuzz tekhenu --players $$players --option expansion=seth --seed "stored seth" --player greedy \
	    --save games || exit 1; done
	$(PY) -m pbem fuzz tekhenu --players 3 --option expansion=seth --seed "stored seth 3" --save games
	$(PY) -m pbem fuzz tekhenu --players 2 --option vizier=yes --seed "stored vizier" --player greedy --save games
	$(PY) -m pbem fuzz tekhenu --players 3 --seed "stored F6 3.2" --player greedy --save games
	$(PY) -m pbem fuzz tekhenu --players 2 --option expansion=seth --seed "stored F6 seth.12" --player greedy --save games
	$(PY) -m pbem fuzz tekhenu --players 2 --seed "stored F8 2.17" --player greedy --save games
	for players in 2 3 4 5; do \
	  $(PY) -m pbem fuzz ankh --players $$players --seed "stored $$players" --player greedy --save games || exit 1; done
	for game in ramesses.2 xerxes.3 amenhotep.4 tutankhamun.5 akhenaten.3; do \
	  $(PY) -m pbem fuzz ankh --players $${game##*.} --option expansion=pharaoh --option pharaoh=$${game%.*} \
	    --seed "stored $$game" --player greedy --save games || exit 1; done
	$(PY) -m pbem fuzz ankh --players 2 --option expansion=pharaoh --seed "stored F1 2" --player greedy --save games
	$(PY) -m tests.perft.counting

fuzz: $(VENV)/.test
	$(PY) -m pytest -q -n 2 --dist worksteal -m slow

bench: $(VENV)/.test
	$(PY) -m compileall -q pbem
	$(PY) -m bench $(BENCH)

# Every text that people read, the catalogues brought up to date and compiled, and what has no translation yet.
words: $(VENV)/.test
	$(PY) -m tests.words.making

schemas: $(VENV)/.core
	$(PY) -m pbem.store.schemas

corpora: $(VENV)/.core
	$(PY) -m tests.mail.corpora

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist
