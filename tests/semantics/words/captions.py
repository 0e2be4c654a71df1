"""Captions of the kinds that benchmarks have: instructions, sentences, notes."""

CAPTIONS = (
    "open the fridge door",
    "put down plate",
    "wash cup",
    "continue peeling onion",
    "rinse and place tablespoons",
    "pick up knife from chopping board",
    "turn the light on",
    "throw away onion choppings",
    "a man is quickly washing his car in a blue shirt",
    "two children were playing football",
    "people dancing on a basketball court",
    "video showing how to cook some kind of food",
    "three men wrapped in towels are dancing",
    "a cat isn't drinking water",
    "someone spreading butter over a piece of bread",
    "judges interview young female singer",
    "pour quinoa into grinder using teaspoon",
    "move pak choi and tofu",
    "butter is spread on bread",
    "",
)
