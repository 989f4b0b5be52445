"""Weights of a list that are reported in parts."""

from collections.abc import Sequence

Values = Sequence[float | None]
"""A weight in [0, 1] for each item of a list; None where no weight was reported."""


def filled(reported: Values | None, count: int, missing: float | None) -> list[float | None]:
    """Return the weights of ``count`` items, with ``missing`` where none was reported."""
    return [missing if value is None else value for value in (reported or [None] * count)]


def is_news(reported: Values | None, values: Values) -> bool:
    """Whether an answer is the first, or reports a weight that was not reported before."""
    return reported is None or any(
        value is not None and reported[i] is None for i, value in enumerate(values)
    )


def merged(reported: Values | None, values: Values) -> list[float | None]:
    """Return the weights reported by both answers; the earlier one counts where both report one."""
    if reported is None:
        return list(values)
    return [values[i] if old is None else old for i, old in enumerate(reported)]
