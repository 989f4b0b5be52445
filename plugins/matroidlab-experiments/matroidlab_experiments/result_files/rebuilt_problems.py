import json

from matroidlab.hookspecs import Problem
from matroidlab_experiments.configuration.experiment import Cell
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.results import Results


class Problems:
    """The problems of results, built again from their configuration, each once.

    A problem is None where it cannot be built, because a plugin or data are missing on the machine
    that reads the results. A report then leaves out notes, bounds and the length of lists.
    """

    def __init__(self, builder: ExperimentBuilder) -> None:
        self._builder = builder
        self._built: dict[str, Problem | str] = {}

    def of(self, cell: Cell) -> Problem | None:
        """Return the problem of a cell, or None."""
        built = self._find(cell)
        return built if isinstance(built, Problem) else None

    def notes(self, results: Results) -> list[str]:
        """Return the notes that problems have for readers, each once."""
        problems = (self.of(result.cell) for result in results.cells)
        return list(
            dict.fromkeys(
                problem.note for problem in problems if problem is not None and problem.note
            )
        )

    def faults(self, results: Results) -> list[str]:
        """Return why problems could not be built, each reason once."""
        found = (self._find(result.cell) for result in results.cells)
        return list(dict.fromkeys(fault for fault in found if isinstance(fault, str)))

    def _find(self, cell: Cell) -> Problem | str:
        parts = {
            name: cell.table.get(name) for name in ("problem", "matroid", "rewards", "baseline")
        }
        key = json.dumps(parts, sort_keys=True)
        if key not in self._built:
            try:
                self._built[key] = self._builder.problem(cell.table)
            except Exception as error:  # noqa: BLE001 - a plugin may fail in any way
                self._built[key] = str(error) or type(error).__name__
        return self._built[key]
