"""How mail programs introduce the mail they quote, as they write it, and mails of ours to be quoted.

`MARKED` programs put `>` before the quoted lines, `BARE` ones put the mail below as it is.
"""

import json
from pathlib import Path

_TABLE = json.loads(Path(__file__).with_name("shapes.json").read_text(encoding="utf-8"))

MARKED: list[tuple[str, str]] = [(name, "\n".join(lines)) for name, lines in _TABLE["marked"].items()]
BARE: list[tuple[str, str]] = [(name, "\n".join(lines)) for name, lines in _TABLE["bare"].items()]
SENT: dict[str, str] = {language: "\n".join(lines) for language, lines in _TABLE["sent"].items()}


def marked(text: str) -> str:
    return "\n".join(("> " + line).rstrip() for line in text.rstrip("\n").split("\n"))
