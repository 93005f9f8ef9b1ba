// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one question that decides what may be a kernel: can these operations be
// tiled together, and what would it cost? Fusion keeps no list of patterns. The
// compiler answers with its tiler and the machine at hand.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <optional>
#include <string>

namespace weft::plan {

struct TilingAnswer {
  /// Empty if the region can be tiled; else the name of the rule that refuses.
  std::string refusal;
  /// Predicted time, where the tiler knows better than bytes and arithmetic.
  std::optional<int64_t> picoseconds;

  bool isPossible() const { return refusal.empty(); }
};

class TilingOracle {
public:
  virtual ~TilingOracle() = default;

  /// `region` is that of a kernel: a block of StableHLO operations that ends
  /// with a yield of its results.
  virtual TilingAnswer ask(mlir::Region &region, Hero hero) = 0;
};

/// An oracle for tests and for machines without a tiler: one product each, and
/// what takes whole operands is alone.
class ShapeOracle : public TilingOracle {
public:
  TilingAnswer ask(mlir::Region &region, Hero hero) override;
};

} // namespace weft::plan
