# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random inputs for a program, and whether two results of it agree.

    compare.py make FOLDER SHAPE:DTYPE ...      writes 0.npy, 1.npy ...
    compare.py check ONE.npy OTHER.npy BOUND    the norm of the difference, relative
"""

import sys

import ml_dtypes
import numpy as np


def load(name):
    array = np.load(name)
    return (array.view(ml_dtypes.bfloat16) if array.dtype == np.dtype("V2") else array).astype(np.float64)


if sys.argv[1] == "make":
    generator = np.random.default_rng(17)
    for i, text in enumerate(sys.argv[3:]):
        shape, dtype = text.split(":")
        values = generator.standard_normal([int(extent) for extent in shape.split("x")])
        scale = 50 if dtype.startswith("int") else 1
        np.save(f"{sys.argv[2]}/{i}.npy", (scale * values).astype(getattr(ml_dtypes, dtype, dtype)))
else:
    one, other = load(sys.argv[2]), load(sys.argv[3])
    error = np.linalg.norm(one - other) / np.linalg.norm(other)
    print(f"relative error {error:.2e}")
    sys.exit(not error <= float(sys.argv[4]))
