"""Real-shaped mails of many programs in five languages; the expected reading stands beside each of them.

`NAME.json` names the program, the language and what must be read; `sent-LANGUAGE.txt` is the mail of ours they answer.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.reading import describe, read_message, reply_text
from pbem.mail.reading.description import run_read

FOLDER = Path(__file__).resolve().parents[1] / "eml"
NAMES = sorted(path.stem for path in FOLDER.glob("*.eml"))


def expected(name: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return table


def test_the_folder_is_wide_enough() -> None:
    """At least ten programs in five languages, every mail with its expected reading."""
    tables = [expected(name) for name in NAMES]
    programs = {table["client"].split(",")[0] for table in tables if table["class"] == "human"}
    assert len(programs) >= 10
    assert {table["language"] for table in tables} == {"en", "pl", "hu", "de", "fr"}


@pytest.mark.parametrize("known", [False, True], ids=["alone", "with-sent"])
@pytest.mark.parametrize("name", NAMES)
def test_reading(name: str, known: bool) -> None:  # fault 93, fault 94, fault 97
    """Typed words, class, game and entry; nothing is doubtful that need not be."""
    table = expected(name)
    read = read_message((FOLDER / f"{name}.eml").read_bytes())
    sent = (FOLDER / f"sent-{table['language']}.txt").read_text(encoding="utf-8") if known else None
    reply = reply_text(read, sent)
    assert read.kind == table["class"]
    if not table.get("typed_ignored"):
        assert reply.typed.split("\n") == (table["typed"] or [""])
        assert reply.uncertain == table.get("uncertain", False)


@pytest.mark.parametrize("name", NAMES)
def test_description(name: str) -> None:
    """The same through `pbem mail read`."""
    table = expected(name)
    raw = (FOLDER / f"{name}.eml").read_bytes()
    told = describe(raw)
    assert (told["class"], told["game"], told["entry"], told["seat"]) == (
        table["class"],
        table["game"],
        table["entry"],
        None,
    )
    assert json.loads(run_read("json", raw)) == told
    assert run_read("class", raw) == table["class"]
    if table["class"] == "human":
        assert told["commands"] == [line.strip() for line in table["typed"] if line.strip()]
        assert run_read("reply", raw).split("\n") == (table["typed"] or [""])
        assert all(line.strip() in run_read("text", raw) for line in table["typed"])
    if "bounce" in table:
        bounce = told["bounce"]
        assert (bounce["action"], bounce["status"]) == (table["bounce"]["action"], table["bounce"]["status"])
        assert bounce["recipients"][0]["address"] == table["bounce"]["recipient"]
        assert told["commands"] == []
