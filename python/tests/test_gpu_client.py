# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the client of GPUs does, on one that is not there: queues, devices, memory, callbacks, faults, and ends of processes."""

import concurrent.futures
import pathlib
import sys
import time

import pytest
import support
from emulated import NEEDS_EMULATOR, emulated, older

pytestmark = NEEDS_EMULATOR

QUEUES = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

a = support.sample((40, 40), "float32") / 8
x = support.sample((40,), "float32")
large = support.sample((110, 100), "float32")

# Steps that the threads of a block share.
def recurrence(a, x):
    def step(h, i):
        h = jnp.tanh(a @ h + x * i)
        return h, (h[::-1], h.sum())
    return lax.scan(step, x, jnp.arange(9, dtype="float32"))
def until(a, x):
    return lax.while_loop(lambda c: (jnp.abs(c[0]).max() < 20.0) & (c[2] < 30), lambda c: (c[1], c[0] * 1.3 + a[c[2]], c[2] + 1), (x, x * 2, 0))
def branches_inside(a, x):
    return lax.fori_loop(0, 12, lambda i, h: lax.cond(h[i] > 0, lambda h: h.at[i].set(-h[0]), lambda h: jnp.roll(h, 1) + 1, h), x)
def sorted_steps(a, x):
    return lax.fori_loop(0, 5, lambda i, h: (h[0] + h[1].sum(), h[1] * h[0] * 0.1 + x), (jnp.float32(1), x))

# Loops and branches of kernels, which the device decides.
def kernels(large, x):
    return lax.fori_loop(0, 40, lambda i, c: jnp.cumsum(c, axis=1) * 0.01 + large, large)
def counted(large, x):
    return lax.while_loop(lambda c: c[0].sum() < 1e5, lambda c: (jnp.abs(c[0]) + jnp.abs(large), c[1] + 1), (large, 0))
def chosen(large, x):
    branches = [lambda y: jnp.sort(y @ y.T), lambda y: (y * 2) @ y.T, lambda y: jnp.tanh(y) @ y.T]
    return [lax.switch(i, branches, large) for i in (x[0].astype(int), 1, 7)]
# Small ones are computed all, by kernels that choose.
def computed(large, x):
    branches = [lambda y: y.sum(1), lambda y: jnp.tanh(y)[:, 0], lambda y: y[:, 1] - y.max()]
    flipped = lax.cond(large[0, 0] > 0, lambda y: y.at[3].set(1.0), lambda y: y, large)
    return [lax.switch(i, branches, large) for i in (x[0].astype(int), 1, 7, -3)], flipped
def arms(large, x):
    choose = lambda i, c: lax.cond(i % 2 == 0, lambda c: c * 2 + 1, lambda c: jnp.sqrt(jnp.abs(c)), c)
    return lax.while_loop(lambda c: (c[0] < 5) & (c[1].sum() < 1e9), lambda c: (c[0] + 1, choose(*c)), (0, large))
def nested(large, x):
    return lax.fori_loop(0, 3, lambda i, c: lax.fori_loop(0, i, lambda j, c: jnp.cumsum(c, axis=0) * 0.1, c + 1), large)
def never(large, x):
    return lax.while_loop(lambda c: c.sum() > 1e9, lambda c: jnp.cumsum(c, axis=0), large), lax.fori_loop(0, 0, lambda i, c: c @ c.T @ c, large)

for function, first in ((recurrence, a), (until, a), (branches_inside, a), (sorted_steps, a), (kernels, large), (counted, large), (chosen, large), (computed, large), (arms, large), (nested, large), (never, large)):
    jitted = jax.jit(function)
    expected = support.run("cpu", function, first, x)
    arguments = [jax.device_put(each, jax.devices("weft")[0]) for each in (first, x)]
    # The first run of a program, and those as graphs, in other places.
    held = [jitted(*arguments) for _ in range(6)]
    for actual in held:
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
            support.close(np.asarray(left), right, factor=64)

# Steps queue behind each other without memory for each of them.
gpu = jax.devices("weft")[0]
step = jax.jit(lambda y: jnp.cumsum(y, axis=1) * 0.5)
y = jax.device_put(np.ones((256, 1024), np.float32), gpu)
before = gpu.memory_stats()["peak_bytes_in_use"]
for _ in range(30):
    y = step(y)
y.block_until_ready()
assert gpu.memory_stats()["peak_bytes_in_use"] - before < 8 * y.nbytes, gpu.memory_stats()
# What arrives where a kernel is still at work waits for it.
for i in range(20):
    y = step(step(y))
    z = jax.device_put(np.full((256, 1024), i, np.float32), gpu)
    assert (np.asarray(z) == i).all()
# Donated results that are not there yet.
given = jax.jit(lambda y: y + 1, donate_argnums=0)
y = jax.device_put(np.zeros(1000, np.float32), gpu)
for _ in range(25):
    y = given(y)
