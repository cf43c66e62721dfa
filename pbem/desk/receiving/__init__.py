"""Receiving: mail from a listener, an IMAP box or a Maildir into the spool."""
