"""Games in play: the game file, submissions, the journal, orders, the clock, moderation."""
