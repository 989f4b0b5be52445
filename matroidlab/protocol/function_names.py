"""Where the functions are that people look for as methods of a matroid."""

CONSTRUCTIONS = {
    "contract": "Contraction(matroid, elements)",
    "delete": "Restriction(matroid, kept)",
    "direct_sum": "DirectSum([matroid, ...])",
    "dual": "Dual(matroid)",
    "restrict": "Restriction(matroid, kept)",
    "truncation": "Truncation(matroid, rank)",
    "union": "MatroidUnion([matroid, ...])",
}
"""Methods of other libraries, and the call that makes such a matroid here."""

_OF_CORE = """
    closure disjoint_bases exchange_bijection fundamental_circuit is_base_orderable is_basis
    is_strongly_base_orderable max_weight_basis orderability_report partition_exchange
    partition_into_independent_sets rank_of strong_bijection strong_order_violation
"""
_OF_STRUCTURE = """
    automorphisms axiom_violation bases binary_recognition broken_circuits canonical_form
    catalogue_entry characteristic_polynomial circuits cocircuits coclosure
    cographic_recognition coloops components connectivity corank cyclic_flats each_basis
    each_circuit each_flat elementary_lifts elementary_quotients equals extension f_vector flats
    free_extension gammoid_evidence girth graphic_recognition has_minor hyperplanes
    independent_sets ingleton_violation is_3_connected is_binary is_cographic is_connected
    is_gammoid is_graphic is_paving is_regular is_representable is_simple is_sparse_paving
    is_ternary is_transversal isomorphism lattice_of_flats linear_subclasses loops modular_cut
    modular_cuts name_of nbc_sets nonbases orientation parallel_classes parallel_connection
    paving_violation portrait principal_extension regular_recognition relaxation representation
    separation series_classes series_connection simple_violation simplification
    single_element_coextensions single_element_extensions sparse_paving_violation
    ternary_recognition transversal_presentation transversal_violation tutte_polynomial two_sum
    whitney_numbers
"""
CORE = frozenset(_OF_CORE.split())
"""Functions of `matroidlab` that take a matroid first."""

STRUCTURE = frozenset(_OF_STRUCTURE.split())
"""Functions of `matroidlab_atlas.structure` that take a matroid first."""


def function_for(name: str) -> str | None:
    """Return the call that answers what a method of that name would, or None.

    >>> function_for("dual"), function_for("bases"), function_for("size")
    ('matroidlab.Dual(matroid)', 'matroidlab_atlas.structure.bases(matroid)', None)
    """
    if name in CONSTRUCTIONS:
        return f"matroidlab.{CONSTRUCTIONS[name]}"
    if name in CORE:
        return f"matroidlab.{name}(matroid)"
    return f"matroidlab_atlas.structure.{name}(matroid)" if name in STRUCTURE else None
