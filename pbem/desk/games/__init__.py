"""Games at the desk: a move taken, deadlines, what follows a commit, looking and listing."""
