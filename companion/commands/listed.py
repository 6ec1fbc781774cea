"""Lists on the command line: what people write with commas between."""

import click


def listed(text: str) -> list[str]:
    """Return the parts between the commas."""
    return [part.strip() for part in text.split(",")]


def sun_numbers(text: str | None) -> list[int] | None:
    """Return the numbers of suns between the commas, None for None; BadParameter, one sentence, for what is none."""
    if text is None:
        return None
    parts = listed(text)
    wrong = [part for part in parts if not part.isdecimal()]
    if wrong:
        raise click.BadParameter(f"“{wrong[0]}” is no number of suns: write one number for each tile, as 1,3,2.")
    return [int(part) for part in parts]
