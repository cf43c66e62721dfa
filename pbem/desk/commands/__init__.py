"""Commands that a text may hold, for mails and the command line alike."""
