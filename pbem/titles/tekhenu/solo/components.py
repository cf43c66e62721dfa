"""The component tables of the solo module as shipped; what the bot is made of stands in those of the base game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def default_raw() -> dict[str, Any]:
    """A fresh copy of the shipped table, sources included."""
    raw: dict[str, Any] = json.loads(Path(__file__).with_name("components.json").read_text(encoding="utf-8"))
    return raw
