"""The family of expected refusals, which edges translate: somebody asked for something that cannot
be done, or that is not there for them."""

from collections.abc import Mapping


class Refused(Exception):
    """This was refused."""

    # As HTTP has it: at odds with how things are.
    status = 409
    # One word for scripts, where a refusal has several causes that call for different answers.
    reason = ""

    def __init__(self, *words: object, field: str = "") -> None:
        """field: which part of what was asked is wrong, where it is one part."""
        super().__init__(*words)
        self.field = field

    def __str__(self) -> str:
        """The words given, or the docstring: a refusal is named by its class and explained
        there, on however many lines."""
        return super().__str__() or " ".join((type(self).__doc__ or "").split())


class Unknown(Refused):
    """There is no such thing, or not for you: which of the two is not told."""

    status = 404


class WrongValues(Refused):
    """Values that cannot be taken. by_field: why, by the name of each; "" where it is none of them
    alone."""

    status = 400

    def __init__(self, by_field: Mapping[str, str]) -> None:
        words = (f"{name}: {why}" if name else why for name, why in by_field.items())
        super().__init__(" ".join(words))
        self.by_field = dict(by_field)
