"""What counts as typed: quotes, signatures, disclaimers, banners, and the mail we sent."""

import pytest

from pbem.mail.reading import DIVIDERS, reply_text
from tests.mail.reading.shapes import SENT, marked

ATTRIBUTION = "On Mon, Nov 16, 2026 at 9:12 AM pbem <moves@example.org> wrote:"
MOVE = "die: osiris yellow 4"


def typed_text(text: str) -> str:
    """Only the typed words of a plain text."""
    return reply_text(text).typed


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        pytest.param(f"{MOVE}\n\nSent from my iPhone\n\n{ATTRIBUTION}\n> x", MOVE, id="iphone"),
        pytest.param(f"{MOVE}\n\nWysłane z iPhone'a\n", MOVE, id="iphone-pl"),
        pytest.param(f"{MOVE}\n\nWysłano z iPhone’a\n", MOVE, id="iphone-pl-curly"),
        pytest.param(f"{MOVE}\n\nAz iPhone-omról küldve\n", MOVE, id="iphone-hu"),
        pytest.param(f"{MOVE}\n\nVon meinem iPhone gesendet\n", MOVE, id="iphone-de"),
        pytest.param(f"{MOVE}\n\nEnvoyé de mon iPhone\n", MOVE, id="iphone-fr"),
        pytest.param(f"{MOVE}\n\nEnviado desde mi iPhone\n", MOVE, id="iphone-es"),
        pytest.param(f"{MOVE}\n\nInviato da iPhone\n", MOVE, id="iphone-it"),
        pytest.param(f"{MOVE}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n", MOVE, id="outlook-ios"),
        pytest.param(f"{MOVE}\n\nPobierz aplikację Outlook dla systemu Android\n", MOVE, id="outlook-pl"),
        pytest.param(f"{MOVE}\n\nOutlook für iOS beziehen\n", MOVE, id="outlook-de"),
        pytest.param(f"{MOVE}\n\nSent with Proton Mail secure email.\n", MOVE, id="proton"),
        pytest.param(f"{MOVE}\n\nSent from Yahoo Mail on Android\n", MOVE, id="yahoo"),
        pytest.param(f"{MOVE}\n\nSent from Mail for Windows\n", MOVE, id="windows"),
        pytest.param(
            f"{MOVE}\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n", MOVE, id="k9"
        ),
        pytest.param(
            f"{MOVE}\n\nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n", MOVE, id="k9-de"
        ),
        pytest.param(f"{MOVE}\n-- \nAnia\nnone\npass\n", MOVE, id="mark"),
        pytest.param(f"{MOVE}\n--\nAnia\nnone\n", MOVE, id="mark-without-blank"),
        pytest.param(f"{MOVE}\n—\nAnia\nnone\n", MOVE, id="mark-made-a-dash"),
        pytest.param(f"{MOVE}\n\n-Ania\n", MOVE, id="dash-name"),
        pytest.param(f"{MOVE}\n\n___________\nAnia Nowak\nTel: 123 456\n", MOVE, id="drawn-line"),
        pytest.param(
            f"{MOVE}\n\nThis email and any attachments are confidential and intended solely for the addressee.\nnone\n",
            MOVE,
            id="disclaimer-en",
        ),
        pytest.param(
            f"{MOVE}\n\nNiniejsza wiadomość zawiera informacje poufne i jest przeznaczona dla adresata.\nnone\n",
            MOVE,
            id="disclaimer-pl",
        ),
        pytest.param(
            f"{MOVE}\n\nEz az e-mail bizalmas információt tartalmaz, kizárólag a címzettnek szól.\n",
            MOVE,
            id="disclaimer-hu",
        ),
        pytest.param(
            f"{MOVE}\n\nDiese E-Mail enthält vertrauliche Informationen, die nur für den Empfänger sind.\n",
            MOVE,
            id="disclaimer-de",
        ),
        pytest.param(
            f"{MOVE}\n\nCe message est confidentiel et destiné à l'usage exclusif du destinataire indiqué.\n",
            MOVE,
            id="disclaimer-fr",
        ),
        pytest.param(f"{MOVE}\n\nVirus-free. www.avast.com\n", MOVE, id="antivirus"),
        pytest.param(f"{MOVE}\n\nWolny od wirusów. www.avast.com\n", MOVE, id="antivirus-pl"),
        pytest.param(f"{MOVE}\n\n---\nDarmowa poczta w chmurze: https://poczta.example.pl\n", MOVE, id="provider"),
    ],
)
def test_signatures_and_advertisements(text: str, typed: str) -> None:  # fault 101
    """None of these lines was typed, also when a word in them is a legal answer."""
    assert typed_text(text) == typed


