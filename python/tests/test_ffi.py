# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Foreign functions built against jaxlib's headers."""

import ctypes
import pathlib
import shutil
import subprocess
import textwrap

import jax
import numpy as np
import pytest

from support import check, python
from weft.ffi import FfiError

S64 = jax.ShapeDtypeStruct((), np.int64)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    compiler = shutil.which("clang++-22") or shutil.which("c++")
    if compiler is None:
        pytest.fail("no C++ compiler for the foreign functions; run scripts/setup")
    path = tmp_path_factory.mktemp("foreign") / "foreign.so"
    source = pathlib.Path(__file__).with_name("foreign.cpp")
    subprocess.run(
        [compiler, "-std=c++17", "-O1", "-fPIC", "-shared", "-isystem", jax.ffi.include_dir(), source, "-o", path], check=True
    )
    library = ctypes.CDLL(str(path))

    def capsule(name):
        return jax.ffi.pycapsule(getattr(library, name))

    for name in ("Axpy", "Describe", "Fail", "Scratch"):
        jax.ffi.register_ffi_target(f"test_{name}", capsule(name), platform="weft")
    for name in ("counterTypeId", "counterTypeInfo"):
        getattr(library, name).restype = ctypes.c_void_p
    registration = {
        "type_id": jax.ffi.pycapsule(library.counterTypeId()),
        "type_info": jax.ffi.pycapsule(library.counterTypeInfo()),
    }
    jax.ffi.register_ffi_type("test_counter", registration, platform="weft")
    stages = {"instantiate": capsule("MakeCounter"), "execute": capsule("Count")}
    jax.ffi.register_ffi_target("test_Count", stages, platform="weft")
    jax.ffi.register_ffi_target("test_cpu_axpy", capsule("Axpy"), platform="cpu")
    return library


def test_registered_before_there_is_a_client(foreign):
    run = python(
        textwrap.dedent(f"""
        import ctypes, jax, numpy as np
        library = ctypes.CDLL({foreign._name!r})
        for name in ("counterTypeId", "counterTypeInfo"):
            getattr(library, name).restype = ctypes.c_void_p
        stages = {{"instantiate": jax.ffi.pycapsule(library.MakeCounter), "execute": jax.ffi.pycapsule(library.Count)}}
        types = {{"type_id": jax.ffi.pycapsule(library.counterTypeId()), "type_info": jax.ffi.pycapsule(library.counterTypeInfo())}}
        jax.ffi.register_ffi_type("counter", types, platform="weft")
        jax.ffi.register_ffi_target("count", stages, platform="weft")
        f = jax.jit(lambda: jax.ffi.ffi_call("count", jax.ShapeDtypeStruct((), np.int64))())
        print([int(f()) for _ in range(3)])
        """),
        JAX_PLATFORMS="weft",
        JAX_ENABLE_X64="1",
    )
    assert run.stdout == "[1, 2, 3]\n", run.stderr


def call(name, result, *args, **attributes):
    return jax.ffi.ffi_call(name, result)(*args, **attributes)


def test_arguments_and_attribute(foreign):
    x, y = np.arange(5, dtype=np.float32), np.ones(5, np.float32)
    f = jax.jit(lambda x, y: call("test_Axpy", x, x, y, a=np.float32(3)))
    np.testing.assert_array_equal(f(x, y), 3 * x + y)


def test_vmap_and_loops(foreign):
    f = lambda x: jax.ffi.ffi_call("test_Axpy", x, vmap_method="sequential")(x, x, a=np.float32(1))
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(jax.jit(jax.vmap(f))(x), 2 * x)
    np.testing.assert_array_equal(jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, x: f(x), x))(x[0]), 8 * x[0])


def test_kinds_of_attributes(foreign):
    f = lambda: call(
        "test_Describe", jax.ShapeDtypeStruct((6,), np.int64), np.ones(2), np.ones((0, 3), np.int8),
        text="four", number=np.int64(-9), flag=True, list=np.array([1, 2, 3]), dictionary={"half": 0.5, "other": "x"},
    )  # fmt: skip
    np.testing.assert_array_equal(jax.jit(f)(), [4, -9, 1, 6, 1, 2])


def test_stages_and_state(foreign):
    f = jax.jit(lambda: call("test_Count", S64))
    assert [int(f()) for _ in range(3)] == [1, 2, 3]
    g = jax.jit(lambda: call("test_Count", S64) + 0)
    assert int(g()) == 1


def test_runtime_services(foreign):
    assert int(jax.jit(lambda: call("test_Scratch", S64))()) >= 1


def test_handlers_for_the_cpu_serve_weft(foreign):
    f = lambda x: call("test_cpu_axpy", x, x, x, a=np.float32(2))
    check(f, np.arange(4, dtype=np.float32))


def test_platform_dependent(foreign):
    f = lambda x: jax.lax.platform_dependent(x, cpu=lambda x: x + 1, cuda=lambda x: x + 2)
    assert float(jax.jit(f)(1.0)) == 2.0
    g = lambda x: jax.lax.platform_dependent(x, cpu=lambda x: x + 1, default=lambda x: x + 3)
    assert float(jax.jit(g)(1.0)) == 4.0
    h = lambda x: jax.lax.platform_dependent(x, cpu=lambda x: x + 1, weft=lambda x: x + 5, default=lambda x: x + 3)
    assert float(jax.jit(h)(1.0)) == 6.0


