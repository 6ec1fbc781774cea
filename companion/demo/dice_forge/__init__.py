"""The recording of Dice Forge: two rounds, told by people."""
