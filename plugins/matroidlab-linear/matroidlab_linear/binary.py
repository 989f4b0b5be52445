from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Booleans, Elements, Masks

Bits: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class BinaryMatrix:
    """A matrix of zeros and ones, to be eliminated modulo 2.

    >>> matrix = BinaryMatrix.of([[1, 1, 0], [1, 1, 1]])
    >>> matrix.pivots(np.array([0, 1, 2]))
    [0, 2]
    >>> matrix.reduced(np.array([0, 2, 1]), count=1)
    array([[1, 0, 1],
           [0, 1, 0]], dtype=uint8)

    A row is one of Python's integers, its first place the highest bit: to add two rows is one
    operation, ``^``.
    """

    rows: Bits

    @classmethod
    def of(cls, rows: list[list[int]]) -> Self:
        """Return the matrix without dependent rows, which do not matter to its columns."""
        every = np.array(rows, dtype=np.uint8).reshape(len(rows), len(rows[0]) if rows else 0)
        return cls(every[cls(every.T).pivots(np.arange(len(rows)))])

    def pivots(self, columns: Elements) -> list[int]:
        """The places of ``columns`` that are not a combination of those before.

        O(rank x rows) operations on rows.
        """
        words, width = _words(self.rows[:, columns])
        # However rows are added up until no two of them begin at the same place, they begin at the
        # same places.
        beginning: dict[int, int] = {}
        for word in words:
            rest = word
            while rest:
                other = beginning.get(rest.bit_length())
                if other is None:
                    beginning[rest.bit_length()] = rest
                    break
                rest ^= other
        return sorted(width - length for length in beginning)

    def reduced(self, columns: Elements, count: int) -> Bits:
        """Eliminate the first ``count`` of ``columns``, which are independent."""
        words, width = _words(self.rows[:, columns])
        for place in range(count):
            bit = 1 << (width - 1 - place)
            at = next(i for i in range(place, len(words)) if words[i] & bit)
            words[place], words[at] = words[at], words[place]
            pivot = words[place]
            words = [word ^ pivot if word & bit else word for word in words]
            words[place] = pivot
        data = b"".join(word.to_bytes(width // 8, "big") for word in words)
        packed = np.frombuffer(data, dtype=np.uint8).reshape(len(words), width // 8)
        return np.unpackbits(packed, axis=1, count=len(columns))

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether the columns of each set are independent: the rows cut to the set have full rank.

        All sets are eliminated at once; O(rows^2) operations of numpy.
        """
        width = self.rows.shape[1]
        word = np.min_scalar_type((1 << width) - 1)  # the shorter a word, the more of them at once
        rows = (self.rows @ (1 << np.arange(width))).astype(word)
        words = rows[:, None] & masks.astype(word)
        for place, pivot in enumerate(words):
            lowest = pivot & (~pivot + word.type(1))
            rest = words[place + 1 :]
            rest ^= pivot * (rest & lowest != 0)
        independent: Booleans = np.count_nonzero(words, axis=0) == np.bitwise_count(masks)
        return independent


def _words(rows: Bits) -> tuple[list[int], int]:
    """The rows as integers, and their number of bits, in whole bytes filled with zeros."""
    packed = np.packbits(rows, axis=1)
    data = packed.tobytes()
    length = packed.shape[1]
    return [
        int.from_bytes(data[i * length : (i + 1) * length], "big") for i in range(len(rows))
    ], 8 * length
