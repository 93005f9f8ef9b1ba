// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/CostModel.h"
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
  case Hero::Fft:
  case Hero::Random:
  case Hero::Solve:
  case Hero::Scan:
    return true;
  default:
    return false;
  }
}

} // namespace

TilingAnswer ShapeOracle::ask(Region &region, Hero) {
  unsigned count = countOperations(region);
  bool hasProduct = false;
  for (Operation &operation : region.front().without_terminator()) {
    if (count > 1 && standsAlone(heroOf(&operation))) {
      return {"hero.alone"};
    }
    if (isProduct(&operation)) {
      if (hasProduct) {
        return {"hero.two"};
      }
      hasProduct = true;
    }
  }
  return {};
}

} // namespace weft::plan
