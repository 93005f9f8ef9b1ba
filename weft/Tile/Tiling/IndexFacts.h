// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of offsets (IR/IndexFact.h), for every expression.
//
// Upstream's simplification knows neither. It keeps (17 d0 + d1) floordiv 17
// although d1 stays below 17, which is how every reshape looks; and it cannot
// say that a tile of 32 at d1, a multiple of 32, lies within 1024.

#pragma once

#include "weft/Tile/IR/IndexFact.h"

#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/AffineExpr.h>

namespace weft::tile {

class IndexFacts {
public:
  void addDim(IndexFact fact) { dims.push_back(fact); }
  /// Returns the symbol's position.
  unsigned addSymbol(IndexFact fact) {
    symbols.push_back(fact);
    return symbols.size() - 1;
  }
  const IndexFact &dim(unsigned position) const { return dims[position]; }
  const IndexFact &symbol(unsigned position) const { return symbols[position]; }

  IndexFact of(mlir::AffineExpr expression) const;

  /// An equal expression without the divisions and remainders that the facts
  /// decide.
  mlir::AffineExpr simplify(mlir::AffineExpr expression) const;

private:
  mlir::AffineExpr simplifyDivision(mlir::AffineExpr dividend,
                                    int64_t divisor) const;
  mlir::AffineExpr simplifyRemainder(mlir::AffineExpr dividend,
                                     int64_t divisor) const;

  llvm::SmallVector<IndexFact> dims;
  llvm::SmallVector<IndexFact> symbols;
};

} // namespace weft::tile
