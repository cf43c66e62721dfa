"""The actions: six gods and production. The book knows which procedure performs which god's action."""
