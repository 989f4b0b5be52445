"""What a row of the journal says, as text: JSON, with the weights of all answers in one piece."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from itertools import chain
from math import isnan
from typing import Any

import numpy as np

from matroidlab.serving.segment import Values

Answer = tuple[int, Values, float | None]

_text = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def row_text(command: str, told: tuple[Any, ...]) -> str:
    """The text of a command.

    A thousand numbers one by one would take longer than the disk, so those of answers are the bytes of an array.
    """
    return _text(_packed(*told) if command == "observe" else told)


def row_told(text: str) -> Any:
    """What a text tells; one of an earlier version has the weights one by one."""
    told = json.loads(text)
    return (list(_answers(**told["answers"])), told["now"]) if isinstance(told, dict) else told


def _packed(answers: Sequence[Answer], now: float) -> dict[str, Any]:
    numbers, values, missing = zip(*answers, strict=True)
    weights = np.array(list(chain.from_iterable(values)), dtype="<f8")  # None, where nothing is told, becomes nan
    packed = {
        "numbers": numbers,
        "counts": list(map(len, values)),
        "weights": b64encode(weights.tobytes()).decode(),
        "missing": missing,
    }
    return {"answers": packed, "now": now}


def _answers(numbers: list[int], counts: list[int], weights: str, missing: list[float | None]) -> Iterator[Answer]:
    flat = np.frombuffer(b64decode(weights, validate=True), dtype="<f8")
    told = (None if isnan(value) else value for value in flat.tolist())
    if len(flat) != sum(counts):
        raise ValueError(f"{sum(counts)} weights were written, and {len(flat)} are there")
    for number, count, absent in zip(numbers, counts, missing, strict=True):
        yield number, [next(told) for _ in range(count)], absent
