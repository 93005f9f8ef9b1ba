# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions along every axis, running ones, and the normalisations that are made of them."""

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, booleans, integers, named, normal, uniform

reductions = Family("reductions")

# Sums along every axis of arrays of every form.
for shape in ((7,), (1000,), (100003,), (1000000,)):
    reductions.add(named("sum", shape), jnp.sum, normal(*shape))
for shape, axis in (
    ((1000, 1000), 0), ((1000, 1000), 1), ((33, 77), 0), ((33, 77), 1), ((100000, 8), 0), ((100000, 8), 1), ((8, 100000), 0),
    ((8, 100000), 1), ((100000, 3), 1), ((3, 100000), 0), ((64, 100, 128), 0), ((64, 100, 128), 1), ((64, 100, 128), 2),
    ((31, 1021, 7), 1), ((400, 20, 100), (0, 2)), ((400, 20, 100), (1, 2)), ((400, 20, 100), (0, 1)),
    ((16, 28, 28, 64), (0, 1, 2)),
    ((16, 64, 28, 28), (0, 2, 3)), ((16, 28, 28, 64), (1, 2)), ((12, 10, 8, 10, 12), (0, 2, 4)), ((512, 512), (0, 1)),
):  # fmt: skip
    reductions.add(
        named("sum", shape, "over", axis if isinstance(axis, tuple) else (axis,)), lambda x, axis=axis: x.sum(axis),
        normal(*shape),
    )  # fmt: skip
for dtype in ("float64", "bfloat16", "float16", "complex64", "int32"):
    for axis in (0, 1):
        values = integers(600, 700, dtype=dtype) if dtype == "int32" else normal(600, 700, dtype=dtype)
        reductions.add(named("sum", dtype, (600, 700), "over", (axis,)), lambda x, axis=axis: x.sum(axis), values)
reductions.add(
    "sum_s8_to_s32_600x700_over_1", lambda x: x.sum(1, dtype=jnp.int32), integers(600, 700, low=-100, dtype="int8")
)

# Few columns of very many rows, whose number nothing divides, of what is computed on the way.
OF_COLUMNS = {
    "sum": lambda x: jnp.sum(x, 0, dtype=jnp.float32),
    "squares": lambda x: jnp.sum(jnp.square(x.astype(jnp.float32) - 0.5), 0),
    "var": lambda x: jnp.var(x.astype(jnp.float32), 0),
}
for kind, function in OF_COLUMNS.items():
    for dtype in ("float32", "bfloat16", "float16"):
        for shape in ((100003, 37), (20011, 100)):
            reductions.add(named("columns", kind, dtype, shape), function, normal(*shape, dtype=dtype))

# Other kinds.
for kind in ("max", "min", "prod", "argmax", "argmin", "var", "std"):
    for axis in (0, 1):
        reductions.add(
            f"{kind}_500x700_over_{axis}", lambda x, kind=kind, axis=axis: getattr(jnp, kind)(x, axis=axis),
            uniform(500, 700, low=0.9, high=1.1),
        )  # fmt: skip
reductions.add("argmax_1000000", jnp.argmax, normal(1000000))
reductions.add("argmax_bf16_400x512_over_1", lambda x: jnp.argmax(x, 1), normal(400, 512, dtype="bfloat16"))
reductions.add("argmax_s32_400x512_over_0", lambda x: jnp.argmax(x, 0), integers(400, 512, high=10**6))
reductions.add("max_u8_1000x1000_over_1", lambda x: x.max(1), integers(1000, 1000, high=256, dtype="uint8"))
reductions.add("min_and_max_500x700", lambda x: (x.min(0), x.max(0)), normal(500, 700))
for axis in (0, 1):
    reductions.add(f"any_1000x1000_over_{axis}", lambda x, axis=axis: x.any(axis), booleans(1000, 1000, share=0.001))
    reductions.add(f"all_of_compare_1000x1000_over_{axis}", lambda x, axis=axis: (x > -4).all(axis), normal(1000, 1000))