assert (np.asarray(y) == 25).all()
print("all right")
"""


@pytest.mark.parametrize(("seed", "early"), [("0", "0"), ("1", "1")])
def test_queues_and_decisions(seed: str, early: str) -> None:
    """Also with kernels that are launched ahead of the end of those before."""
    result = emulated(QUEUES, WEFT_EMULATOR_SEED=seed, WEFT_EARLY_LAUNCH=early)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


BORDERS = """
import jax, numpy as np
from jax import numpy as jnp
from jax.experimental.layout import Format, Layout

gpu = jax.devices("weft")[0]
place = jax.sharding.SingleDeviceSharding(gpu)
x = np.arange(24, dtype=np.float32).reshape(4, 6)

# Arrays in another order than row-major, taken and given.
columns = jax.device_put(x, Format(Layout((0, 1)), place))
double = jax.jit(lambda x: x * 2 + jnp.arange(6), out_shardings=Format(Layout((0, 1)), place))
np.testing.assert_array_equal(double(columns), x * 2 + np.arange(6))

# Numbers narrower than a byte, negative ones too.
small = jnp.asarray(np.array([-8, -1, 0, 7]), dtype="int4")
np.testing.assert_array_equal(np.asarray(jax.jit(lambda x: -x)(small)).astype(int), [-8, 1, 0, -7])

# Arguments that are given away, and their memory with them.
step = jax.jit(lambda x: x + 1, donate_argnums=0)
given = jax.device_put(x, gpu)
taken = step(given)
assert given.is_deleted()
np.testing.assert_array_equal(taken, x + 1)

# Memory of the host that the device reaches.
host = place.with_memory_kind("pinned_host")
moved = jax.device_put(jnp.asarray(x), host)
np.testing.assert_array_equal(jax.jit(lambda x: x * 3, out_shardings=host)(moved), x * 3)

# Nothing stays behind.
sort = jax.jit(lambda x: jnp.sort(x * 2))
sort(x).block_until_ready()
before = gpu.memory_stats()["bytes_in_use"]
for _ in range(20):
    sort(x).block_until_ready()
assert gpu.memory_stats()["bytes_in_use"] == before, gpu.memory_stats()
print("all right")
"""


def test_borders() -> None:
    result = emulated(BORDERS)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


def test_devices_are_chosen() -> None:
    show = "import jax; print(jax.devices('weft'))"
    assert "WeftCpuDevice" in emulated(show, JAX_PJRT_CLIENT_CREATE_OPTIONS="device:cpu").stdout
    assert emulated(show, WEFT_EMULATOR_DEVICES="2").stdout.count("WeftCudaDevice") == 2
    # As NVIDIA's driver counts.
    for visible, count in (("1,0", 2), ("2", 1), ("0,7,1", 1)):
        chosen = emulated(show, WEFT_EMULATOR_DEVICES="3", CUDA_VISIBLE_DEVICES=visible)
        assert chosen.stdout.count("WeftCudaDevice") == count, (visible, chosen.stdout)
    none = emulated(show, CUDA_VISIBLE_DEVICES="")
    assert "NVIDIA's driver has no device" in none.stderr
    assert "WeftCpuDevice" in emulated(show, CUDA_VISIBLE_DEVICES="", WEFT_DEVICE="auto").stdout
    missing = support.python(show, WEFT_DEVICE="gpu", WEFT_CUDA_DRIVER="/nowhere/libcuda.so.1")
    assert missing.returncode != 0
    assert "NVIDIA's driver cannot be loaded" in missing.stderr
    old = emulated(show, WEFT_EMULATOR_CAPABILITY="75")
    assert "has compute capability 7.5, Weft needs 8.0 or later" in old.stderr
    # Unless a GPU is asked for, the processor does it, and a line says why.
    old = emulated(show, WEFT_EMULATOR_CAPABILITY="75", WEFT_DEVICE="auto")
    assert "WeftCpuDevice" in old.stdout
    assert "weft: programs run on the processor: Weft emulated GPU has compute capability 7.5" in old.stderr


def test_the_version_of_a_platform_ends_with_cudas() -> None:
    show = "import jax; print(jax.devices()[0].client.platform_version.split()[-2:])"
    assert emulated(show).stdout.strip() == "['cuda', '12080']"
    assert emulated(show, **older(12020)).stdout.strip() == "['cuda', '12020']"


PLATFORMS = """
import jax, jax.numpy as jnp, numpy as np
print(jax.devices(), jax.devices("weft_cpu"), jax.default_backend())
with jax.default_device(jax.devices("weft_cpu")[0]):
    x = jnp.arange(16.0).reshape(4, 4)
    y = jnp.linalg.eigvalsh(x @ x.T)
    z = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v) * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x))(x)
