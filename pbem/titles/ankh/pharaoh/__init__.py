"""Ankh: Pharaoh, the expansion: Palace, Priests, Policy cards, Sphinxes, and a Pharaoh who changes the rules."""

from pbem.titles.ankh.pharaoh.module import MODULE

__all__ = ["MODULE"]
