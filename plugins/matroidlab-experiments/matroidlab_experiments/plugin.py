"""What experiments register with matroidlab: the problems that their files can name."""

from collections.abc import Iterable

from matroidlab.hookspecs import ProblemFamily, hookimpl
from matroidlab_experiments.problems import CompleteGraphProblem, PopulationProblem, ScalingProblem


@hookimpl
def matroidlab_problems() -> Iterable[ProblemFamily]:
    """Offer the paper's synthetic problem, complete graphs, and a made-up population of users."""
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