assert y.devices() == z.devices() == set(jax.devices("weft_cpu"))
np.testing.assert_array_equal(z, x * 2)
"""


def test_one_platform_is_always_the_processor() -> None:
    both = emulated(PLATFORMS, JAX_PLATFORMS="weft,weft_cpu")
    assert both.stdout.strip() == "[WeftCudaDevice(id=0)] [WeftCpuDevice(id=0)] weft", both.stderr[-2000:]
    alone = emulated(PLATFORMS, JAX_PLATFORMS="weft_cpu")
    assert alone.stdout.strip() == "[WeftCpuDevice(id=0)] [WeftCpuDevice(id=0)] weft_cpu", alone.stderr[-2000:]


@pytest.mark.parametrize(
    ("capability", "line"),
    [("90", "weft is 1 x Weft emulated GPU"), ("75", "weft is the CPU, because there is no GPU that Weft can use")],
)
def test_doctor_says_what_it_found(capability: str, line: str) -> None:
    program = "from weft import doctor; print(*doctor.driver().lines()); print(*doctor.gpu().lines()); print(*doctor.platforms().lines())"
    result = emulated(program, WEFT_EMULATOR_CAPABILITY=capability, WEFT_DEVICE="auto")
    assert "libweft_emulated_cuda.so, CUDA 12" in result.stdout
    assert f"1 GiB, compute capability {capability[0]}.{capability[1]}" in result.stdout
    assert line in result.stdout


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


@pytest.mark.parametrize(
    ("mapping", "line"),
    [
        ("1", "ok  memory     1.0 of 1.0 GiB are free; arrays lie in chunks of 16 MiB at reserved addresses"),
        ("0", "ok  memory     1.0 of 1.0 GiB are free; arrays lie in regions (the device's memory cannot be mapped)"),
        ("refused", "arrays lie in regions (reserving addresses failed: operation not permitted (error 800))"),
    ],
)  # fmt: skip
def test_doctor_says_what_memory_is_made_of(mapping: str, line: str) -> None:
    result = emulated("from weft import doctor; print(*doctor.memory().lines(), sep='\\n')", WEFT_EMULATOR_MAPPING=mapping)
    assert line in result.stdout, result.stdout + result.stderr[-2000:]
    assert ("hint: what is free lies apart there" in result.stdout) == (mapping != "1")


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


def test_the_interpreter_is_refused() -> None:
    result = emulated("import jax; jax.jit(lambda x: x + 1, compiler_options={'weft_engine': 'interpreter'})(1.0)")
    assert "is not compiled for a GPU" in result.stderr


def test_every_stage_is_checked() -> None:
    result = emulated(
        "import jax, jax.numpy as jnp; print(jax.jit(lambda x: jnp.sort(x) @ x.T)(jnp.ones((6, 5))).sum())",
        WEFT_CHECK_PASSES="1",
    )
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout.strip() == "180.0"
    assert "was not checked" not in result.stderr


LARGE = """
import jax, jax.numpy as jnp, numpy as np
x = jax.device_put(np.ones(1 << 10, np.float32))
def large(x):
    wide = jnp.broadcast_to(x, (1 << 13, 1 << 10)) * x
    return jnp.sort(wide, axis=0)[7] + x
held = [jax.block_until_ready(jax.device_put(np.ones(1 << 20, np.float32))) for _ in range(2)]
for attempt in range(2):
    try:
        jax.jit(large)(x).block_until_ready()
    except jax.errors.JaxRuntimeError as error:
        text = str(error)
    else:
        raise AssertionError("there was memory")
    print(text)
    # What was asked for, who refused it, and what to do.
    assert "RESOURCE_EXHAUSTED: " in text and "are in use" in text and "free arrays that are no longer needed" in text
    assert REFUSAL in text
    # What the program needs, the largest buffers with the lines that make them, and what would save some.
    assert "what a run of 'jit_large' needs: peak 133.0 MiB: " in text and "temporaries 133.0 MiB" in text
    assert "temporaries are fullest in sort_1 at <string>:6" in text
    assert "\\n  69.0 MiB  workspace  sort_1 at <string>:6" in text
    assert "\\n  32.0 MiB  tensor<8192x1024xf32>  fused_0 at <string>:5, read next by sort_1 at <string>:6" in text
    assert "\\n  32.0 MiB  tensor<8192x1024xf32>  sort_1 at <string>:6, read next by slice_2 at <string>:6" in text
    assert "donating argument 0 saves 4.0 KiB" in text
    assert "computing what is f32 in bf16 saves about 32.0 MiB" in text
    # Of other programs and arrays.
    assert "\\nothers hold 8.0 MiB in " in text and "(2 of 4.0 MiB and more" in text, text
    assert text.endswith(" in device memory of WeftCudaDevice(id=0)"), text
    assert jax.jit(lambda x: x + attempt)(x).sum() == (1 + attempt) * x.size
print("fine")
"""


@pytest.mark.parametrize(
    ("limit", "mapping", "refusal"),
    [
        (1 << 26, "1", "the limit is 67108864: "),
        (1 << 40, "1", " chunks of 2097152: allocating a chunk of memory failed: out of memory (error 2))"),
        (1 << 40, "0", " bytes on the device failed: out of memory (error 2))"),
    ],
)  # fmt: skip
def test_memory_ends(limit: int, mapping: str, refusal: str) -> None:
    result = emulated(
        LARGE.replace("REFUSAL", repr(refusal)),
        WEFT_EMULATOR_MEMORY=str(1 << 26),
        WEFT_EMULATOR_MAPPING=mapping,
        JAX_PJRT_CLIENT_CREATE_OPTIONS=f"memory_limit_bytes:{limit}",
    )
    assert result.stdout.endswith("fine\n"), result.stdout + result.stderr[-2000:]


FULL = """
import jax, numpy as np
def rows(seed):
    return np.random.default_rng(seed).random(1 << 20, np.float32)
