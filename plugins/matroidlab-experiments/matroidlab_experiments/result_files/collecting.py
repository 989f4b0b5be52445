from pathlib import Path

from matroidlab.errors import ResultsError
from matroidlab_experiments.result_files.manifests import MANIFEST
from matroidlab_experiments.result_files.results import Results, read_results


def collected_results(folder: Path) -> list[Results]:
    """Read the results in a folder: those of one experiment, or of all that have a folder in it, by name."""
    if (folder / MANIFEST).exists():
        return [read_results(folder)]
    if not folder.is_dir():
        raise ResultsError(f"{folder} holds no results: not a folder")
    found = sorted(manifest.parent for manifest in folder.glob(f"*/{MANIFEST}"))
    if not found:
        raise ResultsError(f"{folder} holds no results: no {MANIFEST} in it or in its folders")
    return [read_results(inner) for inner in found]
