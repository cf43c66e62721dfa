"""The Vizier's challenge for two players, with or without Time of Seth (S-VIZ)."""

from pbem.titles.tekhenu.vizier.module import MODULE

__all__ = ["MODULE"]
