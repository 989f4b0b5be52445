"""The same policies inside a running service: keys, tokens, certificates, segments, and a journal.

>>> service = Service(Top(2), items=["a", "b", "c"], baseline=["a", "b"], seed=7)
>>> len(service.recommend().items)
2
"""

from matroidlab_serving.certificates import Bound, Certificate, Line
from matroidlab_serving.pages import Slots, Top
from matroidlab_serving.rounds import Propensities
from matroidlab_serving.service import Service
from matroidlab_serving.shown import Shown

__all__ = ["Bound", "Certificate", "Line", "Propensities", "Service", "Shown", "Slots", "Top"]
