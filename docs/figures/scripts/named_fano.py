"""Draw the Fano matroid of the catalogue: ``python named_fano.py > FILE.svg``.

The command ``matroidlab show fano --picture FILE.svg`` writes the same picture.
"""

import sys

from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.pictures.matroid_picture import DRAWINGS, fitting_kind
from matroidlab_atlas.pictures.picture_files import svg

if __name__ == "__main__":
    matroid = NamedMatroid("fano")
    sys.stdout.write(svg(DRAWINGS[fitting_kind(matroid)][1](matroid)))
