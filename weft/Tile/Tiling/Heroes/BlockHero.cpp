// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/BlockHero.h"

using namespace mlir;

namespace weft::tile {

ArrayRef<const Algorithm *> blockAlgorithms(bool isOrdered) {
  static constexpr const Algorithm *all[] = {
      // Whatever thread is first.
      &scatterInAnyOrder, &scatterSorted,
      // Of one result.
      &scanByBlocks, &scanByChain, &selectByBlocks, &sortByBlocks,
      &mergeByBlocks, &fourierByBlocks, &choleskyByBlocks, &luByBlocks,
      &substitutionByBlocks, &choleskyByPanels, &luByPanels,
      &substitutionByPanels, &tridiagonalByBlocks,
      // Where any will do.
      &scatterByBlocks, &scatterByLists, &scatterWithoutAtomics};
  return isOrdered ? ArrayRef(all).drop_back(3) : ArrayRef(all).drop_front(2);
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
