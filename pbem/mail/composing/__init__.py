"""Mails composed: each a pure function of one context."""
