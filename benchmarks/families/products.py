# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices: every size, order and type."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .cases import Family, integers, named, normal

products = Family("products")

# Which dimension of each operand is contracted: n as in x @ y, t for an operand that lies the other way.
ORDERS = {"nn": (1, 0), "nt": (1, 1), "tn": (0, 0), "tt": (0, 1)}


def operand(*shape, dtype):
    kind = np.dtype(dtype).kind
    if kind in "iu":
        return integers(*shape, low=0 if kind == "u" else -100, high=100, dtype=dtype)
    return normal(*shape, dtype=dtype)


def product(m, k, n, dtype="float32", order="nn", result=None):
    left, right = ORDERS[order]
    contract = functools.partial(
        lax.dot_general, dimension_numbers=(((left,), (right,)), ((), ())), preferred_element_type=result
    )
    products.add(
        named("product", dtype, result and f"to_{named(result)}", order if order != "nn" else "", (m, k, n)),
        lambda x, y: contract(x, y),
        operand(*((m, k) if left else (k, m)), dtype=dtype),
        operand(*((n, k) if right else (k, n)), dtype=dtype),
    )


SQUARES = [(n, n, n) for n in (3, 8, 17, 31, 32, 64, 100, 127, 128, 256, 333, 512, 768, 1024)]
ODD = [(257, 251, 263), (65, 1000, 67), (1000, 65, 999), (129, 129, 1025), (8192, 64, 64), (64, 64, 8192), (4096, 256, 10)]
FEW_ROWS = [
    (1, 512, 512), (1, 2048, 2048), (1, 4096, 1000), (2, 1024, 4096), (3, 2048, 1024), (4, 4096, 1024), (7, 1021, 1031),
    (16, 1024, 2048),
]  # fmt: skip
FEW_COLUMNS = [
    (512, 512, 1), (2048, 2048, 1), (4096, 1024, 2), (1024, 2048, 3), (1024, 4096, 4), (1031, 1021, 7), (2048, 512, 16),
]  # fmt: skip
LONG = [(1, 1000000, 1), (2, 300000, 3), (16, 65536, 16), (64, 16384, 64), (100, 8191, 90)]
SHORT_CONTRACTED = [(1024, 1, 1024), (1024, 2, 1024), (1000, 3, 1000), (777, 8, 1311), (2048, 16, 512)]

for shape in SQUARES + ODD + FEW_ROWS + FEW_COLUMNS + LONG + SHORT_CONTRACTED:
    product(*shape)
for order in ("nt", "tn", "tt"):
    for shape in (
        (32, 32, 32), (384, 320, 448), (37, 1024, 512), (1, 2048, 2048), (2048, 2048, 1), (64, 16384, 64), (1024, 4, 1024),
    ):  # fmt: skip
        product(*shape, order=order)
for dtype in ("float64", "bfloat16", "float16", "complex64", "int32"):
    for shape in ((64, 64, 64), (127, 131, 113), (384, 384, 384), (1, 1024, 1024), (1024, 1024, 1), (16, 8192, 16)):
        product(*shape, dtype=dtype)
for dtype in ("float64", "bfloat16", "complex64"):
    for order in ("nt", "tn", "tt"):
        product(192, 256, 224, dtype=dtype, order=order)
product(128, 128, 128, dtype="complex128")
product(256, 256, 256, dtype="int16", result="int32")
product(256, 256, 256, dtype="uint32")
product(192, 192, 192, dtype="int64")
product(256, 256, 256, dtype="float8_e4m3fn", result="float32")
for dtype in ("bfloat16", "float16"):
    for shape in ((512, 512, 512), (1, 2048, 2048), (100, 300, 77)):
        product(*shape, dtype=dtype, result="float32")
for order in ORDERS:
    product(256, 512, 384, dtype="int8", result="int32", order=order)
for dtype, result in (("int8", "int32"), ("uint8", "uint32"), ("uint8", "int32")):
    for shape in ((64, 64, 64), (512, 512, 512), (1, 2048, 2048), (2048, 2048, 1), (127, 131, 113)):
        product(*shape, dtype=dtype, result=result)


