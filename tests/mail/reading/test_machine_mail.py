"""Machines and people told apart without any field that would say so: by address, subject and words alone."""

import pytest

from pbem.mail.reading import read_message
from pbem.mail.reading.incoming import Incoming

TURN = "Re: [pbem karnak #17] Your turn"
ANIA = "Ania <ania@example.pl>"


def mail(subject: str, text: str, sender: str = ANIA, more: str = "") -> Incoming:
    head = f"From: {sender}\nTo: moves@example.org\nSubject: {subject}\nMessage-ID: <a@example.pl>\n"
    return read_message(f"{head}{more}Content-Type: text/plain; charset=utf-8\n\n{text}\n".encode())


MACHINES = [
    (
        TURN,
        "I will be out of the office starting 15.11.2026 and will not return until 20.11.2026.\n\nI will "
        "respond to your message when I return.",
    ),
    (
        TURN,
        "Thank you for your email. I'm on parental leave until January and have no access to mail. For "
        "urgent matters contact bob@example.com.",
    ),
    (TURN, "Hello,\n\nI am away until 24/11 with limited access to email.\n\nRegards\nAnia"),
    ("Out of Office AutoReply: [pbem karnak #17] Your turn", "I'm away."),
    ("Automatic reply: x", "hi"),
    ("Abwesenheitsnotiz: [pbem karnak #17]", "Ich bin bis zum 20.11. nicht erreichbar."),
    (
        TURN,
        "Vielen Dank für Ihre Nachricht. Ich bin bis einschließlich 20.11.2026 nicht im Büro. Ihre E-Mail "
        "wird nicht weitergeleitet. In dringenden Fällen wenden Sie sich an ...",
    ),
    (
        TURN,
        "Sehr geehrte Damen und Herren,\n\nich befinde mich bis zum 20.11. im Urlaub und habe keinen "
        "Zugriff auf meine E-Mails.\n",
    ),
    (
        TURN,
        "Dzień dobry,\n\ndziękuję za wiadomość. Do 20 listopada przebywam na urlopie. W pilnych sprawach "
        "proszę o kontakt z biuro@example.pl",
    ),
    (TURN, "W dniach 15-20.11 jestem nieobecna. Na wiadomości odpowiem po powrocie."),
    ("Odpowiedź automatyczna: [pbem", "x"),
    ("Odp: [pbem karnak #17] Twoja kolej", "To jest automatyczna odpowiedź. Jestem na urlopie."),
    (
        "Vá: [pbem karnak #17]",
        "Tisztelt Partnerünk! 2026. november 20-ig szabadságon vagyok. Sürgős esetben keresse kollégámat.",
    ),
    ("Automatikus válasz: [pbem", "x"),
    ("Házon kívül: x", "x"),
    (TURN, "Köszönöm levelét! Jelenleg nem vagyok az irodában, visszatérésem után válaszolok."),
    ("Réponse automatique : [pbem", "x"),
    (TURN, "Bonjour,\n\nJe suis absente du bureau jusqu'au 20 novembre. En cas d'urgence, merci de contacter Jean."),
    (
        TURN,
        "Je suis actuellement en congés et serai de retour le 20 novembre. Je répondrai à votre message à mon retour.",
    ),
    (
        "Ticket #12345 received: [pbem karnak #17]",
        "We have received your request and it is being reviewed by our support staff.",
    ),
    (
        "[Ticket#2026111634000012] Eingangsbestätigung",
        "Vielen Dank für Ihre Anfrage. Wir haben Ihre Nachricht erhalten.",
    ),
    (
        "RE: your mail",
        "Your message to info@example.org has been received. A ticket has been created. Please do not "
        "reply to this email.",
        "Support <support@example.org>",
    ),
    ("Re: x", "Ania Nowak no longer works here. Please contact office@example.org. This is an automated message."),
    (
        "Warning: message 1abc delayed 24 hours",
        "This message was created automatically by mail delivery software.\nA message that you sent has "
        "not yet been delivered to one or more of its recipients after more than 24 hours",
        "Mail Delivery System <Mailer-Daemon@x.org>",
    ),
    ("Your mailbox is almost full", "Your mailbox is over its size limit", "Administrator <postmaster@example.org>"),
    (
        "Nie dostarczono: x",
        "Dostarczanie nie powiodło się do następujących adresatów",
        "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.pl>",
    ),
    ("Kézbesíthetetlen: x", "A kézbesítés nem sikerült a következő címzetteknek", "Postmaster <postmaster@x.hu>"),
    ("Unzustellbar: x", "Fehler bei der Nachrichtenzustellung an folgende Empfänger", "postmaster@x.de"),
    ("Non remis : x", "Échec de remise pour ces destinataires", "postmaster@x.fr"),
    (
        "Delivery Status Notification (Failure)",
        "** Address not found ** Your message wasn't delivered to a@b",
        "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    ),
    ("Subscription confirmed", "You are now subscribed. To unsubscribe click here", "News <newsletter@shop.example>"),
    ("Read: [pbem karnak #17] Your turn", "Your message was read on Monday"),
    ("Lu : [pbem", "x"),
    ("Przeczytano: [pbem", "x"),
    ("Gelesen: [pbem", "x"),
    ("Olvasva: [pbem", "x"),
    ("AUTO: Bob is out of the office (returning 11/20/2026)", "I am out of the office until 11/20/2026."),
    (
        "Bob Smith is out of the office.",
        "I will be out of the office starting  11/15/2026 and will not return until 11/20/2026.",
    ),
    ("[Auto-Reply] Re: x", "x"),
    ("Thank you for contacting us", "We received your message and will answer within 24 hours."),
    ("Urlaub: [pbem karnak #17]", "Ich bin im Urlaub bis 20.11."),
    ("Nieobecność: [pbem karnak #17]", "Jestem na urlopie do 20.11."),
    ("Absence : [pbem karnak #17] Your turn", "Je suis absent jusqu'au 20."),
    (
        "Message from yahoo.com",
        "Sorry, we were unable to deliver your message to the following address.",
        "MAILER-DAEMON@yahoo.com",
    ),
    (
        "Mail System Error - Returned Mail",
        "This Message was undeliverable due to the following reason:",
        "Postmaster@rr.com",
    ),
]

PEOPLE = [
    (TURN, "die: osiris yellow 4"),
    (
        TURN,
        "Sorry for the delay, I was on vacation until yesterday and had limited access to email.\n\ndie: "
        "osiris yellow 4",
    ),
    (TURN, "I will be out of the office next week, so please extend my deadline until Monday."),
    (TURN, "away 20-25 November\nI am on holiday"),
    ("Re: holiday", "Hi, I'm on leave next week. Can we pause until I return? Contact me on the phone if urgent."),
    (TURN, "Ich bin im Urlaub, daher spät: die: osiris yellow 4"),
    (TURN, "Jestem na urlopie, więc gram wolniej. Wrócę w niedzielę.\naction: horus"),
    ("Undeliverable mail?", "Hi moderator, my mail to Bob came back: user unknown. Do you have his new address?"),
    ("Mail delivery problems", "Hello, I had problems with my provider; did you get my move?"),
    (
        "Re: Mail delivery failed: returning message to sender",
        "Look what I got - is your address right?\n\n> This message was created automatically by mail "
        "delivery software.\n> A message that you sent could not be delivered",
    ),
    (
        "Fwd: Undelivered Mail Returned to Sender",
        "hi, this came back, can you check the address?\n\n---------- Forwarded message ---------\nFrom: "
        "Mail Delivery System\n\nI'm sorry to have to inform you",
    ),
    ("Question", "Thanks for your message. I have received your rules and will read them as soon as possible."),
    ("Re: x", "Please do not reply to this before Bob has moved :-)"),
    (TURN, "auto: yes\nstatus"),
    ("Urlaub: Frage", "Kann ich mich für zwei Wochen abmelden?"),
    ("absence", "Bonjour, je serai absent du 12 au 20. Merci."),
    ("Out of the frying pan", "Hello"),
    ("Bounce rate", "I have a question about bounces"),
    ("Vacation plans", "Are you free in July?"),
    (
        "Re: your mail",
        "Thank you for your email. I am happy to join the game, will be back until Friday with an answer.",
    ),
    ("Subscription", "How can I subscribe to news of game karnak?"),
    ("Delivery date for the board game?", "When will it ship?"),
    ("Nieobecność w przyszłym tygodniu", "Cześć, nie będzie mnie. Proszę o pauzę."),
    ("Szabadság", "Szia, jövő héten szabadságon leszek, kérek szünetet."),
]


@pytest.mark.parametrize("given", MACHINES, ids=lambda given: f"{given[0]} {given[1]}"[:60])
def test_machines(given: tuple[str, ...]) -> None:  # faults 129, 131, 139
    assert mail(*given).kind != "human"


@pytest.mark.parametrize("given", PEOPLE, ids=lambda given: f"{given[0]} {given[1]}"[:60])
def test_people(given: tuple[str, ...]) -> None:
    """People write about holidays and lost mail, too."""
    read = mail(*given)
    assert (read.kind, read.why) == ("human", "")


BULK = "Precedence: bulk\n"
RECEIVED = "Received: from a.example by b.example; Mon, 16 Nov 2026 09:12:00 +0100\n"


def test_precedence_of_a_forwarding_server() -> None:  # fault 141
    """What stands above a `Received` line was added on the way and says nothing about the sender."""
    assert read_message(f"{BULK}{RECEIVED}From: a@example.pl\nSubject: hello\n\nhi".encode()).kind == "human"
    assert read_message(f"{RECEIVED}{BULK}From: a@example.pl\nSubject: hello\n\nhi".encode()).kind == "auto"


def test_loop_field_of_a_list() -> None:  # faults 135, 141
    """List servers write `X-Loop` on what people post; without a list it is a robot's."""
    loop = "X-Loop: talk@lists.example.org\n"
    assert mail("blog day", "hello", more=f"{loop}List-Post: <mailto:talk@lists.example.org>\n").kind == "human"
    assert mail("blog day", "hello", more=loop).kind == "auto"


def test_words_passed_on() -> None:
    """A person's words through a service that takes answers; the service's own mails stay a machine's."""
    robot = "Ania <notifications@hub.example>"
    thread = "In-Reply-To: <x@hub.example>\nReferences: <x@hub.example>\nList-Post: <mailto:reply+7@hub.example>\n"
    assert mail("Re: plans", "Hello there", robot, f"{thread}Reply-To: reply+7@hub.example\n").kind == "human"
    assert mail("Re: plans", "Hello there", robot, f"{thread}Reply-To: noreply@hub.example\n").kind == "auto"
    assert mail("Re: plans", "Hello there", robot).kind == "auto"


def test_dates_attached_by_a_person() -> None:  # fault 61
    """An invitation is a calendar's work, a file of dates is an attachment like any other."""
    whole = (
        "From: ania@example.pl\nSubject: dates\nContent-Type: multipart/mixed; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nmy dates\n--b\nContent-Type: text/calendar{}\n\nBEGIN:VCALENDAR\n--b--\n"
    )
    assert read_message(whole.format("").encode()).kind == "human"
    assert read_message(whole.format("; method=REQUEST").encode()).kind == "auto"


@pytest.mark.parametrize("top", ["\n", "   \n", "\n" + " " * 255 + "\n"])
def test_empty_lines_above_the_header(top: str) -> None:  # fault 32
    """A mail's source as webmail shows it begins with an empty line."""
    read = read_message(f"{top}From: a@example.pl\nPrecedence: auto_reply\nSubject: s\n\nhi".encode())
    assert (read.sender, read.kind) == ("a@example.pl", "auto")


@pytest.mark.parametrize("sender", ["Postmaster <>", "<Postmaster\\@example.com@mail.example>", "MAILER-DAEMON"])
def test_mail_systems_without_a_valid_address(sender: str) -> None:  # fault 131
    assert mail("Mail Delivery Warning", "The mail could not be passed on.", sender).kind == "bounce"
