"""A service inside other libraries, and other libraries inside a service.

None of them is imported here.

>>> from matroidlab_serving import Top
>>> mab = ListMAB(Top(2), items=["a", "b", "c"], baseline=["a", "b"], seed=2)
>>> mab.partial_fit(decisions=["a", "b"], rewards=[1, 0])
>>> mab.predict()
['a', 'c']
"""

from matroidlab_serving.adapters.coba import CobaLearner
from matroidlab_serving.adapters.mab import ListMAB
from matroidlab_serving.adapters.mabwiser import MABWiserProposal
from matroidlab_serving.adapters.proposal import LearningProposal
from matroidlab_serving.adapters.river import RiverProposal
from matroidlab_serving.adapters.vowpalwabbit import VowpalWabbitProposal

__all__ = [
    "CobaLearner",
    "LearningProposal",
    "ListMAB",
    "MABWiserProposal",
    "RiverProposal",
    "VowpalWabbitProposal",
]
