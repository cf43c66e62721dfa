"""Requests for no more mail, and what only looks like one."""

import pytest

from pbem.mail.reading.unsubscribe import asks_to_stop

TURN = "Re: [pbem karnak #17] your turn (blue.nztat7jct6blwqgc)"


@pytest.mark.parametrize(
    "text",
    [
        "unsubscribe",
        "UNSUBSCRIBE!",
        "Hello,\nplease unsubscribe me from these mails.\nThanks",
        "Stop sending me this.",
        "Please take me off your list.",
        "List-Unsubscribe=One-Click",
        "Proszę mnie wypisać z tej listy.",
        "prosze o wypisanie",
        "Nie chcę otrzymywać tych wiadomości.",
        "Leiratkozom.",
        "Kérem, ne küldjenek több levelet!",
        "Szeretnék leiratkozni a levelezésről.",
        "Bitte schicken Sie mir keine Mails mehr.",
        "Abmelden",
        "Bitte nehmen Sie mich aus dem Verteiler.",
        "Je ne souhaite plus recevoir ces messages : désabonnez-moi.",
        "Désinscription",
        "Merci de me désinscrire.",
    ],
)
def test_requests(text: str) -> None:  # fault 140
    assert asks_to_stop(TURN, text)


@pytest.mark.parametrize("subject", ["unsubscribe", "Re: Unsubscribe", "AW: Abbestellen", "Leiratkozás"])
def test_one_click(subject: str) -> None:  # fault 140
    """What programs send when somebody presses their button: a subject and no text."""
    assert asks_to_stop(subject, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "die: osiris yellow 4",
        "Can you stop the clock until Monday?",
        "Kann ich mich für zwei Wochen abmelden?",
        "Nie mogę teraz grać, odpowiem jutro.",
        "Remind me tomorrow, please.",
        "Köszönöm, holnap lépek.",
        "Je ne peux plus jouer ce soir.",
        "unsubscribe was what my uncle wrote to every list he knew, " * 20,
    ],
)
def test_no_requests(text: str) -> None:
    assert not asks_to_stop(TURN, text)
