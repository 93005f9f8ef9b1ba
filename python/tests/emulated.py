# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A GPU that is not there, for tests: the plugin with the emulator in place of NVIDIA's driver."""

import pathlib

import pytest
import support
import weft

LIBRARY = pathlib.Path(weft.library_path()).parent / "libweft_emulated_cuda.so"
NEEDS_EMULATOR = pytest.mark.skipif(not LIBRARY.exists(), reason="the emulator is not built")


def emulated(program: str, **environment: str):
    gpu = {"WEFT_DEVICE": "gpu", "WEFT_CUDA_DRIVER": str(LIBRARY), "WEFT_CACHE": "0"}
    # Products with all digits, as on the CPU that results are compared with.
    gpu["JAX_DEFAULT_MATMUL_PRECISION"] = "highest"
    path = f"{support.PYTHON}:{pathlib.Path(__file__).parent}"
    return support.python(program, PYTHONPATH=path, **(gpu | environment))
