"""The one kind of trouble that edges translate: somebody asked for something that cannot be done."""


class Refused(Exception):
    """This was refused."""

    def __str__(self) -> str:
        """The words given, or the docstring: a refusal is named by its class and explained there."""
        return super().__str__() or (type(self).__doc__ or "")
