"""The kinds of trouble that edges translate: somebody asked for something that cannot be done, or
is not there for them."""


class Refused(Exception):
    """This was refused."""

    reason = (  # one word for scripts, where a refusal has several causes that call for different answers
        ""
    )

    def __str__(self) -> str:
        """The words given, or the docstring: a refusal is named by its class and explained
        there."""
        return super().__str__() or " ".join((type(self).__doc__ or "").split())


class Unknown(Refused):
    """There is no such thing, or not for you: which of the two is not told."""
