// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of operations that move elements: the movement of both ends. Where from
// an element is taken may be uncertain; then it may be any of the operand.

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

/// What the operands are.
struct Roles {
  /// How many of the first are moved.
  size_t moved = 1;
  /// From here on they say what the shape of the result is.
  size_t firstSize = ~size_t{0};
};

/// What may be anywhere within the tensors.
Range hullOfAll(ArrayRef<Tensor> tensors) {
  std::optional<Range> all;
  for (const Tensor &tensor : tensors) {
    for (int64_t i = 0; i < tensor.elementCount(); ++i) {
      Range range = rangeAt(tensor, i);
      all = all ? hull(*all, range) : range;
    }
  }
  return *all;
}

Status move(OpCall &call, const OpFunction &standard, const Roles &roles) {
  size_t count = std::min(roles.moved, call.operandCount());
  bool isPlaceCertain = true;
  for (size_t i = count; i < call.operandCount(); ++i) {
    if (!hasEnds(call.tensor(i))) {
      continue;
    }
    if (i >= roles.firstSize) {
      return sizesAreUncertain();
    }
    isPlaceCertain = false;
  }
  Values bare = bareOperands(call);
  auto evaluate = [&](ArrayRef<Tensor> moved) -> StatusOr<Tensor> {
    Values operands(moved.begin(), moved.end());
    llvm::append_range(operands, ArrayRef(bare).drop_front(count));
    WEFT_ASSIGN_OR_RETURN(Values results,
                          callStandard(call, standard, operands));
    return results.front().tensor();
  };
  SmallVector<Tensor, 2> moved = call.tensors(0, count);
  WEFT_ASSIGN_OR_RETURN(Tensor result, moveWithBounds(moved, evaluate));
  if (isPlaceCertain || result.elementCount() == 0) {
    return call.finish(StatusOr<Tensor>(std::move(result)));
  }
  // What is updated may stay as it was.
  bool updates = isa<stablehlo::DynamicUpdateSliceOp>(call.operation());
  std::vector<Range> ranges;
  if (updates && moved[1].elementCount() == 0) {
    return call.finish(StatusOr<Tensor>(std::move(result)));
  }
  Range all = hullOfAll(updates ? ArrayRef(moved[1]) : ArrayRef(moved[0]));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    ranges.push_back(updates ? hull(all, rangeAt(moved[0], i)) : all);
  }
  return call.finish(withRanges(call.budget(), result, ranges));
}

class Adder {
public:
  Adder(OpTable &table, const OpTable &standard)
      : table(table), standard(standard) {}

  template <typename... Ops> void add(Roles roles) {
    (addOne(Ops::getOperationName(), roles), ...);
  }
  /// Whatever its operands carry goes with them, or is not looked at.
  template <typename... Ops> void addAsItIs() {
    (table.add(Ops::getOperationName(),
               *standard.find(Ops::getOperationName())),
     ...);
  }

private:
  void addOne(StringRef name, Roles roles) {
    table.add(name, [roles, function = *standard.find(name)](OpCall &call) {
      return move(call, function, roles);
    });
  }

  OpTable &table;
  const OpTable &standard;
};

} // namespace

void addMovementRules(OpTable &table, const OpTable &standard) {
  using namespace stablehlo;
  Adder to(table, standard);
  to.add<BroadcastInDimOp, BroadcastOp, ReshapeOp, ReverseOp, SliceOp,
         TransposeOp>({});
  to.add<ConcatenateOp>({.moved = ~size_t{0}});
  to.add<PadOp>({.moved = 2});
  to.add<DynamicSliceOp, GatherOp, TorchIndexSelectOp>({.moved = 1});
  to.add<DynamicGatherOp>({.moved = 1, .firstSize = 2});
  to.add<DynamicUpdateSliceOp>({.moved = 2});
  to.add<DynamicPadOp>({.moved = 2, .firstSize = 2});
  to.add<DynamicBroadcastInDimOp, DynamicReshapeOp, RealDynamicSliceOp,
         SetDimensionSizeOp>({.moved = 1, .firstSize = 1});
  to.addAsItIs<AfterAllOp, CreateTokenOp, GetDimensionSizeOp, GetTupleElementOp,
               IotaOp, OptimizationBarrierOp, TupleOp>();
  StringRef iota = DynamicIotaOp::getOperationName();
  table.add(iota, [function = *standard.find(iota)](OpCall &call) {
    return anyEnds(call) ? sizesAreUncertain() : function(call);
  });
}

} // namespace weft::reference::ranges
