"""Options of a title: those that only decide how a table is laid, and how a value is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.core.titles import Title

SET_UP, SPENT, FIXED, BOX = "set_up", "spent", "fixed", "box"
"""What an option's field says in `json_schema_extra` if it only decides how the table is laid. A ruling about it comes
too late and changes nothing (spent), or would make the record say something untrue and is refused (fixed); what decides
which modules are in the box cannot change either (box)."""


def set_up_only(title: Title, option: str) -> str | None:
    """Return SPENT, FIXED or BOX for an option that only decides how the table is laid; else None."""
    return _noted(title, option, SET_UP)


def module_of(title: Title, option: str) -> str | None:
    """Return the module that reads an option, as the option's field names it; None for the base game's."""
    return _noted(title, option, "module")


def _noted(title: Title, option: str, key: str) -> str | None:
    """Return what the field of an option says under a key of its `json_schema_extra`."""
    field = title.options_model.model_fields.get(option)
    extra = field.json_schema_extra if field is not None else None
    found = extra.get(key) if isinstance(extra, dict) else None
    return found if isinstance(found, str) else None


def typed_value(value: Any) -> str:
    """Write an option's value as one types it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
