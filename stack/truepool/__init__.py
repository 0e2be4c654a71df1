"""`truepool COMMAND`: the commands of this product under one name of its own."""
