"""The policies inside a running service: keys, tokens, certificates, segments, and a journal.

>>> service = Service(Top(2), items=["a", "b", "c"], baseline=["a", "b"], seed=7)
>>> len(service.recommend().items)
2
"""

from matroidlab_serving.async_service import AsyncService
from matroidlab_serving.certificate_lines import ItemBound, Line, Preference
from matroidlab_serving.certificates import Certificate
from matroidlab_serving.engine.pages import Top
from matroidlab_serving.engine.rounds import Propensities
from matroidlab_serving.engine.slots import Slots
from matroidlab_serving.linear_certificates import LinearAssumption, LinearBound
from matroidlab_serving.list_service import ListService
from matroidlab_serving.opening import open_service
from matroidlab_serving.service import Service
from matroidlab_serving.shown_list import Shown

__all__ = [
    "AsyncService",
    "Certificate",
    "ItemBound",
    "Line",
    "LinearAssumption",
    "LinearBound",
    "ListService",
    "Preference",
    "Propensities",
    "Service",
    "Shown",
    "Slots",
    "Top",
    "open_service",
]
