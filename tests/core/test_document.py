"""One document, four forms that say the same."""

from __future__ import annotations

import html
import re

from pbem.core import document
from pbem.core.document import Doc, Drawing, Para, Rows, Section
from pbem.core.rendering import markup

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
    made = markup.html(BOARD)
    assert '<tr><th scope="row">Thoth</th><td>sunny</td><td>white 2</td></tr>' in made
    assert "<ul>\n<li>T03 &amp; &lt;b&gt;</li>\n<li>D01</li>\n</ul>\n<p>Seen by you.</p>" in made
    assert "<li>One hexagon.</li>" in made and "/\\" not in made


def test_escaped_as_the_library_does_it() -> None:
    text = "<a href=\"x\">Ra & 'Seth'</a> &amp; é"
    assert markup.escape(text) == html.escape(text)


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
    assert "~" not in document.plain(doc) + markup.html(doc)
    assert document.data(doc)[0]["blocks"] == [{"drawing": ["~"], "legend": ["~ river"], "aloud": ["One river."]}]


def test_html_shows_the_lines_of_a_drawing_that_is_read_aloud_elsewhere() -> None:
    """What the text says below a table is on the page too; lines that are set in belong to the one before."""
    lines = [Para("BLUE balance +6", "", "  "), Para("left 8 <pillars>", "  ", "  "), Para("RED balance -1", "", "  ")]
    doc = Doc([Section("PLAYERS", [Rows(["", "VP"], [["BLUE", "1"]], (9, 4), [Para("Blue: 1.")]), Drawing(lines)])])
    assert "<li>BLUE balance +6<br>left 8 &lt;pillars&gt;</li>\n<li>RED balance -1</li>" in markup.html(doc)


def test_a_table_that_no_phone_has_room_for_is_cut_between_columns() -> None:
    words = ["OSIRIS", "papyrus", "bread", "limestone", "granite", "production"]
    made = markup.html(Doc([Section("", [Rows(words, [["1", *"abcde"]], [10] * 6)])]))
    assert made.count("<table>") == 2 and made.count('<th scope="row">1</th>') == 2
    assert made.replace("OSIRIS", "", 1).count("OSIRIS") == 1 and "<td>a</td>" in made and "<td>e</td>" in made
    seats = ["", "NIEBIESKI", "POMARAŃCZOWY", "CZERWONY"]
    assert markup.html(Doc([Section("", [Rows(seats, [["wapień", "1", "2", "3"]], [9] * 4)])])).count("<table>") == 2
    narrow = markup.html(Doc([Section("", [Rows(list("abcdef"), [list("123456")], [10] * 6)])]))
    assert narrow.count("<table>") == 1


def test_rows_side_by_side_stand_below_each_other_in_html() -> None:
    rows = [["1 Thoth", "faith", "4 Horus", "gold"], ["2 Ra", "-", "5 Osiris", "scribe"]]
    made = markup.html(Doc([Section("", [Rows([], rows, [10] * 4, abreast=2)])]))
    assert re.findall(r'scope="row">([^<]*)', made) == ["1 Thoth", "2 Ra", "4 Horus", "5 Osiris"]


def test_cells_without_any_names_are_a_drawing_in_html() -> None:
    doc = Doc([Section("PYRAMID", [Rows([], [["", "top"], ["", "left"]], [1, 9], [Para("Top: one tile.")])])])
    assert "<table>" not in markup.html(doc) and "<li>Top: one tile.</li>" in markup.html(doc)


def test_close_together_lists_rows_and_lines_run_on() -> None:
    """Where room is short; nothing is lost, and a list stands behind the words that introduce it."""
    market = Rows([], [[" I 1+", "B23 gold"], ["", "B17 dice"], [" II 5+", "-"]], (9, 69))
    own = [Para("Your cards:"), Para("T03 one", " ", "  ", bullet=True), Para("D01 two", " ", "  ", bullet=True)]
    lines = [Para("BLUE +6"), Para("left 8", "  "), "|__|", Para("tile", " 5-6 ")]
    doc = Doc([Section("OWN", [*own, Para("End.")]), Section("MARKET", [market, Drawing(lines)])])
    assert document.text(document.close(doc)) == (
        "OWN\nYour cards: T03 one; D01 two\nEnd.\n\n"
        "MARKET\n I 1+    B23 gold; B17 dice\n II 5+   -\nBLUE +6; left 8\n|__|\n 5-6 tile"
    )
    assert document.text(doc).count("\n") == document.text(document.close(doc)).count("\n") + 4
