"""A service behind HTTP: ``matroidlab serve shop.toml``. Needs the extra ``http``."""
