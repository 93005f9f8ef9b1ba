# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as native code: the choice of engine, the same bytes everywhere."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import check, python, sample


def lowered():
    return jax.jit(lambda x: jnp.tanh(x) @ x.T).lower(sample((5, 7), "float32"))


def test_engines_agree():
    x = sample((5, 7), "float32")
    native, interpreted = (
        lowered().compile(compiler_options={"weft_engine": engine})(x) for engine in ("native", "interpreter")
    )
    np.testing.assert_allclose(native, interpreted, rtol=2e-6, atol=2e-6)


def test_unknown_engine():
    with pytest.raises(jax.errors.JaxRuntimeError, match="'turbo' is no engine: use native or interpreter"):
        lowered().compile(compiler_options={"weft_engine": "turbo"})


def test_unknown_engine_in_the_environment():
    run = python("import jax; jax.jit(lambda x: x + 1)(1.0)", WEFT_ENGINE="turbo", JAX_PLATFORMS="weft,cpu")
    assert "WEFT_ENGINE: 'turbo' is no engine" in run.stderr


DIGEST = """
import hashlib, jax, jax.numpy as jnp, numpy as np
def f(x, w):
    y = jax.nn.softmax(jnp.sort(x @ w, axis=0))
    return jax.lax.fori_loop(0, 9, lambda i, s: s * 0.5 + jnp.exp(s), y), jnp.cumsum(y, 1)
x = np.ones((6, 8), np.float32)
program = jax.jit(f).lower(x, np.ones((8, 12), np.float32)).compile()
print(hashlib.sha256(program.runtime_executable().serialize()).hexdigest())
"""


def test_fresh_processes_make_the_same_bytes():
    runs = [python(DIGEST, JAX_PLATFORMS="weft,cpu", PYTHONHASHSEED=str(seed)) for seed in (1, 2)]
    assert all(run.returncode == 0 for run in runs), runs[0].stderr
    assert runs[0].stdout == runs[1].stdout != ""


def test_loops_that_save_what_they_pass():
    # Two loops of one program, one of which reads backwards what the other stacked.
    check(jax.grad(lambda x: lax.fori_loop(0, 4, lambda i, a: a * x, 1.0)), np.float32(1.5))


def test_running_reductions():
    x = sample((3, 40, 5), "float32")
    for axis in range(3):
        check(lambda x: (jnp.cumsum(x, axis), jnp.cumprod(x, axis), lax.cummax(x, axis, reverse=True)), x)
    check(lambda x: lax.cumsum(x, reverse=True), sample((17,), "int32"))


@pytest.mark.parametrize("k", (1, 5, 40, 300))
def test_first_places(k):
    # Few places are selected, many are sorted; equal elements keep their order.
    x = np.round(sample((4, 320), "float32") * 4)
    check(lambda x: lax.top_k(x, k), x)


EXHAUSTED = """
import jax, jax.numpy as jnp, numpy as np
x = np.ones((256, 256), np.float32)
# A sort needs its operand in memory: a temporary of a megabyte, which the limit leaves no room for.
large = jax.jit(lambda x: jnp.sort(jnp.tile(x, (2, 2)) * 2, axis=0)[:1, :1])
small = jax.jit(lambda x: x + 1)
for _ in range(3):
    try:
        large(x).block_until_ready()
    except jax.errors.JaxRuntimeError as error:
        assert "RESOURCE_EXHAUSTED" in str(error), error
    else:
        raise AssertionError("there was memory")
    assert float(small(x)[0, 0]) == 2
print(jax.devices()[0].memory_stats()["bytes_in_use"] < 1 << 20)
"""


def test_temporaries_out_of_memory():
    run = python(EXHAUSTED, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS=f"memory_limit_bytes:{1 << 20}")
    assert run.stdout.strip() == "True", run.stderr


@pytest.mark.parametrize("dtype", ("float32", "float64", "bfloat16", "complex64", "int32", "uint8"))
@pytest.mark.parametrize("columns", (24, 300))
def test_quotients_that_two_loops_need(dtype, columns):
    # Computed for the sum, and kept for the difference.
    x = sample((9, columns), dtype)
    y = (np.abs(sample((9, columns), dtype, seed=1)) + 1).astype(x.dtype)

    def function(x, y):
        quotient = lax.div(x, y)
        return quotient - jnp.sum(quotient, axis=1, keepdims=True, dtype=quotient.dtype)

    check(function, x, y, factor=20)
