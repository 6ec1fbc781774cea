"""The recording of Dance of Muses: the end of a hand."""
