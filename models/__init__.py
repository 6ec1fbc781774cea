"""The trained ONNX models, by name."""

from pathlib import Path


def path(name: str) -> Path:
    """Return where the model file `name` (without ".onnx") lies; it need not exist."""
    return Path(__file__).with_name(f"{name}.onnx")
