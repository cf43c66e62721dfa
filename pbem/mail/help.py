"""Help by mail: one text a topic, in the reader's language. `docs/move-language.md` says the same at length."""

from __future__ import annotations

from difflib import get_close_matches

from pbem.mail.words import word

TOPICS = (
    "moves", "preview", "options", "status", "show", "history", "rules", "resend", "say", "orders", "draft", "away",
    "undo",
    "resign", "requests", "pass", "rulings", "appeal", "settings", "confirm",
    "moderator",
)  # fmt: skip


def help_text(topic: str = "", language: str = "en") -> str:
    """Return the text of a topic. Without one return the introduction, and for an unknown word the nearest topics."""
    wanted = topic.strip().strip("`.").lower()
    if wanted in TOPICS:
        return word(language, f"help-{wanted}")
    whole = word(language, "help-introduction", topics=", ".join(TOPICS))
    if not wanted:
        return f"{whole}\n\n{word(language, 'help-moves')}"
    near = get_close_matches(wanted, TOPICS, 2, 0.5)
    hint = f" {word(language, 'nearest', near=', '.join(near))}" if near else ""
    return f"{word(language, 'help-unknown', topic=repr(wanted[:40]))}{hint}\n\n{whole}"
