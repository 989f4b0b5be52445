"""The excluded minor for orderability that a matroid has, in words."""

from matroidlab.orderability import Violation, is_strongly_base_orderable
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import mask_of, rank_table
from matroidlab_atlas.structure.names import name_of, short_name
from matroidlab_atlas.structure.recognition import explicit_of, shown_minor, smallest_minor
from matroidlab_atlas.structure.set_list import named


def excluded_minor_in_words(matroid: Matroid, violation: Violation) -> str:
    """Return an excluded minor, found where the two bases differ."""
    table = rank_table(matroid)
    everything = (1 << matroid.size) - 1
    first = mask_of(violation.source)
    second = mask_of(violation.target)
    start = everything & ~(first | second), first & second
    smallest = smallest_minor(
        table, lambda part: is_strongly_base_orderable(explicit_of(part)), *start
    )
    minor, small = shown_minor(table, *smallest, element_names_of(matroid))
    name = short_name(name_of(small) or repr(small))
    if minor.is_whole:
        return f"{name} is itself an excluded minor"
    parts = {"deleting": minor.deleted, "contracting": minor.contracted}
    steps = [f"{verb} {named(part, minor.names)}" for verb, part in parts.items() if part]
    text = " and ".join(steps)
    return f"{text[0].upper()}{text[1:]} leaves the excluded minor {name}"
