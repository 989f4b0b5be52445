"""The lattice of flats, rank above rank."""

from typing import TYPE_CHECKING, Any

from matroidlab.protocol import Matroid
from matroidlab.structure import lattice_of_flats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_FLATS = 300
"""More flats than these are nothing to look at."""
MOST_NAMED = 16
"""In a row of more flats than these their elements are not written out."""
WIDTH = 80
"""As many letters as fit beside each other."""


def draw_lattice(matroid: Matroid, figure: "Figure") -> None:
    """Draw the lattice of flats: each flat above those that it covers."""
    lattice = lattice_of_flats(matroid)
    if len(lattice) > MOST_FLATS:
        raise ValueError(f"the lattice of flats is drawn for at most {MOST_FLATS} flats, got {len(lattice)}")
    axes = figure.add_subplot()
    rows: dict[int, list[tuple[int, ...]]] = {}
    for flat in sorted(lattice):
        rows.setdefault(lattice.nodes[flat]["rank"], []).append(flat)
    places = {flat: ((i + 0.5) / len(row), rank) for rank, row in rows.items() for i, flat in enumerate(row)}
    for low, high in lattice.edges:
        axes.plot(*zip(places[low], places[high], strict=True), color="#bbbbbb", linewidth=0.8, zorder=1)
    for flat, place in places.items():
        row = rows[lattice.nodes[flat]["rank"]]
        axes.scatter(*place, s=30, color="#0072b2", zorder=2)
        if len(row) <= MOST_NAMED:
            box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "#0072b2", "linewidth": 0.7}
            crowded = sum(len(lattice.nodes[other]["label"]) + 2 for other in row) > WIDTH
            look: dict[str, Any] = {"fontsize": 7, "rotation": 90} if crowded else {"fontsize": 9, "rotation": 0}
            axes.text(*place, lattice.nodes[flat]["label"], ha="center", va="center", bbox=box, zorder=3, **look)
    axes.set_yticks(range(len(rows)), [f"rank {rank}" for rank in range(len(rows))])
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    axes.margins(0.1)
