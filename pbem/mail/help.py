"""Help by mail: one text for each topic. `docs/move-language.md` tells the same at length."""

from __future__ import annotations

from difflib import get_close_matches

TOPICS: dict[str, str] = {
    "moves": (
        "One answer on each line, or several divided by `;`. Write them as they are listed:\n"
        "\n"
        "  name: words\n"
        "\n"
        "Capital letters, accents and extra blanks do not matter, and what stands behind # is a comment. The bare "
        "words do where they fit only one question. Several picks stand in one line (cards: T03, B07). Write `none` "
        "where nothing may be chosen.\n"
        "A turn is one mail: send it whole. A wrong line changes nothing, unless something hidden was revealed "
        "before it: then everything up to that stays, and you are asked again."
    ),
    "preview": "`preview` on a line of its own: the answers in this mail are only tried, on a copy, up to the first "
    "thing that would be revealed. Nothing is played.",
    "options": "`options` lists every legal answer to what you are asked; `options NAME` one question; "
    "`options after ANSWER; ANSWER` what would be asked after these.",
    "status": "`status` says whose answer is awaited, until when, and what is on file for you.",
    "show": "`show` sends the board as you may see it; `show 17` as it was after entry 17.",
    "history": "`history` tells the whole game so far as you may know it; `history 20` the last twenty entries.",
    "rules": "`rules ID` gives the text of a rule, ruling, card or house value; the ids stand in refusals and lists.",
    "resend": "`resend` sends your last order form once more.",
    "say": "`say: text` tells everybody, `say to NAME: text` one player, `say to moderator: text` the moderator. "
    "Nothing behind the colon: the message is what follows, up to a line `end` or the end of the mail.",
    "orders": "`orders NAME: first, second, any` is a standing order: whenever that question comes, the first possible "
    "answer is given for you. `orders` lists yours, `orders clear NAME` deletes one, `orders clear` all.",
    "away": "`away 3 Jul to 17 Jul` announces an absence, as long as you have days left for it; `away back` ends it.",
    "undo": "`undo` takes your last move back at once if nothing was revealed and nobody acted since; otherwise the "
    "other players or the moderator decide.",
    "resign": "`resign` asks you to confirm; `resign confirm` gives up your seat; the moderator finds a substitute.",
    "requests": "`agree N` or `refuse N` answers what another player asked for, such as an undo.",
    "pass": "`pass` answers where passing is possible.",
    "rulings": "`rulings` lists what the moderator has decided in this game.",
    "appeal": "`appeal N text` asks for another look at ruling N (`appeal #17 text`: at entry 17); the first appeal "
    "about a thing stops the clock until it is answered.",
    "settings": "`language pl`, `zone Europe/Warsaw`, `news each|daily|asked`, `plain on|off` change how mails look; "
    "`address NEW@HOST` changes your address, which the old one must confirm.",
    "moderator": "The moderator writes `mod VERB ... reason: TEXT` with the verbs of `pbem mod`: act, undo, redo, "
    "patch, rule, extend, pause, resume, substitute, process, announce, end.",
}

INTRODUCTION = (
    "Reply to the newest mail of your game and write your answers above the dividing line. Every mail gets one answer "
    "whose first line says COUNTED, NOT COUNTED or INFORMATION.\n"
    "Topics: {topics}. Write `help TOPIC` for one of them."
)


def help_text(topic: str = "") -> str:
    """The text of a topic, else the introduction; an unknown word gets the nearest topics."""
    wanted = topic.strip().strip("`.").lower()
    if wanted in TOPICS:
        return TOPICS[wanted]
    whole = INTRODUCTION.format(topics=", ".join(TOPICS))
    if not wanted:
        return f"{whole}\n\n{TOPICS['moves']}"
    near = get_close_matches(wanted, TOPICS, 2, 0.5)
    hint = f" Nearest: {', '.join(near)}." if near else ""
    return f"There is no topic {wanted[:40]!r}.{hint}\n\n{whole}"
