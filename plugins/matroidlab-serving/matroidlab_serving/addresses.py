"""Where services are kept."""

PREFIXES = ("postgresql://", "postgres://")


def is_postgres(address: object) -> bool:
    """Whether an address is one of PostgreSQL."""
    return isinstance(address, str) and address.startswith(PREFIXES)
