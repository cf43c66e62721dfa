"""Time of Seth for one player: what Botankhamun and the expansion need of each other (S-BOT)."""

from pbem.titles.tekhenu.seth_solo.module import MODULE

__all__ = ["MODULE"]
