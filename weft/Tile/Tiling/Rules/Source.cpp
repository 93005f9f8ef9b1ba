// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that come from nowhere: constants and iota.

#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Splats only: other constants are read from memory.
class ConstantRule : public Rule {
public:
  LogicalResult propagate(TileQuery &) const override { return success(); }

  TileValues emit(EmitContext &context) const override {
    auto op = cast<stablehlo::ConstantOp>(context.op);
    Type like = RankedTensorType::get(context.shape(),
                                      context.math.builder.getI1Type());
    return {emitSplat(context.math, op.getValue(), like)};
  }
};

class IotaRule : public Rule {
public:
  LogicalResult propagate(TileQuery &) const override { return success(); }

  TileValues emit(EmitContext &context) const override {
    auto op = cast<stablehlo::IotaOp>(context.op);
    Arithmetic &math = context.math;
    unsigned d = op.getIotaDimension();
    const DimensionTile &dimension = context.tile()[d];
    int64_t extent = context.resultType().getDimSize(d);
    // Dead elements may count beyond the extent, and need not be right.
    Type counter = extent <= (int64_t{1} << 30)
                       ? Type(math.builder.getI32Type())
                       : Type(math.builder.getI64Type());
    Type type = RankedTensorType::get(context.shape(), counter);
    Value count = math.make<IotaOp>(type, d);
    if (dimension.size == 1) {
      count = math.zero(type);
    } else if (dimension.stride != 1) {
      count =
          math.make<arith::MulIOp>(count, math.integer(type, dimension.stride));
    }
    auto first = dyn_cast<AffineConstantExpr>(dimension.offset);
    if (!first || first.getValue() != 0) {
      Value offset = math.make<arith::IndexCastOp>(
          counter, context.index(dimension.offset));
      Value start = math.splat(offset, context.shape());
      count =
          dimension.size == 1 ? start : math.make<arith::AddIOp>(count, start);
    }
    return {emitConvert(math, {count}, counter,
                        context.resultType().getElementType())};
  }
};

} // namespace

void addSourceRules(RuleTable &rules) {
  rules.add<stablehlo::ConstantOp>(std::make_shared<const ConstantRule>());
  rules.add<stablehlo::IotaOp>(std::make_shared<const IotaRule>());
}

} // namespace weft::tile