def test_move_below_the_signature_mark() -> None:  # fault 102
    """It is not read, and the reading says that it stood in the signature."""
    reply = reply_text(f"Hi!\n\n-- \nAnia\n{MOVE}\n")
    assert reply.typed == "Hi!"
    assert [(one.reason, MOVE in one.text) for one in reply.dropped] == [("signature", True)]


def test_chat_around_the_move_is_kept_as_typed() -> None:  # fault 103, fault 104
    """The reader cuts nothing a person wrote; which lines are moves is for the rules to say."""
    text = f"Hi, sorry for the delay!\n\n{MOVE}\n\nI would have taken horus grey 2 but...\ncheers\nAnia"
    assert typed_text(text) == text


def test_struck_out_text_stays_visible() -> None:  # fault 105
    """Text drawn through in HTML keeps marks around it, so that the line matches no answer, and the mail says so."""
    from pbem.mail.reading import read_message

    raw = b"From: a@b.example\nContent-Type: text/html\n\n<p><s>die: osiris yellow 4</s> die: horus grey 2</p>\n"
    mail = read_message(raw)
    assert reply_text(mail).typed == "~~die: osiris yellow 4~~ die: horus grey 2"
    assert "struck-out" in mail.problems


@pytest.mark.parametrize(
    "banner",
    [
        "[EXT]",
        "[EXTERNAL]",
        "CAUTION: This email originated from outside of the organization. Do not click links or open attachments.",
        "External sender",
        "You don't often get email from moves@example.org. Learn why this is important",
        "UWAGA: Wiadomość spoza organizacji. Nie klikaj odnośników.",
        "FIGYELEM: Külső feladótól érkezett levél!",
        "ACHTUNG: Diese E-Mail stammt von außerhalb der Firma.",
        "ATTENTION : ce courriel provient de l'extérieur.",
        "- Show quoted text -",
        "Pokaż cytowany tekst",
    ],
)
def test_banners_on_top(banner: str) -> None:  # fault 107, fault 108
    """A gateway's warning and a program's comment are not typed."""
    assert typed_text(f"{banner}\n\n{MOVE}\n") == MOVE


def test_list_footer() -> None:  # fault 107
    """What a mailing list hangs below belongs to nobody."""
    footer = "_______________________________________________\nplayers mailing list\nplayers@lists.example.org\n"
    assert typed_text(f"{MOVE}\n\n{footer}https://lists.example.org/listinfo/players\n") == MOVE


def test_copied_answer_above_the_quote_is_a_move() -> None:  # fault 99
    """A listed answer copied by hand is typed, though we sent those very words."""
    sent = SENT["en"]
    for text in (f"{MOVE}\n\n{ATTRIBUTION}\n{marked(sent)}", f"{MOVE}\naction: god\n\n{ATTRIBUTION}\n\n{sent}"):
        reply = reply_text(text, sent)
        assert reply.typed.split("\n")[0] == MOVE
        assert not reply.uncertain


def test_copied_answer_below_a_shortened_quote_is_a_move() -> None:  # fault 99, fault 96
    """Marks that are there for every other line are believed."""
    text = f"{ATTRIBUTION}\n> What is asked\n>   Take a die.\n\n{MOVE}\n"
    assert reply_text(text, SENT["en"]).typed == MOVE


CODE = "confirm p6uuo-akz4k"
ASKING = f"It came on Tuesday. If it is yours, reply with the line\n\n  {CODE}\n\nThen it is carried out.\n"


@pytest.mark.parametrize(
    "quote",
    [marked(ASKING), marked(ASKING.partition("\n")[0]), "> Then it is\ncarried out.\n" + marked(ASKING), ASKING],
)
def test_a_printed_command_below_the_quote_is_typed(quote: str) -> None:  # fault 96, fault 99
    """The line to write back stands in our mail: whoever writes below the quote writes it once more."""
    for text in (f"{ATTRIBUTION}\n{quote}\n\n{CODE}\n", f"{CODE}\n\n{ATTRIBUTION}\n{quote}\n"):
        reply = reply_text(text, ASKING)
        assert (reply.typed, reply.uncertain) == (CODE, False)


def test_a_printed_command_that_lost_its_mark_is_not_typed() -> None:  # fault 98
    quote = marked(ASKING).replace(f">   {CODE}", CODE).replace("> Then", "Then")
    assert reply_text(f"status\n\n{ATTRIBUTION}\n{quote}\n", ASKING).typed == "status"


