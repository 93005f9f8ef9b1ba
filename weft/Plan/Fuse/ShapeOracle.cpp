// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/TilingOracle.h"

using namespace mlir;

namespace weft::plan {
namespace {

/// Heroes that take whole operands and give whole results.
bool standsAlone(Hero hero) {
  switch (hero) {
  case Hero::Sort:
  case Hero::TopK:
  case Hero::Scatter:
  case Hero::Window:
  case Hero::Fft:
  case Hero::Random:
  case Hero::Solve:
  case Hero::Scan:
  case Hero::Loop:
    return true;
  default:
    return false;
  }
}

int64_t elementsOf(Type type) {
  return cast<RankedTensorType>(type).getNumElements();
}

} // namespace

TilingAnswer ShapeOracle::ask(Region &region, Hero) {
  Block &block = region.front();
  unsigned count = countOperations(region);
  Operation *product = nullptr;
  stablehlo::ReduceOp reduction;
  for (Operation &operation : block.without_terminator()) {
    Hero hero = heroOf(&operation);
    if (count > 1 && standsAlone(hero)) {
      return {"hero.alone", {}};
    }
    if (hero == Hero::Dot || hero == Hero::Convolution) {
      if (product) {
        return {"hero.two", {}};
      }
      product = &operation;
    }
    if (auto reduce = dyn_cast<stablehlo::ReduceOp>(operation)) {
      if (reduction &&
          (reduction.getInputs()[0].getType() !=
               reduce.getInputs()[0].getType() ||
           reduction.getDimensions() != reduce.getDimensions())) {
        return {"reduce.spaces", {}};
      }
      reduction = reduce;
    }
  }
  if (product && reduction) {
    return {"hero.two", {}};
  }
  // All results come from one space: that of the reduction, or their own.
  int64_t space = 0;
  for (Value result : block.getTerminator()->getOperands()) {
    int64_t own = elementsOf(result.getType());
    if (reduction && own == elementsOf(reduction.getResult(0).getType())) {
      own = elementsOf(reduction.getInputs()[0].getType());
    }
    if (space != 0 && own != space) {
      return {"results.spaces", {}};
    }
    space = own;
  }
  return {};
}

} // namespace weft::plan