held = []
try:
    while True:
        held.append(jax.block_until_ready(jax.device_put(rows(len(held)))))
except jax.errors.JaxRuntimeError as error:
    assert "RESOURCE_EXHAUSTED" in str(error), error
assert len(held) == 16, len(held)
# Every second one goes: what is free lies apart, and one array takes all of it.
kept = {seed: held[seed] for seed in range(1, 16, 2)}
del held
large = jax.device_put(np.concatenate([rows(seed) for seed in range(8)]))
np.testing.assert_array_equal(large, np.concatenate([rows(seed) for seed in range(8)]))
for seed, array in kept.items():
    np.testing.assert_array_equal(array, rows(seed))
print("fine")
"""


REFUSES_LATER = """
import emulated, jax, jax.numpy as jnp, numpy as np
held = jax.device_put(np.arange(1000, dtype=np.float32))
fill = jax.jit(lambda x, n: jnp.full(n, x), static_argnums=1)
# Each is larger than what the one before has left.
for i, (function, before, result) in enumerate([("cuMemCreate", 0, 2), ("cuMemCreate", 1, 2), ("cuMemMap", 1, 800), ("cuMemSetAccess", 0, 800)]):
    emulated.refuse_call(function, result, before)
    elements = (i + 1) * (12 << 20)
    try:
        fill(1.0, elements).block_until_ready()
        raise AssertionError(function)
    except jax.errors.JaxRuntimeError as error:
        words = "out of memory (error 2)" if result == 2 else "operation not permitted (error 800)"
        assert str(error).startswith("RESOURCE_EXHAUSTED: ") and words in str(error), error
    np.testing.assert_array_equal(held, np.arange(1000))
    assert float(fill(2.0, elements)[-1]) == 2
print("fine")
"""


def test_a_device_that_refuses_memory_later() -> None:
    result = emulated(REFUSES_LATER)
    assert result.stdout == "fine\n", result.stdout + result.stderr[-2000:]


def test_a_full_device_has_room_for_one_large_array() -> None:
    result = emulated(FULL, WEFT_EMULATOR_MEMORY=str(1 << 26))
    assert result.stdout == "fine\n", result.stdout + result.stderr[-2000:]


@pytest.mark.parametrize(
    ("mapping", "heap"),
    [
        ("1", "chunks of 16 MiB"),
        ("0", "regions (the device's memory cannot be mapped)"),
        ("refused", "regions (reserving addresses failed: operation not permitted (error 800))"),
    ],
)
def test_devices_that_map_no_memory_have_regions(mapping: str, heap: str) -> None:
    program = "import jax, jax.numpy as jnp; print(jax.devices()[0].memory_heap, jnp.sort(jnp.arange(9)[::-1]).sum())"
    result = emulated(program, WEFT_EMULATOR_MAPPING=mapping)
    assert result.stdout.strip() == f"{heap} 36", result.stdout + result.stderr[-2000:]


PEAK = """
import jax, jax.numpy as jnp
from jax import lax
def mlp(x, *weights):
    for w in weights:
        x = jnp.tanh(x @ w)
    return x.sum()
programs = {
    "gradient": (jax.grad(mlp, argnums=(1, 2)), 3),
    "sort": (lambda x, y: (jnp.sort(x, axis=0) + y, jnp.sort(y, axis=1).T @ x), 2),
    "loop": (lambda x: lax.fori_loop(0, 3, lambda i, c: jnp.sort(c, axis=0) * 0.5 + x.T, x), 1),
    "softmax": (lambda x: jax.nn.softmax(x, axis=0).T, 1),
}
function, count = programs[NAME]
device = jax.devices("weft")[0]
arguments = [jax.jit(lambda: jnp.full((64, 64), 0.01))() for _ in range(count)]
program = jax.jit(function).lower(*arguments).compile()
before = jax.block_until_ready(arguments) and device.memory_stats()
results = jax.block_until_ready(program(*arguments))
after = device.memory_stats()
predicted = program.memory_analysis().peak_memory_in_bytes
measured = after["peak_bytes_in_use"] - before["bytes_in_use"] + program.memory_analysis().argument_size_in_bytes
print(predicted, measured, before, after)
assert after["num_allocs"] > before["num_allocs"] and after["bytes_limit"] == 1 << 30
assert abs(predicted - measured) <= 0.02 * measured
"""


@pytest.mark.parametrize("name", ["gradient", "sort", "loop", "softmax"])
def test_predicted_peak_is_the_measured_one(name: str) -> None:
    result = emulated(PEAK.replace("NAME", repr(name)))
    assert result.returncode == 0, result.stdout + result.stderr[-2000:]


def test_kernels_are_kept(tmp_path: pathlib.Path) -> None:
    """As the driver assembled them; programs that share a kernel share its file, damaged ones are written anew."""
    program = "import jax, numpy as np; print(jax.jit(lambda x: np.float32(2) * x + SUM)(np.ones(9, np.float32)).sum())"
    settings = {"WEFT_CACHE": "1", "WEFT_CACHE_DIR": str(tmp_path)}

    def run(source: str, expected: str) -> list[pathlib.Path]:
        result = emulated(source, **settings)
        assert result.stdout.strip() == expected, result.stderr[-2000:]
        return sorted((tmp_path / "kernels").iterdir())

    first = run(program.replace("SUM", "1"), "27.0")
    assert first
    assert run(program.replace("SUM", "1"), "27.0") == first
    bytes_before = first[0].read_bytes()
    first[0].write_bytes(bytes_before[:-40])
    assert run(program.replace("SUM", "1"), "27.0") == first
    assert first[0].read_bytes() == bytes_before
    assert len(run(program.replace("SUM", "2"), "36.0")) > len(first)


BEHIND = """
import threading, time, jax, numpy as np, pytest
from jax import lax, numpy as jnp
from jax.experimental import io_callback

