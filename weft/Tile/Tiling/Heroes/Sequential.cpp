// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/Sequential.h"

#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

using namespace mlir;

namespace weft::tile {

ArrayRef<const Algorithm *> vectorAlgorithms() {
  static constexpr const Algorithm *all[] = {
      &fourierSideBySide,   &sortSideBySide,       &permutationByExchanges,
      &insertionSelect,     &mergeOfRuns,          &radixSort,
      &mergeSort,           &scanOfRows,           &scanOfColumns,
      &scatterInOrder,      &scatterByBatch,       &scatterByPlace,
      &scatterOfWindows,    &choleskyByRows,       &luByColumns,
      &permutationByPlaces, &substitution,         &fourierLineByLine,
      &qrByColumns,         &productOfReflections, &tridiagonalByRows,
      &eighByRotations,
  };
  return all;
}

ArrayRef<const Algorithm *> sequentialAlgorithms() {
  return vectorAlgorithms().drop_front(3);
}

} // namespace weft::tile
