# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions of one to three dimensions, forward and both gradients, in the layouts that users choose."""

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, integers, named, normal

convolutions = Family("convolutions")

# By the number of spatial dimensions: channels last, and channels first.
LAST = {1: ("NWC", "WIO", "NWC"), 2: ("NHWC", "HWIO", "NHWC"), 3: ("NDHWC", "DHWIO", "NDHWC")}
FIRST = {1: ("NCW", "OIW", "NCW"), 2: ("NCHW", "OIHW", "NCHW"), 3: ("NCDHW", "OIDHW", "NCDHW")}


def convolution(
    name, batch, space, channels, window, features, *, stride=1, dilation=1, spread=1, groups=1, padding="SAME",
    dtype="float32", layout=LAST, modes=("forward",),
):  # fmt: skip
    """Adds a convolution: `spread` is how far the elements of the input are set apart, as transposed convolutions do."""
    rank = len(space)
    if layout is LAST:
        input_shape, kernel_shape = (batch, *space, channels), (*window, channels // groups, features)
    else:
        input_shape, kernel_shape = (batch, channels, *space), (features, channels // groups, *window)

    def apply(x, kernel):
        return lax.conv_general_dilated(
            x, kernel, (stride,) * rank, padding, (spread,) * rank, (dilation,) * rank,
            dimension_numbers=layout[rank], feature_group_count=groups,
        )  # fmt: skip

    # A gradient is a convolution by itself; what it does not need of the forward one is not computed.
    functions = {
        "forward": apply,
        "to_input": lambda x, kernel, g: jax.vjp(lambda x: apply(x, kernel), x)[1](g),
        "to_kernel": lambda x, kernel, g: jax.vjp(lambda kernel: apply(x, kernel), kernel)[1](g),
    }
    x, kernel = (normal(*shape, dtype=dtype) for shape in (input_shape, kernel_shape))
    result = jax.eval_shape(apply, *(jax.ShapeDtypeStruct(shape, "float32") for shape in (input_shape, kernel_shape))).shape
    for mode in modes:
        arguments = (x, kernel) if mode == "forward" else (x, kernel, normal(*result, dtype=dtype))
        parts = (name, dtype if dtype != "float32" else "", "first" if layout is FIRST else "", input_shape, kernel_shape)
        convolutions.add(named(*parts, mode if mode != "forward" else ""), functions[mode], *arguments)


ALL = ("forward", "to_input", "to_kernel")

# Plain ones, from the first layer of a network to its last.
convolution("plain", 1, (8, 8), 4, (3, 3), 4)
convolution("plain", 1, (64, 64), 1, (3, 3), 1)
convolution("plain", 8, (32, 32), 3, (3, 3), 32, modes=ALL)
convolution("plain", 4, (28, 28), 16, (5, 5), 24, modes=ALL)
convolution("plain", 2, (37, 41), 13, (3, 3), 17, modes=ALL)
convolution("plain", 8, (32, 32), 32, (3, 3), 32, modes=ALL)
convolution("plain", 1, (224, 224), 3, (7, 7), 16)
convolution("plain", 1, (61, 7), 8, (3, 5), 16, padding="VALID", modes=ALL)
convolution("deep", 2, (14, 14), 128, (3, 3), 128, modes=ALL)
convolution("deep", 1, (7, 7), 256, (3, 3), 256, modes=ALL)
convolution("deep", 16, (4, 4), 96, (3, 3), 128, modes=ALL)
convolution("whole_window", 8, (7, 7), 64, (7, 7), 100, padding="VALID", modes=ALL)
convolution("filter", 1, (256, 256), 1, (11, 11), 1)
for dtype in ("bfloat16", "float16", "float64"):
    convolution("plain", 4, (24, 24), 24, (3, 3), 32, dtype=dtype, modes=ALL)
convolution("plain", 2, (16, 16), 8, (3, 3), 8, dtype="complex64")
convolution("plain", 4, (24, 30), 16, (3, 3), 32, layout=FIRST, modes=ALL)
convolution("plain", 2, (14, 14), 96, (3, 3), 128, layout=FIRST, modes=ALL)
convolution("plain", 8, (32, 32), 3, (3, 3), 32, layout=FIRST, modes=ALL)

# 1x1: products in disguise.
convolution("one_by_one", 4, (28, 28), 64, (1, 1), 128, modes=ALL)
convolution("one_by_one", 1, (7, 7), 512, (1, 1), 256, modes=ALL)
convolution("one_by_one", 2, (28, 28), 96, (1, 1), 64, layout=FIRST, modes=ALL)
convolution("one_by_one", 4, (28, 28), 64, (1, 1), 64, stride=2, modes=ALL)
convolution("one_by_one", 2, (20, 20), 64, (1, 1), 64, dtype="bfloat16", modes=ALL)

# Strided, dilated, transposed.
convolution("strided", 4, (32, 32), 16, (3, 3), 32, stride=2, modes=ALL)
convolution("strided", 1, (112, 112), 3, (7, 7), 32, stride=2, modes=ALL)
convolution("strided", 4, (33, 31), 12, (4, 4), 20, stride=3, padding="VALID", modes=ALL)
convolution("patches", 2, (112, 112), 3, (16, 16), 192, stride=16, padding="VALID", modes=ALL)
convolution("strided", 2, (32, 32), 16, (3, 3), 32, stride=2, layout=FIRST, modes=ALL)
convolution("dilated", 2, (32, 32), 16, (3, 3), 16, dilation=2, modes=ALL)
convolution("dilated", 1, (48, 48), 16, (3, 3), 24, dilation=4, modes=ALL)
convolution("transposed", 4, (14, 14), 32, (4, 4), 16, spread=2, padding=[(2, 2), (2, 2)], modes=ALL)
convolution("transposed", 2, (16, 16), 24, (3, 3), 24, spread=2, padding=[(1, 2), (1, 2)], modes=ALL)

# Grouped and depth-wise.
convolution("grouped", 2, (28, 28), 32, (3, 3), 64, groups=4, modes=ALL)
convolution("grouped", 2, (14, 14), 96, (3, 3), 96, groups=32, modes=ALL)
convolution("grouped", 2, (14, 14), 64, (3, 3), 64, groups=8, layout=FIRST, modes=ALL)
convolution("depth_wise", 4, (28, 28), 48, (3, 3), 48, groups=48, modes=ALL)
convolution("depth_wise", 1, (56, 56), 32, (5, 5), 32, groups=32, stride=2, modes=ALL)
convolution("depth_wise", 2, (28, 28), 24, (3, 3), 48, groups=24, modes=ALL)
convolution("depth_wise", 2, (28, 28), 32, (7, 7), 32, groups=32, layout=FIRST, modes=ALL)
convolution("depth_wise", 4, (30, 47), 12, (3, 3), 12, groups=12, layout=FIRST, modes=ALL)
convolution("depth_wise", 8, (7, 7), 64, (3, 3), 64, groups=64, layout=FIRST, modes=ALL)
convolution("depth_wise", 4, (28, 28), 32, (3, 3), 32, groups=32, stride=2, layout=FIRST, modes=ALL)
convolution("depth_wise", 2, (30, 30), 16, (3, 3), 16, groups=16, dtype="bfloat16", layout=FIRST)
convolution("depth_wise", 2, (28, 28), 32, (3, 3), 32, groups=32, dtype="bfloat16", modes=ALL)

# One dimension and three.
convolution("line", 8, (500,), 16, (9,), 32, modes=ALL)
convolution("line", 4, (1024,), 1, (64,), 16, modes=ALL)
convolution("line", 1, (16000,), 1, (401,), 1)
convolution("line_causal", 4, (512,), 48, (4,), 48, groups=48, padding=[(3, 0)], modes=ALL)
convolution("line_dilated", 4, (600,), 24, (2,), 24, dilation=16, padding=[(16, 0)], modes=ALL)
convolution("line", 4, (333,), 24, (7,), 40, layout=FIRST, modes=ALL)
convolution("volume", 1, (12, 14, 16), 8, (3, 3, 3), 16, modes=ALL)
convolution("volume", 1, (32, 32, 32), 1, (3, 3, 3), 4)
convolution("volume_strided", 1, (16, 16, 16), 8, (3, 3, 3), 16, stride=2, modes=ALL)
convolution("volume", 1, (10, 12, 14), 8, (3, 3, 3), 16, layout=FIRST, modes=ALL)


# Integers, as quantised networks have them, and convolutions with what surrounds them.


def quantised(x, kernel, scale):
    sums = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=LAST[2], preferred_element_type=jnp.int32)
    return jnp.clip(jnp.round(sums * scale), -127, 127).astype(jnp.int8)


def relu_of_norm(x, kernel, scale, offset):
    y = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=LAST[2])
    mean, variance = y.mean((0, 1, 2)), y.var((0, 1, 2))
    return jax.nn.relu((y - mean) * lax.rsqrt(variance + 1e-5) * scale + offset)


