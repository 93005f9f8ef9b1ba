# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads weft-run's files with NumPy and writes others for it to read."""

import pathlib
import sys

import ml_dtypes
import numpy as np

folder = pathlib.Path(sys.argv[1])

a = np.load(folder / "a.npy")
assert a.dtype == np.float32 and a.tolist() == [[1, 2, 3], [4, 5, 6]], a
b = np.load(folder / "b.npy").view(ml_dtypes.bfloat16)
assert b.tolist() == [1.5, -2.0], b
c = np.load(folder / "c.npy")
assert c.dtype == np.int8 and c.tolist() == [7, -8], c

np.save(folder / "fortran.npy", np.asfortranarray(a))
np.save(folder / "bf16.npy", b)
np.save(folder / "i4.npy", np.array([7, -8], ml_dtypes.int4))
np.save(folder / "big_endian.npy", a.astype(">f4"))
