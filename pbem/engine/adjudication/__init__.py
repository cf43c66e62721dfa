"""What moderators do to a game, what they are told of it, and how it is undone."""
