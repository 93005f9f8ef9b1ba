# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of a GPU, one that is not there, that end half-way: the next run of the same program finds everything as if they had never been."""

import pytest
from emulated import INSTANT, NEEDS_EMULATOR, emulated, passes

pytestmark = NEEDS_EMULATOR

# Kernels in a loop without an end. Of small arrays only a GPU whose kernels begin at once makes a chain.
ENDED = """
import time, jax, numpy as np
from jaxlib import xla_client

gpu = jax.devices("weft")[0]
def load(text, milliseconds):
    options = xla_client.CompileOptions()
    options.env_option_overrides = [("weft_deadline_ms", str(milliseconds)), ("xla_gpu_deterministic_ops", "true")]
    return gpu.client.compile_and_load(text, xla_client.DeviceList((gpu,)), options)
def run(program, *arguments):
    given = [jax.device_put(one, gpu) for one in arguments]
    return np.asarray(program.execute_sharded(given).disassemble_into_single_device_arrays()[0][0])
def is_ended(program, *arguments):
    try:
        run(program, *arguments)
    except jax.errors.JaxRuntimeError as error:
        assert str(error).startswith("DEADLINE_EXCEEDED: "), error
    else:
        raise AssertionError("it was not ended")

# On a busy machine a run of a few turns may be ended, too.
def runs(program, *arguments):
    for _ in range(30):
        try:
            return run(program, *arguments)
        except jax.errors.JaxRuntimeError as error:
            assert str(error).startswith("DEADLINE_EXCEEDED: "), error
    raise AssertionError("each run was ended")

random = np.random.default_rng(5)
places = random.integers(0, 70, 1500).astype("int32")
def ordered(x):
    denominators = np.arange(x.size) % 16 + 1
    return x[np.argsort((x & 15) / denominators, kind="stable")]
def scattered(x):
    y = x.copy()
    for place, update in zip(places, x[::-1]):
        y[place] = y[place] * 3 + update
    return y
def summed(x):
    return np.cumsum(x, dtype="int32")

SORT = '''
  %mask = stablehlo.constant dense<15> : tensor<2311xi32>
  %one = stablehlo.constant dense<1> : tensor<2311xi32>
  %i = stablehlo.iota dim = 0 : tensor<2311xi32>
  %j = stablehlo.and %i, %mask : tensor<2311xi32>
  %d = stablehlo.add %j, %one : tensor<2311xi32>
  %all:2 = "stablehlo.sort"(%s, %d) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %p1: tensor<i32>, %d0: tensor<i32>, %d1: tensor<i32>):
    %low = stablehlo.constant dense<15> : tensor<i32>
    %n0 = stablehlo.and %p, %low : tensor<i32>
    %n1 = stablehlo.and %p1, %low : tensor<i32>
    %left = stablehlo.multiply %n0, %d1 : tensor<i32>
    %right = stablehlo.multiply %n1, %d0 : tensor<i32>
    %less = stablehlo.compare LT, %left, %right : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2311xi32>, tensor<2311xi32>) -> (tensor<2311xi32>, tensor<2311xi32>)
  %t = stablehlo.abs %all#0 : tensor<2311xi32>
'''
SCATTER = '''
  %at = stablehlo.constant dense<[PLACES]> : tensor<1500xi32>
  %column = stablehlo.reshape %at : (tensor<1500xi32>) -> tensor<1500x1xi32>
  %u = stablehlo.reverse %s, dims = [0] : tensor<1500xi32>
  %all = "stablehlo.scatter"(%s, %column, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %p: tensor<i32>):
    %three = stablehlo.constant dense<3> : tensor<i32>
    %b = stablehlo.multiply %a, %three : tensor<i32>
    %r = stablehlo.add %b, %p : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<1500xi32>, tensor<1500x1xi32>, tensor<1500xi32>) -> tensor<1500xi32>
  %t = stablehlo.add %all, %all : tensor<1500xi32>
'''.replace("PLACES", ", ".join(map(str, places)))
SCAN = '''
  %init = stablehlo.constant dense<0> : tensor<i32>
  %all = "stablehlo.reduce_window"(%s, %init) <{padding = dense<[[9000, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 9001>}> ({
  ^bb0(%a: tensor<i32>, %p: tensor<i32>):
    %r = stablehlo.add %a, %p : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<9001xi32>, tensor<i32>) -> tensor<9001xi32>
  %t = stablehlo.add %all, %all : tensor<9001xi32>
'''
FAMILIES = {
    "sort": (SORT, 2311, lambda x: abs(ordered(x))),
    "scatter": (SCATTER, 1500, lambda x: 2 * scattered(x)),
    "scan": (SCAN, 9001, lambda x: 2 * summed(x)),
}
BODY, size, expected = FAMILIES[FAMILY]
shape = f"tensor<{size}xi32>"
x = random.integers(0, 1000, size).astype("int32")

# A loop without an end, whose turns are these kernels.
program = f'''func.func @main(%x: {shape}, %turns: tensor<i32>) -> {shape} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%s = %x, %k = %turns) : {shape}, tensor<i32>
  cond {{
    %more = stablehlo.compare NE, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
    {BODY}
    %left = stablehlo.subtract %k, %step : tensor<i32>
    stablehlo.return %t, %left : {shape}, tensor<i32>
  }}
  return %r#0 : {shape}
}}'''
with np.errstate(over="ignore"):
    three = expected(expected(expected(x)))
unlimited = load(program, 0)
run(unlimited, x, np.int32(3))
begun = time.monotonic()
np.testing.assert_array_equal(run(unlimited, x, np.int32(3)), three)
taken = time.monotonic() - begun
for times in (3.1, 4.7):
    limited = load(program, int(times * 1000 * taken) + 20)
    is_ended(limited, x, np.int32(-1))
    is_ended(limited, x, np.int32(-1))
    np.testing.assert_array_equal(runs(limited, x, np.int32(3)), three)
print("all right")
"""


