"""The map: spaces, rivers, regions and lines of Camels."""
