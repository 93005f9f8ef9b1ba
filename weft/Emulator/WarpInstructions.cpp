// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where threads meet: barriers of a block, and what a warp does together.

#include "weft/Emulator/WarpInstructions.h"

#include "weft/Emulator/HandOver.h"
#include "weft/Emulator/Handlers.h"

#include <algorithm>

namespace weft::emulator {
namespace {

void runBarrier(Thread &t, const Instruction &i) {
  t.barrier = i.a == noSlot ? 0 : U32::read(t[i.a]);
  t.barrierCount = i.b == noSlot ? 0 : U32::read(t[i.b]);
  t.stop(Thread::State::AtBarrier);
}

/// Orders what the lanes do before and behind it, where all of them wait.
void waitForWarp(Thread *const *lanes, const Instruction &) {
  Thread *first = *std::find_if(lanes, lanes + 32,
                                [](Thread *lane) { return lane != nullptr; });
  Block &block = *first->block;
  const uint32_t warp = first->warp();
  const auto present = static_cast<uint32_t>(std::count_if(
      lanes, lanes + 32, [](Thread *lane) { return lane != nullptr; }));
  const auto all = static_cast<uint32_t>(
      std::min<size_t>(32, block.threads.size() - warp * size_t(32)));
  if (present == all) {
    meetWarp(block, warp);
  }
}

Handler decodeBarrier(const Statement &statement, Instruction &i,
                      Function &function) {
  if (statement.has("warp")) {
    i.lanes = statement.operands[0].slot;
    return meet(i, waitForWarp);
  }
  if (!statement.has("sync")) {
    return nullptr;
  }
  i.a = statement.operands[0].slot;
  i.b = statement.operands.size() > 1 ? statement.operands[1].slot : noSlot;
  return runBarrier;
}

enum class Shuffle : uint8_t { Index, Up, Down, Butterfly };

/// The clamp has the bound of a segment in its low bits and the segment's mask
/// above.
template <Shuffle kind>
void shuffle(Thread *const *lanes, const Instruction &i) {
  uint32_t values[32] = {}, results[32] = {};
  bool inRange[32] = {};
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (lanes[lane]) {
      values[lane] = U32::read((*lanes[lane])[i.a]);
    }
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (!lanes[lane]) {
      continue;
    }
    Thread &t = *lanes[lane];
    const uint32_t by = U32::read(t[i.b]) & 31, clamp = U32::read(t[i.c]);
    const uint32_t segment = clamp >> 8 & 31, bound = clamp & 31;
    const uint32_t last = (lane & segment) | (bound & ~segment);
    uint32_t from = lane;
    switch (kind) {
    case Shuffle::Index:
      from = (lane & segment) | (by & ~segment);
      inRange[lane] = from <= last;
      break;
    case Shuffle::Up:
      from = lane - by;
      inRange[lane] = static_cast<int32_t>(from) >= static_cast<int32_t>(last);
      break;
    case Shuffle::Down:
      from = lane + by;
      inRange[lane] = from <= last;
      break;
    case Shuffle::Butterfly:
      from = lane ^ by;
      inRange[lane] = from <= last;
      break;
    }
    if (!inRange[lane]) {
      from = lane;
    }
    if (!lanes[from & 31]) {
      t.fault(Fault::Kind::Trap, "a shuffle reads lane " +
                                     std::to_string(from & 31) +
                                     ", which takes no part in it");
      return;
    }
    results[lane] = values[from & 31];
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (lanes[lane]) {
      Thread &t = *lanes[lane];
      t[i.to] = results[lane];
      if (i.count) {
        t[listed(t, i, 0)] = inRange[lane];
      }
    }
  }
}

Handler decodeShuffle(const Statement &statement, Instruction &i,
                      Function &function) {
  if (!statement.has("sync")) {
    return nullptr;
  }
  i.lanes = statement.operands[4].slot;
  if (const Slot second = statement.operands[0].second; second != noSlot) {
    appendList(i, function, {second});
  }
  return meet(i, statement.has("bfly")   ? shuffle<Shuffle::Butterfly>
                 : statement.has("up")   ? shuffle<Shuffle::Up>
                 : statement.has("down") ? shuffle<Shuffle::Down>
                                         : shuffle<Shuffle::Index>);
}

/// The predicates of all lanes as bits, and which lanes there are.
template <class F> void vote(Thread *const *lanes, const Instruction &i) {
  uint32_t votes = 0, present = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (lanes[lane]) {
      present |= 1u << lane;
      const bool value = (*lanes[lane])[i.a] & 1;
      votes |= uint32_t(value != (i.number != 0)) << lane;
    }
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (lanes[lane]) {
      (*lanes[lane])[i.to] = F()(votes, present);
    }
  }
}
template <class F> WarpHandler voteOf(F) { return vote<F>; }

