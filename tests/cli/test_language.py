"""The command line in another language: the reader's on file, else the home's; JSON is the same in all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from pbem.cli.app import app
from pbem.cli.guide.manual import help_texts, translate
from pbem.cli.speech import engine_words
from pbem.store.home import Home
from pbem.store.roster import changing_roster
from tests.said import Pbem
from tests.words.leftovers import leftovers
from tests.words.test_games import strange


@pytest.fixture
def polish(pbem: Pbem, tmp_path: Path) -> Pbem:
    (tmp_path / "pbem.toml").write_text('language = "pl"\n[mail]\npictures = false\n', encoding="utf-8")
    players = ("--player", "Ania <ania@example.org>", "--player", "Bela <bela@example.org>")
    assert pbem("new", "tekhenu", *players, "--id", "karnak", "--no-send", "--seed", "ab" * 32).code == 0
    with changing_roster(Home(tmp_path, {})) as roster:
        roster.need("Bela").language = "hu"
    return pbem


def test_boards_options_and_logs_are_in_the_readers_language(polish: Pbem) -> None:
    assert "dekret" in polish("show", "karnak").out
    assert "Zatrzymaj jeden" in polish("options", "karnak", "--as", "Ania").out
    told = polish("options", "karnak", "--as", "Bela").out
    assert "Tarts meg egyet" in told and "keep: D" in told
    assert "Otwiera się część I Rynku" in polish("log", "karnak").out
    assert "Megnyílt a piac" in polish("log", "karnak", "--as", "Bela").out
    [question] = polish("options", "karnak", "--as", "Bela", "--json").json["questions"]
    assert question["prompt"] == "Keep one of your two Decrees"


def test_typed_moves_and_commands_are_understood_and_answered_in_the_readers_language(polish: Pbem) -> None:
    """As in a mail; in English as ever, and JSON is English."""
    kept = polish("options", "karnak", "--as", "Ania", "--json").json["questions"][0]["options"][0]["answer"]
    word = kept.partition(": ")[2] or kept
    assert "Dozwolone" in polish("move", "karnak", "--as", "Ania", "--dry-run", f"zatrzymaj: {word}").out
    assert polish("options", "karnak", "--as", "Ania", "--after", f"zatrzymaj: {word}").code == 0
    assert "COUNTED" in polish("move", "karnak", "--as", "Ania", f"Zatrzymaj: {word}").out
    told = polish("move", "karnak", "--as", "Ania", "orders chleb: 2 chleb").out
    assert told.startswith("COUNTED: ") and "chleb: 2 chleb" in told and "standing order" not in told
    again = polish("move", "karnak", "--as", "Ania", "orders bread: 2 bread", "--json").json
    assert again["counted"] and again["why"].startswith("standing order")


def test_what_a_moderator_did_and_refusals_are_in_the_language_of_the_home(polish: Pbem) -> None:
    done = polish("mod", "extend", "karnak", "2d", "--reason", "0815", "--dry-run").out
    assert "Czas zostałby przedłużony o 2d" in done and "Ania (pomarańczowy)" in done and "Nic nie zmieniono." in done
    refused = polish("mod", "undo", "karnak", "99", "--reason", "0815")
    assert (refused.code, refused.err) == (1, "pbem: Cofnąć można przed wpis od 2 do 1, nie 99. Nic nie zmieniono.\n")
    error = polish("mod", "undo", "karnak", "99", "--reason", "0815", "--json").json["error"]
    assert error["message"].startswith("Undo goes back to before an entry from 2 to 1")


WRONG: list[tuple[str, str, str, tuple[str, ...], str]] = [
    ("games/karnak.json", '"entry"', '"entry', ("check", "karnak"), "to nie jest JSON"),
    (
        "games/karnak.json",
        '"status": "running"',
        '"status": "asleep"',
        ("check",),
        'status: "asleep" nie jest jednym z',
    ),
    ("games/karnak.json", '"rotation": 0', '"rotation": 5', ("check",), "table: rotation: 5 w rundzie 0"),
    ("games/karnak.json", '"entry": 1', '"entry": 2', ("show", "karnak"), "wpis 1: to nie jest głowa"),
    ("games/karnak.journal.jsonl", '"setup"', '"set"', ("check",), "wpis 1:"),
    ("pbem.toml", "[mail]", "[mial]", ("list",), "pbem.toml, wiersz 2: mial: nieznany klucz; czy chodziło o mail?"),
    ("pbem.toml", "[mail]", "zone = 7\n[mail]", ("list",), "wiersz 2: zone: potrzebny jest tekst."),
    ("pbem.toml", "[mail]", "[trust]\nmatch = 'near'\n[mail]", ("list",), "trust.match: potrzebne jest jedno z: "),
    ("pbem.toml", "[mail]", "[mail", ("check",), "pbem.toml: "),
    ("games/roster.json", '"name"', '"nume"', ("roster",), "people[0].name: brakuje."),
]


@pytest.mark.parametrize(("file", "was", "now", "command", "told"), WRONG)
def test_what_is_wrong_is_told_in_the_language_of_the_home(
    polish: Pbem, tmp_path: Path, file: str, was: str, now: str, command: tuple[str, ...], told: str
) -> None:
    """Broken files, broken settings, broken invariants; what a library says of them, and `--json`, are English."""
    path = tmp_path / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    said = polish(*command)
    assert said.code and told in said.out + said.err
    ours = re.sub(r"(?:JSON: |pbem\.toml: )[A-Z].*", "", (said.out + said.err).replace(str(tmp_path), ""))
    assert strange(ours.replace("karnak.journal.jsonl", ""), "pl") == []
    assert strange(polish(*command, "--json").out.replace(str(tmp_path), ""), "en") == []


def test_archives_are_verified_in_the_language_of_the_home(polish: Pbem, tmp_path: Path) -> None:
    """Names of checks, their marks and the verdict of `--json` are the same in all languages."""
    file = tmp_path / "karnak.zip"
    assert polish("archive", "karnak", "--public", "-o", str(file)).code == 0
    good = polish("verify", str(file))
    assert good.code == 0 and "ok     chain       1 wpis, głowa " in good.out
    data = bytearray(file.read_bytes())
    data[200] ^= 1
    file.write_bytes(data)
    bad = polish("verify", str(file))
    assert bad.code == 3 and "FAILED zip         " in bad.out and "-      chain       nie sprawdzano" in bad.out
    for said in (good, bad):
        lines = [line[19:] for line in said.out.splitlines()]
        assert strange("\n".join(lines), "pl") == [] and leftovers("\n".join(lines), "tekhenu", "pl", MEMBERS) == []
    checks = polish("verify", str(file), "--json").json
    assert checks["verdict"] == "broken" and checks["checks"][-1]["text"] == "not looked at"


MEMBERS = frozenset({"page", "html", "game", "json", "journal", "jsonl", "txt", "report", "record"})
"""Words in names of members."""


def test_servers_and_extras_are_told_of_in_the_language_of_the_home(polish: Pbem, tmp_path: Path) -> None:
    said = polish("mail", "poll")
    assert said.code == 2 and said.err.startswith("pbem: Nie ma skąd pobierać: ")
    with (tmp_path / "pbem.toml").open("a", encoding="utf-8") as file:
        file.write('[smtp]\nhost = "localhost"\nport = 1\ntls = "none"\n')
    said = polish("mail", "send")
    assert said.code == 5 and "brak połączenia z localhost port 1" in said.err


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_help_is_in_the_language_of_the_home(pbem: Pbem, tmp_path: Path, language: str) -> None:
    """Every command and option; what is typed is the same in all languages."""
    words = engine_words(language)
    assert words is not None
    command = get_command(app)
    english = [*help_texts(command)]
    translate(command, words)
    typed = re.compile(r"`[^`]*`|pbem [^·]*|'[^']*'|--[a-z]+|act, undo.*|\$\w+|/\S+")
    told = [typed.sub("", text) for text in help_texts(command)]
    assert len(told) == len(english) > 130
    assert [one for one, two in zip(told, english, strict=True) if strange(one, language)] == []
    (tmp_path / "pbem.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
    said = pbem("mod", "--help").out
    assert said.startswith({"pl": "Użycie: pbem mod", "hu": "Használat: pbem mod"}[language])
    assert {"pl": "[domyślnie: same]", "hu": "[alapértelmezés: same]"}[language] in " ".join(said.split())
    assert "Show this" not in said


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("move",), "Użycie: pbem move [OPTIONS] {game} [text]...\npbem: Brakuje argumentu 'game'.\n"),
        (("mvoe",), "Nie ma polecenia 'mvoe'. Czy chodziło o 'move'?"),
        (("show", "x", "--trun", "3"), "Nie ma opcji --trun (możliwe: --turn)"),
        (("show", "x", "--turn", "y"), "Błędna wartość '--turn': 'y' nie jest liczbą całkowitą."),
        (("mail",), "Polecenia:\n  receive  Przechowaj jeden surowy list"),
    ],
)
def test_what_is_typed_wrong_is_told_in_the_language_of_the_home(
    polish: Pbem, args: tuple[str, ...], told: str
) -> None:
    said = polish(*args)
    assert said.code == 2 and told in said.out + said.err
