// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/BlockHero.h"

using namespace mlir;

namespace weft::tile {

ArrayRef<const Algorithm *> blockAlgorithms(bool isOrdered) {
  static constexpr const Algorithm *all[] = {
      &scatterByBlocks,      &scatterByLists,   &scatterInAnyOrder,
      &scanByBlocks,         &selectByBlocks,   &sortByBlocks,
      &fourierByBlocks,      &choleskyByBlocks, &luByBlocks,
      &substitutionByBlocks, &choleskyByPanels, &luByPanels,
      &substitutionByPanels};
  return isOrdered ? ArrayRef(all).drop_front(2) : ArrayRef(all);
}

void reshapeArgument(KernelOp kernel, Value argument, ArrayRef<int64_t> shape) {
  auto block = cast<BlockArgument>(argument);
  Type type =
      RefType::get(shape, cast<RefType>(argument.getType()).getElementType());
  block.setType(type);
  SmallVector<Type> types(kernel.getArgumentTypes());
  types[block.getArgNumber()] = type;
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), types, TypeRange()));
}

} // namespace weft::tile
