"""The twenty objects that people use most, by the tutorials."""

from .names import found

MAIN = {
    "Matroids": (
        "matroidlab.UniformMatroid",
        "matroidlab.PartitionMatroid",
        "matroidlab.GraphicMatroid",
        "matroidlab.OracleMatroid",
        "matroidlab_atlas.NamedMatroid",
    ),
    "Questions about matroids": (
        "matroidlab.max_weight_basis",
        "matroidlab.exchange_bijection",
        "matroidlab.matroid_intersection",
        "matroidlab.is_strongly_base_orderable",
        "matroidlab.strong_order_violation",
        "matroidlab_atlas.tutte_polynomial",
        "matroidlab_atlas.all_matroids",
    ),
    "Bandits": (
        "matroidlab.SafeThompson",
        "matroidlab.IUCB",
        "matroidlab.OMM",
        "matroidlab.Recommender",
        "matroidlab.Bernoulli",
        "matroidlab.simulate",
        "matroidlab.compare",
    ),
    "Serving": ("matroidlab_serving.Service",),
}
"""Their names as the tutorials import them, by subject."""

CALLED = ("plan", "learn", "look", "trusted", "promise", "failure_probability", "contradictions")
"""The members of a policy that programs call, in the order in which they meet them."""

MACHINERY = frozenset(
    {
        "adopt",
        "are_independent",
        "batched",
        "decide",
        "follow",
        "dynamic",
        "normals_per_list",
        "of",
        "pairwise",
        "part",
        "plan_from",
        "plan_of",
        "proposer",
        "reaction_state",
        "restore_reaction",
        "restore_tightest",
        "swaps",
        "tabulated",
        "tabulated_bases",
        "tightest_bounds",
        "trust",
        "uniform_blocks",
        "warns",
        "weigh",
        "weighing",
    }
)
"""Members that programs never call: the library does, and those who extend it write them."""


def is_main(value: object) -> bool:
    """Whether an object is one of the twenty."""
    return any(found(name) is value for names in MAIN.values() for name in names)
