"""The command line in a home of its own, with the toy among its titles."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.toy  # noqa: F401  (registers the toy)
from pbem.cli import main
from tests.laid_out import Kept, lay_out, taken_up
from tests.said import Pbem, Said


@pytest.fixture
def pbem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pbem:
    """Run a command in a fresh home and return exit code and both streams."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))

    def run(*args: str, stdin: bytes | None = None) -> Said:
        if stdin is not None:
            monkeypatch.setattr("sys.stdin", _Stdin(stdin))
        capsys.readouterr()
        code = main(list(args))
        streams = capsys.readouterr()
        return Said(code, streams.out, streams.err)

    return run


class _Stdin:
    def __init__(self, raw: bytes) -> None:
        import io

        self.buffer = io.BytesIO(raw)

    def isatty(self) -> bool:
        return False


_BEGUN: list[Kept] = []


@pytest.fixture
def game(pbem: Pbem, tmp_path: Path) -> Pbem:
    """A toy game `karnak` of Ania and Bartek at its first questions; begun once, then laid out."""
    if _BEGUN and not any(tmp_path.iterdir()):
        lay_out(_BEGUN, tmp_path)
        return pbem
    said = pbem(
        "new", "toy", "--player", "Ania <ania@example.org>", "--player", "Bartek <bartek@example.org>",
        "--id", "karnak", "--seed", "07" * 32,
    )  # fmt: skip
    assert said.code == 0, said.err
    _BEGUN[:] = _BEGUN or taken_up(tmp_path)
    return pbem
