"""Rules that several actions and events ask: Devotion, strength, powers, cards."""
