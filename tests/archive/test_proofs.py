"""What an archive proves, to whom: views in the chain, texts of other builds, copies packed again, kept mails."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest

import tests.fair  # noqa: F401  (registers the other toy)
from pbem.archive.build import archive_bytes
from pbem.archive.container import read_zip
from pbem.archive.opening import Opened, open_members
from pbem.archive.page import CLOSE, OPEN, Shows
from pbem.archive.public_views import difference, patched, read_views
from pbem.archive.verify import EXIT_CODES, Verifier
from pbem.engine.gamefile import Entry
from pbem.engine.journal import facts_digest
from tests.archive.forge import by_another_build, failure, judged, refit, remade, with_entries, with_member
from tests.archive.games import archived, finished, moderated
from tests.toy import title as toy

Members = dict[str, bytes]


def rewritten_news(members: Members) -> None:
    members["news.txt"] = members["news.txt"].replace(b"crane", b"heron", 1)


def another_line(members: Members) -> None:
    members["news.txt"] += b"Everybody thought that crane was lucky.\n"


def with_script(members: Members) -> None:
    members["page.html"] = members["page.html"].replace(b"</body>", b"<script>alert(1)</script></body>")


def other_script(members: Members) -> None:
    members["page.html"] = members["page.html"].replace(b"function ", b"/**/function ", 1)


def added(members: Members) -> None:
    members["readme.txt"] = b"Read me first."


def added_schema(members: Members) -> None:
    members["schemas/evil.schema.json"] = b"{}"


def said_otherwise(members: Members) -> None:
    """The record's comments alone."""
    members["record.txt"] = re.sub(rb"\{ (\w+) ", rb"{ nobody \1 ", members["record.txt"], count=3)


FORGED = [rewritten_news, another_line, with_script, other_script, added, added_schema, said_otherwise]


@pytest.mark.parametrize("forgery", FORGED)
@pytest.mark.parametrize("variant", ["full", "public"])
def test_another_build_is_no_excuse(forgery: Callable[[Members], None], variant: str) -> None:
    """Rewritten news, a script in the page, an added member: whatever build is said to have made them."""
    verdict, place = judged(by_another_build(archived(variant), forgery))
    assert verdict == "broken", place
    assert place


def in_all_texts(change: Callable[[str], str], wanted: Callable[[str], bool]) -> Callable[[Members], None]:
    """The same lie in page, news and record: the first sentence that is wanted and fits a line of them, changed."""

    def lie(members: Members) -> None:
        page = members["page.html"].decode()
        start = page.index(OPEN) + len(OPEN)
        data = json.loads(page[start : page.index(CLOSE, start)])
        lines = (line for row in data["entries"] for line in row["lines"])
        old = next(line for line in lines if wanted(line) and len(line) < 60 and change(line) != line)
        for name in ("page.html", "news.txt", "record.txt"):
            members[name] = members[name].replace(old.encode(), change(old).encode())

    return lie


