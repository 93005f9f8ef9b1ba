# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the PTX that weft-run --print-ptx prints, on NumPy: one block after the
other, all threads of a block at once.

    run_ptx.py kernel.ptx INPUT.npy ... --output=OUTPUT.npy:SHAPE:DTYPE ...

Arguments of the kernel are the inputs, then the arrays that it writes. Each
thread has a place in the program of its own, and those that are behind run
first, so branches may diverge. A byte that one thread writes and another one of
its block reads or writes without a barrier in between is an error, in shared
memory and in the arrays, and so are accesses outside of either.
"""

import re
import sys

import ml_dtypes
import numpy as np

WIDTHS = {"8": np.uint8, "16": np.uint16, "32": np.uint32, "64": np.uint64}


def load(name):
    array = np.load(name)
    # NumPy has no name for bfloat16, and writes it as two bytes.
    return array.view(ml_dtypes.bfloat16) if array.dtype == np.dtype("V2") else array


class Kernel:
    def __init__(self, text):
        header = re.search(r"// @(\w+): (\d+) blocks of (\d+) threads, (\d+) bytes of shared memory each"
                           r"(?:, (\d+) bytes of scratch memory for each thread)?", text)
        self.grid, self.threads, self.shared_bytes, self.scratch_bytes = (int(header.group(i) or 0) for i in (2, 3, 4, 5))
        local = re.search(r"\.local .*?(__local_depot\d+)\[(\d+)\]", text)
        self.local_name, self.local_bytes = (local.group(1), int(local.group(2))) if local else (None, 0)
        body = text[text.index("{\n", text.index(".entry")) + 2:text.rindex("}")]
        self.parameters = re.findall(r"\.param [^,\n]*?(\w+_param_\d+)", text)
        self.code = []
        self.labels = {}
        # An instruction may take several lines; a label has one of its own.
        for piece in re.split(r";|(?<=:)\s*\n", re.sub(r"//.*", "", body)):
            piece = " ".join(piece.split())
            if not piece or piece.startswith((".reg", ".local")):
                continue
            label = re.match(r"(\$\w+):$", piece)
            if label:
                self.labels[label.group(1)] = len(self.code)
                continue
            match = re.match(r"(?:@(!?)(%p\d+)\s+)?([\w.:]+)\s*(.*)$", piece)
            operands = [one.strip() for one in re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,]+", re.sub(r",\s+", ",", match.group(4)))]
            self.code.append((match.group(1), match.group(2), match.group(3).split("."), operands))


class Races:
    """Who touched each byte of a memory since the last barrier."""

    SEVERAL = 0

    def __init__(self, name, count):
        self.name, self.epoch = name, 1
        # The epoch of the last access, and the thread, from 1 on.
        self.written = np.zeros((2, count), np.int64)
        self.read = np.zeros((2, count), np.int64)

    def check(self, at, width, threads, is_write):
        for byte in range(width):
            index = at + byte
            written, read = ((table[0][index] == self.epoch) & (table[1][index] != threads + 1)
                             for table in (self.written, self.read))
            clash = written | read if is_write else written
            if is_write and len(np.unique(index)) != len(index):
                clash[:] = True
            if clash.any():
                raise ValueError(f"race at byte {index[clash][0]} of {self.name}")
            table = self.written if is_write else self.read
            table[0][index] = self.epoch
            table[1][index] = threads + 1
            if not is_write:
                # Read by another thread before, or by this same instruction.
                table[1][index[read | (table[1][index] != threads + 1)]] = self.SEVERAL


class Block:
    """The threads of one program."""

    def __init__(self, kernel, memory, addresses, number):
        self.kernel, self.memory, self.number = kernel, memory, number
        self.addresses = addresses
        self.count = kernel.threads
        self.registers = {}
        self.shared = np.zeros(kernel.shared_bytes, np.uint8)
        self.shared_races = Races("shared memory", kernel.shared_bytes)
        # Blocks run one after the other, and do not race here.
        self.memory.races.epoch += 1
        self.active = None

    # Values: every register is 64 bits wide, and used as its instruction says.

    def get(self, name, dtype=np.uint64):
        bits = np.dtype(dtype).itemsize * 8
        if name in self.registers:
            raw = self.registers[name]
        elif name == "%tid.x":
            raw = np.arange(self.count, dtype=np.uint64)
        elif name == "%ctaid.x":
            raw = np.full(self.count, self.number, np.uint64)
        elif name == "%ntid.x":
            raw = np.full(self.count, self.count, np.uint64)
        elif name == "%nctaid.x":
            raw = np.full(self.count, self.kernel.grid, np.uint64)
        elif name == self.kernel.local_name:
            raw = self.memory.starts[-1] + np.arange(self.count, dtype=np.uint64) * np.uint64(self.kernel.local_bytes)
        elif name in self.addresses_of_shared():
            raw = np.full(self.count, 0, np.uint64)
        elif name[:2] in ("0f", "0d", "0x"):
            raw = np.full(self.count, int(name[2:].rstrip("U"), 16), np.uint64)
        elif name.startswith("%"):
            raise ValueError(f"{name} is read before it is written")
        else:
            raw = np.full(self.count, int(name) & (2**64 - 1), np.uint64)
        return raw.astype(WIDTHS[str(bits)]).view(dtype)

    def addresses_of_shared(self):
        return [name for name in ("shared_" + p for p in [self.kernel.parameters[0].rsplit("_param_", 1)[0]])]

    def put(self, name, value):
        value = np.ascontiguousarray(value)
        bits = WIDTHS[str(value.dtype.itemsize * 8)] if value.dtype != bool else None
        raw = value.astype(np.uint64) if bits is None else value.view(bits).astype(np.uint64)
        old = self.registers.get(name)
        self.registers[name] = raw if old is None else np.where(self.active, raw, old)

    # Memory.

    def places(self, operand):
        match = re.match(r"\[([%\w]+)(?:\+(-?\d+))?\]$", operand)
        return self.get(match.group(1)).astype(np.int64) + int(match.group(2) or 0)

    def check_races(self, space, at, width, is_write):
        races = self.shared_races if space == "shared" else self.memory.races
        races.check(at[self.active], width, np.nonzero(self.active)[0], is_write)

    def bytes_at(self, space, at, width):
        if space == "shared":
            if (at[self.active] < 0).any() or (at[self.active] + width > len(self.shared)).any():
                raise ValueError("access outside of shared memory")
            return self.shared
        low, high = self.memory.bounds
        if (at[self.active] < low).any() or (at[self.active] + width > high).any():
            raise ValueError("access outside of memory")
        self.memory.check(at[self.active], width)
        return self.memory.bytes

    def load(self, parts, operands):
        space = "shared" if "shared" in parts else "global"
        names = operands[0].strip("{}").split(",")
        dtype = WIDTHS[re.sub(r"\D", "", parts[-1])]
        width = np.dtype(dtype).itemsize
        at = self.places(operands[1])
        data = self.bytes_at(space, at, width * len(names))
        if (at[self.active] % (width * len(names))).any():
            raise ValueError("misaligned load")
        self.check_races(space, at, width * len(names), False)
        safe = np.where(self.active, at, 0)
        for i, name in enumerate(names):
            raw = np.stack([data[safe + i * width + b] for b in range(width)], axis=1)
            self.put(name.strip(), raw.copy().view(dtype)[:, 0])

    def store(self, parts, operands):
        space = "shared" if "shared" in parts else "global"
        names = operands[1].strip("{}").split(",")
        dtype = WIDTHS[re.sub(r"\D", "", parts[-1])]
        width = np.dtype(dtype).itemsize
        at = self.places(operands[0])
        data = self.bytes_at(space, at, width * len(names))
        if (at[self.active] % (width * len(names))).any():
            raise ValueError("misaligned store")
        self.check_races(space, at, width * len(names), True)
        for i, name in enumerate(names):
            raw = self.get(name.strip(), dtype)[self.active].reshape(-1, 1).view(np.uint8)
            for b in range(width):
                data[at[self.active] + i * width + b] = raw[:, b]

    # Instructions.

    def product(self, operands):
        if not self.active.all():
            raise ValueError("not all threads take part in a matrix product")
        d, a, b, c = ([one.strip() for one in operand.strip("{}").split(",")] for operand in operands)
        lane = np.arange(32)
        row, pair = lane // 4, (lane % 4) * 2

        def halves(name):
            words = self.get(name, np.uint32)
            low = (words << 16).view(np.float32)
            return low, (words & np.uint32(0xFFFF0000)).view(np.float32)

        a, b = [halves(name) for name in a], [halves(name) for name in b]
        c = [self.get(name, np.float32) for name in c]
        results = [np.zeros(self.count, np.float32) for _ in d]
        for start in range(0, self.count, 32):
            warp = slice(start, start + 32)
            left, right, total = np.zeros((16, 16)), np.zeros((16, 8)), np.zeros((16, 8))
            for i in range(4):
                for j in range(2):
                    left[row + 8 * (i % 2), pair + 8 * (i // 2) + j] = a[i][j][warp]
                    if i < 2:
                        right[pair + 8 * i + j, row] = b[i][j][warp]
                        total[row + 8 * i, pair + j] = c[2 * i + j][warp]
            total = (total + left @ right).astype(np.float32)
            for i in range(4):
                results[i][warp] = total[row + 8 * (i // 2), pair + i % 2]
        for name, result in zip(d, results):
            self.put(name, result)

    def load_matrices(self, parts, operands):
        if not self.active.all():
            raise ValueError("not all threads take part in a read of matrices")
        names = [one.strip() for one in operands[0].strip("{}").split(",")]
        at = self.places(operands[1])
        if (at % 16).any():
            raise ValueError("misaligned row of a matrix")
        self.bytes_at("shared", at, 16)
        self.check_races("shared", at, 16, False)
        lane = np.arange(32)
        for i, name in enumerate(names):
            result = np.zeros(self.count, np.uint32)
            for start in range(0, self.count, 32):
                rows = at[start + 8 * i:start + 8 * i + 8]
                matrix = self.shared[rows[:, None] + np.arange(16)].copy().view(np.uint16)
                matrix = matrix.T if "trans" in parts else matrix
                pair = matrix.reshape(8, 8)[lane // 4]
                low = pair[lane, (lane % 4) * 2].astype(np.uint32)
                result[start:start + 32] = low | pair[lane, (lane % 4) * 2 + 1].astype(np.uint32) << np.uint32(16)
            self.put(name, result)

    def compute(self, parts, operands):
        op, kind = parts[0], parts[-1]
        if kind == "pred":
            x = [self.get(one).astype(bool) for one in operands[1:]]
            return self.put(operands[0], {"and": lambda: x[0] & x[1], "or": lambda: x[0] | x[1],
                                          "xor": lambda: x[0] ^ x[1], "not": lambda: ~x[0],
                                          "mov": lambda: x[0]}[op]())
        if op == "mov" and "{" in operands[0]:
            low, high = (one.strip() for one in operands[0].strip("{}").split(","))
            half = int(kind[1:]) // 2
            value = self.get(operands[1])
            self.put(low, value.astype(WIDTHS[str(half)]))
            return self.put(high, (value >> np.uint64(half)).astype(WIDTHS[str(half)]))
        if op == "mov" and "{" in operands[1]:
            half = int(kind[1:]) // 2
            low, high = (self.get(one.strip(), WIDTHS[str(half)]).astype(np.uint64)
                         for one in operands[1].strip("{}").split(","))
            return self.put(operands[0], (low | high << np.uint64(half)).astype(WIDTHS[kind[1:]]))
        if op == "cvt":
            to, source = parts[-2], parts[-1]
            if to == "bf16":
                value = self.get(operands[1], np.float32).astype(ml_dtypes.bfloat16)
                return self.put(operands[0], value.view(np.uint16))
            if source == "bf16":
                value = self.get(operands[1], np.uint16).astype(np.uint32) << np.uint32(16)
                return self.put(operands[0], value.view(np.float32))
            signed = {"u": np.uint64, "s": np.int64}
            value = self.get(operands[1], np.dtype(f"{'i' if source[0] == 's' else 'u'}{int(source[1:]) // 8}"))
            return self.put(operands[0], value.astype(signed[to[0]]).astype(f"u{int(to[1:]) // 8}"))
        bits = int(re.sub(r"\D", "", kind))
        dtype = np.dtype({"f": "f", "s": "i"}.get(kind[0], "u") + str(bits // 8))
        if op == "selp":
            choice = self.get(operands[3]).astype(bool)
            unsigned = WIDTHS[str(bits)]
            return self.put(operands[0], np.where(choice, self.get(operands[1], unsigned),
                                                  self.get(operands[2], unsigned)))
        if op == "mul" and parts[1] == "wide" or op == "mul" and parts[1] == "hi":
            wide = np.dtype(dtype.kind + str(2 * dtype.itemsize))
            value = self.get(operands[1], dtype).astype(wide) * self.get(operands[2], dtype).astype(wide)
            return self.put(operands[0], value if parts[1] == "wide" else (value >> bits).astype(dtype))
        if op in ("shl", "shr"):
            amount = np.minimum(self.get(operands[2], np.uint32), bits - 1)
            value = self.get(operands[1], dtype)
            return self.put(operands[0], value << amount.astype(dtype) if op == "shl" else value >> amount.astype(dtype))
        x = [self.get(one, dtype) for one in operands[1:]]
        if op == "setp":
            compare = {"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
                       "eq": np.equal, "ne": np.not_equal, "lo": np.less, "hs": np.greater_equal,
                       "nan": lambda a, b: np.isnan(a) | np.isnan(b), "num": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
                       "neu": lambda a, b: ~(a == b), "ltu": lambda a, b: ~(a >= b), "gtu": lambda a, b: ~(a <= b),
                       "leu": lambda a, b: ~(a > b), "geu": lambda a, b: ~(a < b), "equ": lambda a, b: ~(a < b) & ~(a > b)}
            return self.put(operands[0], compare[parts[1]](x[0], x[1]))
        if op == "bfe":
            return self.put(operands[0], (x[0] >> x[1]) & ((1 << int(operands[3])) - 1))
        if op == "prmt":
            both = x[0].astype(np.uint64) | x[1].astype(np.uint64) << np.uint64(32)
            result = np.zeros(self.count, np.uint32)
            for i in range(4):
                choice = (x[2] >> np.uint32(4 * i)) & np.uint32(15)
                byte = (both >> ((choice & np.uint32(7)) * np.uint32(8)).astype(np.uint64)).astype(np.uint8)
                sign = np.where(byte >> np.uint8(7) != 0, 0xFF, 0).astype(np.uint8)
                byte = np.where(choice & np.uint32(8) != 0, sign, byte)
                result |= byte.astype(np.uint32) << np.uint32(8 * i)
            return self.put(operands[0], result)
        if op == "fma":
            wide = [one.astype(np.float64) for one in x]
            return self.put(operands[0], (wide[0] * wide[1] + wide[2]).astype(dtype))
        simple = {
            "mov": lambda: x[0], "cvta": lambda: x[0], "add": lambda: x[0] + x[1], "sub": lambda: x[0] - x[1],
            "mul": lambda: x[0] * x[1], "mad": lambda: x[0] * x[1] + x[2], "div": lambda: x[0] / x[1],
            "and": lambda: x[0] & x[1], "or": lambda: x[0] | x[1], "xor": lambda: x[0] ^ x[1], "not": lambda: ~x[0],
            "neg": lambda: -x[0], "abs": lambda: np.abs(x[0]), "copysign": lambda: np.copysign(x[1], x[0]),
            "max": lambda: np.maximum(x[0], x[1]), "min": lambda: np.minimum(x[0], x[1]), "sqrt": lambda: np.sqrt(x[0]),
        }
        self.put(operands[0], simple[op]().astype(dtype))

    def run(self):
        at = np.zeros(self.count, np.int64)
        end = len(self.kernel.code)
        waiting = np.zeros(self.count, bool)
        while True:
            ready = ~waiting & (at < end)
            if not ready.any():
                if not waiting.any():
                    return
                if (at[~waiting] < end).any() or not waiting.all():
                    raise ValueError("some threads wait at a barrier that others do not reach")
                waiting[:] = False
                self.shared_races.epoch += 1
                self.memory.races.epoch += 1
                continue
            here = at[ready].min()
            negated, predicate, parts, operands = self.kernel.code[here]
            self.active = ready & (at == here)
            at[self.active] += 1
            if predicate:
                taken = self.get(predicate).astype(bool)
                self.active = self.active & (~taken if negated else taken)
                if not self.active.any():
                    continue
            op = parts[0]
            if op == "bra":
                at[self.active] = self.kernel.labels[operands[0]]
            elif op == "ret":
                at[self.active] = end
            elif op == "bar":
                waiting |= self.active
            elif op == "ld" and parts[1] == "param":
                name = re.match(r"\[(\w+)\]", operands[1]).group(1)
                self.put(operands[0], np.full(self.count, self.addresses[name], np.uint64))
            elif op == "ld":
                self.load(parts, operands)
            elif op == "st":
                self.store(parts, operands)
            elif op == "shfl":
                if not self.active.all():
                    raise ValueError("not all threads take part in a shuffle")
                partner = np.arange(self.count) ^ int(operands[2])
                self.put(operands[0], self.get(operands[1], np.uint32)[partner])
            elif op == "ldmatrix":
                self.load_matrices(parts, operands)
            elif op == "mma":
                self.product(operands)
            else:
                self.compute(parts, operands)


class Memory:
    """All arrays, with gaps between them that nothing may touch."""

    def __init__(self, arrays):
        self.starts, self.ends, position = [], [], 256
        for array in arrays:
            self.starts.append(position)
            self.ends.append(position + array.nbytes)
            position += (array.nbytes + 511) // 256 * 256
        self.bytes = np.zeros(position, np.uint8)
        self.bounds = (0, position)
        self.races = Races("the arrays", position)
        for array, start in zip(arrays, self.starts):
            self.bytes[start:start + array.nbytes] = np.ascontiguousarray(array).view(np.uint8).reshape(-1)

    def check(self, at, width):
        inside = np.zeros(len(at), bool)
        for start, end in zip(self.starts, self.ends):
            inside |= (at >= start) & (at + width <= end)
        if not inside.all():
            raise ValueError("access outside of the arrays")


def main(arguments):
    kernel = Kernel(open(arguments[0]).read())
    arrays = [load(name) for name in arguments[1:] if not name.startswith("--")]
    outputs = []
    for text in (one[len("--output="):] for one in arguments if one.startswith("--output=")):
        name, shape, dtype = text.split(":")
        outputs.append((len(arrays), name))
        dtype = np.dtype(getattr(ml_dtypes, dtype, dtype))
        # Not what any kernel here writes.
        arrays.append(np.full([int(extent) for extent in shape.split("x")] + [dtype.itemsize], 0x7F, np.uint8)
                      .view(dtype)[..., 0])
    # What each thread has of its own: memory that the caller brings, which is the last argument, then local memory, of
    # one block at a time.
    if kernel.scratch_bytes:
        arrays.append(np.full(kernel.grid * kernel.threads * kernel.scratch_bytes, 0x7F, np.uint8))
    arrays.append(np.full(kernel.threads * kernel.local_bytes, 0x7F, np.uint8))
    memory = Memory(arrays)
    addresses = dict(zip(kernel.parameters, memory.starts))
    with np.errstate(all="ignore"):
        for number in range(kernel.grid):
            Block(kernel, memory, addresses, number).run()
    for position, name in outputs:
        written = memory.bytes[memory.starts[position]:memory.ends[position]]
        np.save(name, written.view(arrays[position].dtype).reshape(arrays[position].shape))


main(sys.argv[1:])