# In the order of the program and of the runs; the run itself goes on.
seen, threads = [], set()
def note(*values):
    threads.add(threading.get_ident())
    seen.append(tuple(float(np.sum(v)) for v in values))
def program(x, ordered):
    io_callback(note, None, x[0], ordered=ordered)
    y = jnp.cumsum(x * 2)
    jax.debug.callback(note, y, x, ordered=ordered)
    z = jnp.sort(y)[::-1]
    io_callback(note, None, ordered=ordered)
    return z + 1
for ordered in (True, False):
    seen.clear()
    jitted = jax.jit(program, static_argnums=1)
    expected = []
    for i in range(40):
        x = np.full(20, i, np.float32)
        result = jitted(x, ordered)
        expected += [(float(i),), (float(np.cumsum(x * 2).sum()), float(x.sum())), ()]
    np.testing.assert_array_equal(result, np.cumsum(x * 2)[::-1] + 1)
    jax.effects_barrier()
    assert seen == expected, (seen[:9], expected[:9])
assert threading.get_ident() not in threads

# The call comes back although the callback does not; a result is there after it.
gate = threading.Event()
waiting = jax.jit(lambda x: (jax.debug.callback(lambda v: gate.wait(60), x), x + 1)[1])
result = waiting(1.0)
assert not result.is_ready()
gate.set()
assert float(result) == 2

# What it raises fails the run, and nothing else.
def refuse(value):
    raise ValueError("a reason of its own")
failing = jax.jit(lambda x: (io_callback(refuse, None, x), x * 2)[1])
for _ in range(3):
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        failing(jnp.ones(3)).block_until_ready()
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        jax.block_until_ready(jax.jit(lambda x: x + 1)(failing(jnp.ones(3))))
try:
    jax.effects_barrier()
except jax.errors.JaxRuntimeError:
    pass

# More runs than may be ahead of their calls, and programs inside of callbacks that have callbacks.
count = []
inner = jax.jit(lambda x: (jax.debug.callback(lambda v: count.append(0), x), x + 1)[1])
outer = jax.jit(lambda x: (jax.debug.callback(lambda v: (time.sleep(1e-3), inner(np.float32(1)))[0], x), x + 1)[1])
y = jnp.float32(0)
for _ in range(300):
    y = outer(y)
assert float(y) == 300
jax.effects_barrier()
for _ in range(100):
    if len(count) == 300:
        break
    time.sleep(0.05)
assert len(count) == 300, len(count)

# And that wait for what they begin. JAX's default inside of callbacks is the processor.
gpu, log = jax.devices("weft")[0], []
inner = jax.jit(lambda x: (jax.debug.callback(lambda v: log.append(float(v[0])), x), jnp.sort(jnp.cumsum(x)))[1])
def wait(value):
    log.append(-float(inner(inner(jax.device_put(np.full(3, value), gpu))).block_until_ready()[1]))
outer = jax.jit(lambda x: (jax.debug.callback(wait, x), x + 1)[1])
y = jnp.float32(1)
for _ in range(4):
    y = outer(y)
jax.effects_barrier()
assert log == [x for i in (1, 2, 3, 4) for x in (i, i, -3 * i)], log

# What they begin may have to wait for arguments that are on their way: in pieces, or turned on the way.
log = []
inner = jax.jit(lambda x: (jax.debug.callback(lambda v: log.append(float(v)), x[0, 1]), x[0, 1] * 2)[1])
def wait_longer(value):
    for array in (np.full((1500, 1500), value), np.full((1500, 1500), value + 1).T, np.full((3, 2), value + 2).T):
        log.append(-float(inner(jax.device_put(array, gpu))))
outer = jax.jit(lambda x: (jax.debug.callback(wait_longer, x), x + 1)[1])
y = jnp.float32(1)
for _ in range(3):
    y = outer(y)
jax.effects_barrier()
assert log == [x for i in (1, 2, 3) for j in (0, 1, 2) for x in (i + j, -2 * (i + j))], log

# Large arrays, and callbacks that make large transfers.
sums = []
def send(large, number):
    sums.append(float(jax.device_put(np.full(3 << 20, number + large[-1]), gpu)[7]))
sending = jax.jit(lambda x, i: (jax.debug.callback(send, x, i), i + 1)[1])
large, i = jnp.ones(1 << 19), jnp.float32(0)
for _ in range(40):
    i = sending(large, i)