LIES: dict[str, Callable[[str], str]] = {
    "a number": lambda line: f"{line} 77",
    "known words": lambda line: f"{line} Or not at all.",
    "another seat": lambda line: " ".join(["heron" if "heron" not in line else "crane", *line.split()[1:]]),
    "the contrary": lambda line: line.replace("loses", "wins").replace("built", "lost"),
    "nothing": lambda line: "",
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.parametrize(("title", "variant"), [("toy", "full"), ("toy", "public"), ("tekhenu", "full")])
def test_a_lie_that_all_texts_tell(lie: Callable[[str], str], title: str, variant: str) -> None:
    """A sentence of another build is one that some pbem tells of what happened: no other passes, whatever it says."""
    data = archived(variant) if title == "toy" else finished(title, 2).archive(variant)
    wanted = " built" if title == "tekhenu" else " loses"
    verdict, place = judged(by_another_build(data, in_all_texts(lie, lambda line: wanted in line)))
    assert (verdict, "no pbem that this one knows tells" in place) == ("broken", True), place


def test_a_build_with_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that no known build has are not proved, who knows of a later one is told what to do; boards that are drawn
    otherwise are said not to be compared, and show no other numbers."""
    played = finished()
    with monkeypatch.context() as patch:
        patch.setattr(toy, "LINES", {kind: f"Look: {line}" for kind, line in toy.LINES.items()})
        words = archive_bytes(played.game, played.entries, played.tables, "full")
    assert judged(words)[0] == "broken", "of our own build we know every word"
    assert "if a later pbem made this archive" in judged(by_another_build(words, lambda members: None))[1]
    made = {}
    summary = toy.Lanterns.summary
    for added in ("Look: ", "77 "):
        with monkeypatch.context() as patch:
            patch.setattr(toy.Lanterns, "summary", lambda self, *view, added=added: added + summary(self, *view))
            for variant in ("full", "public"):
                made[added, variant] = archive_bytes(played.game, played.entries, played.tables, variant)
    for (added, _), data in made.items():
        assert judged(data)[0] == "broken"
        verdict, place = judged(by_another_build(data, lambda members: None))
        if added == "Look: ":
            assert (verdict, place) == ("proved-other-build", "")
        else:
            assert verdict == "broken" and "its board shows '77', and the journal's does not" in place
    assert judged(by_another_build(archived(), lambda members: None)) == ("proved", ""), "all texts come out the same"
    assert EXIT_CODES == {"proved": 0, "proved-other-build": 0, "repacked": 1, "not-these-mails": 3, "broken": 3}


def test_the_last_view_of_another_builds_public_copy() -> None:
    """Ids and numbers of `game.json` are those of the chain; another build may have fields of its own."""
    data = finished("tekhenu", 2).archive("public")

    def with_view(change: Callable[[dict[str, object]], None]) -> Callable[[Members], None]:
        def lie(members: Members) -> None:
            game = json.loads(members["game.json"])
            change(game["view"])
            members["game.json"] = json.dumps(game, indent=2, ensure_ascii=False).encode() + b"\n"

        return lie

    verdict, place = judged(by_another_build(data, with_view(lambda view: view.update(round=3))))
    assert (verdict, place) == ("broken", "views: game.json: view.round: it is not what the journal tells of")
    assert judged(by_another_build(data, with_view(lambda view: view.update(moon=3))))[0] != "broken"


def test_what_another_build_opens_is_under_seal() -> None:
    """Sealed answers, hidden draws, each seat's own news and names on the page of a full copy are compared, too."""

    def opening(name: str, value: object) -> Callable[[Members], None]:
        def lie(members: Members) -> None:
            page = members["page.html"].decode()
            start = page.index(OPEN) + len(OPEN)
            data = json.loads(page[start : page.index(CLOSE, start)])
            row = next((row for row in data["entries"] if row.get(name)), data)
            if name == "eyes":
                next(iter(row["eyes"].values()))["lines"] = value
            else:
                row[name] = value
            new = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
            members["page.html"] = (page[:start] + new + page[page.index(CLOSE, start) :]).encode()

        return lie

    for name, value in {"eyes": ["crane lost."], "sealed": ["crane: bid: 9"], "draws": [], "said": {"a": "b"}}.items():
        verdict, place = judged(by_another_build(archived(), opening(name, value)))
        assert verdict == "broken" and place.startswith("texts: page.html: "), (name, place)


# -- views ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["tekhenu", "toy", "fair", "moderated"])
def test_a_public_copy_proves_every_board(which: str) -> None:
    """Each entry tells its view, each board of the page is drawn from it, and a board changed anywhere is found."""
    played = moderated() if which == "moderated" else finished(which, 2 if which == "tekhenu" else 3)
    assert all(entry.view for entry in played.entries)
    data = played.archive("public")
    assert judged(data) == ("proved", "")
    lines = read_zip(data)["views.jsonl"].split(b"\n")[:-1]
    assert len(lines) <= len(played.entries) and len(json.loads(lines[0])["view"]) > len(json.loads(lines[1])["view"])

    def change(opened: Opened, shows: Shows) -> None:
        at = len(shows.sights) // 2
        shows.sights[at].text = shows.sights[at].text.replace("1", "2", 1) + " "

    assert "the board shown is not that of the journal" in judged(remade(data, change))[1]


def test_views_are_those_of_the_chain() -> None:
    data = finished("tekhenu", 2).archive("public")

    def first(raw: bytes) -> bytes:
        return raw.replace(b'"vp",', b'"pv",', 1) if b'"vp",' in raw else raw.replace(b'"vp":', b'"vp":1', 1)

    assert "views: views.jsonl: entry" in judged(with_member(data, "views.jsonl", first))[1]
    less = with_member(data, "views.jsonl", lambda raw: b"".join(raw.splitlines(keepends=True)[:-1]))
    assert "it is not the view that the journal tells of" in judged(less)[1]
    more = with_member(data, "views.jsonl", lambda raw: raw + b'{"n":9999,"view":{}}\n')
    assert "there is no entry 9999" in judged(more)[1]
    for added in (b'"view":{"none":null,', b'"view":{"seats":["orange","blue"],'):
        longer = with_member(data, "views.jsonl", lambda raw, added=added: raw.replace(b'"view":{', added, 2))
        assert "views.jsonl" in judged(longer)[1]
    doubled = with_member(data, "views.jsonl", lambda raw: raw + raw.splitlines(keepends=True)[-1])
    assert "out of its place" in judged(doubled)[1]
    members = read_zip(data)
    del members["views.jsonl"]
    assert judged(refit(members)) == ("broken", "schema: views.jsonl: this member is missing")


@pytest.mark.parametrize(
    ("form", "found"),
    [(1, "it is not the view that the journal tells of"), (2, "it is not the view that the journal tells of"),
     (9, "this pbem does not know views of version 9")],
)  # fmt: skip
def test_a_chain_made_anew_around_another_board(form: int, found: str) -> None:
    """The forger gives a public copy another last view, chained again; text and picture are drawn from the old one."""
    data = finished("tekhenu", 2).archive("public")

    def change(entries: list[Entry]) -> list[Entry]:
        entries[-1].view = f"{form}:{'0' * 64}"
        return entries

    assert found in failure(with_entries(data, change)).text


def test_views_of_the_first_form_are_still_proved() -> None:
    """Entries of earlier builds, before entries of this one, in one public copy."""
    data = finished("tekhenu", 2).archive("public")
    opened = open_members(read_zip(data))
    facts = read_views(opened.members["views.jsonl"], opened.entries, opened.title, opened.game.rules.modules)

    def change(entries: list[Entry]) -> list[Entry]:
        for entry in entries[:9]:
            entry.view = f"1:{facts_digest(facts[entry.n])}"
        return entries

    older = open_members(read_zip(with_entries(data, change)))
    assert read_views(older.members["views.jsonl"], older.entries, older.title, older.game.rules.modules) == facts


def test_facts_that_are_none() -> None:
    """A view that no table of the title has is refused, not drawn."""
    data = finished("tekhenu", 2).archive("public")
    views = b'{"n":1,"view":{"arrow":9,"seats":["orange","blue"]}}\n'

    def change(entries: list[Entry]) -> list[Entry]:
        for entry in entries:
            entry.view = f"1:{facts_digest({'arrow': 9, 'seats': ['orange', 'blue']})}"
        return entries

    forged = with_member(with_entries(data, change), "views.jsonl", lambda raw: views)
    assert "entry 1: played again, it leads to another board" in judged(forged)[1]


def test_a_view_that_the_moves_do_not_lead_to() -> None:
    """In a full copy a view is compared with the table that was played again."""

    def change(entries: list[Entry]) -> list[Entry]:
        entries[4].view = entries[3].view
        return entries

    assert (
        "entry 5: what everybody knows after it is not what is recorded" in judged(with_entries(archived(), change))[1]
    )


def test_entries_without_a_view_stay_valid() -> None:
    """A game that began before entries told their views goes on; `limits` names the boards that nothing proves."""

    def change(entries: list[Entry]) -> list[Entry]:
        for entry in entries[:3]:
            entry.view = None
        return entries

    played = finished()
    prev = "0" * 64
    entries = change([entry.model_copy(deep=True) for entry in played.entries])
    for entry in entries:
        entry.prev = prev
        entry.hash = prev = _hash(entry)
    game = played.game.model_copy(update={"head": prev})
    data = archive_bytes(game, entries, played.tables, "public")
    verifier = Verifier(data)
    told = next(check.text for check in verifier.run() if check.name == "limits")
    assert verifier.verdict == "proved"
    assert "the boards of entries 1 to 3 in page.html rest on SHA256SUMS" in told
    assert b"view" not in entries[0].model_dump_json(exclude={"note"}).encode()


def _hash(entry: Entry) -> str:
    from pbem.engine.journal import entry_hash

    return entry_hash(entry)


def test_differences_are_merge_patches() -> None:
    before, now = {"a": 1, "b": {"x": [1], "y": 2}, "c": "s"}, {"a": 1, "b": {"x": [1, 2]}, "d": 0}
    assert difference(before, now) == {"b": {"x": [1, 2], "y": None}, "d": 0, "c": None}
    assert patched(before, difference(before, now)) == now


# -- answers and dice of public copies --------------------------------------------------------------------------------


def other(keys: list[str], known: set[str]) -> list[str]:
    """Another answer of the same kind, as somebody once gave it."""
    return [next(key for key in sorted(known) if key not in keys)]


@pytest.mark.parametrize(("title", "players"), [("tekhenu", 2), ("ankh", 3)])
def test_a_changed_answer_of_a_public_copy_chained_again(title: str, players: int) -> None:
    """Whatever the events of an entry tell: another answer in its place contradicts them, though all hashes fit and all
    texts are made anew."""
    played = finished(title, players)
    data = played.archive("public")
    opened = open_members(read_zip(data))
    book = opened.title.book(opened.game.rules.modules)
    told = {*import_module(book.agreement).TOLD, "move", "summon"}
    given: dict[str, set[str]] = {}
    places: dict[str, tuple[int, int]] = {}
    for at, entry in enumerate(opened.entries):
        for place, answer in enumerate(entry.answers):
            if answer.name in told and answer.keys and len(answer.keys) == 1:
                given.setdefault(answer.name, set()).update(answer.keys)
                places.setdefault(answer.name, (at, place))
    tried = {name: where for name, where in [*places.items()][:5] if len(given[name]) > 1}
    assert len(tried) > 2
    for name, (at, place) in tried.items():

        def change(entries: list[Entry], at: int = at, place: int = place, name: str = name) -> list[Entry]:
            answer = entries[at].answers[place]
            answer.keys = other(answer.keys or [], given[name])
            return entries

        verdict, found = judged(texts_anew(with_entries(data, change)))
        assert verdict == "broken" and f"journal.jsonl: entry {at + 1}:" in found, (name, found)


def test_a_changed_die_of_a_public_copy_chained_again() -> None:
    """Colour or face, of the set-up or of a rotation: the wheel tells another one."""
    data = finished("tekhenu", 2).archive("public")
    entries = open_members(read_zip(data)).entries
    rolls = [
        (at, n) for at, entry in enumerate(entries) for n, draw in enumerate(entry.chance) if "dice/" in draw.label
    ]
    for at, n in [rolls[0], next(where for where in rolls[1::2] if where[0])]:

        def change(entries: list[Entry], at: int = at, n: int = n) -> list[Entry]:
            draw = entries[at].chance[n]
            draw.value = (draw.value or 0) + (1 if (draw.value or 0) * 2 < draw.of else -1) * (draw.of // 2)
            return entries

        verdict, found = judged(texts_anew(with_entries(data, change)))
        assert verdict == "broken" and f"journal.jsonl: entry {at + 1}: " in found, found


def texts_anew(data: bytes) -> bytes:
    return remade(data, lambda opened, shows: None)


# -- packed again, kept mails -----------------------------------------------------------------------------------------


def packed_by_a_tool(members: Members) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("schemas/", b"")
        for name, raw in members.items():
            packed.writestr(name, raw)
    return buffer.getvalue()


def test_unpacked_and_packed_again() -> None:
    """Every zip tool packs otherwise; what is in it is judged all the same, and its packing is not ours."""
    for variant in ("full", "public"):
        members = read_zip(archived(variant))
        verdict, place = judged(packed_by_a_tool(members))
        assert (verdict, EXIT_CODES["repacked"]) == ("repacked", 1)
        assert place.startswith("zip: ")
        members["news.txt"] = members["news.txt"] + b"\n"
        assert judged(packed_by_a_tool(members))[0] == "broken"
        assert judged(packed_by_a_tool({**members, "../evil": b"x"}))[0] == "broken"


def test_a_die_or_an_answer_chained_again() -> None:
    """A full copy is played again. Of a public copy only kept mails can tell: they print the old heads."""

    def other_wind(entries: list[Entry]) -> list[Entry]:
        draw = next(draw for entry in entries for draw in entry.chance if draw.label == "wind")
        draw.value = (draw.value or 0) ^ 1
        return entries

    def other_answer(entries: list[Entry]) -> list[Entry]:
        answer = next(a for e in entries for a in e.answers if a.name == "rest" and a.keys == ["coin"])
        answer.keys = ["draw"]
        return entries

    for forgery in (other_wind, other_answer):
        assert judged(with_entries(archived(), forgery))[0] == "broken"


def test_mails_of_another_game(tmp_path: Path) -> None:
    """A record written anew whole, with other legal moves, is sound in itself; a kept mail shows that it is another."""
    opened = open_members(read_zip(archived("public")))
    game, entry = opened.game.id, opened.entries[2]
    about = f"X-Pbem: game={game}; entry={entry.n}; seat=crane"
    mail = f"Subject: [pbem {game} #{entry.n}] Your turn\n{about}\n\nRecord {{}}\n"
    (tmp_path / "kept").write_text(mail.format(entry.hash[:12]), encoding="utf-8")
    assert judged(archived("public"), tmp_path) == ("proved", "")
    (tmp_path / "kept").write_text(mail.format("0" * 12), encoding="utf-8")
    verdict, place = judged(archived("public"), tmp_path)
    assert (verdict, place.startswith(f"mails: entry {entry.n}: ")) == ("not-these-mails", True)