reductions.add("count_of_compare_1000000", lambda x: jnp.sum(x > 0.5), normal(1000000))
reductions.add("xor_s32_100x5000", lambda x: lax.reduce(x, jnp.int32(0), lax.bitwise_xor, (1,)), integers(100, 5000))
reductions.add("norm_1000x300_over_1", lambda x: jnp.linalg.norm(x, axis=1), normal(1000, 300))
reductions.add("mean_and_variance_64x64x200_over_1", lambda x: (x.mean(1), x.var(1)), normal(64, 64, 200))
reductions.add(
    "weighted_mean_1000x500_over_0", lambda x, w: (x * w[:, None]).sum(0) / w.sum(), normal(1000, 500), uniform(1000)
)
reductions.add("nanmean_500x500_over_0", lambda x: jnp.nanmean(jnp.where(x > 2, jnp.nan, x), 0), normal(500, 500))
reductions.add(
    "sum_by_body_300x400", lambda x: lax.reduce(x, jnp.float32(0), lambda a, b: a + b + a * b * 1e-6, (1,)),
    uniform(300, 400),
)  # fmt: skip

# Softmax and its like.
for shape, axis in (
    ((1000, 1000), 1), ((1000, 1000), 0), ((64, 8, 128, 16), 2), ((100000, 4), 1), ((7, 50257), 1), ((33, 65), 1),
    ((2, 8, 128, 128), 3),
):  # fmt: skip
    reductions.add(named("softmax", shape, "over", (axis,)), lambda x, axis=axis: jax.nn.softmax(x, axis), normal(*shape))
for dtype in ("bfloat16", "float16", "float64"):
    reductions.add(named("softmax", dtype, (400, 512)), jax.nn.softmax, normal(400, 512, dtype=dtype))
reductions.add("softmax_gradient_400x512", lambda x, g: jax.vjp(jax.nn.softmax, x)[1](g), normal(400, 512), normal(400, 512))
reductions.add(
    "softmax_gradient_by_columns_400x512", lambda x, g: jax.vjp(lambda x: jax.nn.softmax(x, 0), x)[1](g), normal(400, 512),
    normal(400, 512),
)  # fmt: skip
reductions.add("log_softmax_400x512", jax.nn.log_softmax, normal(400, 512))
for axis in (0, 1):
    reductions.add(f"logsumexp_500x700_over_{axis}", lambda x, axis=axis: jax.nn.logsumexp(x, axis), normal(500, 700))
reductions.add(
    "logsumexp_of_sums_300x50x50", lambda x, t: jax.nn.logsumexp(x[:, :, None] + t, 1), normal(300, 50), normal(50, 50)
)
reductions.add(
    "masked_softmax_8x128x128", lambda x: jax.nn.softmax(jnp.where(jnp.tri(128, dtype=bool), x, -jnp.inf)),
    normal(8, 128, 128),
)  # fmt: skip

# Running ones.
for shape, axis in (
    ((100000,), 0), ((1000, 500), 1), ((1000, 500), 0), ((50, 60, 70), 1), ((5, 100003), 1), ((100003, 5), 0),
):  # fmt: skip
    reductions.add(named("cumsum", shape, "over", (axis,)), lambda x, axis=axis: jnp.cumsum(x, axis), normal(*shape))
reductions.add("cumsum_s32_300x400", lambda x: jnp.cumsum(x, 1), integers(300, 400))
reductions.add("cumsum_bf16_300x400", lambda x: jnp.cumsum(x, 1), uniform(300, 400, dtype="bfloat16"))
# Everything at once, of what is computed on the way from arrays that are repeated, shifted or turned.
for rows, columns in ((300, 300), (911, 911), (1024, 1024), (2003, 1999), (4000, 50), (50, 4000), (3, 200003)):
    x, y = normal(rows), normal(columns)
    reductions.add(named("sum_pairs", (rows, columns)), lambda x, y: jnp.sum(jnp.abs(x[:, None] - y)), x, y)
    reductions.add(named("max_pairs", (rows, columns)), lambda x, y: jnp.max(jnp.square(x[:, None] - y)), x, y)
for dtype in ("float64", "bfloat16", "int32"):
    x = integers(1001, dtype=dtype) if dtype == "int32" else normal(1001, dtype=dtype)
    reductions.add(named("sum_pairs", dtype, (1001, 1001)), lambda x: jnp.sum(jnp.abs(x[:, None] - x)), x)
