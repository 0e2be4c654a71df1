"""The API's frame: what every endpoint under /api/v1/ shares. Settings and error pages name these by `config.api`.

REST framework imports this package while its own views are half loaded, so nothing here may import `rest_framework.views`.
"""

from config.api.json_body import StrictJSONParser
from config.api.paging import Pages
from config.api.problems import problem, problem_response
from config.api.throttle import PersonThrottle

__all__ = ["Pages", "PersonThrottle", "StrictJSONParser", "problem", "problem_response"]
