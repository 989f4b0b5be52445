"""The manifest of a folder of results: configuration, versions, and the checksum of every file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matroidlab.errors import ResultsError
from matroidlab.files import read_bytes, write_text
from matroidlab.named_files import json_value
from matroidlab_experiments.configuration.experiment import Experiment, as_experiment
from matroidlab_experiments.configuration.size_limits import MANIFEST_BYTES

MANIFEST = "manifest.json"
FORMAT = 1
"""The version of the files of results; raised when their layout changes."""


@dataclass(frozen=True)
class Manifest:
    """The content of ``manifest.json``."""

    experiment: Experiment
    made_by: Sequence[Mapping[str, str]]
    """The versions that each cell was computed with."""
    checksums: Mapping[str, str] = field(default_factory=dict)
    """The SHA-256 of each file of results by its name; empty until all of them exist."""

    @property
    def versions(self) -> dict[str, str]:
        """All packages that took part, with their versions."""
        return {name: version for versions in self.made_by for name, version in versions.items()}

    def write(self, folder: Path) -> None:
        """Write ``manifest.json`` to a folder."""
        write_text(folder / MANIFEST, self.text)

    @property
    def text(self) -> str:
        """The JSON text, with a line for each entry, so that it can be searched and compared."""
        content = {
            "configuration": self.experiment.model_dump(exclude_none=True),
            "versions": self.versions,
            "blocks": self.checksums,
        }
        tables = [
            f'"{name}": {_lines("{}", map(_pair, table.items()))}'
            for name, table in content.items()
        ]
        made_by = (
            f'"made_by": {_lines("[]", (json.dumps(dict(versions)) for versions in self.made_by))}'
        )
        return _lines("{}", [f'"format": {FORMAT}', *tables, made_by]) + "\n"

    def check(self) -> None:
        """Raise an error if the manifest is too large to be read again."""
        if (size := len(self.text)) > MANIFEST_BYTES:
            raise ResultsError(
                f"a manifest of {size:,} bytes is too large to be read again; at most "
                f"{MANIFEST_BYTES:,}"
            )


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder, which is checked like any untrusted file."""
    path = folder / MANIFEST
    try:
        return _manifest(json_value(read_bytes(path, most=MANIFEST_BYTES).decode()), str(path))
    except OSError as error:
        raise ResultsError(f"{folder} holds no results: {error.strerror or error}") from error
    except ValueError as error:
        raise ResultsError(f"{path} is not a manifest of results: {error}") from error


def _manifest(content: Any, source: str) -> Manifest:
    if not isinstance(content, dict) or not isinstance(content.get("configuration"), dict):
        raise ValueError("it has no configuration")  # noqa: TRY004 - a fault of the file
    experiment = as_experiment(content["configuration"], source=source)
    if content.get("format") != FORMAT:
        raise ValueError(
            f"its format is {content.get('format')!r:.20}, not {FORMAT}: run the experiment again"
        )
    made_by: Any = content.get("made_by")
    checksums: Any = content.get("blocks")
    if not isinstance(made_by, list) or not all(map(_is_text_by_text, [checksums, *made_by])):
        raise ValueError("its versions and checksums must be tables of text")
    return Manifest(experiment, made_by, checksums)


def _lines(brackets: str, parts: Iterable[str]) -> str:
    return "\n".join([brackets[0], ",\n".join(parts), brackets[1]])


def _pair(item: tuple[str, object]) -> str:
    return f"{json.dumps(item[0])}: {json.dumps(item[1])}"


def _is_text_by_text(table: object) -> bool:
    return isinstance(table, dict) and all(
        isinstance(text, str) for pair in table.items() for text in pair
    )