def separable(x, depth, point):
    y = lax.conv_general_dilated(x, depth, (1, 1), "SAME", dimension_numbers=LAST[2], feature_group_count=x.shape[-1])
    return jax.nn.relu6(y) @ point


convolutions.add(
    "quantised_s8_4x16x16x32_3x3x32x32", quantised,
    integers(4, 16, 16, 32, low=-20, high=20, dtype="int8"), integers(3, 3, 32, 32, low=-20, high=20, dtype="int8"),
    normal(32, scale=0.01),
)  # fmt: skip
convolutions.add(
    "relu_of_norm_f32_4x24x24x16_3x3x16x32", relu_of_norm, normal(4, 24, 24, 16), normal(3, 3, 16, 32), normal(32),
    normal(32),
)  # fmt: skip
convolutions.add("separable_f32_4x28x28x32_3x3_64", separable, normal(4, 28, 28, 32), normal(3, 3, 1, 32), normal(32, 64))
convolutions.add(
    "separable_gradient_f32_4x28x28x32_3x3_64",
    jax.grad(lambda *a: jnp.sum(jnp.square(separable(*a))), argnums=(0, 1, 2)), normal(4, 28, 28, 32), normal(3, 3, 1, 32),
    normal(32, 64),
)  # fmt: skip
convolutions.add("convolve_full_f32_5000_201", lambda x, y: jnp.convolve(x, y), normal(5000), normal(201))
convolutions.add(
    "max_pool_f32_8x32x32x32_2x2", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
    normal(8, 32, 32, 32),
)  # fmt: skip
convolutions.add(
    "max_pool_gradient_f32_4x32x32x16_3x3_stride_2",
    jax.grad(lambda x: jnp.sum(jnp.square(lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")))),
    normal(4, 32, 32, 16),
)  # fmt: skip
convolutions.add(
    "mean_pool_f32_8x28x28x32_3x3", lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME") / 9,
    normal(8, 28, 28, 32),
)  # fmt: skip
