# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import gc
import threading
import time
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import buffer_callback, checkify, io_callback

from support import SMALL_FLOATS, check, device, python, sample

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


def test_in_the_condition_of_a_loop():
    """As often as the condition is asked, also where it is known how often that is."""
    seen = []

    def goes_on(state):
        jax.debug.callback(lambda v: seen.append(int(v)), state[0], ordered=True)
        return state[0] < 4

    x = jax.device_put(np.ones(1000, "float32"), device())
    jax.jit(lambda x: jax.lax.while_loop(goes_on, lambda s: (s[0] + 1, jnp.sin(s[1])), (0, x)))(x)[1].block_until_ready()
    jax.effects_barrier()
    assert seen == [0, 1, 2, 3, 4]


def test_order_of_several_programs():
    """Those without results may be made behind their runs; one with a result waits for them."""
    made = []

    def note(name, value):
        time.sleep(0.05 if name == "first" else 0)
        made.append(name)
        return value

    first = jax.jit(lambda x: (io_callback(lambda v: note("first", None), None, x, ordered=True), x + 1)[1])
    second = jax.jit(lambda x: io_callback(lambda v: note("second", v), jax.ShapeDtypeStruct((), "float32"), x, ordered=True))
    x = jax.device_put(np.float32(1), device())
    for _ in range(3):
        first(x)
        second(x).block_until_ready()
    jax.effects_barrier()
    assert made == ["first", "second"] * 3


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
            f(np.ones(3, np.float32))
    check(lambda x: x + 1, np.ones(3))


@pytest.mark.parametrize("how", (jax.pure_callback, io_callback), ids=("pure", "io"))
def test_raised_at_the_call_also_when_arguments_are_not_ready(how):
    slow = jax.jit(lambda a: (a @ a).sum() + np.ones(3, np.float32))

    def host(x):
        raise ValueError("a reason of its own")

    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        jax.jit(lambda x: how(host, F32, x))(slow(jnp.ones((100, 100), np.float32)))
    jax.effects_barrier()


def test_failed_arguments_fail_the_results():
    overflowing = jax.jit(lambda x: jnp.ones((1 << 50,)).sum() + x)
    with pytest.raises(jax.errors.JaxRuntimeError):
        jax.jit(lambda x: jax.pure_callback(np.asarray, F32, x))(overflowing(np.ones(3, np.float32))).block_until_ready()


def test_donated_argument_of_a_failed_call():
    def host(x):
        raise ValueError("a reason of its own")

    x = jax.device_put(np.ones(3, np.float32), device())
    f = jax.jit(lambda x: x + jax.pure_callback(host, F32, x), donate_argnums=0)
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        f(x)
    assert x.is_deleted()
    with pytest.raises(RuntimeError, match="deleted"):
        f(x)


def test_called_in_the_callers_thread():
    seen = []
    f = jax.jit(lambda x: jax.pure_callback(lambda v: (seen.append(threading.get_ident()), v)[1], F32, x))
    thread = threading.Thread(target=f, args=(np.ones(3, np.float32),))
    thread.start()
    thread.join()
    f(np.ones(3, np.float32))
    assert seen == [thread.ident, threading.get_ident()]


@pytest.mark.parametrize("value, text", ((np.ones(4, np.float32), "shape"), (np.ones(3, np.int32), "dtype")))
def test_wrong_result(value, text):
    f = jax.jit(lambda x: jax.pure_callback(lambda x: value, F32, x))
    with pytest.raises(jax.errors.JaxRuntimeError, match=f"Incorrect output {text}"):
        f(np.ones(3, np.float32))


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


def test_without_mention_of_the_cpu():
    program = "import jax, numpy as np\njax.jit(lambda x: jax.debug.print('seen {x}', x=x))(5.0); jax.effects_barrier(); print(jax.default_backend())"
    process = python(program, JAX_PLATFORMS="weft")
    assert process.stdout == "seen 5.0\nweft\n", process.stderr


@pytest.mark.parametrize("dtype", ("bool", "int4", "int32", "bfloat16", "float32", "complex64"))
def test_buffer_callback(dtype):
    x = sample((2, 3), dtype)

    def host(context, out, x, *, y):
        assert context.stage == buffer_callback.ExecutionStage.EXECUTE
        with pytest.raises(jax.errors.JaxRuntimeError, match="not available"):
            context.stream
        assert (out.shape, out.dtype, out.ndim, out.writeable) == (x.shape, x.dtype, 2, True)
        assert not x.writeable
        with pytest.raises(ValueError, match="read-only"):
            np.asarray(x)[0] = 0
        np.asarray(out)[...] = np.where(np.asarray(y), np.asarray(x), np.asarray(x)[::-1])

    f = jax.jit(buffer_callback.buffer_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype)))
    np.testing.assert_array_equal(np.asarray(f(x, y=np.True_)), x)
    np.testing.assert_array_equal(np.asarray(f(x, y=np.False_)), x[::-1])


def test_buffer_callback_in_place_and_dlpack():
    def host(context, out, x):
        assert np.from_dlpack(x).ctypes.data == np.asarray(out).ctypes.data
        np.asarray(out)[...] += 1

    f = buffer_callback.buffer_callback(host, F32, input_output_aliases={0: 0}, vmap_method="sequential")
    np.testing.assert_array_equal(jax.jit(f)(np.ones(3, np.float32)), np.full(3, 2))
    np.testing.assert_array_equal(jax.vmap(f)(np.ones((2, 3), np.float32)), np.full((2, 3), 2))


def test_buffer_callback_that_returns_something():
    f = buffer_callback.buffer_callback(lambda context, out: 1, F32)
    with pytest.raises(jax.errors.JaxRuntimeError, match="must not return"):
        f()
