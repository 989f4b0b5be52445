"""Problems that experiments name: the paper's synthetic one, a graph, and a made-up population of users."""

from matroidlab_experiments.problems.complete_graph import CompleteGraphProblem
from matroidlab_experiments.problems.population import PopulationProblem
from matroidlab_experiments.problems.scaling import ScalingProblem

__all__ = ["CompleteGraphProblem", "PopulationProblem", "ScalingProblem"]
