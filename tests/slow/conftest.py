from support.browsers import browser

__all__ = ["browser"]
