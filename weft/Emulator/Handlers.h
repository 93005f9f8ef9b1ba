// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers made of a type and a function: `to = function(a, b, c)`.

#pragma once

#include "weft/Emulator/PtxDecoder.h"
#include "weft/Emulator/Values.h"

namespace weft::emulator {

template <class P, class F>
void runUnary(Thread &thread, const Instruction &i) {
  P::write(thread[i.to],
           static_cast<typename P::Value>(F()(P::read(thread[i.a]))));
}
template <class P, class F>
void runBinary(Thread &thread, const Instruction &i) {
  P::write(thread[i.to], static_cast<typename P::Value>(
                             F()(P::read(thread[i.a]), P::read(thread[i.b]))));
}
template <class P, class F>
void runTernary(Thread &thread, const Instruction &i) {
  P::write(thread[i.to], static_cast<typename P::Value>(
                             F()(P::read(thread[i.a]), P::read(thread[i.b]),
                                 P::read(thread[i.c]))));
}

// The function is a lambda without captures: its type says it all.
template <class P, class F> Handler unary(F) { return runUnary<P, F>; }
template <class P, class F> Handler binary(F) { return runBinary<P, F>; }
template <class P, class F> Handler ternary(F) { return runTernary<P, F>; }

/// `make` with an object of the type; no handler for other types.
template <class Make> Handler forUnsigned(Type type, Make make) {
  switch (bitsOf(type)) {
  case 16:
    return make(U16());
  case 32:
    return make(U32());
  case 64:
    return make(U64());
  default:
    return nullptr;
  }
}

template <class Make> Handler forInteger(Type type, Make make) {
  switch (type) {
  case Type::S16:
    return make(S16());
  case Type::S32:
    return make(S32());
  case Type::S64:
    return make(S64());
  default:
    return isFloat(type) ? nullptr : forUnsigned(type, make);
  }
}

template <class Make>
Handler forFloat(const Statement &statement, Type type, Make make) {
  switch (type) {
  case Type::F16:
    return make(F16());
  case Type::BF16:
    return make(BF16());
  case Type::F32:
    return statement.has("ftz") ? make(F32Flushed()) : make(F32());
  case Type::F64:
    return make(F64());
  default:
    return nullptr;
  }
}

/// A slot of a list, for instructions with more operands than Instruction has.
inline Slot listed(Thread &thread, const Instruction &i, uint32_t index) {
  return thread.frames.back().function->lists[i.list + index];
}

/// Puts slots into the function's lists.
inline void appendList(Instruction &i, Function &function,
                       const std::vector<Slot> &slots) {
  if (i.count == 0) {
    i.list = static_cast<uint32_t>(function.lists.size());
  }
  function.lists.insert(function.lists.end(), slots.begin(), slots.end());
  i.count += static_cast<uint32_t>(slots.size());
}

} // namespace weft::emulator
