"""The recording of Line Dice: a quick game to its winner."""
