"""Ankh written a second time, straight from the digest and the component tables, on plain lists and dictionaries.

Nothing of `pbem.titles.ankh` is used here but the tables. A game is a generator: it yields who is asked what and is
sent the answers. `tests/titles/ankh/test_second.py` plays the same answers in both and compares.
"""
