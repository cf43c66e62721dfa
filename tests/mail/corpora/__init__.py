"""How well mail is read on the tests of public packages: `make corpora`."""