def contraction(equation, *shapes, dtype="float32"):
    letters = equation.replace(",", ".").replace("->", ".to.")
    products.add(
        named("einsum", dtype, letters, "_".join(map(named, shapes))),
        lambda *operands: jnp.einsum(equation, *operands),
        *(operand(*shape, dtype=dtype) for shape in shapes),
    )


contraction("bij,bjk->bik", (10000, 3, 3), (10000, 3, 3))
contraction("bij,bjk->bik", (4096, 4, 4), (4096, 4, 4))
contraction("bij,bjk->bik", (1024, 8, 16), (1024, 16, 8))
contraction("bij,bjk->bik", (300, 17, 19), (300, 19, 23))
contraction("bij,bjk->bik", (512, 32, 32), (512, 32, 32))
contraction("bij,bjk->bik", (64, 128, 64), (64, 64, 128))
contraction("bij,bkj->bik", (16, 197, 64), (16, 197, 64))
contraction("bji,bjk->bik", (128, 48, 40), (128, 48, 56))
contraction("bij,bj->bi", (256, 64, 128), (256, 128))
contraction("bi,bij->bj", (256, 64), (256, 64, 128))
contraction("bi,bi->b", (4096, 256), (4096, 256))
contraction("bi,bj->bij", (256, 64), (256, 48))
contraction("ij,bjk->bik", (64, 96), (100, 96, 40))
contraction("bij,jk->bik", (32, 64, 256), (256, 128))
contraction("ibj,jbk->ibk", (40, 64, 32), (32, 64, 48))
contraction("bijc,cd->bijd", (4, 28, 28, 64), (64, 96))
contraction("bihd,bjhd->bhij", (2, 192, 8, 64), (2, 192, 8, 64))
contraction("bhij,bjhd->bihd", (2, 8, 192, 192), (2, 192, 8, 64))
contraction("bihd,hde->bie", (4, 64, 8, 32), (8, 32, 256))
contraction("abcd,cdef->abef", (12, 10, 16, 18), (16, 18, 14, 11))
contraction("abc,acd,de->abe", (8, 40, 50), (8, 50, 60), (60, 30))
contraction("ijk,jil->kl", (24, 30, 40), (30, 24, 50))
for dtype in ("bfloat16", "float64", "complex64", "int32"):
    contraction("bij,bjk->bik", (256, 24, 24), (256, 24, 24), dtype=dtype)
contraction("bij,bkj->bik", (16, 197, 64), (16, 197, 64), dtype="bfloat16")
contraction("bij,bkj->bik", (16, 197, 64), (16, 197, 64), dtype="float16")


# Products with what surrounds them in networks.


def rms_norm(x, scale):
    return x * lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6) * scale


def layer_norm(x):
    centered = x - x.mean(-1, keepdims=True)
    return centered * lax.rsqrt(jnp.square(centered).mean(-1, keepdims=True) + 1e-5)


def gate(x, one, two, down):
    return (jax.nn.silu(x @ one) * (x @ two)) @ down


def bias_gelu(x, weights, bias):
    return jax.nn.gelu(x @ weights + bias)


def cross_entropy(x, weights, labels):
    logits = x @ weights
    chosen = jnp.take_along_axis(logits, labels[:, None], 1)[:, 0]
    return jnp.mean(jax.nn.logsumexp(logits, -1) - chosen)


for rows in (1, 128):
    for dtype in ("float32", "bfloat16"):
        w = functools.partial(normal, dtype=dtype, scale=0.05)
        products.add(
            named("gate", dtype, (rows, 256, 684)), gate, normal(rows, 256, dtype=dtype), w(256, 684), w(256, 684),
            w(684, 256),
        )  # fmt: skip
        products.add(
            named("bias_gelu", dtype, (rows, 384, 1536)), bias_gelu, normal(rows, 384, dtype=dtype), w(384, 1536), w(1536)
        )

