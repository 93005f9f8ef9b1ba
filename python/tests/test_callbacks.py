# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import gc
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import checkify, io_callback

from support import SMALL_FLOATS, check, sample

F32 = jax.ShapeDtypeStruct((3,), np.float32)


def test_pure_callback():
    f = lambda x: jax.pure_callback(lambda v: np.sin(v), F32, x) * 2
    check(f, sample((3,), "float32"))


@pytest.mark.parametrize("dtype", ("bool", "int4", "int8", "uint64", "bfloat16", "float64", "complex64") + SMALL_FLOATS[:3])
def test_types(dtype):
    x = sample((2, 3), dtype, low=0.5)
    seen = []

    def host(v):
        seen.append(np.asarray(v))
        return np.asarray(v)[::-1]

    y = jax.jit(lambda x: jax.pure_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x))(x)
    y.block_until_ready()
    assert seen[0].dtype == x.dtype and y.dtype == x.dtype
    np.testing.assert_array_equal(np.asarray(y), x[::-1])


def test_without_arguments_or_results():
    assert float(jax.jit(lambda: jax.pure_callback(lambda: np.float32(4), jax.ShapeDtypeStruct((), np.float32)))()) == 4
    seen = []
    jax.jit(lambda x: io_callback(lambda v: seen.append(float(v)), None, x))(2.0)
    jax.effects_barrier()
    assert seen == [2.0]


def test_empty_arrays():
    empty = jax.ShapeDtypeStruct((0, 2), np.float32)
    y = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v), empty, x))(np.ones((0, 2), np.float32))
    assert y.shape == (0, 2)


@pytest.mark.parametrize("method", ("sequential", "expand_dims", "broadcast_all"))
def test_vmap(method):
    f = lambda x: jax.pure_callback(lambda v: np.asarray(v) * 2, jax.ShapeDtypeStruct((), x.dtype), x, vmap_method=method)
    np.testing.assert_array_equal(jax.vmap(f)(jnp.arange(4.0)), np.arange(4.0) * 2)


def test_inside_control_flow():
    def f(n):
        step = lambda i, c: c + jax.pure_callback(lambda v: np.float32(v) * 2, jax.ShapeDtypeStruct((), np.float32), c)
        return jax.lax.fori_loop(0, n, step, np.float32(1))

    assert float(jax.jit(f)(4)) == 81


def test_ordered_io():
    seen = []

    @jax.jit
    def f(x):
        for i in range(3):
            io_callback(lambda v, i=i: seen.append((i, float(v))), None, x + i, ordered=True)
        return jax.lax.fori_loop(0, 3, lambda i, c: io_callback(lambda v: seen.append(int(v)), None, i, ordered=True) or c, x)

    for _ in range(2):
        f(1.0).block_until_ready()
    jax.effects_barrier()
    assert seen == [(0, 1.0), (1, 2.0), (2, 3.0), 0, 1, 2] * 2


def test_debug_print(capsys):
    @jax.jit
    def f(x):
        jax.debug.print("x is {x} and {y:.2f}", x=x, y=x / 3, ordered=True)
        return x

    f(5)
    jax.effects_barrier()
    assert capsys.readouterr().out == "x is 5 and 1.67\n"


def test_debug_callback_in_gradient():
    seen = []
    f = lambda x: (jax.debug.callback(lambda v: seen.append(float(v)), x), x**2)[1]
    assert float(jax.jit(jax.grad(f))(3.0)) == 6.0
    jax.effects_barrier()
    assert seen == [3.0]


def test_checkify():
    def f(x):
        checkify.check(x > 0, "must be positive, got {x}", x=x)
        return jnp.log(x)

    error, _ = checkify.checkify(jax.jit(f))(-1.0)
    with pytest.raises(checkify.JaxRuntimeError, match="must be positive, got -1"):
        error.throw()
    error, y = checkify.checkify(jax.jit(f), errors=checkify.all_checks)(2.0)
    error.throw()
    assert float(y) == pytest.approx(np.log(2.0))


def test_raising():
    def host(x):
        raise ValueError("a reason of its own")

    f = jax.jit(lambda x: jax.pure_callback(host, F32, x))
    for _ in range(2):
        with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
            f(np.ones(3, np.float32)).block_until_ready()
    check(lambda x: x + 1, np.ones(3))


@pytest.mark.parametrize("value, text", ((np.ones(4, np.float32), "shape"), (np.ones(3, np.int32), "dtype")))
def test_wrong_result(value, text):
    f = jax.jit(lambda x: jax.pure_callback(lambda x: value, F32, x))
    with pytest.raises(jax.errors.JaxRuntimeError, match=f"Incorrect output {text}"):
        f(np.ones(3, np.float32)).block_until_ready()


def test_jax_inside_a_callback():
    f = jax.jit(lambda x: jax.pure_callback(lambda v: jnp.sin(v) + 1, F32, x))
    np.testing.assert_allclose(f(np.ones(3, np.float32)), np.sin(np.ones(3)) + 1, rtol=1e-6)


def test_functions_live_as_long_as_programs_and_no_longer():
    class Big:
        pass

    big = Big()
    watch = weakref.ref(big)
    f = jax.jit(lambda x, big=big: jax.pure_callback(lambda v: (big, np.asarray(v))[1], F32, x))
    compiled = f.lower(np.ones(3, np.float32)).compile()
    del big, f
    gc.collect()
    np.testing.assert_array_equal(compiled(np.ones(3, np.float32)), np.ones(3))
    del compiled
    jax.clear_caches()
    gc.collect()
    # The next program with a callback lets go of those that are unloaded.
    jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v), F32, x))(np.ones(3, np.float32))
    gc.collect()
    assert watch() is None