@pytest.mark.parametrize("family", ["sort", "scatter", "scan"])
def test_what_blocks_do_together_is_ended(family: str) -> None:
    """A comparator's sort, an ordered scatter, and a scan of parts in a chain, in turns of a loop that is ended behind some of them."""
    passes(f"FAMILY = {family!r}\n" + ENDED, WEFT_CALIBRATION=str(INSTANT))


FAULT = """
import jax, jax.numpy as jnp, numpy as np
def first(x):
    return x * jnp.sort(x)
def second(x):
    return jnp.sort(x * jnp.sort(x[:4])[0])
def beside(x):
    return jnp.sort(x), jnp.sort(-x)
small = jax.jit(lambda x: x + 1)
one = small(np.ones(4))
for call in (lambda: jax.jit(FAULTY)(np.ones(640)), lambda: small(one), lambda: jax.device_put([1.0], jax.devices("weft")[0])):
    try:
        jax.block_until_ready(call())
        print("ran")
    except jax.errors.JaxRuntimeError as error:
        print(error)
print("alive", jax.device_put(3.0, jax.devices("cpu")[0]) + 1)
"""


@pytest.mark.parametrize(
    ("program", "limit", "who"),
    [
        ("first", "20000", "running kernel sort_0 of 'jit_first' (<string>:4"),
        ("second", "20000", "running kernel sort_1 of 'jit_second' (<string>:6"),
        ("beside", "20000", "one of its kernels sort_"),
    ],
)
def test_a_kernel_that_fails_loses_the_device(program: str, limit: str, who: str) -> None:
    """It is named. Whatever comes later says why; the process goes on. More instructions than allowed are a fault like any other."""
    result = emulated(FAULT.replace("FAULTY", program), WEFT_EMULATOR_INSTRUCTIONS=limit)
    assert result.returncode == 0, result.stderr[-3000:]
    *errors, last = result.stdout.strip().splitlines()
    assert last == "alive 4.0"
    assert len(errors) == 3
    for error in errors:
        assert error.startswith("INTERNAL: Weft emulated GPU is lost to this process: running"), error
        assert who in error, error


