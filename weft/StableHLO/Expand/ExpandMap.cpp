// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of scalars, applied to elements one after the other. Functions
// made of operations on elements have become those operations on whole arrays
// before; what is left has control flow in it, or operations on arrays.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/Expand/ScalarLoops.h"

using namespace mlir;

namespace weft::stablehlo {

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0;
}

static Value writeLoop(MapOp map) {
  using State = ScalarLoops::State;
  ScalarLoops loops(map);
  State inputs = llvm::map_to_vector(
      map.getInputs(), [&](Value input) { return loops.list(input); });
  auto type = cast<RankedTensorType>(map.getType());
  State filled = loops.loop(
      type.getNumElements(), {loops.emptyList(type)},
      [&](Value place, State list) {
        State elements = llvm::map_to_vector(
            inputs, [&](Value input) { return loops.at(input, place); });
        Value result = loops.apply(map.getComputation(), elements)[0];
        return State{loops.put(list[0], result, place)};
      });
  return loops.array(filled[0], type);
}

bool expandMap(Operation *op) {
  auto map = dyn_cast<MapOp>(op);
  if (!map || !cast<RankedTensorType>(map.getType()).hasStaticShape() ||
      !llvm::all_of(map.getComputation().front().getArgumentTypes(),
                    isScalar)) {
    return false;
  }
  auto type = cast<RankedTensorType>(map.getType());
  Value result =
      type.getNumElements() == 0 ? Writer(op).empty(type) : writeLoop(map);
  op->replaceAllUsesWith(ValueRange{result});
  return true;
}

} // namespace weft::stablehlo
