"""A title that speaks one language: what an archive tells in its texts, pages and boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pbem.core.words import ENGLISH, Catalogue, said

if TYPE_CHECKING:
    from pbem.core.titles import Title


class _Spoken:
    """The title itself, but for what people read."""

    def __init__(self, title: Title, words: Catalogue) -> None:
        self.bare, self.catalogue = title, words

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)

    def line(self, event: Any, reader: str | None) -> str:
        return said(self.bare.line(event, reader), self.catalogue)

    def summary(self, view: Any, data: Any, plain: bool = False) -> str:
        return self.bare.summary(view, data, plain, self.catalogue)

    def picture(self, view: Any, data: Any, words: Catalogue | None = None) -> str:
        return self.bare.picture(view, data, self.catalogue)

    def series(self, table: Any) -> dict[str, dict[str, int]]:
        return {said(name, self.catalogue): values for name, values in self.bare.series(table).items()}

    def own(self, view: Any, data: Any, plain: bool = False) -> str:
        return self.bare.own(view, data, plain, self.catalogue)


def spoken(title: Title, language: str) -> Title:
    """Return the title in a language; what is translated nowhere stays English."""
    words = None if language == ENGLISH else title.words(language)
    return title if words is None else cast("Title", _Spoken(title, words))


def spoken_with(title: Title, words: Catalogue) -> Title:
    """Return the title in the words of a catalogue."""
    return cast("Title", _Spoken(bare(title), words))


def tell(title: Title, text: str) -> str:
    """Say a text of ours in the language that a title speaks."""
    return said(text, title.catalogue) if isinstance(title, _Spoken) else text


def told_in(title: Title) -> Catalogue | None:
    return title.catalogue if isinstance(title, _Spoken) else None


def bare(title: Title) -> Title:
    """Return the title as it ships, in whatever language it speaks."""
    return title.bare if isinstance(title, _Spoken) else title