Handler decodeVote(const Statement &statement, Instruction &i, Function &) {
  if (!statement.has("sync")) {
    return nullptr;
  }
  i.number = statement.operands[1].isNegated;
  i.lanes = statement.operands[2].slot;
  using Bits = uint32_t;
  if (statement.has("ballot")) {
    return meet(i, voteOf([](Bits votes, Bits) { return votes; }));
  }
  if (statement.has("all")) {
    return meet(i, voteOf([](Bits votes, Bits all) { return votes == all; }));
  }
  if (statement.has("any")) {
    return meet(i, voteOf([](Bits votes, Bits) { return votes != 0; }));
  }
  return meet(i, voteOf([](Bits votes, Bits all) {
                return votes == 0 || votes == all;
              }));
}

/// One value out of those of all lanes.
template <class P, class F>
void reduce(Thread *const *lanes, const Instruction &i) {
  using T = typename P::Value;
  bool isFirst = true;
  T result = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (lanes[lane]) {
      const T value = P::read((*lanes[lane])[i.a]);
      result = isFirst ? value : static_cast<T>(F()(result, value));
      isFirst = false;
    }
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (lanes[lane]) {
      P::write((*lanes[lane])[i.to], result);
    }
  }
}
template <class P, class F> WarpHandler reduceOf(F) { return reduce<P, F>; }

Handler decodeReduce(const Statement &statement, Instruction &i, Function &) {
  i.lanes = statement.operands[2].slot;
  const bool isSignedType = isSigned(statement.type());
  if (statement.has("add")) {
    return meet(i, reduceOf<U32>([](uint32_t a, uint32_t b) { return a + b; }));
  }
  if (statement.has("and")) {
    return meet(i, reduceOf<U32>([](uint32_t a, uint32_t b) { return a & b; }));
  }
  if (statement.has("or")) {
    return meet(i, reduceOf<U32>([](uint32_t a, uint32_t b) { return a | b; }));
  }
  if (statement.has("xor")) {
    return meet(i, reduceOf<U32>([](uint32_t a, uint32_t b) { return a ^ b; }));
  }
  auto least = [](auto a, auto b) { return std::min(a, b); };
  auto most = [](auto a, auto b) { return std::max(a, b); };
  if (statement.has("min")) {
    return meet(i, isSignedType ? reduceOf<S32>(least) : reduceOf<U32>(least));
  }
  if (statement.has("max")) {
    return meet(i, isSignedType ? reduceOf<S32>(most) : reduceOf<U32>(most));
  }
  return nullptr;
}

/// Which lanes have the same value.
Handler decodeMatch(const Statement &statement, Instruction &i, Function &) {
  if (!statement.has("any")) {
    return nullptr;
  }
  i.lanes = statement.operands[2].slot;
  i.number = bitsOf(statement.type());
  return meet(i, [](Thread *const *lanes, const Instruction &i) {
    uint32_t results[32] = {};
    const uint64_t mask = ~uint64_t(0) >> (64 - i.number);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      for (uint32_t other = 0; other < 32; ++other) {
        if (lanes[lane] && lanes[other] &&
            (((*lanes[lane])[i.a] ^ (*lanes[other])[i.a]) & mask) == 0) {
          results[lane] |= 1u << other;
        }
      }
    }
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if (lanes[lane]) {
        (*lanes[lane])[i.to] = results[lane];
      }
    }
  });
}

/// Lanes go their own ways here; what is asked for is a set with the asker in
/// it.
Handler decodeActiveMask(const Statement &, Instruction &, Function &) {
  return [](Thread &t, const Instruction &i) {
    uint32_t mask = 0;
    for (const Thread &other : t.block->threads) {
      if (other.warp() == t.warp() && other.state != Thread::State::Done) {
        mask |= 1u << other.lane();
      }
    }
    t[i.to] = mask;
  };
}

} // namespace

Handler meet(Instruction &instruction, WarpHandler together) {
  instruction.together = together;
  return
      [](Thread &t, const Instruction &) { t.stop(Thread::State::WithWarp); };
}

const std::vector<InstructionRow> &warpInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"bar", 1, 2, decodeBarrier},           {"barrier", 1, 2, decodeBarrier},
      {"shfl", 5, 5, decodeShuffle},          {"vote", 3, 3, decodeVote},
      {"redux", 3, 3, decodeReduce},          {"match", 3, 3, decodeMatch},
      {"activemask", 1, 1, decodeActiveMask},
  };
  return rows;
}

} // namespace weft::emulator
