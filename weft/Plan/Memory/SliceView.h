// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices whose bytes lie side by side in their source, so that they need not be
// copied out.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <optional>

namespace weft::plan {

/// Kernels may rely on this much; a slice that begins elsewhere is no view.
inline constexpr int64_t kOperandAlignment = 16;

struct SliceView {
  mlir::Value source;
  /// Null if the slice is static.
  mlir::Value index;
  int64_t offset = 0;
  int64_t stride = 0;
  /// How far from the offset on the slice may be found, in bytes.
  int64_t reach = 0;
};

/// Who knows an index that kernels computed, when the addresses of the next
/// kernel are made: the processor that runs the plan, or only the device.
enum class IndexKnownTo { Plan, Kernels };

/// Of a kernel that is one slice or dynamic slice, and nothing else. Where only
/// kernels know indices there are no views at them.
std::optional<SliceView> findSliceView(KernelOp kernel, IndexKnownTo known);

} // namespace weft::plan
