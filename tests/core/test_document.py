"""One document, four forms that say the same."""

from __future__ import annotations

from pbem.core import document
from pbem.core.document import Doc, Drawing, Para, Rows, Section

DICE = [["Ra", "dark", "-"], ["Thoth", "sunny", "white 2"]]
CARDS = [Para(card, " ", "  ", bullet=True) for card in ("T03 & <b>", "D01")]
BOARD = Doc(
    [
        Section("WHEEL", [Rows(["", "light", "dice"], DICE, (8, 7, 20))], "Arrow before Ra."),
        Section("", []),
        Section("MAP", [Drawing(["/\\", "\\/"], [Para("One hexagon.", bullet=True)])], spoken=Para("MAP in words")),
        Section("CARDS", [*CARDS, Para("Seen by you.")]),
    ]
)


def test_text_draws() -> None:
    assert document.text(BOARD) == (
        "WHEEL Arrow before Ra.\n        light  dice\nRa      dark   -\nThoth   sunny  white 2\n\n"
        "MAP\n/\\\n\\/\n\nCARDS\n T03 & <b>\n D01\nSeen by you."
    )


def test_plain_says_the_same_in_sentences() -> None:
    assert document.plain(BOARD) == (
        "WHEEL Arrow before Ra.\n- Ra: light dark.\n- Thoth: light sunny, dice white 2.\n\n"
        "MAP in words\n- One hexagon.\n\nCARDS\n- T03 & <b>\n- D01\nSeen by you."
    )


def test_html_has_real_tables_and_nothing_unescaped() -> None:
    made = document.html(BOARD)
    assert '<tr><th scope="row">Thoth</th><td>sunny</td><td>white 2</td></tr>' in made
    assert "<ul>\n<li>T03 &amp; &lt;b&gt;</li>\n<li>D01</li>\n</ul>\n<p>Seen by you.</p>" in made
    assert "<li>One hexagon.</li>" in made and "/\\" not in made


def test_json_holds_every_cell() -> None:
    wheel, drawn, cards = document.data(BOARD)
    assert wheel["blocks"][0]["rows"][1] == ["Thoth", "sunny", "white 2"]
    assert drawn["blocks"][0] == {"drawing": ["/\\", "\\/"], "aloud": ["One hexagon."]}
    assert [block["text"] for block in cards["blocks"]] == ["T03 & <b>", "D01", "Seen by you."]


def test_texts_are_said_in_the_readers_words() -> None:
    loud = document.text(BOARD, str.upper)
    assert "ARROW BEFORE RA." in loud and "WHITE 2" in loud


def test_a_legend_stands_where_the_drawing_does() -> None:
    """What letters of a drawing mean is said below it, in the reader's words, and nowhere else."""
    doc = Doc([Section("MAP", [Drawing(["~"], [Para("One river.")], legend=[Para("~ river", " ")])])])
    assert document.text(doc, str.upper) == "MAP\n~\n ~ RIVER"
    assert "~" not in document.plain(doc) + document.html(doc)
    assert document.data(doc)[0]["blocks"] == [{"drawing": ["~"], "legend": ["~ river"], "aloud": ["One river."]}]
