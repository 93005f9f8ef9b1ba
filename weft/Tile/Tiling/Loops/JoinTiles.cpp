// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/JoinTiles.h"

#include "weft/Tile/IR/Tile.h"

using namespace mlir;

namespace weft::tile {

TileValue joinTiles(Arithmetic &math, ArrayRef<TileValue> operands,
                    int64_t along, RankedTensorType type) {
  // Joined in a new minor dimension, which then moves before the one it is
  // merged with.
  auto operandType = cast<RankedTensorType>(operands[0][0].getType());
  llvm::SmallVector<int64_t> joined(operandType.getShape());
  joined.push_back(operands.size());
  llvm::SmallVector<int64_t> order;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (d == along) {
      order.push_back(type.getRank());
    }
    order.push_back(d);
  }
  TileValue result;
  for (unsigned part = 0; part < operands[0].size(); ++part) {
    llvm::SmallVector<Value> parts;
    for (const TileValue &operand : operands) {
      parts.push_back(operand[part]);
    }
    Value made = parts[0];
    if (parts.size() > 1) {
      made = math.make<JoinOp>(
          RankedTensorType::get(joined, elementOf(parts[0])), parts);
      made = math.reshape(math.transpose(made, order), type.getShape());
    }
    result.push_back(made);
  }
  return result;
}

} // namespace weft::tile
