"""`pbem mail read`: print what we understand of one raw mail."""


def run_read(mode: str, raw: bytes) -> str:
    """Make the output for `json`, `reply`, `text` or `class`, without a final line end."""
    from pbem.mail.reading import description

    if mode == "reply":
        return description.typed_words(raw)
    if mode == "text":
        return description.whole_text(raw).rstrip("\n")
    if mode == "class":
        return description.mail_class(raw)
    if mode != "json":
        raise ValueError(f"unknown mode {mode!r}")
    import json

    return json.dumps(description.describe(raw), ensure_ascii=False, indent=2)
