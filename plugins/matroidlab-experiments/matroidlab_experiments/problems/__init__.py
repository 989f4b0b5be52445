"""Problems for experiments: the paper's synthetic one, complete graphs, a synthetic population."""

from matroidlab_experiments.problems.complete_graph import CompleteGraphProblem
from matroidlab_experiments.problems.population import PopulationProblem
from matroidlab_experiments.problems.scaling import ScalingProblem

__all__ = ["CompleteGraphProblem", "PopulationProblem", "ScalingProblem"]
