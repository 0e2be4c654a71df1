"""What must always be true of jobs: their constraints."""

from foundation.integrity import Integrity, register

register(Integrity("jobs"))
