# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes wrong gives the exception that users of JAX know, and the process lives on."""

import os

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax._src.lib import xla_client

from emulated import NEEDS_EMULATOR, emulated
from support import check, device, python


@pytest.fixture(autouse=True)
def the_process_lives_on():
    yield
    check(lambda x: (x * 2).sum(), np.arange(5.0))


def compile_bytes(code):
    client = device().client
    options = xla_client.CompileOptions()
    return client.compile_and_load(code, [device()], options)


def program():
    return jax.jit(lambda x: jnp.tanh(x) @ x).lower(np.ones((3, 3), np.float32)).compiler_ir("stablehlo")


def test_program_as_text_and_as_nonsense():
    text = str(program()).encode()
    compile_bytes(text)
    for broken in (b"", b"nonsense", text[: len(text) // 2], b"ML\xefR" + b"\0" * 40):
        with pytest.raises(Exception):
            compile_bytes(broken)


def test_serialized_programs_that_are_damaged():
    executable = jax.jit(lambda x: x + 1).lower(np.ones(3, np.float32)).compile().runtime_executable()
    payload = executable.serialize()
    client, devices = device().client, xla_client.DeviceList((device(),))
    # What is around it is jaxlib's.
    begin = payload.index(b"WEFTEXE\0")
    size = int.from_bytes(payload[begin + 24 : begin + 32], "little")
    for position in range(begin, begin + size):
        damaged = bytearray(payload)
        damaged[position] ^= 1 << position % 8
        with pytest.raises(jax.errors.JaxRuntimeError):
            client.deserialize_executable(bytes(damaged), devices, None)
    for length in (0, 1, 16, len(payload) - 1):
        with pytest.raises(jax.errors.JaxRuntimeError):
            client.deserialize_executable(payload[:length], devices, None)


def test_wrong_devices():
    x, y = jax.device_put(np.ones(3), device("weft")), jax.device_put(np.ones(3), device("cpu"))
    with pytest.raises(ValueError, match="incompatible devices"):
        jax.jit(lambda x, y: x + y)(x, y)


def test_wrong_arguments():
    compiled = jax.jit(lambda x: x + 1).lower(np.ones(3, np.float32)).compile()
    with pytest.raises(TypeError):
        compiled(np.ones(4, np.float32))
    with pytest.raises(TypeError):
        compiled(np.ones(3, np.int32))


def test_unknown_foreign_function():
    f = lambda x: jax.ffi.ffi_call("nobody_knows_this", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
    with pytest.raises(jax.errors.JaxRuntimeError, match="nobody_knows_this"):
        jax.jit(f)(np.ones(3))


MEMORY = """
import jax, numpy as np
small = jax.device_put(np.ones(10), jax.devices()[0])
# An array that was made here is this memory's own.
held = jax.block_until_ready(jax.jit(lambda x: jax.numpy.full(100_000, x, "float32"))(1.0))
for attempt in range(3):
    try:
        jax.block_until_ready(jax.jit(lambda x: jax.numpy.zeros((1 << 22,), "float32") + x)(np.float32(1)))
    except jax.errors.JaxRuntimeError as error:
        assert "RESOURCE_EXHAUSTED" in str(error), error
        assert "\\nothers hold " in str(error) and "1 of 256.0 KiB and more" in str(error), error
    else:
        raise AssertionError("there was memory")
    np.testing.assert_array_equal(small + attempt, np.ones(10) + attempt)
print("fine")
"""


def test_out_of_memory():
    result = python(MEMORY, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS=f"memory_limit_bytes:{4 << 20}")
    assert result.stdout.strip() == "fine", result.stderr


REFUSED = """
import resource, jax, jax.numpy as jnp, numpy as np
small = jax.jit(lambda x: x + 1)
# A sort needs its operand in memory: temporaries of half a gibibyte.
x = np.ones(1 << 14, np.float32)
large = jax.jit(lambda x: jnp.sort(jnp.broadcast_to(x, (1 << 13, 1 << 14)), axis=0).sum(1)).lower(x).compile()
assert small(np.float32(1)) == 2
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20), resource.getrlimit(resource.RLIMIT_AS)[1]))
for attempt in range(2):
    try:
        large(x).block_until_ready()
    except jax.errors.JaxRuntimeError as error:
        assert "RESOURCE_EXHAUSTED: the machine has no" in str(error), error
        assert "free arrays that are no longer needed" in str(error), error
        # What the program needs, and the lines that make it.
        assert "temporaries 1.0 GiB" in str(error), error
        assert "temporaries are fullest in" in str(error) and "at <string>:" in str(error), error
    else:
        raise AssertionError("there was memory")
    assert small(np.float32(attempt)) == attempt + 1
print("fine")
"""


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer ends a process without memory")
def test_memory_the_machine_refuses():
    options = f"memory_limit_bytes:{1 << 40}"
    result = python(REFUSED, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS=options)
    assert result.stdout.strip() == "fine", result.stderr


def test_impossible_sizes():
    with pytest.raises((jax.errors.JaxRuntimeError, MemoryError)):
        jax.jit(lambda: jnp.zeros((1 << 24, 1 << 24), jnp.float32)).lower().compile()().block_until_ready()


def test_errors_reach_everything_that_depends_on_them():
    def host(x):
        raise KeyError("first cause")

    bad = jax.jit(lambda x: jax.pure_callback(host, jax.ShapeDtypeStruct((), np.float32), x))
    good = jax.jit(lambda x: x + 1)
    try:
        result = good(bad(np.float32(1)))
    except jax.errors.JaxRuntimeError as error:
        assert "first cause" in str(error)
        return
    with pytest.raises(jax.errors.JaxRuntimeError, match="first cause"):
        result.block_until_ready()


@pytest.mark.parametrize("engine", ["native", "interpreter"])
def test_a_limit_of_time_ends_a_run(engine):
    def endless(given, kept):
        return jax.lax.while_loop(lambda s: s[0] >= 0, jnp.abs, given + kept)

    options = {"weft_engine": engine, "weft_deadline_ms": 500}
    limited = jax.jit(endless, donate_argnums=0, compiler_options=options)
    donated, kept = (jax.device_put(jnp.arange(4.0) + i, device()) for i in (1, 2))
    message = r"DEADLINE_EXCEEDED: .*'jit_endless' was ended at its limit of 500 ms \(compile option weft_deadline_ms\): .*; it ran for"
    with pytest.raises(jax.errors.JaxRuntimeError, match="(?s)" + message):
        result = limited(donated, kept)
        (result + 1).block_until_ready()
    assert donated.is_deleted()
    np.testing.assert_array_equal(kept, np.arange(4.0) + 2)
    np.testing.assert_array_equal(limited(jnp.full(4, -9.0), kept), np.arange(4.0) - 7)


LIMITED = """
import time
import jax, jax.numpy as jnp, numpy as np

def slow(x):
    time.sleep(0.3)
    return np.asarray(x)

def program(x):
    return jax.pure_callback(slow, jax.ShapeDtypeStruct(x.shape, x.dtype), x) + 1

x = jnp.ones(4)
try:
    jax.jit(program)(x).block_until_ready()
except jax.errors.JaxRuntimeError as error:
    assert "'jit_program' was ended at its limit of 100 ms (environment variable WEFT_DEADLINE_MS)" in str(error), error
else:
    raise AssertionError("it was not ended")
np.testing.assert_array_equal(jax.jit(program, compiler_options={"weft_deadline_ms": 0})(x), np.full(4, 2))
np.testing.assert_array_equal(jax.jit(lambda x: x + 1)(x), np.full(4, 2))
print("fine")
"""


@pytest.mark.parametrize("run", [python, pytest.param(emulated, marks=NEEDS_EMULATOR)])
def test_a_limit_of_time_for_all_programs(run):
    """Whatever cannot be stopped ends when it comes back."""
    result = run(LIMITED, JAX_PLATFORMS="weft", WEFT_DEADLINE_MS="100")
    assert result.stdout.strip() == "fine", result.stderr


def test_bad_limits_of_time():
    with pytest.raises(jax.errors.JaxRuntimeError, match="INVALID_ARGUMENT: .*weft_deadline_ms: 'soon' is no limit of time"):
        jax.jit(lambda x: x + 1, compiler_options={"weft_deadline_ms": "soon"})(1.0)
    result = python("import jax; jax.devices()", JAX_PLATFORMS="weft", WEFT_DEADLINE_MS="1 s")
    assert result.returncode == 1
    assert "the environment variable WEFT_DEADLINE_MS: '1 s' is no limit of time" in result.stderr


def test_bad_client_option():
    result = python("import jax; jax.devices()", JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS="num_devices:many")
    assert result.returncode == 1
    assert "num_devices" in result.stderr


def test_missing_library():
    result = python("import jax; jax.devices()", JAX_PLATFORMS="weft", WEFT_LIBRARY_PATH="/nowhere/libweft_pjrt.so")
    assert result.returncode == 1
    assert "/nowhere/libweft_pjrt.so" in result.stderr


def test_debug_nans():
    with jax.debug_nans(True), pytest.raises(FloatingPointError):
        jax.jit(lambda x: jnp.log(x))(jnp.float32(-1)).block_until_ready()
