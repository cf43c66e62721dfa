"""Titles, rules and component tables."""

from __future__ import annotations

from difflib import get_close_matches
from textwrap import fill

from pbem.cli.output import out, print_json
from pbem.cli.speech import home_language, home_words, words_in, words_of_home
from pbem.core.errors import Refused
from pbem.core.titles import Title, get_title, title_names
from pbem.core.words import ENGLISH, Catalogue, Say, Verbatim, phrase, said
from pbem.desk.desk import here
from pbem.kit.digests import Reading
from pbem.mail.words import LANGUAGES

WIDTH = 78


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
        print_json({"titles": found, "options": game_options()})
        return 0
    for title in found:
        counts = title["players"]
        assert isinstance(counts, list) and isinstance(title["options"], dict)
        words = in_language(get_title(str(title["title"])))
        named = {key: Verbatim(str(title[key])) for key in ("title", "name", "version")}
        out(
            Say("{title}  {name}, {low}-{high} players, version {version}", low=counts[0], high=counts[-1], **named),
            words,
        )
        for key, option in title["options"].items():
            print_option(key, option["default"], phrase(option["about"]), words)
    words = home_words()
    out(Say("\nThe clock of a game of any title, and its house rules (`docs/moderator.md` tells more):"), words)
    for key, option in game_options().items():
        about = phrase(option["about"])
        told = (
            Say("{about} ({possible})", about=about, possible=phrase(option["possible"]))
            if option["possible"]
            else about
        )
        print_option(key, option["default"], told, words)
    return 0


def in_language(title: Title) -> Catalogue | None:
    """Return the words of the home's language for a title; this command needs no home."""
    language = home_language()
    return None if language == ENGLISH else title.words(language)


def print_option(key: str, default: object, about: str, words: Catalogue | None) -> None:
    """Print `--option turn=7d  time to answer a question`, within the width of a page."""
    text = f"--option {key}={default}  {said(about, words)}".rstrip()
    out(fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False))


HOUSE = {
    "reliability": Say("refuses players who answered fewer of their turns in time (80%)"),
    "announce_secrets": Say("everybody is told when the moderator opens what is hidden (yes or no)"),
    "suggestions": Say("order forms suggest whole turns, to everybody (yes or no; usual for who plays alone)"),
    "anonymous": Say("seats in place of names until the game is over (yes or no)"),
    "invite": Say("how long the invited may take to accept"),
}
"""What the options of the house mean."""


def game_options() -> dict[str, dict[str, str]]:
    """List options that a game of every title has: those of the clock with their defaults, and those of the house."""
    from pbem.desk.games.creation import HOUSE_OPTIONS
    from pbem.engine.clock import MEANING, POSSIBLE, ClockRules, clock_options

    found = {
        key: {"default": default, "about": MEANING[key], "possible": POSSIBLE[key]}
        for key, default in clock_options(ClockRules()).items()
    }
    return found | {key: {"default": "", "about": HOUSE.get(key, ""), "possible": ""} for key in HOUSE_OPTIONS}


def explain_rule(name: str, words: str | None, json: bool, language: str | None = None) -> int:
    """Explain an item by its id; else print what the words are found in; without words a table of contents. The
    language is the home's if none is named; JSON is English then."""
    title = get_title(name)
    if language is not None and language not in LANGUAGES:
        named, known = Verbatim(f"{language!r:.20}"), Verbatim(", ".join(LANGUAGES))
        raise Refused(Say("There is no language {name}. Languages: {known}.", name=named, known=known))
    spoken = language or (ENGLISH if json else here().home.settings.language)
    if not words:
        return print_contents(title, json, spoken)

    text = title.explain(words, here().tables(title, list(title.modules_at)), spoken)
    if text is None:
        return print_found(title, words, json, spoken)
    if json:
        print_json({"title": name, "id": words.upper(), "text": text})
    else:
        out(text)
    return 0


def print_contents(title: Title, json: bool, language: str) -> int:
    """Print sections with their ids; every id where a title has no digest, and in JSON."""
    ids = list(title.rule_ids())
    book = title.rulebook(language)
    if json:
        print_json({"title": title.name, "ids": ids})
        return 0
    out(Reading(book, title.words(language)).contents(title.name) if book else "\n".join(ids))
    return 0


def print_found(title: Title, words: str, json: bool, language: str) -> int:
    """Print items in which the words occur."""
    book = title.rulebook(language)
    if book is None or not book.search(words):
        near = get_close_matches(words.upper(), list(title.rule_ids()), 3, 0.5)
        hint: str = Say("`pbem rules {title}` lists what there is.", title=Verbatim(title.name))
        if near:
            hint = Say("Near it: {ids}.", ids=Verbatim(", ".join(near)))
        told = {"title": Verbatim(title.full_name), "words": Verbatim(f"{words!r:.60}"), "hint": hint}
        refusal = Say("{title} has no rule, ruling, card or value {words}. {hint}", **told)
        raise Refused(refusal)
    if json:
        rows = [{"id": entry.id, "section": entry.section, "text": entry.text} for entry in book.search(words)]
        print_json({"title": title.name, "words": words, "found": rows})
    else:
        out(Reading(book, title.words(language)).found(words))
    return 0


def print_tables(name: str, json: bool) -> int:
    title = get_title(name)
    raw = here().tables(title, list(title.modules_at))
    if json:
        print_json(raw)
    else:
        text = title.tables(raw, words_in(here(), title))
        out(text or Say("{title} has no component tables.", title=Verbatim(title.full_name)), words_of_home(here()))
    return 0
