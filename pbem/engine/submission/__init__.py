"""Submissions: what was typed meets the questions of a seat."""
