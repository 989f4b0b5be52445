"""Drawings as strokes, areas, discs and labels in pixels, with a title and a description.

Pictures are shown on light and on dark pages. So they have no background, and every colour is a
middle tone that is visible on both.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid, labels_of

Points = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom; the vertical axis points down."""

INK = "#707a85"
DISC = "#586a7c"
ON_DISC = "#ffffff"
"""The colours of text, of discs, and of text on discs."""
MIDDLE_TONES = ("#1f83c4", "#d5620f", "#129a74", "#bb6497", "#b88500", "#4a9fd0")
"""Okabe and Ito's colours, which colour-blind people can distinguish, as middle tones."""

FONT = 12.0
LETTER = 0.62
"""An upper estimate of the width of a letter, as a multiple of the font size."""
MARGIN = 8.0


@dataclass(frozen=True)
class Pen:
    """The look of a stroke; dashes distinguish strokes without colours."""

    colour: str = MIDDLE_TONES[0]
    width: float = 2.0
    dashes: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Stroke:
    """A line through points, one a row."""

    points: Points
    pen: Pen = Pen()


@dataclass(frozen=True, eq=False)
class Area:
    """A translucent polygon."""

    corners: Points
    colour: str


@dataclass(frozen=True)
class Disc:
    """A vertex or a point; with rounded ends if it is wider than high."""

    x: float
    y: float
    radius: float
    reach: float

    @property
    def box(self) -> Box:
        """The rectangle around it."""
        return self.x - self.reach, self.y - self.radius, self.x + self.reach, self.y + self.radius


@dataclass(frozen=True)
class Label:
    """Text that is centred at a place, starts there or ends there."""

    x: float
    y: float
    text: str
    size: float = FONT
    colour: str = INK
    anchor: Literal["start", "middle", "end"] = "middle"

    @property
    def box(self) -> Box:
        """The rectangle that the text covers, approximately."""
        width = LETTER * self.size * len(self.text)
        height = self.size
        left = self.x - width * ("start", "middle", "end").index(self.anchor) / 2
        return left, self.y - height / 2, left + width, self.y + height / 2


@dataclass
class Sketch:
    """A drawing; later shapes of a kind are on top."""

    title: str
    description: str
    areas: list[Area] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    discs: list[Disc] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def disc(self, place: Sequence[float] | Points, text: str = "", radius: float = 10.0) -> None:
        """Add a disc with a text on it, as wide as the text needs."""
        x, y = map(float, place)
        label = Label(x, y, text, 11.0, ON_DISC)
        needed = (label.box[2] - label.box[0]) / 2 + 3 if text else 0.0
        self.discs.append(Disc(x, y, radius, max(radius, needed)))
        if text:
            self.labels.append(label)

    @property
    def box(self) -> Box:
        """The rectangle around everything, with a margin."""
        corners = [*(disc.box for disc in self.discs), *(label.box for label in self.labels)]
        corners += [
            _around(shape)
            for shape in (*(s.points for s in self.strokes), *(a.corners for a in self.areas))
        ]
        if not corners:
            return -MARGIN, -MARGIN, MARGIN, MARGIN
        left, top, right, bottom = zip(*corners, strict=True)
        return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def _around(points: Points) -> Box:
    low = points.min(axis=0)
    high = points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes have more than an edge in common.

    >>> overlap((0, 0, 2, 2), (1, 1, 3, 3)), overlap((0, 0, 2, 2), (2, 0, 3, 2))
    (True, False)
    """
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def collisions(boxes: Iterable[Box]) -> list[tuple[int, int]]:
    """Return the pairs of boxes that overlap, by their places."""
    given = np.array(list(boxes), dtype=np.float64).reshape(-1, 4)
    left, top, right, bottom = given.T
    meet = (
        (left[:, None] < right)
        & (left < right[:, None])
        & (top[:, None] < bottom)
        & (top < bottom[:, None])
    )
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(meet, 1))]


def names_to_show(matroid: Matroid) -> list[str]:
    """Return the names that the elements of a matroid were given, or else their numbers."""
    labels = labels_of(matroid)
    return [str(element) for element in range(matroid.size)] if labels is None else list(labels)
