"""Families of matroids that have a name and parameters, such as the wheels and the spikes.

>>> from matroidlab_atlas.parametric import ProjectiveGeometry, Spike, Wheel
>>> ProjectiveGeometry(dimension=2, order=4).size, Wheel(spokes=5).rank, Spike(legs=4).size
(21, 5, 9)
"""

from matroidlab_atlas.parametric.families import parametric_families
from matroidlab_atlas.parametric.frames import DowlingGeometry, Wheel, Whirl
from matroidlab_atlas.parametric.geometries import AffineGeometry, ProjectiveGeometry
from matroidlab_atlas.parametric.pairs import FreeSwirl, Spike, Theta, VamosLike

__all__ = [
    "AffineGeometry",
    "DowlingGeometry",
    "FreeSwirl",
    "ProjectiveGeometry",
    "Spike",
    "Theta",
    "VamosLike",
    "Wheel",
    "Whirl",
    "parametric_families",
]
