// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sort of one very long line, as sorts of parts of it, which threads do side
// by side, and sorts of what they made, which are told that it consists of two
// sorted runs:
//
//   sort(x[N]) = sort(reshape(sort(reshape(x)[4, N/4])) ...)
//
// All of them are stable sorts by a total order, so the result is the same
// however many parts there are. Places that are left over when a line is cut
// into equal parts are a short run of their own.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Heroes/SortKeys.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Where the second of two sorted runs begins.
constexpr llvm::StringLiteral runAttribute = "weft.run";

/// Lines that keep a few threads busy.
constexpr int64_t enoughLines = 4;
/// Places of a line that are worth the kernels.
constexpr int64_t fewestPlaces = 1 << 14;

class SplitSort {
public:
  SplitSort(stablehlo::SortOp sort, int64_t along)
      : sort(sort), builder(sort), loc(sort.getLoc()), along(along),
        shape(typeOf(sort->getOperand(0)).getShape()) {}

  void run(int64_t parts) {
    int64_t length = shape[along];
    int64_t run = length / parts;
    int64_t whole = run * parts;
    llvm::SmallVector<Value> values(sort->getOperands());
    llvm::SmallVector<Value> rest;
    if (whole != length) {
      rest = emit(slice(values, whole, length), along, 0);
      values = slice(values, 0, whole);
    }
    values = emit(reshape(values, {parts, run}), along + 1, 0);
    while (parts > 1) {
      parts /= 2;
      values = emit(reshape(values, {parts, 2 * run}), along + 1, run);
      run *= 2;
    }
    values = reshape(values, {whole});
    if (whole != length) {
      values = emit(concatenate(values, rest), along, whole);
    }
    sort->replaceAllUsesWith(values);
  }

private:
  /// A sort of lines along `dimension`, of two sorted runs if `run` is not 0.
  llvm::SmallVector<Value> emit(ArrayRef<Value> operands, int64_t dimension,
                                int64_t run) {
    auto part = stablehlo::SortOp::create(
        builder, loc, TypeRange(operands), operands,
        builder.getI64IntegerAttr(dimension), builder.getBoolAttr(true));
    IRMapping mapping;
    sort.getComparator().cloneInto(&part.getComparator(), mapping);
    if (run != 0) {
      part->setAttr(runAttribute, builder.getI64IntegerAttr(run));
    }
    return llvm::to_vector_of<Value>(part->getResults());
  }

  /// The shape of all lines with other extents for their places.
  llvm::SmallVector<int64_t> shapeWith(ArrayRef<int64_t> extents) const {
    llvm::SmallVector<int64_t> result(shape.take_front(along));
    llvm::append_range(result, extents);
    llvm::append_range(result, shape.drop_front(along + 1));
    return result;
  }

  RankedTensorType typeWith(Value value, ArrayRef<int64_t> extents) const {
    return RankedTensorType::get(shapeWith(extents),
                                 typeOf(value).getElementType());
  }

  llvm::SmallVector<Value> reshape(ArrayRef<Value> values,
                                   ArrayRef<int64_t> extents) {
    return llvm::map_to_vector(values, [&](Value value) -> Value {
      return stablehlo::ReshapeOp::create(builder, loc,
                                          typeWith(value, extents), value);
    });
  }

  llvm::SmallVector<Value> slice(ArrayRef<Value> values, int64_t from,
                                 int64_t to) {
    llvm::SmallVector<int64_t> starts(shape.size(), 0);
    llvm::SmallVector<int64_t> limits = shapeWith({to});
    llvm::SmallVector<int64_t> strides(shape.size(), 1);
    starts[along] = from;
    return llvm::map_to_vector(values, [&](Value value) -> Value {
      return stablehlo::SliceOp::create(builder, loc,
                                        typeWith(value, {to - from}), value,
                                        builder.getDenseI64ArrayAttr(starts),
                                        builder.getDenseI64ArrayAttr(limits),
                                        builder.getDenseI64ArrayAttr(strides));
    });
  }

  llvm::SmallVector<Value> concatenate(ArrayRef<Value> first,
                                       ArrayRef<Value> second) {
    llvm::SmallVector<Value> results;
    for (auto [a, b] : llvm::zip_equal(first, second)) {
      results.push_back(stablehlo::ConcatenateOp::create(
          builder, loc, typeWith(a, {shape[along]}), ValueRange{a, b},
          builder.getI64IntegerAttr(along)));
    }
    return results;
  }

  stablehlo::SortOp sort;
  OpBuilder builder;
  Location loc;
  int64_t along;
  ArrayRef<int64_t> shape;
};

/// Whether all that is made of a sort are slices: of lines of which few places
/// are wanted the others need no order.
bool isSliced(stablehlo::SortOp sort) {
  return llvm::all_of(sort->getUsers(), [](Operation *user) {
    return isa<stablehlo::SliceOp>(user);
  });
}

} // namespace

std::optional<int64_t> findSortedRun(Operation *sort) {
  auto run = sort->getAttrOfType<IntegerAttr>(runAttribute);
  return run ? std::optional(run.getInt()) : std::nullopt;
}

bool splitSort(Operation *op) {
  auto sort = dyn_cast<stablehlo::SortOp>(op);
  if (!sort || findSortedRun(sort) || isSliced(sort) ||
      !llvm::all_of(sort->getOperands(), hasKnownElements) ||
      findForeignOperation(sort.getComparator()) ||
      findSortKeys(sort.getComparator()).empty()) {
    return false;
  }
  RankedTensorType type = typeOf(sort->getOperand(0));
  int64_t along = sort.getDimension();
  along = along < 0 ? along + type.getRank() : along;
  int64_t length = type.getDimSize(along);
  if (length < fewestPlaces) {
    return false;
  }
  int64_t parts = enoughLines / (type.getNumElements() / length);
  if (parts < 2) {
    return false;
  }
  // Pairs of parts are merged.
  SplitSort(sort, along).run(parts < 4 ? 2 : 4);
  return true;
}

} // namespace weft::tile
