"""The log file of the settings."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.upkeep import logs
from pbem.desk.upkeep.logs import start_log
from pbem.store.home import Home


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    log = logging.getLogger("pbem")
    before, level = list(log.handlers), log.level
    yield
    for handler in log.handlers[:]:
        if handler not in before:
            log.removeHandler(handler)
            handler.close()
    log.setLevel(level)


def home(root: Path, text: str) -> Home:
    (root / "pbem.toml").write_text(text, encoding="utf-8")
    return Home(root, {})


def test_the_log_file_is_written_for_its_owner_only(tmp_path: Path) -> None:
    start_log(home(tmp_path, '[log]\nfile = "pbem.log"\nlevel = "info"\n'))
    start_log(Home(tmp_path, {}))
    logging.getLogger("pbem.post").info("Żaneta moved")
    logging.getLogger("pbem.post").debug("a detail")
    lines = (tmp_path / "pbem.log").read_text("utf-8").splitlines()
    assert [line.split(" ", 1)[1] for line in lines] == ["pbem.post INFO Żaneta moved"]
    assert (tmp_path / "pbem.log").stat().st_mode & 0o777 == 0o600


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = list(logging.getLogger("pbem").handlers)  # other tests of this process may have a log
    start_log(home(tmp_path, '[log]\nfile = "no/such/folder/pbem.log"\n'))
    assert "cannot be written" in capsys.readouterr().err
    start_log(home(tmp_path, "[log\n"))
    start_log(Home(tmp_path / "empty", {}))
    assert logging.getLogger("pbem").handlers == before


def test_how_long_to_wait_for_a_game_is_a_setting(tmp_path: Path) -> None:
    one = home(tmp_path, "[limits]\nwait = 3\n")
    assert one.wait == 3
    one.wait = 0.1
    assert one.wait == 0.1 and Home(tmp_path / "other", {}).wait == 10


def test_details_do_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_DETAILS", 1000)
    path = tmp_path / "pbem-errors.log"
    for n in range(40):
        assert logs.keep_details(path, ValueError(f"number {n} " + "x" * 100))
    sizes = [one.stat().st_size for one in sorted(tmp_path.iterdir())]
    assert len(sizes) == 2 and max(sizes) < 1300 and "number 39" in path.read_text()
