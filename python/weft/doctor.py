# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what Weft finds on this machine, one line each, with a hint where something is missing."""

import ctypes
import enum
import functools
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from weft.library import LibraryNotFoundError, library_path
from weft.version import __version__

OLDEST_JAX, NEWEST_JAX = (0, 10, 0), (0, 11, 2)
OLDEST_CAPABILITY = (8, 0)
# Of the driver's interface, as CUDA's releases count it, and what later ones bring (docs/jax.md).
OLDEST_DRIVER = 12000
LATER_DRIVERS = (
    (12010, "with 12.1 or later GPUs from compute capability 9.0 on run scatters that add several floats at once"),
    (12030, "with 12.3 or later loops are decided on the GPU, here the processor follows them"),
    (12080, "with 12.8 or later branches are, too, and there are GPUs of compute capability 10.0 and later"),
)
# Numbers of the driver's interface.
NO_DEVICE, CAPABILITY_MAJOR, CAPABILITY_MINOR = 100, 75, 76
# Features that matter to array programs, of all that a CPU may list.
CPU_FEATURES = (
    "asimd", "asimddp", "sve", "sve2", "bf16", "i8mm", "sme",
    "avx", "avx2", "fma", "f16c", "avx512f", "avx512_bf16", "avx512_vnni", "amx_tile",
)  # fmt: skip


class State(enum.Enum):
    OK = "ok"
    NOTE = "--"
    BAD = "!!"


@dataclass
class Finding:
    state: State
    what: str
    value: str
    hint: str = ""

    def lines(self) -> Iterator[str]:
        yield f"{self.state.value}  {self.what:<10} {self.value}"
        if self.hint:
            yield f"    {'':<10} hint: {self.hint}"


def cpu() -> Finding:
    model, features = platform.machine(), set()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("flags", "Features"):
                features |= set(value.split())
            elif name.strip() == "model name":
                model = f"{value.strip()} ({platform.machine()})"
    except OSError:
        pass
    useful = [name for name in CPU_FEATURES if name in features]
    count = len(os.sched_getaffinity(0))
    return Finding(State.OK, "cpu", f"{model}, {count} usable cores, {' '.join(useful) or 'no known vector features'}")


def _driver_library() -> str:
    """What the plugin loads."""
    return os.environ.get("WEFT_CUDA_DRIVER", "libcuda.so.1")


def driver() -> Finding:
    try:
        cuda = ctypes.CDLL(_driver_library())
    except OSError as error:
        if "WEFT_CUDA_DRIVER" in os.environ:
            return Finding(State.BAD, "driver", f"WEFT_CUDA_DRIVER does not load: {error}")
        return Finding(
            State.NOTE, "driver", "no NVIDIA driver", "programs run on the CPU; GPUs need the driver's libcuda.so.1"
        )
    version = ctypes.c_int()
    started = cuda.cuInit(0)
    if started == NO_DEVICE:
        return Finding(State.NOTE, "driver", "an NVIDIA driver without a device", "programs run on the CPU")
    if started != 0 or cuda.cuDriverGetVersion(ctypes.byref(version)) != 0:
        return Finding(
            State.BAD, "driver", f"{_driver_library()} is there but does not start (error {started})",
            "is the kernel module loaded? try nvidia-smi",
        )  # fmt: skip
    text = f"{_driver_library()}, CUDA {version.value // 1000}.{version.value % 1000 // 10}"
    if version.value < OLDEST_DRIVER:
        return Finding(State.BAD, "driver", text, "Weft needs a driver of CUDA 12.0 or later (525)")
    missing = [hint for first, hint in LATER_DRIVERS if version.value < first]
    return Finding(State.OK, "driver", text, "; ".join(missing))