jax.effects_barrier()
assert sums == [i + 1.0 for i in range(40)], sums

# Inside of loops that are written out each turn has its own copies, also in other places than those of the first run.
log, gate = [], threading.Event()
def looped(x):
    def step(i, c):
        jax.debug.callback(lambda v, c: (gate.wait(60), log.append((int(v), float(c.sum())))), i, c, ordered=True)
        def inside(j, c):
            io_callback(lambda j: log.append(-int(j)), None, 10 * i + j, ordered=True)
            return jnp.sort(c)
        return lax.fori_loop(0, 2, inside, c + 1)
    return lax.fori_loop(0, 4, step, x)
jitted = jax.jit(looped)
held = [jitted(jnp.full(3, 0.0))]
assert log == [] and not held[0].is_ready()
gate.set()
held += [jitted(jnp.full(3, float(i))) for i in (1, 2)]
assert [float(y[0]) for y in held] == [4.0, 5.0, 6.0]
jax.effects_barrier()
assert log == [x for k in range(3) for i in range(4) for x in ((i, 3.0 * (k + i)), -10 * i, -10 * i - 1)], log
print("all right")
"""


def test_callbacks_behind_runs() -> None:
    result = emulated(BEHIND)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


def test_callback_that_begins_a_run_on_what_it_stands_behind() -> None:
    """The array is in a queue, and its calls are behind the one that begins the run: that does not wait for them."""
    result = emulated("""
import time, jax
gpu = jax.devices("weft")[0]
twice = jax.jit(lambda v: (jax.debug.callback(lambda q: None, v), v * 2)[1])
twice(jax.device_put(0.0, gpu)).block_until_ready()
held = {}
def begin(v):
    while "y" not in held:
        time.sleep(0.01)
    held["z"] = twice(held["y"])
held["y"] = jax.jit(lambda x: (jax.debug.callback(begin, x), x + 1)[1])(jax.device_put(1.0, gpu))
jax.effects_barrier()
print(float(held["z"]))
""")
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout.split() == ["4.0"]


def test_callbacks_under_way_at_the_end() -> None:
    """The process ends when all of them were made, and not long after."""
    begun = time.monotonic()
    result = emulated("""
import time, jax
step = jax.jit(lambda x: (jax.debug.callback(lambda v: (time.sleep(0.02), print(int(v), flush=True)), x), x + 1)[1])
x = 1.0
for _ in range(25):
    x = step(x)
""")
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.split() == [str(i) for i in range(1, 26)]
    assert time.monotonic() - begun < 40


@pytest.mark.parametrize("threads", ["1", "4"])
def test_many_calls(threads: str) -> None:
    """A few hundred of those that scripts/many-calls makes, from several threads."""
    script = pathlib.Path(__file__).parents[2] / "scripts" / "many-calls"
    program = f"import runpy, sys; sys.argv = ['many-calls', '--calls=256', '--threads={threads}', '--size=12', '--leak=1e9']; runpy.run_path({str(script)!r}, run_name='__main__')"
    result = emulated(program, WEFT_EMULATOR_RACES="0")
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-2000:]
    assert "ok: 256 calls on Weft emulated GPU, 0 wrong, 0 leaks" in result.stdout


SEVERAL = """
import jax, numpy as np
from jaxlib import xla_client

DEVICES = jax.devices("weft")
assert len(DEVICES) == 2


