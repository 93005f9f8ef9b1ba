# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One process of scripts/soak: threads that do things at random, stops at which memory is counted, a watchdog."""

import argparse
import collections
import ctypes
import faulthandler
import gc
import json
import logging
import os
import random
import sys
import threading
import time
import traceback

import jax
import numpy as np

import soak_actions

PAGE = os.sysconf("SC_PAGE_SIZE")


class Slot:
    """What one thread is doing, and since when."""

    def __init__(self) -> None:
        self.action, self.since = "", time.monotonic()
        self.calls: collections.Counter[str] = collections.Counter()
        self.expected_errors, self.longest = 0, 0.0

    def begin(self, action: str) -> None:
        self.action, self.since = action, time.monotonic()

    def end(self, expected_error: bool) -> None:
        self.longest = max(self.longest, time.monotonic() - self.since)
        self.calls[self.action] += 1
        self.expected_errors += expected_error
        self.action = ""


class Gate:
    """Lets everybody through but while it is closed; closing waits until nobody is inside."""

    def __init__(self) -> None:
        self.changed, self.inside, self.closed = threading.Condition(), 0, False

    def enter(self) -> None:
        with self.changed:
            self.changed.wait_for(lambda: not self.closed)
            self.inside += 1

    def leave(self) -> None:
        with self.changed:
            self.inside -= 1
            self.changed.notify_all()

    def __enter__(self) -> None:
        with self.changed:
            self.closed = True
            self.changed.wait_for(lambda: self.inside == 0)

    def __exit__(self, *_: object) -> None:
        with self.changed:
            self.closed = False
            self.changed.notify_all()


