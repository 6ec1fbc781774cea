"""ONNX models with the facts they carry: a bad file is one clear sentence, never a traceback."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from rules.text import joined, say


class ModelError(RuntimeError):
    """A model file is missing, empty or not one of ours; the message says which and what to do."""


class Model:
    """The model in a file, ready to run on `threads` cores; `facts` is its metadata and holds every `needed` key."""

    def __init__(self, path: Path, needed: tuple[str, ...], threads: int) -> None:
        if not path.exists() or not path.stat().st_size:
            raise ModelError(say("The model {path} is missing or empty; install table-companion again.", path=path))
        import onnxruntime  # noqa: PLC0415 (slow to load: only when a model is)

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads would slow the others
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # each release raises other types
            raise ModelError(
                say("The model {path} cannot be read; install table-companion again.", path=path)
            ) from error
        self.facts: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        if missing := [key for key in needed if key not in self.facts]:
            raise ModelError(
                say(
                    "The model {path} lacks {names}: it is not one of ours; install it again.",
                    path=path,
                    names=joined(missing),
                )
            )

    def run(self, images: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """Return the model's first output for pictures of shape (N, H, W, 3), BGR."""
        return self.run_all(images)[0]

    def run_all(self, images: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        """Return all of the model's outputs for such pictures."""
        answers: list[npt.NDArray[np.float32]] = self._session.run(None, {"image": images})
        return answers
