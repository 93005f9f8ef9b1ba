// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the processor rounds, and whether it takes subnormal numbers for zero, is
// a thread's own setting, which new threads inherit. Libraries change it and
// leave it changed (all it takes is to be linked with -ffast-math), and jaxlib
// does around some calls. What a program gives must not depend on it: work on
// numbers runs under
//
//   DefaultFloatMode mode;
//
// which rounds to nearest, keeps subnormal numbers, and puts back at its end
// what it found.

#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#else
#include <cfenv>
#endif

namespace weft {

class DefaultFloatMode {
public:
  DefaultFloatMode() : found(read()) {
    // Writing waits for everything before it.
    if (found != usual) {
      write(usual);
    }
  }
  ~DefaultFloatMode() {
    if (found != usual) {
      write(found);
    }
  }
  DefaultFloatMode(const DefaultFloatMode &) = delete;
  DefaultFloatMode &operator=(const DefaultFloatMode &) = delete;

private:
#if defined(__x86_64__)
  // The lower six bits only say what has happened.
  static constexpr uint64_t usual = 0x1f80;
  static uint64_t read() { return _mm_getcsr() & ~uint64_t(0x3f); }
  static void write(uint64_t mode) { _mm_setcsr(static_cast<unsigned>(mode)); }
#elif defined(__aarch64__)
  static constexpr uint64_t usual = 0;
  static uint64_t read() { return __arm_rsr64("fpcr"); }
  static void write(uint64_t mode) { __arm_wsr64("fpcr", mode); }
#else
  static constexpr uint64_t usual = FE_TONEAREST;
  static uint64_t read() { return static_cast<uint64_t>(std::fegetround()); }
  static void write(uint64_t mode) { std::fesetround(static_cast<int>(mode)); }
#endif

  uint64_t found;
};

} // namespace weft
