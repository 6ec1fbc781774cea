"""From pieces to places: which cell or slot each piece fills, and what that says in the alphabet of its zone."""

from collections.abc import Sequence

from rules.table import Face, Zone
from vision.reading import Odds

LEAST = 1e-4  # smaller chances are left out
FOREIGN = 0.3  # a die that shows the zone's colours less than this is taken for somebody else's


def odds_in(zone: Zone, faces: Odds, colours: Odds) -> dict[Face, float]:
    """Return the probability of each word of the zone's alphabet that a die with these faces and colours shows."""
    coloured = _known_colours(zone, colours)
    both = {f"{colour} {face}": p * q for face, p in faces for colour, q in coloured.items()}
    alphabet = set(zone.faces)
    return {word: p for word, p in (both | dict(faces)).items() if word in alphabet and p > LEAST}


def turned_odds(zone: Zone, faces: Odds, quarters: int) -> Odds:
    """Return what a piece shows in the zone's words, turned clockwise by so many quarters from how it was read."""
    words: dict[Face, float] = {}
    for face, p in faces:
        word = zone.word(face, quarters)
        words[word] = words.get(word, 0.0) + p
    return tuple(sorted(words.items(), key=lambda pair: -pair[1]))


def _known_colours(zone: Zone, colours: Odds) -> dict[str, float]:
    """Return the chances of the colours in play; together 1 unless hardly any of them shows."""
    known = {word.partition(" ")[0] for word in zone.faces if " " in word}
    mass = sum(p for colour, p in colours if colour in known)
    return {colour: p / max(mass, FOREIGN) for colour, p in colours if colour in known}


def tile_odds(zone: Zone, down: float, back: Face = "down") -> dict[Face, float]:
    """Return the zone's words for a tile that lies face down with this probability: fronts are all alike likely."""
    fronts = [face for face in zone.faces if face != back]
    return {face: (1 - down) / len(fronts) for face in fronts} | {back: down}


def reading_order(centres: Sequence[tuple[float, float]], row: float) -> list[int]:
    """Return indices from top to bottom in rows of that height, each from left to right."""
    return sorted(range(len(centres)), key=lambda i: (centres[i][1] // max(row, 1.0), centres[i][0]))
