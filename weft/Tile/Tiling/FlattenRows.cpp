// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block with neighbouring dimensions joined:
//
//   pad(x : b,32,32,3, low = 0,4,4,0) = pad(x : b,32,96, low = 0,4,12)
//   transpose(x : 2,2,2,2,2,2, [0,1,4,3,2,5]) = transpose(x : 4,2,2,2,2,
//   [0,3,2,1,4])

#include "weft/Tile/Tiling/CopyJoined.h"
#include "weft/Tile/Tiling/Flatten.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Whether the dimensions from one on together fill a few vectors badly.
bool isShort(RankedTensorType type, size_t dimension, int64_t vectorBytes) {
  constexpr int64_t fewVectors = 4;
  Type element = type.getElementType();
  const int64_t bits =
      isa<ComplexType>(element)
          ? 2 * cast<ComplexType>(element)
                    .getElementType()
                    .getIntOrFloatBitWidth()
          : std::max<int64_t>(element.getIntOrFloatBitWidth(), 8);
  const int64_t lanes = std::max<int64_t>(vectorBytes * 8 / bits, 1);
  const int64_t extent =
      llvm::product_of(type.getShape().drop_front(dimension));
  return extent % lanes != 0 && extent < fewVectors * lanes;
}

/// Whether dimensions of a root are joined that, with those behind them, fill a
/// few vectors badly.
bool joinsShortOnes(Value root, Seams &seams, int64_t vectorBytes) {
  const JoinedDimensions joined = seams.joinedIn(root);
  auto d = static_cast<int64_t>(joined.numbers.size());
  while (--d > 0 && joined.numbers[static_cast<size_t>(d)] !=
                        joined.numbers[static_cast<size_t>(d - 1)]) {
  }
  return d > 0 && isShort(cast<RankedTensorType>(root.getType()),
                          static_cast<size_t>(d), vectorBytes);
}

} // namespace

std::optional<FlatBlock> flattenRows(const TilingSpace &space,
                                     int64_t vectorBytes) {
  Seams seams;
  return seams.read(space) &&
                 llvm::any_of(space.roots,
                              [&](Value root) {
                                return joinsShortOnes(root, seams, vectorBytes);
                              })
             ? std::optional(copyJoined(space, seams))
             : std::nullopt;
}

} // namespace weft::tile
