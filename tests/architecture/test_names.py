"""Names of people reach a reader through `GameFile.known_to`, `person` and `named` alone, or no game is anonymous.

`SeatInfo.player` is the name itself. It is for our own books: the roster, the address on file, the moderator's words.
"""

from __future__ import annotations

from tests.architecture.source import SOURCES, relative, source

OWN_BOOKS = {
    "pbem/engine/gamefile.py": "decides who is named to whom",
    "pbem/engine/people.py": "finds seats among those that the asker knows",
    "pbem/engine/adjudication/veiling.py": "words that a refusal need not hide; it adds none",
    "pbem/desk/commands/preferences.py": "what a person asks of the own row of the roster",
    "pbem/desk/commands/requests.py": "what the moderator is told",
    "pbem/desk/commands/typed.py": "the own row of the roster",
    "pbem/desk/commands/vocabulary.py": "those that a player knows",
    "pbem/desk/commands/work.py": "the own row of the roster, and what the moderator is told",
    "pbem/desk/games/views.py": "the reader's own name",
    "pbem/desk/letters/contexts.py": "the reader's own name",
    "pbem/desk/letters/outbox.py": "the reader's own row of the roster",
    "pbem/desk/people/addresses.py": "rows of the roster, and what the moderator is told",
    "pbem/desk/people/farewells.py": "rows of the roster",
    "pbem/desk/people/invitation_mail.py": "rows of the roster",
    "pbem/desk/people/invitations.py": "no game yet: `told_of` decides who is named to whom",
    "pbem/desk/people/standby.py": "rows of the roster: who takes part already",
    "pbem/desk/people/wishes.py": "rows of the roster",
    "pbem/desk/post/optouts.py": "what the moderator is told",
    "pbem/desk/post/replies.py": "rows of the roster",
    "pbem/desk/post/strangers.py": "rows of the roster; what others are told has words for anonymous games",
    "pbem/desk/receiving/proof.py": "rows of the roster",
    "pbem/desk/site/builder.py": "those that everybody knows, who agreed",
    "pbem/desk/upkeep/daily_round.py": "the moderator's page, and rows of the roster",
    "pbem/desk/verbs/circle.py": "who is named by the moderator",
    "pbem/desk/verbs/moderator.py": "the moderator's own name",
    "pbem/desk/verbs/seats.py": "who is named by the moderator",
    "pbem/store/rows.py": "the index, whose awaited seats name nobody in an anonymous game",
    "pbem/cli/guide/first_round.py": "the demonstration",
    "pbem/cli/play_commands.py": "what the operator typed at `new`, and those that everybody knows",
    "pbem/cli/show.py": "`show --secret`, for the moderator",
    "pbem/cli/speech.py": "rows of the roster: the language of who is asked for",
}


def test_names_are_read_in_our_own_books_alone() -> None:
    """Archives are not asked: a copy has the names that its kind allows."""
    found = {
        relative(path)
        for path in SOURCES
        if not relative(path).startswith(("pbem/archive/", "pbem/titles/"))
        if "player" in source(path).attributes
    }
    assert found == OWN_BOOKS.keys(), (
        "names are told through GameFile.person, named and known_to, so that anonymous games stay anonymous; a module "
        "that needs SeatInfo.player for our own books is named here with its reason"
    )
