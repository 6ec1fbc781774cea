"""Training of the models in the folder above, from nothing to .onnx; needs the extra `train`."""
