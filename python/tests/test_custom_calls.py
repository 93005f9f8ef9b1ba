# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Custom calls that JAX writes and that XLA knows by name; docs/jax.md lists them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.experimental.layout import Layout, with_layout_constraint

from support import check, sample


def test_sink():
    def f(x):
        lax.dce_sink(x + 1, prevent_mlir_dce=True)
        return x

    program = jax.jit(f).lower(1.0).compile()
    assert "dce_sink" in program.as_text() and "add" in program.as_text()
    assert program(1.0) == 1


def test_identities():
    x = sample((3, 4), "float32")
    check(lambda x: with_layout_constraint(x, Layout((1, 0))) + 1, x)
    check(lambda x: jax.device_put(x, jax.memory.Space.Host) + 1, x)
    check(lambda x: lax.optimization_barrier((x, x * 2)), x)


def test_allocation():
    check(lambda: lax.empty((2, 3), jnp.complex64))


def test_approximate_top_k():
    x = sample((2, 64), "float32")
    check(lambda x: (lax.approx_max_k(x, 5), lax.approx_min_k(x, 3)), x)


def test_for_another_platform():
    x = sample((4, 4), "float32")
    call = jax.ffi.ffi_call("cusolver_geqrf_ffi", jax.ShapeDtypeStruct((4, 4), jnp.float32))
    with pytest.raises(jax.errors.JaxRuntimeError, match="'cusolver_geqrf_ffi'.*lower the program for weft or cpu"):
        jax.jit(call)(x)


def test_assertion_about_shapes():
    exported = jax.export.export(jax.jit(lambda x: x + 1))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("b, b"), np.float32))
    np.testing.assert_array_equal(jax.jit(exported.call)(np.ones((3, 3), np.float32)), np.full((3, 3), 2, np.float32))
    with pytest.raises(ValueError, match="do not match the polymorphic shapes"):
        jax.jit(exported.call)(np.ones((3, 4), np.float32))
