"""Elements that have names are drawn by them, in every kind of picture."""

import re

import pytest

from matroidlab import GraphicMatroid, Labelled, Matroid, PartitionMatroid, UniformMatroid
from matroidlab_atlas import NamedMatroid, draw
from matroidlab_atlas.pictures.matroid_picture import fitting_kind
from matroidlab_atlas.pictures.sketch import collisions


@pytest.mark.parametrize(
    ("matroid", "kind"),
    [
        (GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]), "graph"),
        (NamedMatroid("fano"), "points"),
        (NamedMatroid("vamos"), "solid"),
        (NamedMatroid("ag32-relaxed"), "solid"),
        (NamedMatroid("l8"), "solid"),
        (PartitionMatroid([[0, 1, 2], [3, 4]], [2, 1]), "blocks"),
        (UniformMatroid(5, 2), "points"),
    ],
)
def test_elements_are_drawn_by_their_names(matroid: Matroid, kind: str) -> None:
    names = [f"name{e}" for e in range(matroid.size)]
    assert fitting_kind(Labelled(matroid, names)) == fitting_kind(matroid)
    sketch = draw(Labelled(matroid, names), kind).sketch
    written = {label.text for label in sketch.labels}
    assert set(names) <= written
    assert not {str(e) for e in range(matroid.size)} & written
    assert collisions(disc.box for disc in sketch.discs) == []
    if matroid != UniformMatroid(5, 2):  # whose points lie on one line, which is not listed
        assert re.search(r"\bname0\b", sketch.description)
