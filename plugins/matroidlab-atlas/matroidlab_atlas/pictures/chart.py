"""Charts as sketches: panels one below the other, narrow enough for a phone, and a legend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from matroidlab_atlas.pictures.sketch import INK, MIDDLE_TONES, Label, Pen, Points, Sketch, Stroke

WIDTH = 360.0
"""In pixels; a phone shows this width without scaling."""
LINE = 17.0
LEFT = 40.0
ABOVE = 26.0
BELOW = 38.0
"""Pixels to the left of a panel for numbers, above it for the title, and below it for the axis."""

PENS = (
    Pen(MIDDLE_TONES[0], 2.4),
    Pen(MIDDLE_TONES[1], 2.4, (8.0, 4.0)),
    Pen(MIDDLE_TONES[2], 2.4, (8.0, 3.0, 2.0, 3.0)),
    Pen(MIDDLE_TONES[3], 2.4, (2.5, 2.5)),
)
"""Pens that differ in colour and in dashes."""
GRID = Pen(INK, 0.6, opacity=0.4)


@dataclass(frozen=True)
class Panel:
    """A rectangle of a sketch with axes that start at 0; its title is at `top`."""

    top: float
    most_x: float
    most_y: float
    height: float = 150.0

    @property
    def bottom(self) -> float:
        """The top of the next panel."""
        return self.top + ABOVE + self.height + BELOW

    def places(self, x: Sequence[float], y: Sequence[float]) -> Points:
        """Return the places of data points in the picture."""
        across = LEFT + (WIDTH - LEFT - 12) * np.asarray(x, dtype=np.float64) / self.most_x
        down = self.top + ABOVE + self.height * (1 - np.asarray(y, dtype=np.float64) / self.most_y)
        return np.column_stack([across, down])

    def draw(
        self,
        sketch: Sketch,
        title: str,
        x_title: str,
        x_marks: Sequence[float],
        y_marks: Sequence[float],
    ) -> None:
        """Draw the title, the lines of the grid and the numbers beside them."""
        sketch.labels.append(Label(0, self.top + 8, title, anchor="start"))
        for mark in y_marks:
            line = self.places([0, self.most_x], [mark, mark])
            sketch.strokes.append(Stroke(line, GRID))
            sketch.labels.append(Label(LEFT - 4, float(line[0, 1]), plain(mark), anchor="end"))
        for mark in x_marks:
            x, y = self.places([mark], [0])[0].tolist()
            sketch.labels.append(Label(x, y + 11, plain(mark)))
        sketch.labels.append(
            Label(LEFT, self.top + ABOVE + self.height + 27, x_title, anchor="start")
        )


def plain(number: float) -> str:
    """Write a number with thousands separators and without trailing zeros.

    >>> plain(1000.0), plain(0.25)
    ('1,000', '0.25')
    """
    return f"{number:,.0f}" if number == round(number) else f"{number:g}"


def legend(
    sketch: Sketch, names: Mapping[str, Pen], top: float, left: float = 0.0, width: float = WIDTH
) -> float:
    """Draw a legend in as many rows as needed, and return the top of what comes next."""
    x = left
    y = top
    for name, pen in names.items():
        label = Label(x + 34, y, name, anchor="start")
        if x > left and label.box[2] > left + width:
            x = left
            y = y + LINE
            label = Label(x + 34, y, name, anchor="start")
        sketch.strokes.append(Stroke(np.array([[x, y], [x + 28, y]]), pen))
        sketch.labels.append(label)
        x = label.box[2] + 14
    return y + LINE
