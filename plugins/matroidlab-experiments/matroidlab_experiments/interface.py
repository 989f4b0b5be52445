"""The three public functions: run an experiment, read its results, write a report."""

from collections.abc import Mapping
from pathlib import Path

from matroidlab.work import executor as executor_named
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.results import collected_results
from matroidlab_experiments.result_files.table import ResultTable, table_of
from matroidlab_experiments.running.running import run_experiment


def run(
    experiment: str | Path | Mapping[str, object],
    out: str | Path = "results",
    *,
    executor: str = "serial",
    fresh: bool = False,
    plugins: tuple[str, ...] = (),
) -> ResultTable:
    """Run an experiment, keep its results in a folder, and return them as a table.

    Parameters
    ----------
    experiment
        The path of a TOML file, or the same data as a mapping.
    out
        The results are kept in a folder of this one, which is named after the experiment. Blocks
        that were finished there by an earlier run are not run again.
    executor
        ``"serial"``, ``"local"`` (all cores), ``"local:N"`` (N processes), ``"dask"`` or
        ``"dask:ADDRESS"``. The results are the same bytes with each of them.
    fresh
        Run everything from scratch, including finished blocks. Earlier results are put aside, never
        deleted.
    plugins
        Names of modules to load as plugins in addition to those that are installed.

    Raises
    ------
    ConfigurationError
        Lists everything that is wrong with the file. Nothing has been run or written then.
    """
    builder = ExperimentBuilder.with_plugins(plugins)
    if isinstance(experiment, Mapping):
        source = "experiment"
        checked = as_experiment(experiment)
    else:
        source = str(experiment)
        checked = builder.read(Path(experiment))
    found = run_experiment(
        checked,
        Path(out) / checked.name,
        run=executor_named(executor),
        modules=plugins,
        source=source,
        fresh=fresh,
        builder=builder,
    )
    return table_of([found])


def results(folder: str | Path) -> ResultTable:
    """Return the results in a folder as one table: a row for each run at each checkpoint.

    Parameters
    ----------
    folder
        The folder of one experiment, or a folder that contains those of several.

    Raises
    ------
    ResultsError
        If there are no results, or if a file is missing or damaged.
    """
    return table_of(collected_results(Path(folder)))


def report(
    folder: str | Path, out: str | Path | None = None, *, plugins: tuple[str, ...] = ()
) -> Path:
    """Write an HTML page about the results in a folder, and return the path of the page.

    This needs matplotlib: ``pip install 'matroidlab-experiments[report]'``.

    Parameters
    ----------
    folder
        The folder of one experiment, or a folder that contains those of several.
    out
        The folder for the page and its pictures; by default they are written beside the results.
    plugins
        Names of modules to load as plugins in addition to those that are installed.
    """
    from matroidlab_experiments.report_pages.page import write_report  # noqa: PLC0415 - an extra

    return write_report(collected_results(Path(folder)), Path(out or folder), modules=plugins)
