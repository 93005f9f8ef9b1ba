# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drivers of NVIDIA's of each version: what an older one lacks is done by the host, or said."""

import pytest
from emulated import NEEDS_EMULATOR, emulated, older

pytestmark = NEEDS_EMULATOR


@pytest.mark.parametrize(
    ("version", "lacks"),
    [
        (11080, ["Weft needs a driver of CUDA 12.0 or later"]),
        (12000, ["with 12.1 or later GPUs", "with 12.3 or later loops", "with 12.8 or later branches"]),
        (12020, ["with 12.3 or later loops are decided on the GPU", "with 12.8 or later branches"]),
        (12040, ["with 12.8 or later branches"]),
        (12080, []),
    ],
)  # fmt: skip
def test_doctor_says_what_an_older_driver_lacks(version: int, lacks: list[str]) -> None:
    result = emulated("from weft import doctor; print(*doctor.driver().lines())", **older(version))
    assert ("hint" in result.stdout) == bool(lacks)
    assert [first for first in ("with 12.1", "with 12.3", "with 12.8") if first in result.stdout] == [
        lack[: len("with 12.1")] for lack in lacks if lack.startswith("with")
    ]
    for lack in lacks:
        assert lack in result.stdout


OLDER = """
import emulated, jax, numpy as np, support
from jax import lax, numpy as jnp

x = support.sample((110, 100), "float32")

# Loops and branches of kernels, one in the other, and in a run that the host follows for a call's sake.
def looped(x):
    return lax.while_loop(lambda c: c[0].sum() < 1e5, lambda c: (jnp.cumsum(jnp.abs(c[0]) + jnp.abs(x), axis=1), c[1] + 1), (x, 0))
def counted(x):
    return lax.fori_loop(0, 9, lambda i, c: jnp.cumsum(c, axis=1) * 0.01 + x, x)
def branched(x):
    branches = [lambda y: jnp.sort(y @ y.T), lambda y: (y * 2) @ y.T, lambda y: jnp.tanh(y) @ y.T]
    return [lax.switch(i, branches, x) for i in (x[0, 0].astype(int), 1, 7)]
def nested(x):
    def step(c):
        return c[0] + 1, lax.cond(c[1].sum() > 0, lambda y: jnp.sort(y, axis=0) - 9, lambda y: jnp.cumsum(jnp.abs(y) @ y.T @ y, axis=0) * 1e-3, c[1])
    return lax.while_loop(lambda c: c[0] < 4, step, (0, x))
def followed(x):
    def step(c):
        half = jax.pure_callback(lambda v: np.asarray(v) / 2, jax.ShapeDtypeStruct(x.shape, x.dtype), c[1])
        return c[0] + 1, lax.while_loop(lambda y: y.max() > 1, lambda y: jnp.sort(y, axis=0) * 0.5, half) + 1
    return lax.while_loop(lambda c: c[0] < 3, step, (0, jnp.abs(x)))
def told(x):
    def step(c):
        jax.debug.callback(lambda v: seen.append(float(v)), c[0])
        return c[0] + 1, jnp.sort(c[1], axis=1)[:, ::-1]
    return lax.while_loop(lambda c: c[0] < 3, step, (0, x))

seen, made = [], {}
for function in (looped, counted, branched, nested, followed, told):
    expected = support.run("cpu", function, x)
    before = emulated.calls("cuGraphConditionalHandleCreate")
    compiled = jax.jit(function)
    for _ in range(3):
        for left, right in zip(jax.tree.leaves(support.run("weft", compiled, x)), jax.tree.leaves(expected)):
            support.close(left, right, factor=64)
    made[function.__name__] = emulated.calls("cuGraphConditionalHandleCreate") > before
jax.effects_barrier()
assert sorted(seen) == sorted([0.0, 1.0, 2.0] * 4), seen
print(jax.devices("weft")[0].decides)
print(*(name for name in made if made[name]))
"""


@pytest.mark.parametrize(
    ("version", "decides", "conditional"),
    [
        (12000, "nothing (the driver is of CUDA 12.0, loops need 12.3 and branches 12.8)", ""),
        (12020, "nothing (the driver is of CUDA 12.2, loops need 12.3 and branches 12.8)", ""),
        (12030, "loops (the driver is of CUDA 12.3, branches need 12.8)", "looped followed"),
        (12080, "loops and branches", "looped branched nested followed"),
    ],
)  # fmt: skip
def test_older_drivers_do_the_same(version: int, decides: str, conditional: str) -> None:
    """By the host where the driver has no conditions: the stand-in refuses what came later than it."""
    result = emulated(OLDER, WEFT_EMULATOR_CAPABILITY="80", **older(version))
    assert result.stdout.splitlines() == [decides, conditional], result.stdout + result.stderr[-3000:]


ENDED_BY_THE_HOST = """
import jax, numpy as np
from jax import numpy as jnp
endless = jax.jit(lambda x: jax.lax.while_loop(lambda s: s[0] >= 0, lambda s: jnp.sort(jnp.abs(s)), x), compiler_options={"weft_deadline_ms": 1000})
x = jnp.arange(20000.0) + 1
try:
    jax.block_until_ready(endless(x))
except jax.errors.JaxRuntimeError as error:
    assert str(error).startswith("DEADLINE_EXCEEDED: "), error
np.testing.assert_array_equal(endless(-x), -x)
print("ended")
"""


def test_older_drivers_end_their_runs() -> None:
    result = emulated(ENDED_BY_THE_HOST, **older(12000))
    assert result.stdout == "ended\n", result.stdout + result.stderr[-3000:]


@pytest.mark.parametrize("lacks", ["cuGraphAddNode_v2", "cuLaunchKernelEx"])
def test_drivers_without_early_edges_do_the_same(lacks: str) -> None:
    result = emulated(OLDER, WEFT_CUDA_WITHOUT=lacks)
    assert result.stdout.splitlines()[:1] == ["loops and branches"], result.stderr[-3000:]


# Rows that are added in memory are a new instruction's, from Hopper on.
TOO_NEW = """
import jax, jax.numpy as jnp
try:
    print(jax.jit(lambda x, i, u: x.at[i].add(u))(jnp.zeros((2000, 64), "float32"), jnp.arange(900) * 7 % 2000, jnp.ones((900, 64), "float32")).sum())
except jax.errors.JaxRuntimeError as error:
    print(error)
print(jax.jit(lambda x: x + 1)(1.0))
"""


def test_a_driver_that_is_older_than_a_kernel_says_so() -> None:
    assert emulated(TOO_NEW, **older(12010)).stdout.split() == ["57600.0", "2.0"]
    old = emulated(TOO_NEW, **older(12000)).stdout
    assert old.startswith("FAILED_PRECONDITION: "), old
    assert "the driver, of CUDA 12.0, is older than an instruction in it; install a newer one" in old
    assert "Unsupported .version 8.1; current version is '8.0'" in old
    assert old.endswith("\n2.0\n"), old


def test_a_driver_that_is_too_old_is_refused() -> None:
    result = emulated("import jax; jax.devices('weft')", WEFT_CUDA_WITHOUT="cuGraphAddKernelNode_v2,cuGraphLaunch")
    assert "NVIDIA's driver is too old: it lacks cuGraphAddKernelNode_v2, cuGraphLaunch" in result.stderr
