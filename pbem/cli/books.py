"""Titles, rules and component tables."""

from __future__ import annotations

from pbem.cli.output import out, print_json
from pbem.core.errors import Refused
from pbem.core.titles import Title, get_title, title_names


def describe(title: Title) -> dict[str, object]:
    fields = title.options_model.model_fields
    return {
        "title": title.name,
        "name": title.full_name,
        "version": title.version,
        "players": list(title.players),
        "seats": list(title.seat_names),
        "options": {key: {"default": field.default, "about": field.description or ""} for key, field in fields.items()},
    }


def list_titles(json: bool) -> int:
    found = [describe(get_title(name)) for name in title_names()]
    if json:
        print_json({"titles": found})
        return 0
    for title in found:
        counts = title["players"]
        assert isinstance(counts, list) and isinstance(title["options"], dict)
        out(f"{title['title']}  {title['name']}, {counts[0]}-{counts[-1]} players, version {title['version']}")
        for key, option in title["options"].items():
            out(f"  --option {key}={option['default']}  {option['about']}".rstrip())
    return 0


def explain_rule(name: str, ident: str | None, json: bool) -> int:
    title = get_title(name)
    if ident is None:
        ids = list(title.rule_ids())
        if json:
            print_json({"title": name, "ids": ids})
        else:
            for found in ids:
                out(found)
        return 0
    from pbem.desk.desk import here

    text = title.explain(ident, here().tables(title))
    if text is None:
        from difflib import get_close_matches

        near = get_close_matches(ident.upper(), list(title.rule_ids()), 3, 0.5)
        hint = f" Near it: {', '.join(near)}." if near else f" `pbem rules {name}` lists all ids."
        raise Refused(f"{title.full_name} has no rule, ruling, card or value {ident!r:.60}.{hint}")
    if json:
        print_json({"title": name, "id": ident.upper(), "text": text})
    else:
        out(text)
    return 0


def print_tables(name: str, json: bool) -> int:
    from pbem.desk.desk import here

    title = get_title(name)
    raw = here().tables(title)
    if json:
        print_json(raw)
    else:
        text = title.tables(raw)
        out(text or f"{title.full_name} has no component tables.")
    return 0