@pytest.mark.parametrize("size", [1, 20, 200, 20000])
@pytest.mark.parametrize("loop", ["jnp.abs(s)", "jnp.flip(jnp.abs(s))", "jnp.sort(jnp.abs(s))"])
def test_interrupted_programs_end(loop: str, size: int) -> None:
    """Ctrl-C while a loop without an end runs on the device: in one kernel by one thread, a warp or a block, or by many kernels, in turns of their own
    or several at once."""
    result = emulated(f"""
import os, signal, threading, jax, jax.numpy as jnp
signal.signal(signal.SIGINT, signal.default_int_handler)  # Ignored, where a shell runs this behind itself.
endless = jax.jit(lambda x: jax.lax.while_loop(lambda s: s[0] >= 0, lambda s: {loop}, x))
endless(jnp.ones({size}))
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    threading.Event().wait()
except KeyboardInterrupt:
    print("interrupted")
""")
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.strip() == "interrupted"


@pytest.mark.parametrize("size", [1, 200, 20000])
@pytest.mark.parametrize("loop", ["jnp.abs(s)", "jnp.sort(jnp.abs(s))"])
def test_programs_end_while_others_are_loaded(loop: str, size: int) -> None:
    """A driver may load code when the device has nothing to do, and answer nobody until then."""
    passes(
        f"""
import threading, time, jax, jax.numpy as jnp, numpy as np
def program(x):
    return jax.lax.while_loop(lambda s: s[0] >= 0, lambda s: {loop}, x)
endless = jax.jit(program, compiler_options={{"weft_deadline_ms": 1500}})
x = jnp.arange({size}) + 1.0
np.testing.assert_array_equal(endless(-x), -x)
result = endless(x)
loads = threading.Thread(target=lambda: np.testing.assert_array_equal(jax.jit(lambda y: y * 3)(x), 3 * (np.arange({size}) + 1)))
time.sleep(0.5)
loads.start()
try:
    jax.block_until_ready(result)
except jax.errors.JaxRuntimeError as error:
    assert str(error).startswith("DEADLINE_EXCEEDED: "), error
else:
    raise AssertionError("it was not ended")
loads.join()
print("all right")
""",
        WEFT_EMULATOR_LOADING="waits",
    )


@pytest.mark.parametrize("size", [1, 200, 20000])
@pytest.mark.parametrize("loop", ["jnp.abs(s)", "jnp.sort(jnp.abs(s))", "printed(s)", "answered(s)"])
def test_programs_end_at_their_limit_of_time(loop: str, size: int) -> None:
    """A loop without an end: in one kernel, or by many; with callbacks that the device leaves behind, or that the host makes in between. Runs before and
    behind it are as they were."""
    result = emulated(f"""
import jax, jax.numpy as jnp, numpy as np
def printed(s):
    jax.debug.callback(lambda v: None, s[0])
    return jnp.abs(s)
def answered(s):
    return jnp.abs(s) + jax.pure_callback(lambda v: np.zeros_like(v), jax.ShapeDtypeStruct((), s.dtype), s[0])
def program(x):
    return jax.lax.while_loop(lambda s: s[0] >= 0, lambda s: {loop}, x)
endless = jax.jit(program, compiler_options={{"weft_deadline_ms": 1000}})
x = jnp.arange({size}) + 1.0
before = x + 1
try:
    jax.block_until_ready(endless(x))
except jax.errors.JaxRuntimeError as error:
    assert str(error).startswith("DEADLINE_EXCEEDED: ") and "'jit_program' was ended at its limit of 1000 ms" in str(error), error
else:
    raise AssertionError("it was not ended")
np.testing.assert_array_equal(x, np.arange({size}) + 1)
np.testing.assert_array_equal(before, np.arange({size}) + 2)
np.testing.assert_array_equal(endless(-x), -x)
print("ended")
""")
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.strip() == "ended"
