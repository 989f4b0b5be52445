"""The structure of a matroid: its sets, classes, polynomials, symmetries, minors and extensions.

Every function takes any object of the `matroidlab.Matroid` protocol. Most of them compute a table
of the ranks of all subsets and therefore take at most 22 elements; larger matroids are refused at
once. Where possible, the result is a witness. What a truthy result means:

- ``is_...`` is true if the matroid has the property.
- ``has_minor`` and ``isomorphism`` return a witness if the answer is yes, otherwise None.
- ``..._violation`` and ``separation`` return a witness if the answer is no, otherwise None.
- ``..._recognition`` returns an object that is true if the matroid is of the class, with a witness
  either way.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab.subsets import Axiom, AxiomViolation, axiom_violation
    from matroidlab_atlas.structure.classes import (
        coloops,
        components,
        loops,
        parallel_classes,
        series_classes,
    )
    from matroidlab_atlas.structure.connections import (
        parallel_connection,
        series_connection,
        two_sum,
    )
    from matroidlab_atlas.structure.cuts import (
        ModularCut,
        elementary_lifts,
        elementary_quotients,
        extension,
        linear_subclasses,
        modular_cut,
        modular_cuts,
        single_element_coextensions,
    )
    from matroidlab_atlas.structure.extensions import (
        free_extension,
        principal_extension,
        relaxation,
        single_element_extensions,
    )
    from matroidlab_atlas.structure.gammoids import (
        GammoidPresentation,
        NotGammoidMinor,
        gammoid_evidence,
        is_gammoid,
    )
    from matroidlab_atlas.structure.generation import all_matroids
    from matroidlab_atlas.structure.girths import girth
    from matroidlab_atlas.structure.ingleton import IngletonViolation, ingleton_violation
    from matroidlab_atlas.structure.isomorphisms import (
        AutomorphismGroup,
        CanonicalForm,
        automorphisms,
        canonical_form,
        isomorphism,
    )
    from matroidlab_atlas.structure.iterators import each_basis, each_circuit, each_flat
    from matroidlab_atlas.structure.minors import MinorWitness, has_minor, simplification
    from matroidlab_atlas.structure.names import catalogue_entry, name_of
    from matroidlab_atlas.structure.orientations import orientation
    from matroidlab_atlas.structure.paving import (
        ShortCircuit,
        is_paving,
        is_simple,
        is_sparse_paving,
        paving_violation,
        simple_violation,
        sparse_paving_violation,
    )
    from matroidlab_atlas.structure.polynomials import Polynomial
    from matroidlab_atlas.structure.portraits import Answer, Portrait, portrait
    from matroidlab_atlas.structure.quotients import (
        QuotientViolation,
        is_quotient,
        quotient_violation,
    )
    from matroidlab_atlas.structure.random_matroids import (
        random_by_extension,
        random_linear,
        random_sparse_paving,
        random_transversal,
    )
    from matroidlab_atlas.structure.recognised import Recognition
    from matroidlab_atlas.structure.recognition import (
        binary_recognition,
        cographic_recognition,
        graphic_recognition,
        is_binary,
        is_cographic,
        is_graphic,
        is_regular,
        is_ternary,
        regular_recognition,
        ternary_recognition,
    )
    from matroidlab_atlas.structure.representations import (
        Representation,
        is_representable,
        representation,
    )
    from matroidlab_atlas.structure.separations import (
        Separation,
        is_3_connected,
        is_connected,
        separation,
    )
    from matroidlab_atlas.structure.set_list import SetList
    from matroidlab_atlas.structure.sets import (
        bases,
        circuits,
        cocircuits,
        flats,
        hyperplanes,
        independent_sets,
        lattice_of_flats,
    )
    from matroidlab_atlas.structure.transversality import (
        TransversalViolation,
        is_transversal,
        transversal_presentation,
        transversal_violation,
    )
    from matroidlab_atlas.structure.tutte import (
        characteristic_polynomial,
        tutte_polynomial,
        whitney_numbers,
    )
    from matroidlab_atlas.structure.vocabulary import (
        broken_circuits,
        coclosure,
        connectivity,
        corank,
        cyclic_flats,
        equals,
        f_vector,
        nbc_sets,
        nonbases,
    )

_NAMES_OF = {
    "matroidlab.subsets": "Axiom AxiomViolation axiom_violation",
    "connections": "parallel_connection series_connection two_sum",
    "cuts": (
        "ModularCut elementary_lifts elementary_quotients extension linear_subclasses modular_cut "
        "modular_cuts single_element_coextensions"
    ),
    "representations": "Representation is_representable representation",
    "classes": "coloops components loops parallel_classes series_classes",
    "separations": "Separation is_3_connected is_connected separation",
    "extensions": "free_extension principal_extension relaxation single_element_extensions",
    "gammoids": "GammoidPresentation NotGammoidMinor gammoid_evidence is_gammoid",
    "generation": "all_matroids",
    "girths": "girth",
    "ingleton": "IngletonViolation ingleton_violation",
    "isomorphisms": "AutomorphismGroup CanonicalForm automorphisms canonical_form isomorphism",
    "iterators": "each_basis each_circuit each_flat",
    "minors": "MinorWitness has_minor simplification",
    "names": "catalogue_entry name_of",
    "orientations": "orientation",
    "paving": (
        "ShortCircuit is_paving is_simple is_sparse_paving paving_violation "
        "simple_violation sparse_paving_violation"
    ),
    "polynomials": "Polynomial",
    "portraits": "Answer Portrait portrait",
    "quotients": "QuotientViolation is_quotient quotient_violation",
    "random_matroids": "random_by_extension random_linear random_sparse_paving random_transversal",
    "recognition": (
        "binary_recognition cographic_recognition graphic_recognition is_binary is_cographic "
        "is_graphic is_regular is_ternary regular_recognition ternary_recognition"
    ),
    "recognised": "Recognition",
    "set_list": "SetList",
    "sets": "bases circuits cocircuits flats hyperplanes independent_sets lattice_of_flats",
    "transversality": (
        "TransversalViolation is_transversal transversal_presentation transversal_violation"
    ),
    "tutte": "characteristic_polynomial tutte_polynomial whitney_numbers",
    "vocabulary": (
        "broken_circuits coclosure connectivity corank cyclic_flats equals f_vector nbc_sets "
        "nonbases"
    ),
}
"""The names of each module; a module is imported when one of its names is first used."""

_HOME_OF = {name: module for module, names in _NAMES_OF.items() for name in names.split()}

__all__ = [
    "Answer", "AutomorphismGroup", "Axiom", "AxiomViolation", "CanonicalForm",
    "GammoidPresentation", "IngletonViolation", "MinorWitness", "ModularCut", "NotGammoidMinor",
    "Polynomial", "Portrait", "QuotientViolation", "Recognition", "Representation", "Separation",
    "SetList", "ShortCircuit", "TransversalViolation", "all_matroids", "automorphisms",
    "axiom_violation", "bases", "binary_recognition", "broken_circuits", "canonical_form",
    "catalogue_entry", "characteristic_polynomial", "circuits", "cocircuits", "coclosure",
    "cographic_recognition", "coloops", "components", "connectivity", "corank", "cyclic_flats",
    "each_basis", "each_circuit", "each_flat", "elementary_lifts", "elementary_quotients",
    "equals", "extension", "f_vector", "flats", "free_extension", "gammoid_evidence", "girth",
    "graphic_recognition", "has_minor", "hyperplanes", "independent_sets", "ingleton_violation",
    "is_3_connected", "is_binary", "is_cographic", "is_connected", "is_gammoid", "is_graphic",
    "is_paving", "is_quotient", "is_regular", "is_representable", "is_simple", "is_sparse_paving",
    "is_ternary", "is_transversal", "isomorphism", "lattice_of_flats", "linear_subclasses",
    "loops", "modular_cut", "modular_cuts", "name_of", "nbc_sets", "nonbases", "orientation",
    "parallel_classes", "parallel_connection", "paving_violation", "portrait",
    "principal_extension", "quotient_violation", "random_by_extension", "random_linear",
    "random_sparse_paving", "random_transversal", "regular_recognition", "relaxation",
    "representation", "separation", "series_classes", "series_connection", "simple_violation",
    "simplification", "single_element_coextensions", "single_element_extensions",
    "sparse_paving_violation", "ternary_recognition", "transversal_presentation",
    "transversal_violation", "tutte_polynomial", "two_sum", "whitney_numbers",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOME_OF[name]
    module = home if home.startswith("matroidlab.") else f"{__name__}.{home}"
    value: object = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
