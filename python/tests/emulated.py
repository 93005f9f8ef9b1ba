# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A GPU that is not there, for tests: the plugin with the emulator in place of NVIDIA's driver."""

import ctypes
import os
import pathlib

import pytest
import support
import weft

LIBRARY = pathlib.Path(weft.library_path()).parent / "libweft_emulated_cuda.so"
# Calibration of a GPU whose kernels begin at once: it takes for small arrays what others take for large ones only.
INSTANT = pathlib.Path(support.PYTHON).parent / "test" / "timings" / "instant_kernels.txt"
# Calibration of a GPU that counts the places of all arrays as others do those of more than 2^31 elements.
FAR = INSTANT.with_name("far_places.txt")
NEEDS_EMULATOR = pytest.mark.skipif(not LIBRARY.exists(), reason="the emulator is not built")


# Functions of the driver that came after the oldest one that Weft takes, and the versions that brought them.
LATER_FUNCTIONS = {"cuGraphAddNode": 12020, "cuGraphAddNode_v2": 12030, "cuGraphConditionalHandleCreate": 12030}


def older(version: int) -> dict[str, str]:
    """The environment in which the driver poses as an earlier one: 12020 for CUDA 12.2."""
    missing = [name for name, first in LATER_FUNCTIONS.items() if version < first]
    return {"WEFT_EMULATOR_VERSION": str(version), "WEFT_CUDA_WITHOUT": ",".join(missing)}


def driver() -> ctypes.CDLL:
    """The stand-in, in the process that runs on it."""
    return ctypes.CDLL(os.environ["WEFT_CUDA_DRIVER"])


def calls(function: str) -> int:
    """How often a function of the driver was called."""
    count = ctypes.c_uint64()
    driver().cuEmulatorCountCalls(function.encode(), ctypes.byref(count))
    return count.value


def refuse_call(function: str, result: int, before: int = 0) -> None:
    """The next call of a function, or one behind it, does nothing and returns `result`."""
    driver().cuEmulatorRefuseCalls(function.encode(), ctypes.c_uint64(before), ctypes.c_uint64(1), result)


def emulated(program: str, **environment: str):
    gpu = {"WEFT_DEVICE": "gpu", "WEFT_CUDA_DRIVER": str(LIBRARY), "WEFT_CACHE": "0"}
    # Products with all digits, as on the CPU that results are compared with.
    gpu["JAX_DEFAULT_MATMUL_PRECISION"] = "highest"
    path = f"{support.PYTHON}:{pathlib.Path(__file__).parent}"
    return support.python(program, PYTHONPATH=path, **(gpu | environment))


def passes(program: str, **environment: str) -> None:
    """Runs a program that compares by itself, and says at its end that all is right."""
    result = emulated(program, **environment)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout
