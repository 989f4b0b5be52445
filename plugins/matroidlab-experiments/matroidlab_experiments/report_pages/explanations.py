"""The explanations on the page: the paper, the terms, and how to read pictures and tables."""

from matroidlab_experiments.paper.figure_d_claims import ALPHA

CLAIMS = (
    "The last column has the condition for a claim to hold. A dash in the column of the paper "
    "marks our own claims, and ± a standard error. The paper's measurements on real data cannot be "
    "compared with results on synthetic data."
)
"""The text above the table of claims."""

PAPER = (
    "“The paper” is Katariya, Kveton, Wen and Potluru, Conservative Exploration using "
    "Interleaving, arXiv 1806.00892."
)

TERMS = {
    "K": "The number of items in a list.",
    "Baseline": "The list that was shown before anything was learnt.",
    f"{ALPHA} = m/K": (
        "The share of a list that may be doubtful: at most m of its K items may be worse than "
        "their counterparts in the baseline."
    ),
    "Regret": (
        "The expected reward of the best list minus that of the list shown, summed over all "
        "actions."
    ),
    "Gap": (
        "How much better the good items of synthetic problems are: they have mean 0.5, all others "
        "0.5 (1 \N{MINUS SIGN} gap)."
    ),
    "I-UCB1": (
        "The paper's policy. It shows the list that it trusts, with at most m items exchanged for "
        "promising ones. It knows the means of the items of the baseline."
    ),
    "I-UCB2": "The same policy, but it must also learn the means of the items of the baseline.",
    "OMM": (
        "Optimistic matroid maximization: it shows the list that could be the best, given the "
        "observations, and promises nothing."
    ),
}
"""The terms that a reader must know first."""

GLOSSARY = {
    "Breaking the constraint": (
        "A list breaks it if more than m of its items are worse than their counterparts in the "
        "baseline. A bijection between the two lists pairs the counterparts: any bijection, or "
        "only an exchange bijection, along which each single item could be exchanged. Both "
        "readings are counted; the second only where it is requested or costs nothing."
    ),
    "Bands and bars": (
        "95 % confidence intervals of the average, from the standard error over runs (Student's t)."
    ),
    "±": "The standard error of the average.",
    "Upper bounds": (
        "The guarantee of a theorem for the expected regret. It is not a forecast, and lies far "
        "above the measurements. “Corrected” means: as the proof gives it, where the paper prints "
        "something else."
    ),
}