def gpus() -> list[tuple[str, tuple[int, int], int]]:
    """Name, capability and bytes of memory of each device that the driver shows."""
    try:
        cuda = ctypes.CDLL(_driver_library())
    except OSError:
        return []
    count = ctypes.c_int()
    if cuda.cuInit(0) != 0 or cuda.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return []
    found = []
    for device in range(count.value):
        name, major, minor = ctypes.create_string_buffer(256), ctypes.c_int(), ctypes.c_int()
        memory = ctypes.c_size_t()
        cuda.cuDeviceGetName(name, 255, device)
        cuda.cuDeviceGetAttribute(ctypes.byref(major), CAPABILITY_MAJOR, device)
        cuda.cuDeviceGetAttribute(ctypes.byref(minor), CAPABILITY_MINOR, device)
        cuda.cuDeviceTotalMem_v2(ctypes.byref(memory), device)
        found.append((name.value.decode(errors="replace"), (major.value, minor.value), memory.value))
    return found


def gpu() -> Finding:
    found = gpus()
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    shown = "" if visible is None else f" (CUDA_VISIBLE_DEVICES={visible})"
    if not found:
        return Finding(State.NOTE, "gpu", f"none found{shown}")
    texts = [f"{name}, {memory / 2**30:.0f} GiB, compute capability {major}.{minor}" for name, (major, minor), memory in found]
    older = [name for name, capability, _ in found if capability < OLDEST_CAPABILITY]
    hint = f"Weft needs 8.0 or later: {', '.join(older)} is left out" if older else ""
    return Finding(State.OK if len(older) < len(found) else State.NOTE, "gpu", "; ".join(texts) + shown, hint)


def _free_memory() -> list[tuple[int, int]]:
    """Bytes that are free and bytes that there are, of each device that the driver shows; asked in its primary context."""
    cuda, found = ctypes.CDLL(_driver_library()), []
    for device in range(len(gpus())):
        context, free, total = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t()
        if cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) != 0:
            return []
        cuda.cuCtxPushCurrent_v2(context)
        asked = cuda.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total))
        cuda.cuCtxPopCurrent_v2(ctypes.byref(context))
        cuda.cuDevicePrimaryCtxRelease_v2(device)
        if asked != 0:
            return []
        found.append((free.value, total.value))
    return found


def memory() -> Finding:
    """Of the GPUs: what is free, and what the heap of a first program was made of, or why it could not be."""
    free = _free_memory() if gpus() else []
    if not free:
        return Finding(State.NOTE, "memory", "no GPU's memory to look at")
    text = "; ".join(f"{left / 2**30:.1f} of {total / 2**30:.1f} GiB are free" for left, total in free)
    heaps = _first_program().heaps
    if not heaps:
        return Finding(State.NOTE, "memory", f"{text}; no program ran there")
    text += f"; arrays lie in {', '.join(dict.fromkeys(heaps))}"
    if all(heap.startswith("chunks") for heap in heaps):
        return Finding(State.OK, "memory", f"{text} at reserved addresses")
    return Finding(State.OK, "memory", text, "what is free lies apart there, and one large array may find no room")


def platforms() -> Finding:
    """What the platform `weft` would be, and why."""
    chosen = os.environ.get("WEFT_DEVICE", "auto")
    usable = [name for name, capability, _ in gpus() if capability >= OLDEST_CAPABILITY]
    if chosen == "cpu":
        text = "weft is the CPU, because WEFT_DEVICE=cpu"
    elif usable:
        text = f"weft is {len(usable)} x {usable[0]}"
    elif chosen == "gpu":
        return Finding(State.BAD, "platform", "WEFT_DEVICE=gpu, and there is no GPU that Weft can use")
    else:
        text = "weft is the CPU, because there is no GPU that Weft can use"
    return Finding(State.OK, "platform", f"{text}; weft_cpu is always the CPU")


def plugin() -> Finding:
    try:
        path = library_path()
    except LibraryNotFoundError as error:
        text, _, hint = str(error).partition("; ")
        return Finding(State.BAD, "library", text, hint)
    try:
        ctypes.CDLL(path).GetPjrtApi
    except (OSError, AttributeError) as error:
        return Finding(
            State.BAD, "library", f"{path} does not load: {error}", "is the wheel for this machine? reinstall it"
        )
    return Finding(State.OK, "library", f"{path} ({os.path.getsize(path) / 1e6:.0f} MB)")


