"""Anything that may happen to a service, in any order, against a plain model of what should come of
it.
"""

from hypothesis import HealthCheck, settings

from serving_support.served_machine import Model

TestAnyOrder = Model.TestCase
TestAnyOrder.settings = settings(
    max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=[*HealthCheck]
)
