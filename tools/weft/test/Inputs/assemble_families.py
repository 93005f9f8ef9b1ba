# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a program of each family of a GPU's kernels for GPUs of every generation: assemble_families.py TIMINGS

TIMINGS is a folder of programs. All of them become PTX of a version that the GPU's first drivers take, and where NVIDIA's
assembler is found, it takes them.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The first PTX of each, and what instructions of a later one there may be.
VERSIONS = {"sm_80": {"7.0"}, "sm_89": {"7.8"}, "sm_90": {"8.0", "8.1"}, "sm_100": {"8.6"}, "sm_120": {"8.7"}}
PROCESSORS = {"sm_80": "sm_80", "sm_89": "sm_89", "sm_90": "sm_90a", "sm_100": "sm_100a", "sm_120": "sm_120a"}

# Bytes of text: what is longer takes the assembler most of the time.
LONGEST_ASSEMBLED = 40_000

timings = pathlib.Path(sys.argv[1])
home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
assembler = shutil.which("ptxas") or shutil.which("ptxas", path=f"{home}/bin") or ""


def assemble(text, processor):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "kernel.ptx")
        source.write_text(text)
        command = [assembler, f"-arch={processor}", source, "-o", source.with_suffix(".cubin")]
        done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def compile_for(job):
    program, machine = job
    command = ["weft", "explain", "--stage=emit-code", f"--target={machine}", program]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return f"{program.name} for {machine}: {done.stderr}"
    # Each kernel is a module of its own.
    modules = re.split(r"^(?=\.version)", done.stdout, flags=re.MULTILINE)[1:]
    failures = [] if modules else ["no PTX"]
    for text in modules:
        head = re.match(r"\.version (\S+)\n\.target (\S+)\n", text)
        if not head or head[1] not in VERSIONS[machine] or head[2] != PROCESSORS[machine] or ".entry" not in text:
            failures.append(f"PTX that begins with {text[:60]!r}")
        elif assembler and len(text) <= LONGEST_ASSEMBLED:
            failures.append(assemble(text, PROCESSORS[machine]))
    return "".join(f"{program.name} for {machine}: {failure}\n" for failure in failures if failure)


programs = sorted(timings.glob("*.mlir"))
with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
    failures = [*workers.map(compile_for, [(program, machine) for machine in VERSIONS for program in programs])]
failures = [failure for failure in failures if failure]
print(*failures, sep="\n")
print(f"{len(programs)} families for {len(VERSIONS)} machines{', assembled' if assembler else ''}, {len(failures)} failures")
sys.exit(1 if failures or not programs else 0)
