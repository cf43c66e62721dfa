"""Cold processes: what every mail and every typed move pays."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

from bench.homes import begin

HELLO = """
import typer
from pydantic import BaseModel
class Model(BaseModel):
    number: int = 1
app = typer.Typer()
@app.command()
def hello(name: str = "you") -> None:
    print("hello", name, Model(number=2))
app()
"""
MAIL = b"From: Ania <ania@example.org>\r\nTo: pbem@localhost\r\nSubject: hello\r\nMessage-ID: <%d@x>\r\n\r\nstatus\r\n"
ROUNDS = 15


def used(command: list[str], home: Path, stdin: bytes = b"") -> float:
    """Measure the CPU seconds of a child."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**env, "PBEM_HOME": str(home)}, input=stdin, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cold(folder: Path) -> list[tuple[str, str]]:
    begin(folder)
    hello = folder / "hello.py"
    hello.write_text(HELLO)
    pbem = str(Path(sys.executable).with_name("pbem"))
    options = subprocess.run(
        [pbem, "--home", str(folder), "options", "bench", "--as", "orange", "--json"], capture_output=True, check=True
    )
    import json

    answers = [o["answer"] for o in json.loads(options.stdout)["questions"][0]["options"]]
    (folder / "mail" / "in" / "new").mkdir(parents=True, exist_ok=True)
    times: dict[str, list[float]] = {"bare": [], "hello": [], "move": [], "receive": [], "stored": []}
    for n in range(ROUNDS):
        times["bare"].append(used([sys.executable, "-c", "pass"], folder))
        times["hello"].append(used([sys.executable, str(hello)], folder))
        times["move"].append(used([pbem, "move", "bench", "--as", "orange", answers[n % 2]], folder))
        times["receive"].append(used([pbem, "mail", "receive"], folder, MAIL % n))
        with served(folder):
            times["stored"].append(used([pbem, "mail", "receive"], folder, MAIL % (n + 1000)))
        for path in (folder / "mail" / "in" / "new").glob("*"):
            path.unlink()
    mid = {name: statistics.median(found) for name, found in times.items()}
    return [
        ("P2 cold `pbem move`, against a typer hello world (first 2.0, goal 1.6 x)",
         f"{mid['move'] / mid['hello']:.2f} x"),
        ("P2p cold `mail receive`, mail processed, against python -c pass (first 30, goal 22 x)",
         f"{mid['receive'] / mid['bare']:.1f} x"),
        ("P2r the same while a serve runs: bytes safe (first 3, goal 1.5 x)", f"{mid['stored'] / mid['bare']:.2f} x"),
    ]  # fmt: skip


class served:
    """Hold the lock of `mail serve`, so that a receive only stores."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "mail" / "serve.lock"

    def __enter__(self) -> None:
        import fcntl

        self.handle = self.path.open("w")
        fcntl.flock(self.handle, fcntl.LOCK_EX)

    def __exit__(self, *error: object) -> None:
        self.handle.close()
