"""What a row of the journal says: JSON, and behind it the weights of all answers in one piece."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from math import isnan
from typing import Any

import numpy as np

from matroidlab.types import Weights
from matroidlab_serving.segment import Values

Answer = tuple[int, Values, float | None]

_text = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def row_content(command: str, told: tuple[Any, ...]) -> str | bytes:
    """What is written of a command.

    A thousand numbers one by one would take longer than the disk, so those of answers are the bytes of an array.
    """
    return _packed(*told) if command == "observe" else _text(told)


def row_told(content: str | bytes) -> Any:
    """What a row tells; one of an earlier version has the weights one by one."""
    if isinstance(content, str):
        return json.loads(content)
    head, _, weights = content.partition(b"\n")
    numbers, counts, missing, now = json.loads(head)
    return list(_answers(numbers, counts, missing, np.frombuffer(weights, dtype="<f8"))), now


def _packed(answers: Sequence[Answer], now: float) -> bytes:
    numbers, values, missing = zip(*answers, strict=True)
    weights = np.array(list(chain.from_iterable(values)), dtype="<f8")  # None, where nothing is told, becomes nan
    return b"%b\n%b" % (_text((numbers, list(map(len, values)), missing, now)).encode(), weights.tobytes())


def _answers(numbers: list[int], counts: list[int], missing: list[float | None], flat: Weights) -> Iterator[Answer]:
    told = (None if isnan(value) else value for value in flat.tolist())
    if len(flat) != sum(counts):
        raise ValueError(f"{sum(counts)} weights were written, and {len(flat)} are there")
    for number, count, absent in zip(numbers, counts, missing, strict=True):
        yield number, [next(told) for _ in range(count)], absent
