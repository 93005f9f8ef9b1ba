// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The questions that decide what may be a kernel: can these operations be tiled
// together, and how long would that take? Fusion keeps no list of patterns. The
// compiler answers with its tiler and the machine at hand.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <optional>
#include <string>

namespace weft::plan {

struct TilingAnswer {
  /// Empty if the region can be tiled; else the name of the rule that refuses.
  std::string refusal;
  /// Of a loop whose threads share its steps: how long they take for one, in
  /// the form that it would have.
  std::optional<int64_t> stepPicoseconds = {};

  bool isPossible() const { return refusal.empty(); }
};

class TilingOracle {
public:
  virtual ~TilingOracle() = default;

  /// `region` is that of a kernel: a block of StableHLO operations that ends
  /// with a yield of its results.
  virtual TilingAnswer ask(mlir::Region &region, Hero hero) = 0;

  /// How long the kernel is predicted to take, in picoseconds, in the tiles
  /// that are chosen for it; nothing where nobody can tell. It takes longer to
  /// answer than `ask`, so it is for what bytes and arithmetic alone leave
  /// open.
  virtual std::optional<int64_t> predict(mlir::Region &, Hero) {
    return std::nullopt;
  }
};

/// An oracle for tests and for machines without a tiler: one product each, and
/// what takes whole operands is alone.
class ShapeOracle : public TilingOracle {
public:
  TilingAnswer ask(mlir::Region &region, Hero hero) override;
};

} // namespace weft::plan
