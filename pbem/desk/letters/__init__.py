"""Letters: mails that games owe, composed from the state of their entry."""
