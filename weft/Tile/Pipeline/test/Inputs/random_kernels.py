# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints kernels of stage planned that touch memory at random: random_kernels.py SEED COUNT

Loads and stores in three layouts, on allocations that overlap and on global refs of which two share bytes, at offsets that
are constants or follow the index of a loop, inside of loops and branches.
"""

import random
import sys

LAYOUTS = {
    "rows": "base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]",
    "turned": "base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]",
    "copies": "base = [32], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [*, *]",
}
GLOBAL, SHARED = "!tile.ref<4096xf32>", "!tile.ref<128xf32, shared>"


class Kernel:
    def __init__(self, number, chance):
        self.chance, self.names, self.lines = chance, 0, []
        self.block(0, [])
        allocations = [f"  %m{i} = tile.alloc alias \"all\" at {chance.choice([0, 256, 512, 1024])} : {SHARED}" for i in range(3)]
        constants = [f"  %c{value} = arith.constant {value} : index" for value in (0, 1, 2, 64, 128, 256)]
        tiles = [f"  %{layout} = tensor.splat %a : {self.tile(layout)}" for layout in LAYOUTS]
        self.text = "\n".join(
            [f"tile.kernel @k{number}(%a: f32, %g0: {GLOBAL}, %g1: {GLOBAL}, %g2: {GLOBAL} {{tile.aliases = 1 : i64}}, %n: index, "
             '%b: i1) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4, shared_bytes = 2048} {']
            + constants + tiles + allocations + self.lines + ["  tile.return", "}"])

    @staticmethod
    def tile(layout):
        return f"tensor<128xf32, #{layout}>"

    def fresh(self):
        self.names += 1
        return f"%v{self.names}"

    def add(self, depth, line):
        self.lines.append("  " * (depth + 1) + line)

    def access(self, depth, indices):
        layout = self.chance.choice(list(LAYOUTS))
        ref, kind, offset = f"%m{self.chance.randrange(3)}", SHARED, "%c0"
        if self.chance.random() < 0.6:
            ref, kind = f"%g{self.chance.randrange(3)}", GLOBAL
            offset = self.chance.choice(["%c0", "%c1", "%c128", "%c256"] + 2 * indices)
            if offset in indices and self.chance.random() < 0.5:
                base, offset = offset, self.fresh()
                operation = self.chance.choice(["addi", "muli", "subi"])
                self.add(depth, f"{offset} = arith.{operation} {base}, {self.chance.choice(['%c1', '%c2', '%c128'])} : index")
        if self.chance.random() < 0.5:
            self.add(depth, f"tile.store %{layout}, {ref}[{offset}] {{vector = 1 : i64}} : {self.tile(layout)}, {kind}")
        else:
            self.add(depth, f"{self.fresh()} = tile.load {ref}[{offset}] {{vector = 1 : i64}} : {kind} -> {self.tile(layout)}")

    def block(self, depth, indices):
        for _ in range(self.chance.randint(1, 4)):
            kind = self.chance.random() if depth < 3 else 1
            if kind < 0.2:
                index = self.fresh()
                self.add(depth, f"scf.for {index} = %c0 to %n step {self.chance.choice(['%c1', '%c2', '%c64', '%c128'])} {{")
                self.block(depth + 1, indices + [index])
            elif kind < 0.3:
                self.add(depth, "scf.if %b {")
                self.block(depth + 1, indices)
                if self.chance.random() < 0.5:
                    self.add(depth, "} else {")
                    self.block(depth + 1, indices)
            elif kind < 0.38:
                self.add(depth, "scf.while : () -> () {")
                self.block(depth + 1, indices)
                self.add(depth + 1, "scf.condition(%b)")
                self.add(depth, "} do {")
                self.block(depth + 1, indices)
                self.add(depth + 1, "scf.yield")
            else:
                self.access(depth, indices)
                continue
            self.add(depth, "}")


def main(seed, count):
    chance = random.Random(seed)
    for name, layout in LAYOUTS.items():
        print(f"#{name} = #tile.layout<{layout}>")
    for number in range(count):
        print(Kernel(number, chance).text)


main(int(sys.argv[1]), int(sys.argv[2]))
