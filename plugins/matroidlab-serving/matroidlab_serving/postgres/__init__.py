"""A service on many machines.

There is one planner for each segment, any number of front ends, and PostgreSQL between them.

The processes communicate through the database alone. A planner deals lists ahead, in random order,
into a table; front ends take them and write answers; the planner learns these. Needs the extra
``postgres``.
"""

from matroidlab_serving.postgres.address import is_postgres_address
from matroidlab_serving.postgres.front_end import FrontEnd
from matroidlab_serving.postgres.planner import SegmentPlanner

__all__ = ["FrontEnd", "SegmentPlanner", "is_postgres_address"]
