"""What looks like a wish to preview previews, in any of the five languages; what only mentions one does not."""

from __future__ import annotations

import pytest

from pbem.mail.typed.previews import wants_preview
from tests.mail.test_commands import read

WISHES = [
    "preview please", "Preview, please!", "just a preview", "Just a preview please.", "preview only", "PREVIEW ONLY",
    "only preview", "a preview first", "preview first, please", "dry run", "Dry-run", "--dry-run", "dryrun please",
    "a dry run only", "Please preview this move", "could you show me a preview?", "Can I see a preview of this?",
    "I'd like a preview", "I would like to preview this turn", "I want a preview before it counts", "Preview?",
    "do not play this, just a preview", "Don't play, preview only!", "please do not count it but preview it",
    "This is just a preview", "preview thanks", "Hi, a preview please", "just a test", "test only", "preveiw",
    "prewiew please", "previw", "*preview please*", "- dry run", "simulation only", "trial run please", "(preview)",
    "Vorschau", "Vorschau bitte", "nur Vorschau", "Nur eine Vorschau, bitte", "bitte erst eine Vorschau",
    "Ich möchte eine Vorschau", "Zeig mir bitte die Vorschau", "Kann ich eine Vorschau haben?", "Vorshau",
    "nicht spielen, nur Vorschau", "Probelauf", "nur ein Test", "zur Probe", "Voransicht bitte", "Trockenlauf",
    "podgląd", "Podglad", "tylko podgląd", "podgląd proszę", "Poproszę o podgląd", "proszę o podgląd ruchu",
    "najpierw podgląd", "po prostu podgląd", "Chcę tylko podgląd", "nie graj, tylko podgląd", "na próbę", "na sucho",
    "tylko próba", "podglad tylko", "PODGLĄD!", "symulacja",
    "előnézet", "Elonezet", "csak előnézet", "előnézetet kérek", "Kérek egy előnézetet", "Csak előnézetet szeretnék",
    "kérlek, előbb előnézet", "csak próba", "ne játszd le, csak előnézet", "próbaképpen",
    "aperçu", "Apercu", "aperçu seulement", "juste un aperçu", "un aperçu s'il te plaît", "Aperçu svp",
    "d'abord un aperçu",
    "Je voudrais un aperçu", "ne joue pas, juste un aperçu", "prévisualisation", "prévisualiser", "essai à blanc",
    "juste un essai", "simulation",
]  # fmt: skip
NO_WISHES = [
    "Thanks for the preview!", "Thanks for the preview, now for real:", "The preview looks good", "I like the preview",
    "no preview needed", "No preview", "without a preview this time", "I don't need a preview", "preview not necessary",
    "Same as in the preview", "as in the preview:", "I saw the preview yesterday", "after the preview I am sure",
    "The movie preview was fun", "Review", "please review the rules", "just testing the waters here", "Just a check",
    "keine Vorschau", "Danke für die Vorschau", "ohne Vorschau", "Vorschau nicht nötig", "wie in der Vorschau",
    "nach der Vorschau bin ich sicher", "bez podglądu", "Dzięki za podgląd!", "podgląd niepotrzebny", "po podglądzie",
    "nie podgląd", "nem kell előnézet", "előnézet nélkül", "Köszönöm az előnézetet!", "az előnézet után",
    "sans aperçu", "Merci pour l'aperçu !", "pas d'aperçu", "après l'aperçu", "Hello", "I am only trying to survive",
    "This is only a game", "Tylko spokój", "csak egy játék", "nur Mut", "what a test of nerves that was", "",
]  # fmt: skip


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_in_any_words_previews_the_move(wish: str) -> None:
    for text in (f"{wish}\ndie: horus grey 3", f"die: horus grey 3\n{wish}"):
        script = read(text)
        assert script.preview and [piece for _, piece in script.answers] == ["die: horus grey 3"]
        assert script.nearly == [] and script.commands == []


@pytest.mark.parametrize("line", NO_WISHES)
def test_a_line_that_only_mentions_a_preview_is_chat(line: str) -> None:
    script = read(f"{line}\ndie: horus grey 3")
    assert not script.preview and script.unread == ([line] if line else []) and not script.nearly


@pytest.mark.parametrize(
    "text",
    [
        "Vorschau: die: horus grey 3", "preview only: die: horus grey 3", "podgląd: horus grey 3",
        "preview horus grey 3", "Vorschau die: horus grey 3", "preview please; die: horus grey 3",
        "die: horus grey 3 # just a preview", "# preview\ndie: horus grey 3", "- Vorschau: die: horus grey 3",
    ],
)  # fmt: skip
def test_a_wish_in_the_same_row_as_the_move(text: str) -> None:
    script = read(text)
    assert script.preview and len(script.answers) == 1 and "horus grey 3" in script.answers[0][1]


def test_the_words_that_were_taken_as_a_wish_are_known() -> None:
    assert read("tylko podgląd\ndie: horus grey 3").wish == "tylko podgląd"
    assert read("preview\ndie: horus grey 3").wish == ""


def test_a_message_may_speak_of_previews() -> None:
    script = read("say to all: just a preview\ndie: horus grey 3")
    assert not script.preview and script.commands[0].text == "just a preview"


def test_a_long_text_is_no_wish() -> None:
    assert not wants_preview("preview " * 10_000) and not wants_preview("please " * 30 + "preview")
