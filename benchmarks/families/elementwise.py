# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on elements, of every type: arithmetic, functions, conversions, bits."""

import jax
import jax.numpy as jnp
import jax.scipy.special as special
from jax import lax

from .cases import Family, booleans, integers, named, normal, uniform

elementwise = Family("elementwise")

SHAPE = (300, 500)
FLOATS, SIGNED, UNSIGNED = (
    "float32", "float64", "bfloat16", "float16"), ("int8", "int16", "int32", "int64"), ("uint8", "uint16", "uint32",
    "uint64",
)  # fmt: skip

# Arithmetic and a chain of it, in every type.
for dtype in FLOATS + ("complex64", "complex128"):
    elementwise.add(
        named("multiply_add", dtype), lambda x, y: x * y + x, normal(*SHAPE, dtype=dtype), normal(*SHAPE, dtype=dtype)
    )
    elementwise.add(named("divide", dtype), lambda x, y: x / y, normal(*SHAPE, dtype=dtype), normal(*SHAPE, dtype=dtype))
for dtype in SIGNED + UNSIGNED:
    values = integers(*SHAPE, low=1, high=100, dtype=dtype)
    elementwise.add(named("multiply_add", dtype), lambda x, y: x * y + x, values, values)
    elementwise.add(named("divide_and_remainder", dtype), lambda x, y: x // y + x % y, values, values)
for dtype in ("int8", "int32", "uint64"):
    values = integers(*SHAPE, high=7, dtype=dtype)
    elementwise.add(named("bits", dtype), lambda x, y: ((x << y) ^ (x >> 1)) | (x & ~y), values, values)
    elementwise.add(named("popcount", dtype), lax.population_count, values)
elementwise.add("leading_zeros_u32", lax.clz, integers(*SHAPE, high=2**31, dtype="uint32"))
elementwise.add("and_or_not_bool", lambda x, y: (x & y) | ~(x ^ y), booleans(*SHAPE), booleans(*SHAPE))
elementwise.add("compare_and_select", lambda x, y: jnp.where((x > y) & (x < 1), x, y), normal(*SHAPE), normal(*SHAPE))
elementwise.add(
    "select_bf16", lambda x, y: jnp.where(x > y, x, y * 2), normal(*SHAPE, dtype="bfloat16"),
    normal(*SHAPE, dtype="bfloat16"),
)  # fmt: skip
elementwise.add("clamp_s32", lambda x: jnp.clip(x, 10, 50), integers(*SHAPE))
elementwise.add("power_of_integers_s32", lambda x, y: x**y, integers(*SHAPE, high=9), integers(*SHAPE, high=6))

# Functions: f32 first, narrow and wide types of those that networks use.
FUNCTIONS = {
    "exp": jnp.exp, "expm1": jnp.expm1, "log1p_of_square": lambda x: jnp.log1p(x * x), "sin": jnp.sin, "cos": jnp.cos,
    "tan": jnp.tan, "tanh": jnp.tanh, "sinh": jnp.sinh, "arctan": jnp.arctan, "erf": lax.erf, "logistic": jax.nn.sigmoid,
    "rsqrt": lambda x: lax.rsqrt(x * x + 1), "cbrt": jnp.cbrt, "gelu": jax.nn.gelu,
    "gelu_exact": lambda x: jax.nn.gelu(x, approximate=False), "softplus": jax.nn.softplus, "silu": jax.nn.silu,
    "floor_and_fraction": lambda x: jnp.floor(x) + (x - jnp.round(x)), "sign": jnp.sign, "arcsinh": jnp.arcsinh,
}  # fmt: skip
for name, function in FUNCTIONS.items():
    elementwise.add(f"{name}_f32", function, normal(*SHAPE))
for name in ("exp", "tanh", "gelu", "sin", "log1p_of_square", "erf"):
    for dtype in ("float64", "bfloat16", "float16"):
        elementwise.add(named(name, dtype), FUNCTIONS[name], normal(*SHAPE, dtype=dtype))
for name, function in (
    ("log", jnp.log), ("sqrt", jnp.sqrt), ("arccos", jnp.arccos), ("power", lambda x: x**1.7), ("cube", lambda x: x**3),
):  # fmt: skip
    elementwise.add(f"{name}_f32", function, uniform(*SHAPE, low=0.01))
for dtype in ("float32", "float64"):
    elementwise.add(named("power_of_one_half", dtype), lambda x: x**0.5, uniform(*SHAPE, dtype=dtype))
elementwise.add("power_of_both_f32", lambda x, y: x**y, uniform(*SHAPE, low=0.1), normal(*SHAPE))
elementwise.add("remainder_f32", lambda x, y: x % y, normal(*SHAPE, scale=10), uniform(*SHAPE, low=0.5))
elementwise.add("arctan2_f32", jnp.arctan2, normal(*SHAPE), normal(*SHAPE))
elementwise.add("hypot_f32", jnp.hypot, normal(*SHAPE), normal(*SHAPE))
elementwise.add("lgamma_f32", special.gammaln, uniform(*SHAPE, low=0.1, high=20))
elementwise.add("digamma_f32", special.digamma, uniform(100, 200, low=0.5, high=20))
elementwise.add("erfinv_f32", special.erfinv, uniform(*SHAPE, low=-0.99, high=0.99))
elementwise.add("bessel_i0_f32", special.i0e, normal(*SHAPE))
elementwise.add("incomplete_gamma_f32", special.gammainc, uniform(20, 50, low=0.5, high=5), uniform(20, 50, low=0.1, high=5))
for function in (jnp.exp, jnp.abs, jnp.sqrt, jnp.sin, jnp.log, jnp.tanh):
    elementwise.add(f"{function.__name__}_c64", function, normal(*SHAPE, dtype="complex64"))
# Arguments that have to be reduced with many digits of pi.
elementwise.add("sin_of_large_f32", jnp.sin, normal(*SHAPE, scale=1e6))
elementwise.add("cos_of_huge_f32", jnp.cos, normal(*SHAPE, scale=1e30))
elementwise.add("sin_of_large_f64", jnp.sin, normal(*SHAPE, scale=1e9, dtype="float64"))
elementwise.add("sin_and_cos_of_large_f32", lambda x: (jnp.sin(x), jnp.cos(x)), normal(*SHAPE, scale=1e4))

# Conversions.
for source, target in (
    ("float32", "bfloat16"), ("bfloat16", "float32"), ("float32", "float16"), ("float32", "int32"), ("float32", "int8"),
    ("int32", "float32"), ("uint8", "float32"), ("float64", "float32"), ("int64", "int32"), ("int8", "int32"),
    ("float32", "float8_e4m3fn"), ("float32", "complex64"),
):  # fmt: skip
    values = normal(*SHAPE, scale=10, dtype=source) if source[0] in "fb" else integers(*SHAPE, dtype=source)
    elementwise.add(named(source, "to", target), lambda x, target=target: x.astype(target), values)
elementwise.add("bitcast_f32_to_u32", lambda x: lax.bitcast_convert_type(x, jnp.uint32) >> 3, normal(*SHAPE))
elementwise.add(
    "round_to_s8_and_back", lambda x: jnp.clip(jnp.round(x * 20), -127, 127).astype(jnp.int8).astype(jnp.float32) / 20,
    normal(*SHAPE),
)  # fmt: skip

# Broadcasts, and sizes at both ends.
elementwise.add("outer_sum_700x900", lambda x, y: x[:, None] + y, normal(700), normal(900))
elementwise.add("rows_scaled_700x900", lambda x, y: x * y[:, None], normal(700, 900), normal(700))
elementwise.add("columns_scaled_700x900", lambda x, y: x * y, normal(700, 900), normal(900))
elementwise.add("three_ways_60x70x80", lambda x, y, z: x[:, None, None] * y[:, None] + z, normal(60), normal(70), normal(80))
elementwise.add("add_3", lambda x, y: x + y, normal(3), normal(3))
elementwise.add("add_of_scalars", lambda x, y: x + y, normal(), normal())
elementwise.add("add_4000000", lambda x, y: x + y, normal(4000000), normal(4000000))
elementwise.add("add_30000000", lambda x, y: x + y, normal(30000000), normal(30000000))
elementwise.add("to_bf16_50000000", lambda x: x.astype(jnp.bfloat16), normal(50000000))
elementwise.add(
    "long_chain_100000",
    lambda x: jnp.sin(jnp.exp(-x * x) + jnp.tanh(x) * jnp.cos(x) - jnp.log1p(jnp.abs(x)) / (1 + x * x)), normal(100000),
)  # fmt: skip
elementwise.add("horner_degree_20_100000", lambda x: sum(x**k / (k + 1) for k in range(20)), uniform(100000))
elementwise.add("many_results_100000", lambda x: (x + 1, x * 2, x - 3, jnp.sin(x), x > 0), normal(100000))
elementwise.add("many_arguments_20000", lambda *x: sum(x), *(normal(20000) for _ in range(24)))
elementwise.add(
    "gradient_of_chain_100000", jax.grad(lambda x: jnp.sum(jnp.sin(jnp.tanh(x) * jnp.exp(-x * x)))), normal(100000)
)
