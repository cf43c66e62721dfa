"""Botankhamun, the opponent of a single player: a module of Tekhenu (T-BOT)."""

from pbem.titles.tekhenu.solo.module import MODULE

__all__ = ["MODULE"]