@pytest.mark.parametrize(
    "f, text",
    (
        (lambda x: call("test_Fail", x, x), "FAILED_PRECONDITION.*meant to fail"),
        (lambda x: call("test_Axpy", x, x, x[:2], a=np.float32(1)), "INVALID_ARGUMENT.*differ in size"),
        (lambda x: call("test_Axpy", x, x, a=np.float32(1)), "argument"),
        (lambda x: call("test_Axpy", x, x, x), "attribute"),
        (lambda x: call("test_Axpy", x, x, x, a=1.0), "type"),
    ),
    ids=("returned", "checked", "arguments", "attributes", "type"),
)
def test_errors(foreign, f, text):
    x = np.ones(3, np.float32)
    for _ in range(2):
        with pytest.raises(jax.errors.JaxRuntimeError, match=f"(?is){text}"):
            jax.jit(f)(x).block_until_ready()
    check(lambda x: x + 1, x)


def test_refused_registrations(foreign):
    with pytest.raises(FfiError, match="another handler"):
        jax.ffi.register_ffi_target("test_Axpy", jax.ffi.pycapsule(foreign.Fail), platform="weft")
    with pytest.raises(FfiError, match="API version 0"):
        jax.ffi.register_ffi_target("test_old", jax.ffi.pycapsule(foreign.Fail), platform="weft", api_version=0)
    with pytest.raises(FfiError, match="unknown stages: start|unknown stages.*start"):
        jax.ffi.register_ffi_target("test_stages", {"start": jax.ffi.pycapsule(foreign.Fail)}, platform="weft")


ON_DEVICE = """
import ctypes, sys, jax, numpy as np
from jax import numpy as jnp
library = ctypes.CDLL(sys.argv[1])
jax.ffi.register_ffi_target("on_device", jax.ffi.pycapsule(library.OnDevice), platform="CUDA")
jax.ffi.register_ffi_target("both", jax.ffi.pycapsule(library.OnDevice), platform="CUDA")
jax.ffi.register_ffi_target("both", jax.ffi.pycapsule(library.Axpy), platform="cpu")

def program(x, target="on_device"):
    y = jnp.cumsum(x * 3)
    return jnp.sort(jax.ffi.ffi_call(target, jax.ShapeDtypeStruct(x.shape, x.dtype))(y)) + 1

# Once there is a client, in either order.
jax.devices("weft")
jax.ffi.register_ffi_target("device_first", jax.ffi.pycapsule(library.OnDevice), platform="CUDA")
jax.ffi.register_ffi_target("device_first", jax.ffi.pycapsule(library.Axpy), platform="cpu")
jax.ffi.register_ffi_target("host_first", jax.ffi.pycapsule(library.Axpy), platform="cpu")
jax.ffi.register_ffi_target("host_first", jax.ffi.pycapsule(library.OnDevice), platform="CUDA")

x = np.arange(9, dtype=np.int32)
expected = np.sort(np.concatenate([np.cumsum(x * 3)[:4], np.full(5, 7)])) + 1
for target in ("on_device", "both", "device_first", "host_first"):
    jitted = jax.jit(program, static_argnums=1)
    for _ in range(5):
        # In the order of the stream, between kernels of ours; and inside of a loop.
        np.testing.assert_array_equal(jitted(x, target), expected)
before = jax.devices("weft")[0].memory_stats()["bytes_in_use"]
for _ in range(10):
    jitted(x, "both").block_until_ready()
assert jax.devices("weft")[0].memory_stats()["bytes_in_use"] == before
looped = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, c: program(c) - 1, x))
reference = x
for _ in range(3):
    reference = np.sort(np.concatenate([np.cumsum(reference * 3)[:4], np.full(5, 7)]))
np.testing.assert_array_equal(looped(x), reference)
try:
    jax.jit(program)(x[:1]).block_until_ready()
except jax.errors.JaxRuntimeError as error:
    assert "too small" in str(error), error
else:
    raise AssertionError("it had to fail")
print("all right")
"""


def test_functions_for_cuda_work_on_the_device(foreign):
    from emulated import LIBRARY, emulated

    if not LIBRARY.exists():
        pytest.skip("the emulator is not built")
    program = f"import sys; sys.argv = ['', {foreign._name!r}]\n" + ON_DEVICE
    result = emulated(program)
    assert "all right" in result.stdout, result.stderr[-3000:]
    # On the processor there are none.
    result = emulated(program, WEFT_DEVICE="cpu")
    assert "on_device" in result.stderr and "is registered for platform 'weft'" in result.stderr


LIBRARIES = """
import jax
# In place of jaxlib's package for CUDA.
from jaxlib import gpu_solver
gpu_solver.registrations = lambda: {"CUDA": [(name, None, 0) for name in ("cusolver_syevd_ffi", "cusolver_getrf_ffi")]}
from jax import numpy as jnp
def targets(function, size):
    text = jax.jit(function).lower(jnp.zeros((size, size))).as_text()
    return "lapack_" in text, "cusolver_" in text
print(targets(jnp.linalg.eigvalsh, 48), targets(jnp.linalg.eigvalsh, 8), targets(lambda x: jax.scipy.linalg.lu_factor(x)[0], 48))
"""


def test_libraries_are_asked_for(foreign):
    from emulated import LIBRARY, emulated

    if not LIBRARY.exists():
        pytest.skip("the emulator is not built")
    asked = emulated(LIBRARIES, WEFT_VENDOR_LIBRARIES="1")
    assert asked.stdout.strip() == "(False, True) (True, False) (False, True)", asked.stderr[-3000:]
    assert emulated(LIBRARIES).stdout.strip() == "(True, False) (True, False) (True, False)"
    assert emulated(LIBRARIES, WEFT_VENDOR_LIBRARIES="1", WEFT_DEVICE="cpu").stdout.split()[:2] == ["(True,", "False)"]
