"""Base-orderability and strong base-orderability: certificates and counterexamples.

Two bases are *strongly* exchangeable if one bijection between them lets any part of the first be
exchanged at once. A matroid in which this holds for all pairs is strongly base-orderable. The
result is always a witness: a bijection that can be checked, or a `Violation` that can be verified.
"""

from matroidlab.orderability.axioms import SetsTried
from matroidlab.orderability.bijections import base_order_bijection, strong_bijection
from matroidlab.orderability.certificates import strong_bijection_failure
from matroidlab.orderability.finding import Method
from matroidlab.orderability.questions import (
    base_order_violation,
    is_base_orderable,
    is_strongly_base_orderable,
    k_base_orderable,
    k_order_violation,
    strong_order_violation,
)
from matroidlab.orderability.report import OrderabilityReport, Verdict, orderability_report
from matroidlab.orderability.table import BasisTable, tabulate
from matroidlab.orderability.violation import Violation

__all__ = [
    "BasisTable",
    "Method",
    "OrderabilityReport",
    "SetsTried",
    "Verdict",
    "Violation",
    "base_order_bijection",
    "base_order_violation",
    "is_base_orderable",
    "is_strongly_base_orderable",
    "k_base_orderable",
    "k_order_violation",
    "orderability_report",
    "strong_bijection",
    "strong_bijection_failure",
    "strong_order_violation",
    "tabulate",
]
