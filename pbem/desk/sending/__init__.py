"""Sending: what lies in `mail/out` is handed over."""