def test_lost_marks_are_mended_by_what_we_sent() -> None:  # fault 98
    """`>` only on the first line of each paragraph, the rest reflowed: those lines are ours."""
    text = (
        f"{MOVE}\n\n{ATTRIBUTION}\n\n> karnak #17 for Ania (yellow): take a die, until\n"
        "Wed 18 Nov 2026 20:00 CET (47 h left)\n"
        "> What happened since your last move\nBartek took the grey die 3 at\nHorus.\n"
    )
    reply = reply_text(text, SENT["en"])
    assert reply.typed == MOVE
    assert not reply.uncertain


def test_listed_answer_among_lost_marks_is_doubtful() -> None:  # fault 98
    """When marks were lost around it, nobody can say whether an answer was typed: it is refused and shown."""
    text = f"{ATTRIBUTION}\n> What happened since your last move\nBartek took the grey die 3 at Horus.\n{MOVE}\n"
    reply = reply_text(text, SENT["en"])
    assert reply.uncertain
    assert MOVE in reply.doubts[0]
    assert reply.typed == ""


def test_quote_without_any_sign() -> None:  # fault 98
    """Our mail below the answer with no attribution and no marks is known by its words."""
    reply = reply_text(f"{MOVE}\nvalue: 5\n\n{SENT['en']}", SENT["en"])
    assert (reply.typed, reply.uncertain) == (f"{MOVE}\nvalue: 5", False)


def test_cut_menu_without_marks_is_doubtful() -> None:  # fault 98
    """Something typed into an unmarked quote whose list was cut: typed and quoted answers look alike."""
    sent = SENT["en"].replace("die: osiris yellow 3\n", "").replace("action: god\n", "")
    text = f"From: pbem <moves@example.org>\nSent: Monday 9:12\nTo: Ania\nSubject: x\n\n{sent}\nvalue: 5\n"
    assert reply_text(text, SENT["en"]).uncertain


@pytest.mark.parametrize("language", sorted(SENT))
def test_dividing_line(language: str) -> None:
    """Under our dividing line nothing is typed, even when no program introduced the quote."""
    sent = SENT[language]
    assert DIVIDERS[language] in sent
    below = sent.split(DIVIDERS[language])[1]
    assert typed_text(f"{MOVE}\n{DIVIDERS[language]}\n{below}") == MOVE
    assert typed_text(f"{MOVE}\n{DIVIDERS[language].upper().strip('- ')}\n{below}") == MOVE
    known = reply_text(f"{MOVE}\n{sent}", sent)
    assert (known.typed, known.uncertain) == (MOVE, False)
    unknown = reply_text(f"{MOVE}\nunbekannt {sent}")
    assert unknown.uncertain


@pytest.mark.parametrize(
    "text",
    [
        f"{MOVE} {ATTRIBUTION} > karnak #17 for Ania > die: horus grey 2",
        f"{MOVE}; value: 5 From: pbem <moves@example.org> Sent: Monday, November 16, 2026 9:12 AM To: Ania "
        "Subject: [pbem karnak #17] Your turn die: horus grey 2",
        f"{MOVE} pon., 16 lis 2026 o 09:12 pbem <moves@example.org> napisał(a): > die: horus grey 2 i tak dalej",
        f"{MOVE} Am Mo., 16. Nov. 2026 um 09:12 Uhr schrieb pbem <moves@example.org>: > die: horus grey 2 und so",
    ],
)
def test_phones_without_line_breaks(text: str) -> None:
    """All in one line: what stands before the attribution was typed."""
    typed = typed_text(text)
    assert typed.startswith(MOVE)
    assert "horus" not in typed


def test_inline_pgp() -> None:  # fault 58
    """A signature around the text is taken off and escaped dashes are put back."""
    text = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{MOVE}\n- -- \nAnia\n-----BEGIN PGP SIGNATURE-----\n\n"
        "iQEz\n-----END PGP SIGNATURE-----\n"
    )
    assert typed_text(text) == MOVE


