"""Check all problems and policies of a bench before the first of them is run."""

from matroidlab.errors import ConfigurationError
from matroidlab_bench.field_file import Field
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder


def check_field(field: Field, plugins: tuple[str, ...] = ()) -> None:
    """Build every problem with every policy once; the error lists everything that is wrong.

    Parameters
    ----------
    field
        The problems and the policies.
    plugins
        Names of modules to load as plugins in addition to those that are installed.
    """
    builder = ExperimentBuilder.with_plugins(plugins)
    faults: dict[str, str] = {}
    for problem in field.problems:
        label = str(problem["label"])
        try:
            experiment = as_experiment(
                field.experiment(problem, runs=field.first_runs), source=label
            )
            found = builder.check(experiment, source=label)
            builder.check_builds(found, lanes=1, source=label)
        except ConfigurationError as error:
            # A fault of a policy is the same on all problems: it is listed once.
            for line in str(error).splitlines():
                faults.setdefault(line.removeprefix(f"{label}: "), line)
    if faults:
        raise ConfigurationError.of(field.name, list(faults.values()))
