# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who assembles the kernels of a GPU that is not there, when, what is kept of them, and what is told about them."""

import pathlib
import sys

import pytest
from emulated import NEEDS_EMULATOR, emulated

pytestmark = NEEDS_EMULATOR


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
