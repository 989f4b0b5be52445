"""The formats of other systems: strings of stars, Oscar, polymake, SageMath, graphs, matrices.

>>> from matroidlab_atlas.formats import bases_string, matroid_of_string
>>> from matroidlab import UniformMatroid
>>> bases_string(UniformMatroid(size=4, rank=2))
'******'

A file has one matroid on each line. An error about a file names the line and what was expected.
Reading a file never runs code from it.
"""

from matroidlab_atlas.formats.files import (
    FORMATS,
    Format,
    format_named,
    read_matroids,
    write_matroids,
)
from matroidlab_atlas.formats.graphs import (
    bipartite_graph_of_matroid,
    graph_of_matroid,
    matroid_of_bipartite_graph,
    matroid_of_graph,
)
from matroidlab_atlas.formats.json_objects import (
    matroid_of_oscar_object,
    matroid_of_polymake_object,
    oscar_object,
    polymake_object,
)
from matroidlab_atlas.formats.matrices import column_matroid, matrix_of
from matroidlab_atlas.formats.sage import from_sage, to_sage
from matroidlab_atlas.formats.strings import bases_string, matroid_of_string

__all__ = [
    "FORMATS",
    "Format",
    "bases_string",
    "bipartite_graph_of_matroid",
    "column_matroid",
    "format_named",
    "from_sage",
    "graph_of_matroid",
    "matrix_of",
    "matroid_of_bipartite_graph",
    "matroid_of_graph",
    "matroid_of_oscar_object",
    "matroid_of_polymake_object",
    "matroid_of_string",
    "oscar_object",
    "polymake_object",
    "read_matroids",
    "to_sage",
    "write_matroids",
]
