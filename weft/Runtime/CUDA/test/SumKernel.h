// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel for programs that tests write by hand: the sum of two arrays.

#pragma once

#include "weft/Executable/CommandProgram.h"

#include <string>

namespace weft::cuda::testing {

/// [out] = [left] + [right], or one more than [left], each of so many f32.
inline std::string codeOfSum(int64_t size, bool addsOne = false) {
  return std::string(R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry sum(.param .u64 left, .param .u64 right, .param .u64 out)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [left];
  ld.param.u64 %rd2, [right];
  ld.param.u64 %rd3, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 128, %r1;
  setp.ge.u32 %p1, %r3, )") +
         std::to_string(size) + R"(;
  @%p1 bra Done;
  mul.wide.u32 %rd4, %r3, 4;
  add.s64 %rd5, %rd1, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  add.s64 %rd7, %rd3, %rd4;
  ld.global.f32 %f1, [%rd5];
)" +
         (addsOne ? "  mov.f32 %f2, 0f3F800000;\n"
                  : "  ld.global.f32 %f2, [%rd6];\n") +
         R"(  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
Done:
  ret;
}
)";
}

/// How the first kernel of a program is launched whose code begins so.
inline CommandKernel kernelOfSum(const std::string &code, int64_t size) {
  constexpr uint32_t threads = 128;
  return {.name = "sum",
          .codeBytes = code.size(),
          .blocks = static_cast<uint64_t>((size + threads - 1) / threads),
          .threads = threads,
          .origin = "here"};
}

} // namespace weft::cuda::testing
