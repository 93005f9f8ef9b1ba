"""Runs the test programs of a folder after simplification, with and without constant folding.

simplify_and_check.py FOLDER: every .mlir file there goes through weft-opt --simplify and weft-run --check.
"""

import pathlib
import subprocess
import sys

failed = 0
files = sorted(pathlib.Path(sys.argv[1]).glob("*.mlir"))
for path in files:
    for options in ("", "=max-constant-bytes=0"):
        simplified = subprocess.run(
            ["weft-opt", "--simplify" + options, "--split-input-file", path], capture_output=True, text=True)
        if simplified.returncode != 0:
            print(f"{path.name}: --simplify{options}: {simplified.stderr}")
            failed += 1
            continue
        checked = subprocess.run(
            ["weft-run", "--check", "-"], input=simplified.stdout, capture_output=True, text=True)
        if checked.returncode != 0:
            lines = [line for line in checked.stdout.splitlines() if line.startswith("FAIL")]
            print(f"{path.name}: --simplify{options}:", *lines, checked.stderr, sep="\n  ")
            failed += 1
print(f"{len(files)} files, {failed} failures")
sys.exit(failed != 0 or not files)
