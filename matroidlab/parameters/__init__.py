"""Parameters as plain data, their types, and the records that build objects from them."""

from matroidlab.parameters.plain_data import (
    Parameters,
    examples_fault,
    named_record_faults,
    parameters_of,
    plain,
)
from matroidlab.parameters.record import ByName, Record
from matroidlab.parameters.types import Checked, converted, type_faults

__all__ = [
    "ByName",
    "Checked",
    "Parameters",
    "Record",
    "converted",
    "examples_fault",
    "named_record_faults",
    "parameters_of",
    "plain",
    "type_faults",
]