products.add(
    "normalised_then_product_f32_256x512x512",
    lambda x, s, w: rms_norm(x, s) @ w, normal(256, 512), normal(512), normal(512, 512, scale=0.05),
)  # fmt: skip
products.add(
    "product_then_residual_and_norm_f32_256x512x512",
    lambda x, w, b: layer_norm(x + x @ w + b), normal(256, 512), normal(512, 512, scale=0.05), normal(512),
)  # fmt: skip
products.add(
    "softmax_of_product_f32_200x300x500", lambda x, w: jax.nn.softmax(x @ w), normal(200, 300), normal(300, 500, scale=0.1)
)
products.add(
    "relu_and_mask_then_product_f32_333x400x222", lambda x, w: jnp.where(x > 0.5, x, 0.0) @ w, normal(333, 400),
    normal(400, 222),
)  # fmt: skip
products.add("sum_of_rows_of_product_f32_500x300x400", lambda x, w: (x @ w).sum(0), normal(500, 300), normal(300, 400))
products.add(
    "sum_of_squared_product_f32_500x300x400", lambda x, w: jnp.sum(jnp.square(x @ w)), normal(500, 300), normal(300, 400)
)
products.add("three_in_a_row_f32_200", lambda x, y, z: x @ y @ z, normal(200, 200), normal(200, 200), normal(200, 200))
products.add("gram_f32_300x1000", lambda x: x @ x.T, normal(300, 1000))
products.add(
    "distances_f32_500x400x64", lambda x, y: (x * x).sum(1)[:, None] - 2 * x @ y.T + (y * y).sum(1), normal(500, 64),
    normal(400, 64),
)  # fmt: skip
products.add(
    "cross_entropy_f32_128x256x2000", cross_entropy, normal(128, 256), normal(256, 2000, scale=0.05),
    integers(128, high=2000),
)  # fmt: skip
products.add(
    "cross_entropy_gradient_f32_128x256x2000",
    jax.grad(cross_entropy, argnums=(0, 1)), normal(128, 256), normal(256, 2000, scale=0.05), integers(128, high=2000),
)  # fmt: skip
for dtype in ("float32", "bfloat16"):
    products.add(
        named("both_gradients", dtype, (160, 256, 320)),
        lambda x, w, g: jax.vjp(lambda x, w: x @ w, x, w)[1](g),
        normal(160, 256, dtype=dtype), normal(256, 320, dtype=dtype), normal(160, 320, dtype=dtype),
    )  # fmt: skip


# Layers with quantised weights: scales per column, scales per group of rows, and activations quantised as well.


def scaled_columns(x, weights, scales):
    return (x @ weights.astype(x.dtype)) * scales


def scaled_groups(x, weights, scales):
    groups, size = scales.shape[0], weights.shape[0] // scales.shape[0]
    wide = weights.reshape(groups, size, -1).astype(x.dtype) * scales[:, None, :]
    return x @ wide.reshape(weights.shape)


def quantised_both(x, weights, scales):
    largest = jnp.max(jnp.abs(x), -1, keepdims=True) / 127
    narrow = jnp.round(x / largest).astype(jnp.int8)
    sums = lax.dot_general(narrow, weights, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
    return sums.astype(x.dtype) * largest * scales


for rows in (1, 8, 128):
    weights = integers(512, 768, low=-127, high=128, dtype="int8")
    products.add(f"s8_columns_f32_{rows}x512x768", scaled_columns, normal(rows, 512), weights, normal(768, scale=0.01))
    products.add(f"s8_groups_f32_{rows}x512x768", scaled_groups, normal(rows, 512), weights, normal(8, 768, scale=0.01))
    # An element half way between two integers may round to either: one step of 127 in one term of 512.
    products.add(
        f"s8_both_f32_{rows}x512x768", quantised_both, normal(rows, 512), weights, normal(768, scale=0.01), tolerance=1e-2
    )
products.add(
    "s8_columns_bf16_16x512x768", scaled_columns,
    normal(16, 512, dtype="bfloat16"), integers(512, 768, low=-127, high=128, dtype="int8"),
    normal(768, scale=0.01, dtype="bfloat16"),
)  # fmt: skip


def packed_columns(x, packed, scales):
    low, high = (packed & 15).astype(jnp.int8) - 8, (packed >> 4).astype(jnp.int8) - 8
    weights = jnp.stack([low, high], 1).reshape(-1, packed.shape[1])
    return (x @ weights.astype(x.dtype)) * scales


products.add(
    "packed_s4_columns_f32_16x512x768", packed_columns, normal(16, 512), integers(256, 768, high=256, dtype="uint8"),
    normal(768, scale=0.01),
)  # fmt: skip
