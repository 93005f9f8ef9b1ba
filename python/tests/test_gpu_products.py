# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of products and convolutions on a GPU that is not there."""

from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

# Small matrices of which a block multiplies several, by matrix instructions and by lanes, alone and with what follows.
BATCHES = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def alone(x, y):
    return x @ y
def turned(x, y):
    return jnp.einsum("bij,bjk->bki", x, y)
def followed(x, y):
    return jnp.tanh(x @ y * 0.1).sum(axis=-1)

with jax.enable_x64(True):
    for rows, terms, columns, dtype in (
        (16, 20, 16, "bfloat16"), (16, 40, 24, "float16"), (12, 20, 13, "float32"), (5, 7, 30, "float32"),
        (20, 9, 17, "float64"), (12, 12, 12, "complex64"), (16, 16, 16, "int8"), (13, 11, 14, "int32"),
    ):
        x = support.sample((1101, rows, terms), dtype)
        y = support.sample((1101, terms, columns), dtype)
        for function in (alone, turned, followed) if dtype in ("bfloat16", "float32") else (alone,):
            actual, expected = support.run("weft", function, x, y), support.run("cpu", function, x, y)
            support.close(actual, expected, factor=8)
print("all right")
"""


def test_batches_of_small_products() -> None:
    passes(BATCHES)


# Convolutions by products of tiles: every direction, layout and kind of window.
CONVOLUTIONS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

PLACES_LAST = ("NCHW", "OIHW", "NCHW")

def check(shape, kernel, strides=(1, 1), padding="SAME", dtype="float32", gradients=True, numbers=("NHWC", "HWIO", "NHWC"), **settings):
    x, k = support.sample(shape, "float32").astype(dtype), support.sample(kernel, "float32").astype(dtype)
    def convolve(x, k):
        return lax.conv_general_dilated(x, k, strides, padding, dimension_numbers=numbers, **settings)
    def both(x, k):
        y, back = jax.vjp(convolve, x, k)
        return y, *back(jnp.sign(y))
    function = both if gradients else convolve
    actual, expected = support.run("weft", function, x, k), support.run("cpu", function, x, k)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=16)

check((2, 9, 10, 40), (3, 3, 40, 24))
check((2, 9, 10, 40), (3, 3, 40, 24), dtype="bfloat16")
check((1, 20, 20, 64), (3, 3, 64, 128), dtype="float16", gradients=False)
check((2, 11, 10, 20), (3, 3, 20, 24), strides=(2, 2))
check((2, 11, 10, 20), (3, 2, 20, 24), rhs_dilation=(2, 3))
check((2, 6, 5, 20), (3, 3, 20, 24), padding=((1, 1), (2, 1)), lhs_dilation=(2, 3))
check((2, 3, 5, 20), (3, 3, 20, 24), padding=((1, 1), (2, 1)), lhs_dilation=(7, 5), gradients=False)
check((2, 20, 10, 9), (24, 20, 3, 3), numbers=PLACES_LAST)
check((2, 9, 10, 64), (3, 3, 16, 64), feature_group_count=4, dtype="bfloat16")
check((2, 9, 10, 12), (3, 3, 3, 8), feature_group_count=4)
check((2, 9, 10, 12), (3, 3, 1, 24), feature_group_count=12)
check((2, 12, 9, 10), (12, 1, 3, 3), feature_group_count=12, numbers=PLACES_LAST)
check((4, 9, 10, 8), (3, 3, 8, 24), batch_group_count=2, gradients=False)
check((2, 30, 20), (5, 20, 24), strides=(1,), numbers=("NWC", "WIO", "NWC"))
check((1, 5, 6, 7, 20), (3, 3, 3, 20, 16), strides=(1, 1, 2), numbers=("NDHWC", "DHWIO", "NDHWC"))
check((2, 9, 10, 40), (3, 3, 40, 24), dtype="int8", gradients=False)
check((2, 9, 10, 8), (3, 3, 8, 24), dtype="complex64", gradients=False)
check((1, 1, 1, 8), (1, 1, 8, 4))
# Sums over all places and the batch, in blocks.
check((16, 24, 24, 5), (3, 3, 5, 7), dtype="bfloat16")
print("all right")
"""


def test_convolutions() -> None:
    passes(CONVOLUTIONS)


DIGITS = """
import jax, numpy as np
generator = np.random.default_rng(1)
x, y = (np.float32(generator.standard_normal(shape)) for shape in ((48, 80), (80, 40)))
right = np.float64(x) @ np.float64(y)


def off(precision=None, **options):
    product = jax.jit(lambda x, y: jax.lax.dot(x, y, precision=precision), compiler_options=options)
    return np.linalg.norm(product(x, y) - right) / np.linalg.norm(right)


assert 1e-5 < off() < 1e-3, off()
assert 1e-5 < off("high") < 1e-3
assert off("highest") < 1e-6
assert off(weft_exact_products=True) < 1e-6
print("all right")
"""


def test_digits_of_products() -> None:
    passes(DIGITS, JAX_DEFAULT_MATMUL_PRECISION="default")


# Products of several steps whose factors no copy brings: rows that begin anywhere, and what is converted on the way.
FACTORS_AHEAD = """
import jax, numpy as np, support
from jax import numpy as jnp

def wide(dtype):
    return "int32" if dtype == "int8" else "float32"
def product(x, y):
    return jax.lax.dot(x, y, preferred_element_type=wide(x.dtype.name))
def left_turned(x, y):
    return product(x.T, y)
def right_turned(x, y):
    return product(x, y.T)
def rectified(x, y):
    return product(jnp.maximum(x, 0), y)
def weights(x, y):
    return product(x, y.astype(x.dtype))
def rounded(x, y):
    return product(x.astype("bfloat16"), y.astype("bfloat16"))

for function, first, second in (
    (product, ((71, 333), "bfloat16"), ((333, 75), "bfloat16")),
    (left_turned, ((333, 71), "float16"), ((333, 75), "float16")),
    (right_turned, ((71, 333), "bfloat16"), ((75, 333), "bfloat16")),
    (product, ((71, 333), "int8"), ((333, 75), "int8")),
    (product, ((71, 336), "bfloat16"), ((336, 75), "bfloat16")),
    (rectified, ((64, 336), "bfloat16"), ((336, 80), "bfloat16")),
    (weights, ((71, 336), "bfloat16"), ((336, 80), "int8")),
    (weights, ((71, 333), "bfloat16"), ((333, 75), "float8_e4m3fn")),
    (rounded, ((64, 336), "float32"), ((336, 80), "float32")),
):
    x, y = support.sample(*first), support.sample(*second, seed=1)
    actual, expected = support.run("weft", function, x, y), support.run("cpu", function, x, y)
    support.close(actual, expected, factor=64)
print("all right")
"""


def test_factors_that_no_copy_brings() -> None:
    passes(FACTORS_AHEAD)
