"""Ankh: Pharaoh, the expansion: Palace, Priests, Policy cards, Sphinxes, and a Pharaoh who changes the rules."""
