# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PTX of a program that is one kernel, with the line that says how to launch it.

    kernel_of.py PROGRAM.mlir > KERNEL.ptx
"""

import re
import subprocess
import sys

program = sys.argv[1]
explain = ["weft", "explain", program, "--target=sm_90"]
text = subprocess.run(explain + ["--all"], check=True, capture_output=True, text=True).stdout
ptx = subprocess.run(explain + ["--stage=emit-code"], check=True, capture_output=True, text=True).stdout
names = re.findall(r"^== kernel @(\w+)", text, re.M)
by_thread = re.search(r"grid of (\d+) programs?, a thread each, in blocks of (\d+) threads(?:; (\d+) bytes of scratch)?", text)
by_block = re.search(r"is run by (\d+) blocks of (\d+) threads, .* with (\d+) bytes of shared memory each \[blocks-chosen\]", text)
if len(names) != 1 or not (by_thread or by_block):
    sys.exit(f"{program} has kernels {names}, and this is for programs of one kernel")
if by_block:
    blocks, threads, shared = by_block.groups()
    print(f"// @{names[0]}: {blocks} blocks of {threads} threads, {shared} bytes of shared memory each")
else:
    programs, threads, scratch = (int(one or 0) for one in by_thread.groups())
    blocks = (programs + threads - 1) // threads
    print(f"// @{names[0]}: {blocks} blocks of {threads} threads, 0 bytes of shared memory each, "
          f"{scratch} bytes of scratch memory for each thread")
print(ptx)