def growth(samples: list[tuple[int, int]]) -> tuple[float, bool]:
    """Of calls and bytes: bytes per 1000 calls, if that is a leak; whether it is.

    A leak goes on at the same pace, whereas what fills up once (caches, arenas of the allocator) levels off: the last half of
    the samples has to grow like all of them, by more than they scatter. What fills up does so for a thousand calls and more, so a
    few samples say nothing.
    """
    if len(samples) < 8:
        return 0.0, False

    def pace(part: list[tuple[int, int]]) -> tuple[float, float]:
        calls, memory = (np.array(column, float) for column in zip(*part))
        slope, offset = np.polyfit(calls, memory, 1)
        return slope, np.std(memory - (slope * calls + offset))

    (slope, spread), (late, _) = pace(samples), pace(samples[len(samples) // 2 :])
    slope = min(slope, late)
    grown = slope * (samples[-1][0] - samples[0][0])
    leaks = bool(slope * 1000 > 4096 and grown > 4 * spread and grown > 4 * 2**20)
    return slope * 1000 if leaks else 0.0, leaks


class Leg:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.gate, self.over = options, Gate(), threading.Event()
        self.slots = [Slot() for _ in range(options.threads + 1)]  # The last is of the thread that ends processes.
        self.wrong: collections.Counter[str] = collections.Counter()
        self.unexpected: collections.Counter[str] = collections.Counter()
        self.said = 0
        self.devices = jax.devices("weft")
        soak_actions.prepare(self.devices, options.programs)
        self.start = time.monotonic()
        self.samples: list[tuple[float, int, int]] = []  # Seconds, calls, bytes of the process.
        self.left_on_books = 0

    def complain(self, counts: collections.Counter, action: str, error: Exception) -> None:
        counts[action] += 1
        self.said += 1
        if self.said <= 20:  # The rest is counted.
            text = "".join(traceback.format_exception(error, limit=-4))
            print(f"{'wrong' if counts is self.wrong else 'unexpected'}: {action}: {text[-1500:]}", flush=True)

    def act(self, slot: Slot, action: soak_actions.Action, choice: random.Random) -> None:
        name, expected = action.__name__, False
        slot.begin(name)
        try:
            expected = bool(action(choice))
        except soak_actions.Wrong as error:
            self.complain(self.wrong, name, error)
        except Exception as error:
            self.complain(self.unexpected, name, error)
        finally:
            slot.end(expected)

    def work(self, number: int) -> None:
        choice = random.Random(self.options.seed * 1000 + number)
        actions, shares = list(soak_actions.SHARES), list(soak_actions.SHARES.values())
        while not self.over.is_set():
            self.gate.enter()
            try:
                self.act(self.slots[number], choice.choices(actions, shares)[0], choice)
            finally:
                self.gate.leave()

    def end_processes(self) -> None:
        """Beside the gate: they need not be waited for, and leave nothing in this process."""
        choice = random.Random(self.options.seed)
        while not self.over.wait(5):
            self.act(self.slots[-1], soak_actions.end_a_process, choice)

    def calls(self) -> int:
        return sum(sum(slot.calls.values()) for slot in self.slots)

    def books(self) -> int:
        return sum(device.memory_stats()["bytes_in_use"] for device in self.devices)

    def settle(self) -> int:
        """Everything that is not needed goes; returns the bytes that the process has then."""
        jax.clear_caches()
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * PAGE

    def stop_and_count(self) -> None:
        with self.gate:
            memory = self.settle()
            # A run whose results were dropped may end a moment later.
            for _ in range(50):
                left = self.books() - self.baseline
                if left == 0:
                    break
                time.sleep(0.1)
                gc.collect()
            self.left_on_books = max(self.left_on_books, left)
            self.samples.append((time.monotonic() - self.start, self.calls(), memory))
        stall = max(slot.longest for slot in self.slots)
        print(
            f"{self.samples[-1][0]:.0f} s, {self.calls()} calls, {sum(s.expected_errors for s in self.slots)} errors as expected, "
            f"{sum(self.wrong.values())} wrong, {sum(self.unexpected.values())} unexpected, {memory / 2**20:.1f} MiB, "
            f"{left} bytes left on the books, longest call {stall:.1f} s",
            flush=True,
        )

    def watch(self) -> None:
        while not self.over.wait(1):
            # Not stopped by a lock of the interpreter that is never given back.
            faulthandler.dump_traceback_later(self.options.stall * 1.5, exit=True)
            for slot in self.slots:
                if slot.action and time.monotonic() - slot.since > self.options.stall:
                    print(f"hang: {slot.action} does not come back", flush=True)
                    faulthandler.dump_traceback(all_threads=True)
                    os._exit(3)
        faulthandler.cancel_dump_traceback_later()

    def run(self) -> dict:
        self.wrong.update(soak_actions.compare_with_cpu())
        self.settle()
        self.baseline, self.start = self.books(), time.monotonic()
        threads = [threading.Thread(target=self.work, args=(n,), daemon=True) for n in range(self.options.threads)]
        threads.append(threading.Thread(target=self.end_processes, daemon=True))
        threading.Thread(target=self.watch, daemon=True).start()
        for thread in threads:
            thread.start()
        every = max(2.0, min(15.0, self.options.seconds / 20))
        while time.monotonic() - self.start < self.options.seconds:
            time.sleep(every)
            self.stop_and_count()
        self.over.set()
        for thread in threads:
            thread.join()
        slope, leaks = growth([sample[1:] for sample in self.samples if sample[0] >= self.options.seconds / 3])
        each = collections.Counter()
        for slot in self.slots:
            each.update(slot.calls)
        print("calls: " + ", ".join(f"{name} {count}" for name, count in sorted(each.items())), flush=True)
        return {
            "calls": self.calls(),
            "expected_errors": sum(slot.expected_errors for slot in self.slots),
            "wrong": sum(self.wrong.values()),
            "unexpected": sum(self.unexpected.values()),
            "left_on_books": self.left_on_books,
            "bytes_per_1000_calls": slope,
            "leaks": leaks,
            "longest_stall": max(slot.longest for slot in self.slots),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--programs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--stall", type=float, required=True)
    # Of callbacks that fail on purpose.
    logging.getLogger("jax._src.callback").setLevel(logging.CRITICAL)
    result = Leg(parser.parse_args()).run()
    print(json.dumps(result), flush=True)
    return 1 if result["wrong"] or result["unexpected"] or result["leaks"] or result["left_on_books"] else 0


if __name__ == "__main__":
    sys.exit(main())
