"""What people ask of the list of jobs."""

from foundation.asking.forms import FilterForm
from jobs.queries import JobFilter


class JobFilterForm(FilterForm):
    """A filter in the address, so that a filtered list can be kept and passed on."""

    asks = JobFilter
    unchosen = {"state": "All"}