# Conventions that reply readers of other projects are known by, in mails of our own.
@pytest.mark.parametrize(
    ("text", "typed"),
    [
        pytest.param("Yes.\n\nSent from my desk, which is better than a phone.", None, id="sent-from-a-desk"),
        pytest.param("One more thing:\n- this is the first point\n- and the second", None, id="list"),
        pytest.param("On your board you can take:\n\n  the grey die\n\nOn Friday I am away.", None, id="on-in-prose"),
        pytest.param("Visit us:\n>>> >>> http://www.example.com <<<\nnow", None, id="decoration"),
        pytest.param("a\n\n----- Enter your text below -----\n\nb", None, id="drawn-words"),
        pytest.param(
            "Hi,\nOn Tue, 2026-11-17 at 18:02 +0100, Ania wrote:\n> a\n> b\nc\n\n-Jan", "Hi,\nc", id="between"
        ),
        pytest.param("from: limestone\nto: granite\nvalue: 5", None, id="moves-like-headers"),
        pytest.param("Ok\n\nOn 9 Jan 2026, at 2:47, Jan\n<jan@example.org>\nwrote:\n\n> x", "Ok", id="three-lines"),
        pytest.param("reply On Wed, Apr 4, 2026 at 3:59 PM, bob@example.com wrote:\n> Hi", "reply", id="same-line"),
        pytest.param('Ok\n\nOn Nov 26, 2026, at 10:27, "Nowak, A" <a@b.example> wrote:\nquote\nmore', "Ok", id="bare"),
        pytest.param("this has a -- in it.\n\n-- \nJan", "this has a -- in it.", id="dashes-inside"),
        pytest.param("Ania wrote:\nhello", None, id="no-quote-follows"),
        pytest.param("a\n> b\nc", "a\nc", id="bare-quote"),
        pytest.param(f"Ok\n\n{ATTRIBUTION[:-1]}\n\nquote without marks", "Ok", id="no-colon"),
        pytest.param("Ok\n\n====\n\nMessage du : 12/12/2026 13:20\nDe : a <a@b.example>\nA : c\n\nx", "Ok", id="sfr"),
        pytest.param("Ok\n\nMessage du 12/12/26 13:20\nDe : a <a@b.example>\nA : c\nObjet : x\n\ny", "Ok", id="poste"),
        pytest.param("Ok\n\nSent from my Wiko RIDGE FAB 4G\n\nquote without marks", "Ok", id="under-the-phone"),
        pytest.param("Ok\n\nSent from TypeApp<http://www.example.com/r?b=1>", "Ok", id="unknown-program"),
        pytest.param("Sent from my iPhone\n\nI write below this line", "I write below this line", id="nothing-above"),
        pytest.param("Ok\n\nKind regards,\n\nJohn Doe\nCEO @ Acme !", "Ok", id="visiting-card"),
        pytest.param("Ok\n\nViele Grüße\nVorname Nachname", None, id="greeting"),
        pytest.param(
            "Points\n----\n\n1. faster\n\n----\n\nThe lines drawn above part my points, no more.", None, id="rules"
        ),
        pytest.param("Thanks\n\n—————\nSara Nowak\nProduct Manager", "Thanks", id="drawn-with-dashes"),
        pytest.param("Hi\n\n__\nriak mailing list\nriak@lists.example", "Hi", id="list-footer"),
        pytest.param(
            f"Ok\n\n{ATTRIBUTION}\n> a line as long as programs let it be, which then went on and on\n"
            "into the next one, without a mark\n> more\n",
            "Ok",
            id="torn-quote",
        ),
        pytest.param(
            f"{ATTRIBUTION}\n> a question as long as programs let a line be, which ends here, does it?\n"
            "yes, but we say so in small letters\n> more\n",
            "yes, but we say so in small letters",
            id="small-letters",
        ),
        pytest.param("a\nAK> b\nAK> c\nAK> d\ne", "a\ne", id="initials"),
        pytest.param("", "", id="empty"),
    ],
)
def test_conventions(text: str, typed: str | None) -> None:
    """None means the whole text was typed."""
    assert typed_text(text) == (text if typed is None else typed)


def test_forwarded_text_is_not_typed() -> None:  # fault 106, fault 109
    """A mail passed on below a comment, ours or another's, adds nothing to what was typed."""
    text = f"look\n\nBegin forwarded message:\n\n> From: pbem <moves@example.org>\n> Subject: abydos\n>\n> {MOVE}\n"
    assert typed_text(text) == "look"


@pytest.mark.parametrize(("body", "typed"), [("", ""), ("value: 5", "value: 5")])
def test_move_in_the_subject(body: str, typed: str) -> None:  # fault 111
    """The body decides; a subject is never read as a move."""
    from pbem.mail.reading import read_message

    mail = read_message(f"From: a@b.example\nSubject: {MOVE}\n\n{body}".encode())
    assert (reply_text(mail).typed, mail.subject) == (typed, MOVE)


def test_deep_history() -> None:  # fault 109
    """Earlier turns and other games in the quote are quotes of quotes."""
    text = f"pass\n\n{ATTRIBUTION}\n{marked(marked(SENT['en']))}\n{marked(SENT['en'])}\n"
    assert typed_text(text) == "pass"


def test_nothing_is_lost() -> None:
    """Every word of a mail is either typed or in what was dropped, with a reason."""
    text = f"[EXT]\nhello\n{MOVE}\n-- \nAnia\n\n{ATTRIBUTION}\n> quoted words\n\nafterwards\n\nSent from my iPhone\n"
    reply = reply_text(text)
    words = sorted(" ".join([reply.typed, *(one.text for one in reply.dropped)]).split())
    assert words == sorted(text.split())