reductions.add("mean_square_of_scaled_1000x1000", lambda x, s: jnp.mean(jnp.square(x * s)), normal(1000, 1000), normal(1000))
reductions.add("mean_square_of_features_8x64x32x31", lambda x, b: jnp.mean(jnp.square(x + b[:, None, None])), normal(8, 64, 32, 31), normal(64))
reductions.add("sum_above_diagonal_1000x1000", lambda x: jnp.sum(jnp.triu(x, 1)), normal(1000, 1000))
reductions.add("largest_asymmetry_1000x1000", lambda x: jnp.max(jnp.abs(x - x.T)), normal(1000, 1000))
reductions.add("total_variation_512x512", lambda x: jnp.sum(jnp.abs(jnp.diff(x, axis=0))) + jnp.sum(jnp.abs(jnp.diff(x))), normal(512, 512))
reductions.add(
    "laplacian_norm_1001x999",
    lambda u: jnp.sum(jnp.square(u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])), normal(1001, 999),
)  # fmt: skip
reductions.add("cumprod_300x400", lambda x: jnp.cumprod(x, 1), uniform(300, 400, low=0.99, high=1.01))
reductions.add("cummax_300x400", lambda x: lax.cummax(x, 1), normal(300, 400))
reductions.add("cummin_backwards_300x400", lambda x: lax.cummin(x, 0, reverse=True), normal(300, 400))
for shape, axis in (((300, 400), 1), ((300, 400), 0), ((20000,), 0)):
    reductions.add(
        named("cumlogsumexp", shape, "over", (axis,)), lambda x, axis=axis: lax.cumlogsumexp(x, axis), normal(*shape)
    )
reductions.add("cumsum_gradient_300x400", jax.grad(lambda x: jnp.sum(jnp.square(jnp.cumsum(x, 1)))), normal(300, 400))
reductions.add(
    "associative_scan_2000x16",
    lambda a, b: lax.associative_scan(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), (a, b)), uniform(2000, 16),
    normal(2000, 16),
)  # fmt: skip
reductions.add(
    "associative_scan_of_rows_backwards_64x500",
    lambda a, b: lax.associative_scan(
        lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), (a, b), axis=1, reverse=True), uniform(64, 500),
    normal(64, 500),
)  # fmt: skip
reductions.add("associative_scan_max_of_rows_64x500", lambda x: lax.associative_scan(jnp.maximum, x, axis=1), normal(64, 500))
reductions.add("moving_sum_20000_by_100", lambda x: lax.reduce_window(x, 0.0, lax.add, (100,), (1,), "VALID"), normal(20000))
reductions.add(
    "moving_max_300x300_by_7x7", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (7, 7), (1, 1), "SAME"),
    normal(300, 300),
)  # fmt: skip


# Normalisations.


def layer_norm(x, scale, offset):
    wide = x.astype(jnp.float32)
    centered = wide - wide.mean(-1, keepdims=True)
    normed = centered * lax.rsqrt(jnp.square(centered).mean(-1, keepdims=True) + 1e-5)
    return (normed * scale + offset).astype(x.dtype)


def rms_norm(x, scale, offset):
    wide = x.astype(jnp.float32)
    return (wide * lax.rsqrt(jnp.square(wide).mean(-1, keepdims=True) + 1e-6) * scale + offset).astype(x.dtype)


def batch_norm(x, scale, offset):
    axes = tuple(range(x.ndim - 1))
    mean, variance = x.mean(axes), jnp.square(x).mean(axes) - jnp.square(x.mean(axes))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + offset


def group_norm(x, scale, offset):
    parts = x.reshape(*x.shape[:-1], 8, -1)
    axes = (*range(1, x.ndim - 1), x.ndim)
    normed = (parts - parts.mean(axes, keepdims=True)) * lax.rsqrt(parts.var(axes, keepdims=True) + 1e-5)
    return normed.reshape(x.shape) * scale + offset


def gradients(norm):
    return lambda x, scale, offset, g: jax.vjp(norm, x, scale, offset)[1](g)


for norm, shape, dtypes in (
    (layer_norm, (512, 768), ("float32", "bfloat16", "float16")), (layer_norm, (2048, 64), ("float32",)),
    (layer_norm, (17, 5000), ("float32",)), (rms_norm, (512, 768), ("float32", "bfloat16")),
    (batch_norm, (16, 16, 16, 64), ("float32",)), (batch_norm, (2048, 128), ("float32",)),
    (group_norm, (4, 16, 16, 64), ("float32",)),
):  # fmt: skip
    for dtype in dtypes:
        x = normal(*shape, dtype=dtype)
        scale, offset = normal(shape[-1]), normal(shape[-1])
        reductions.add(named(norm.__name__, dtype, shape), norm, x, scale, offset)
        reductions.add(named(norm.__name__, "gradient", dtype, shape), gradients(norm), x, scale, offset, x)
