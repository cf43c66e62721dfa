"""The moderator's verbs, by what they touch: each works on an opened game, and whoever opened it commits."""
