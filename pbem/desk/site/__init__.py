"""Static pages of a home for any web server."""