def python() -> Finding:
    return Finding(State.OK, "python", f"{platform.python_version()} ({sys.executable})")


def jax() -> Finding:
    try:
        versions = [importlib.metadata.version(name) for name in ("jax", "jaxlib")]
    except importlib.metadata.PackageNotFoundError as error:
        return Finding(State.BAD, "jax", f"{error.name} is not installed", "pip install jax")
    number = tuple(int(part) for part in versions[0].split(".")[:3] if part.isdigit())
    text = f"jax {versions[0]}, jaxlib {versions[1]}"
    span = f"{'.'.join(map(str, OLDEST_JAX))} to {'.'.join(map(str, NEWEST_JAX))}"
    if number < OLDEST_JAX:
        return Finding(State.BAD, "jax", text, f"Weft serves JAX {span}; pip install -U jax")
    if number > NEWEST_JAX:
        return Finding(State.NOTE, "jax", text, f"newer than Weft was tested with ({span}); it may work")
    return Finding(State.OK, "jax", text)


@dataclass
class FirstProgram:
    """What became of a program in a process of its own."""

    seen: str = ""
    # Of GPUs: what their memory is made of.
    heaps: tuple[str, ...] = ()
    error: str = ""
    hint: str = ""


@functools.cache
def _first_program() -> FirstProgram:
    chosen = os.environ.get("JAX_PLATFORMS", "")
    ours = [platform for platform in ("weft", "weft_cpu") if not chosen or platform in chosen.split(",")]
    if not ours or importlib.util.find_spec("jax") is None:
        return FirstProgram()
    program = f"import json, jax; d = jax.devices('{ours[0]}'); jax.jit(lambda x: x @ x)(jax.numpy.eye(2)).block_until_ready();"
    program += " print(json.dumps([f'{len(d)} x {d[0].device_kind}', [x.memory_heap for x in d if hasattr(x, 'memory_heap')]]))"
    environment = dict(os.environ, JAX_PLATFORMS=chosen or "weft,cpu")
    try:
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        return FirstProgram(error="a first program did not end within two minutes")
    if run.returncode != 0:
        last = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        return FirstProgram(
            error=f"a first program failed: {last}", hint=f"run it to see all: {sys.executable} -c \"{program}\""
        )
    seen, heaps = json.loads(run.stdout.strip().splitlines()[-1])
    return FirstProgram(seen, tuple(heaps))


def registration() -> Finding:
    if importlib.util.find_spec("jax") is None:
        return Finding(State.BAD, "plugin", "not checked, there is no JAX")
    if importlib.util.find_spec("jax_plugins") is None or importlib.util.find_spec("jax_plugins.weft") is None:
        return Finding(
            State.BAD, "plugin", "jax_plugins.weft is not on the module path",
            "install the weft wheel, or add the source tree's python folder to PYTHONPATH",
        )  # fmt: skip
    found = _first_program()
    if found.error:
        return Finding(State.BAD, "plugin", found.error, found.hint)
    if not found.seen:
        chosen = os.environ.get("JAX_PLATFORMS", "")
        return Finding(State.NOTE, "plugin", f"JAX_PLATFORMS={chosen} leaves Weft out", "set JAX_PLATFORMS=weft,cpu")
    return Finding(State.OK, "plugin", f"JAX sees {found.seen}, a first program ran")


CHECKS: tuple[Callable[[], Finding], ...] = (python, cpu, driver, gpu, platforms, jax, plugin, memory, registration)


def main() -> int:
    print(f"weft {__version__}")
    findings = [check() for check in CHECKS]
    for finding in findings:
        for line in finding.lines():
            print(line)
    bad = sum(finding.state is State.BAD for finding in findings)
    print("everything needed is there" if not bad else f"{bad} problem(s), see the lines marked !!")
    return 1 if bad else 0
