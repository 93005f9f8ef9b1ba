# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Inputs of the example kernels, and what they should give.
#
#   arrays.py make KERNEL FOLDER     writes FOLDER/0.npy, FOLDER/1.npy ...
#   arrays.py check KERNEL FOLDER    compares FOLDER/out.npy with numpy's result

import math
import pathlib
import sys

import ml_dtypes
import numpy as np


def random(seed, shape, dtype):
    values = np.random.default_rng(seed).standard_normal(shape)
    return values.astype(dtype)


def softmax(x):
    e = np.exp(x * 0.125 - np.max(x * 0.125, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def gemm(a, b, bias):
    product = a.astype(np.float32) @ b.astype(np.float32) + bias
    return np.vectorize(math.erf)(product)


def attention(q, k, v):
    q, k, v = (x.astype(np.float32) for x in (q, k, v))
    scores = np.einsum("hid,hjd->hij", q, k) * 0.25
    scores = np.where(np.tril(np.ones(scores.shape[1:], bool)), scores, -np.inf)
    p = np.exp(scores - scores.max(axis=2, keepdims=True))
    return np.einsum("hij,hjd->hid", p / p.sum(axis=2, keepdims=True), v)


def cumsum(x):
    return np.cumsum(x, dtype=np.int32)


KERNELS = {
    "softmax": (softmax, [random(1, (8, 10), np.float32)], 1e-6),
    "gemm": (gemm, [random(2, (64, 64), ml_dtypes.bfloat16), random(3, (64, 64), ml_dtypes.bfloat16),
                    random(4, (64,), np.float32)], 1e-2),
    "attention": (attention, [random(5 + i, (2, 32, 16), ml_dtypes.bfloat16) for i in range(3)], 2e-2),
    "cumsum": (cumsum, [np.random.default_rng(8).integers(-1000, 1000, 64, np.int32)], 0),
}


def main():
    _, command, kernel, folder = sys.argv
    function, inputs, tolerance = KERNELS[kernel]
    folder = pathlib.Path(folder)
    if command == "make":
        folder.mkdir(parents=True, exist_ok=True)
        for i, array in enumerate(inputs):
            np.save(folder / f"{i}.npy", array.view(np.dtype("V2")) if array.dtype == ml_dtypes.bfloat16 else array)
        return
    actual = np.load(folder / "out.npy")
    if actual.dtype.kind == "V":
        actual = actual.view(ml_dtypes.bfloat16).astype(np.float32)
    np.testing.assert_allclose(actual, function(*inputs), atol=tolerance, rtol=0)
    print("equal")


main()