def run(program, values):
    options = xla_client.CompileOptions()
    options.num_replicas = 2
    loaded = DEVICES[0].client.compile_and_load(program, xla_client.DeviceList(tuple(DEVICES)), options)
    mesh = jax.sharding.Mesh(np.array(DEVICES), ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x"))
    for _ in range(4):
        parts = [jax.device_put(v, d) for v, d in zip(values, DEVICES)]
        array = jax.make_array_from_single_device_arrays((2 * len(values[0]),), sharding, parts)
        results = loaded.execute_sharded([array]).disassemble_into_single_device_arrays()
    assert [a.devices() for a in results[0]] == [{d} for d in DEVICES]
    return [np.asarray(a) for a in results[0]]


x = np.random.default_rng(1).normal(size=(2, 300)).astype(np.float32)
# The same program on both, each with its arguments and its number; kernels, and a loop that the device decides.
program = '''func.func @main(%x: tensor<300xf32>) -> tensor<300xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<300xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<1.0e6> : tensor<f32>
  %y = stablehlo.abs %x : tensor<300xf32>
  %z:1 = stablehlo.while(%c = %y) : tensor<300xf32>
    cond {
      %sum = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
      %again = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %again : tensor<i1>
    } do {
      %d = stablehlo.add %c, %c : tensor<300xf32>
      stablehlo.return %d : tensor<300xf32>
    }
  %r = stablehlo.add %z#0, %all : tensor<300xf32>
  return %r : tensor<300xf32>
}'''
for i, found in enumerate(run(program, x)):
    expected = np.abs(x[i])
    while expected.sum() < 1e6:
        expected = expected * 2
    np.testing.assert_allclose(found, expected + i, rtol=1e-6)

# Programs of one device beside it.
for device in DEVICES:
    np.testing.assert_allclose(jax.jit(lambda x: x.sum())(jax.device_put(x[0], device)), x[0].sum(), rtol=1e-5)

try:
    run('''func.func @main(%x: tensor<300xf32>) -> tensor<300xf32> {
      %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<300xf32>) -> tensor<300xf32>
      return %r : tensor<300xf32>
    }''', x)
except jax.errors.JaxRuntimeError as error:
    print(error)
print("all right")
"""


def test_several_devices() -> None:
    result = emulated(SEVERAL, WEFT_EMULATOR_DEVICES="2")
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout
    assert "is for 2 GPUs, and stablehlo.all_gather" in result.stdout, result.stdout
    assert "collectives among GPUs cannot be run yet" in result.stdout


def test_the_example_trains_here() -> None:
    """As `make demo` does where there is a GPU, in fewer steps; it says where it trains."""
    script = pathlib.Path(__file__).parents[2] / "examples" / "jax" / "transformer.py"
    options = ["--steps=6", "--width=8", "--context=8", "--batch=4"]
    program = f"import runpy, sys; sys.argv = ['', *{options}]; runpy.run_path({str(script)!r}, run_name='__main__')"
    result = emulated(program, WEFT_EMULATOR_RACES="0", JAX_PLATFORMS="weft")
    assert result.returncode == 0, result.stdout + result.stderr[-2000:]
    assert "on WeftCudaDevice(id=0) Weft emulated GPU" in result.stdout
    assert "loss fell" in result.stdout


AHEAD = """
import pickle, sys, jax, numpy as np
from jax import numpy as jnp
from jax.experimental import topologies
from jax.experimental.serialize_executable import serialize, deserialize_and_load

def program(x):
    return jnp.sort(x @ x.T, axis=0)
x = np.arange(20, dtype=np.float32).reshape(5, 4) % 7
if sys.argv[1] == "compile":
    topology = topologies.get_topology_desc("nvidia:h200", "weft")
    (device,) = topology.devices
    print(device.device_kind, device.compute_capability)
    sharding = jax.sharding.SingleDeviceSharding(device)
    argument = jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=sharding)
    compiled = jax.jit(program).lower(argument).compile()
    print(compiled.memory_analysis().argument_size_in_bytes)
    with open(sys.argv[2], "wb") as file:
        pickle.dump(serialize(compiled), file)
    try:
        topologies.get_topology_desc("sm_42", "weft")
    except Exception as error:
        print(error)
else:
    with open(sys.argv[2], "rb") as file:
        compiled = deserialize_and_load(*pickle.load(file), execution_devices=jax.devices("weft")[:1])
    np.testing.assert_array_equal(compiled(jax.device_put(x, jax.devices("weft")[0])), np.sort(x @ x.T, axis=0))
    print("all right")
"""


def test_compiling_where_no_gpu_is(tmp_path: pathlib.Path) -> None:
    """Ahead of time, by JAX's topologies, in a process that has only the processor."""
    where = tmp_path / "program"

    def run(what: str, **environment: str):
        program = f"import sys; sys.argv = ['', {what!r}, {str(where)!r}]\n" + AHEAD
        return emulated(program, **environment)

    compiled = run("compile", WEFT_DEVICE="cpu", WEFT_CUDA_DRIVER="/nowhere")
    assert compiled.returncode == 0, compiled.stderr[-3000:]
    assert compiled.stdout.splitlines()[:2] == ["sm_90 9.0", "80"]
    assert "there is no GPU 'sm_42' to compile for" in compiled.stdout
    loaded = run("load")
    assert "all right" in loaded.stdout, loaded.stderr[-3000:]


REPORTED = """
import jax, jax.numpy as jnp
print(jax.jit(lambda x: jnp.sort(x) @ x)(jnp.arange(8.0)))
"""


def test_what_kernels_take_is_told(tmp_path: pathlib.Path) -> None:
    """Registers, stack and what is spilled, whoever assembled a kernel; nothing where nobody asks."""

    def lines(**environment: str) -> list[str]:
        kept = {"WEFT_CACHE_DIR": str(tmp_path), "WEFT_CACHE": "1"}
        result = emulated(REPORTED, **(kept | environment))
        assert result.returncode == 0, result.stderr[-3000:]
        return [line for line in result.stderr.splitlines() if line.startswith("weft: kernel")]

    assert lines() == []
    first = lines(WEFT_KERNEL_REPORT="1")
    assert first, "nothing was loaded"
    assert all("32 registers, 0 bytes of stack, nothing spilled; found in the cache" in line for line in first), first
    assert any("<string>:3" in line for line in first), first
    assert lines(WEFT_KERNEL_REPORT="spills") == []
    spilling = lines(WEFT_KERNEL_REPORT="spills", WEFT_EMULATOR_SPILLS="16", WEFT_CACHE="0")
    assert all("16 bytes spilled; assembled by the driver" in line for line in spilling)
    assert len(spilling) == len(first)


