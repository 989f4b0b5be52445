"""Draw two bases of K4 that have no bijection of symmetric exchanges: ``python counterexample_k4.py > FILE.svg``.

The command ``matroidlab orderability k4 --picture FILE.svg`` writes the same picture.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

COMMAND = ("-m", "matroidlab", "orderability", "named", "--param", "name=k4", "--picture")

if __name__ == "__main__":
    with TemporaryDirectory() as place:
        picture = Path(place) / "k4.svg"
        subprocess.run([sys.executable, *COMMAND, str(picture)], check=False, capture_output=True)  # noqa: S603
        sys.stdout.write(picture.read_text(encoding="utf-8"))
