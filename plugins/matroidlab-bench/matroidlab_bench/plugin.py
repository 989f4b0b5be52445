"""The hook of this distribution; policies are imported when they are asked for."""

from collections.abc import Iterable

from matroidlab.hookspecs import PolicyFamily, hookimpl


@hookimpl
def matroidlab_policies() -> Iterable[PolicyFamily]:
    """Offer the policies of the field."""
    from matroidlab_bench.records import policy_families  # noqa: PLC0415 - not for other kinds

    return policy_families()
