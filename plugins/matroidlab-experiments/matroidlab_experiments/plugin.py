"""The problems that this distribution registers, so that experiment files can name them."""

from collections.abc import Iterable

from matroidlab.hookspecs import ProblemFamily, hookimpl


@hookimpl
def matroidlab_problems() -> Iterable[ProblemFamily]:
    """Offer the paper's synthetic problem, complete graphs, and a made-up population of users."""
    # Imported when it is asked for: commands that need families alone load no policies.
    from matroidlab_experiments.problems import (  # noqa: PLC0415
        CompleteGraphProblem,
        PopulationProblem,
        ScalingProblem,
    )

    return [
        ProblemFamily(
            "scaling", ScalingProblem, ({"rank": 4}, {"rank": 3, "gap": 0.2, "size": 12})
        ),
        ProblemFamily(
            "complete-graph", CompleteGraphProblem, ({"vertices": 4}, {"vertices": 6, "gap": 0.8})
        ),
        ProblemFamily(
            "population",
            PopulationProblem,
            ({"constraint": "top-k"}, {"constraint": "diverse", "seed": 1}),
        ),
    ]
