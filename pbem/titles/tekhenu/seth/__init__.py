"""Time of Seth, the expansion: a module of Tekhenu (S-...)."""

from pbem.titles.tekhenu.seth.module import MODULE

__all__ = ["MODULE"]
