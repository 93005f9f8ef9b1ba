# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example of docs/levels: prints the program that JAX hands to a compiler.

    python examples/levels.py > examples/levels.mlir
"""

import jax
import jax.numpy as jnp


def layer(x, w, b):
    return jax.nn.softmax(jnp.tanh(x @ w + b))


# Paths in the program are relative, so that it is the same on every machine.
jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
jax.config.update("jax_traceback_in_locations_limit", 1)

f32 = jnp.float32
lowered = jax.jit(layer).lower(
    jax.ShapeDtypeStruct((8, 64), f32),
    jax.ShapeDtypeStruct((64, 32), f32),
    jax.ShapeDtypeStruct((32,), f32))
print(lowered.as_text(debug_info=True), end="")
