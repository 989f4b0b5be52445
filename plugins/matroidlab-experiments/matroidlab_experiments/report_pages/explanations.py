"""What a page explains: the paper, the words that must be known first, and how to read the rest."""

from matroidlab_experiments.paper.figure_d_claims import ALPHA

CLAIMS = (
    "The last column says what it takes for a claim to hold. A dash in the column of the paper marks a claim of ours, "
    "and ± a standard error. What the paper measured on real data cannot be compared with synthetic data, whatever "
    "came out."
)
"""What is said above the table of claims."""

PAPER = (
    "“The paper” is Katariya, Kveton, Wen and Potluru, Conservative Exploration using Interleaving, arXiv 1806.00892."
)

TERMS = {
    "K": "The number of items in a list.",
    "Baseline": "The list that was shown before anything was learnt.",
    f"{ALPHA} = m/K": (
        "The share of a list that may be doubtful: of its K items, all but m must be no worse, each than its own item "
        "of the baseline."
    ),
    "Regret": "How much more the best list would have earned, in expectation, added up over all actions.",
    "Gap": (
        "How much better the good items of synthetic problems are: they earn 0.5 on average, all others "
        "0.5 (1 \N{MINUS SIGN} gap)."
    ),
    "I-UCB1": (
        "The paper's policy. It shows the list that it trusts with at most m items exchanged for promising ones. It is "
        "told what the items of the baseline earn on average."
    ),
    "I-UCB2": "The same policy, but it has to learn what the items of the baseline earn, too.",
    "OMM": (
        "Optimistic matroid maximization: shows the list that could be best, judging by what was seen, and promises "
        "nothing."
    ),
}
"""What must be known before anything on the page can be read."""

GLOSSARY = {
    "Breaking the constraint": (
        "A list breaks it if more than m of its items are each worse than their own item of the baseline. Which item "
        "is whose own is a bijection between the two lists: any bijection, or only one along which each single item "
        "could be exchanged. Both readings are counted; the second only where it is asked for or costs nothing."
    ),
    "Bands and bars": "95 % confidence intervals of the average, from the standard error over runs (Student's t).",
    "±": "The standard error of the average.",
    "Upper bounds": (
        "What a theorem guarantees for the expected regret. It is not a forecast, and lies far above what is measured. "
        "“Corrected” means: as the proof gives it, where the paper prints something else."
    ),
}
