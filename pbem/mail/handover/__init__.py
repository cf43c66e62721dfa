"""Mails handed to a server: signed, sent, tried again."""
