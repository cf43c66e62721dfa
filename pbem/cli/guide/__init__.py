"""Turns that a terminal asks for step by step, and the round that shows them."""