ASSEMBLER = """#!{python}
import pathlib, struct, sys, time
if "hangs" in sys.argv[0]:
    time.sleep(1000)
if "fails" in sys.argv[0]:
    sys.exit("ptxas fatal   : no code today")
source, output = sys.argv[-3], sys.argv[-1]
text = pathlib.Path(source).read_bytes()
pathlib.Path(output).write_bytes(b"\\x7fELFweft-ptx-1".ljust(16, b"\\0") + struct.pack("<Q", len(text)) + text + b"\\0")
print("ptxas info    : Used 77 registers")
print("    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads")
"""


@pytest.mark.parametrize("assembler", ["works", "fails", "missing"])
def test_kernels_are_assembled_ahead_of_time(tmp_path: pathlib.Path, assembler: str) -> None:
    """Where an assembler is found. A device takes what fits it, and has the rest assembled by its driver."""
    where = tmp_path / "program"
    tool = tmp_path / f"ptxas-{assembler}"
    if assembler != "missing":
        tool.write_text(ASSEMBLER.format(python=sys.executable))
        tool.chmod(0o755)

    def run(what: str, **environment: str):
        program = f"import sys; sys.argv = ['', {what!r}, {str(where)!r}]\n" + AHEAD
        result = emulated(program, **environment)
        assert result.returncode == 0, result.stderr[-3000:]
        return [line for line in result.stderr.splitlines() if line.startswith("weft: kernel")]

    run("compile", WEFT_DEVICE="cpu", WEFT_CUDA_DRIVER="/nowhere", WEFT_PTXAS=str(tool))
    report = {"WEFT_KERNEL_REPORT": "1"}
    taken = run("load", **report)
    if assembler != "works":
        assert all("32 registers, 0 bytes of stack, nothing spilled; assembled by the driver" in line for line in taken), taken
        return
    assert all("77 registers, 8 bytes of stack, 4 bytes spilled; assembled ahead of time" in line for line in taken), taken
    refused = run("load", WEFT_EARLY_LAUNCH="0", **report)
    assert all("assembled by the driver" in line for line in refused), refused


def test_two_processes_share_a_device() -> None:
    """Each has a context and memory of its own; one that ends leaves the other alone."""
    program = "import jax, jax.numpy as jnp; x = jnp.ones((64, 64)); [x := jax.jit(lambda x: x / x.sum() + 1)(x) for _ in range(30)]; print(x[0, 0])"
    with concurrent.futures.ThreadPoolExecutor() as both:
        results = list(both.map(emulated, [program, program]))
    assert [result.returncode for result in results] == [0, 0], results[0].stderr[-2000:]
    assert results[0].stdout == results[1].stdout


FAULT = """
import jax, jax.numpy as jnp
def kernels(x):
    return jnp.sort(x) @ x
small = jax.jit(lambda x: x + 1)
one = small(jnp.ones(4))
for call in (lambda: jax.jit(kernels)(jnp.ones((64, 64))), lambda: small(one), lambda: jax.device_put([1.0], jax.devices("weft")[0])):
    try:
        jax.block_until_ready(call())
        print("ran")
    except jax.errors.JaxRuntimeError as error:
        print(error)
print("alive", jax.device_put(3.0, jax.devices("cpu")[0]) + 1)
"""


@pytest.mark.parametrize("waits", [False, True])
def test_a_kernel_that_fails_loses_the_device(waits: bool) -> None:
    """Whatever comes later says why; the process goes on. More instructions than allowed are a fault like any other."""
    environment = {"WEFT_WAIT_FOR_KERNELS": "1"} if waits else {}
    result = emulated(FAULT, WEFT_EMULATOR_INSTRUCTIONS="20000", **environment)
    assert result.returncode == 0, result.stderr[-3000:]
    *errors, last = result.stdout.strip().splitlines()
    assert last == "alive 4.0"
    assert len(errors) == 3
    who = "running kernel sort_0 of 'jit_kernels' (<string>:4" if waits else "one of its kernels sort_0 (<string>:4"
    for error in errors:
        assert error.startswith("INTERNAL: Weft emulated GPU is lost to this process: running"), error
        assert who in error, error


def test_forked_children_are_refused() -> None:
    result = emulated("""
import os, signal, jax, jax.numpy as jnp
small = jax.jit(lambda x: x + 1)
printing = jax.jit(lambda x: (jax.debug.callback(lambda v: None, x), x + 1)[1])
one = jax.block_until_ready(small(jnp.ones(4)))
jax.block_until_ready(printing(one))
jax.effects_barrier()
for program in (small, printing):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            program(one).block_until_ready()
            jax.effects_barrier()
        except jax.errors.JaxRuntimeError as error:
            os._exit(0 if "was forked off one that uses" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    print(program(one)[0])
""")
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.split() == ["3.0", "3.0"]


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


def test_gpu_is_a_name_of_weft() -> None:
    result = emulated('''
import jax
assert jax.devices("gpu") == jax.devices("weft")
print(jax.jit(lambda x: x + 1, device=jax.devices("gpu")[0])(1.0))
''')
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.strip() == "2.0"


def test_gpu_is_no_name_of_a_processor() -> None:
    result = emulated("import jax; jax.devices('weft'); jax.devices('gpu')", WEFT_DEVICE="cpu")
    assert result.returncode != 0
    assert "Unknown backend: 'gpu'" in result.stderr
