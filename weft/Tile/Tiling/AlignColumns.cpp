// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of columns whose rows do not begin with whole vectors, as rows of
// 30011 numbers of two bytes: threads would move one element at a time. A few
// rows, one behind the other, are one that does:
//
//   reduce(x[R, N]) = reduce(reduce(reshape(x)[R / K, K N])[K, N])
//
// Where columns are too few for the programs of a GPU, rows are in B blocks;
// rows that are left are joined in the end:
//
//   reduce(x[R, N]) =
//     reduce(reduce(reshape(x[: B L K])[B, L, K N])[B K, N]) + reduce(x[B L K
//     :])
//
// Elements change their order, so the body must not care for it. What is read
// lies in memory: the first rows of it are a view.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/ReductionParts.h"

#include <mlir/IR/IRMapping.h>

#include <numeric>

using namespace mlir;

namespace weft::tile {
namespace {

/// What is worth two kernels, in bytes.
constexpr int64_t fewestBytes = 1 << 22;
/// Parts are written and read again, which is to be so much less than what they
/// are parts of.
constexpr int64_t partsOfAll = 8;
/// Programs that keep a GPU busy where each has whole vectors on its way, what
/// each reads of a row at least, and the most rows that are joined.
constexpr int64_t programsWanted = 512;
constexpr int64_t bytesOfLine = 128;
constexpr int64_t mostJoined = 512;

/// How rows are put together.
struct Rows {
  /// What lies before, between and behind the reduced dimensions.
  int64_t outer = 1;
  int64_t count = 1;
  int64_t columns = 1;
  /// Rows that are one, lengths of blocks of those, and the blocks.
  int64_t together = 1;
  int64_t length = 1;
  int64_t blocks = 1;

  int64_t rest() const { return count - together * length * blocks; }
};

/// Finds the arrays in memory that a value is computed of, element by element
/// and for this use alone; false where it is made of others.
bool findArrays(Value value, llvm::SetVector<Value> &arrays) {
  if (isa<BlockArgument>(value)) {
    arrays.insert(value);
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    return constant.getValue().isSplat();
  }
  auto hasShape = [&](Value operand) {
    return cast<RankedTensorType>(operand.getType()).getShape() ==
           cast<RankedTensorType>(value.getType()).getShape();
  };
  return op->getNumResults() == 1 && isElementwise(op) &&
         llvm::all_equal(op->getUsers()) &&
         llvm::all_of(op->getOperands(), hasShape) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return findArrays(operand, arrays);
         });
}

class Alignment : ReductionParts {
public:
  Alignment(stablehlo::ReduceOp reduce, int64_t first, Rows rows)
      : ReductionParts(reduce), first(first), rows(rows) {
    auto type = typeOf(reduce.getInputs()[0]);
    before.append(type.getShape().begin(), type.getShape().begin() + first);
    behind.append(type.getShape().begin() + first +
                      reduce.getDimensions().size(),
                  type.getShape().end());
  }

  void run() {
    auto [handedOn, joined] = typesOfParts();
    const int64_t taken = rows.count - rows.rest();
    Value together = compute(
        {rows.outer, rows.blocks, rows.length, rows.together * rows.columns},
        [&](Value array) {
          return rows.rest() == 0 ? array
                                  : writer.slice(lines(array), first, 0, taken);
        });
    llvm::SmallVector<Value> sums = emit({writer.convert(together, handedOn)},
                                         neutralOrInitial(handedOn), {2});
    // What joins them would read columns one by one if it computed them, too.
    Value parts =
        writer.make<stablehlo::OptimizationBarrierOp>(sums)->getResult(0);
    Value rest;
    if (rows.rest() != 0) {
      rest = compute(shapeOf(rows.rest()), [&](Value array) {
        return writer.slice(lines(array), first, taken, rows.count);
      });
    }
    join({writer.reshape(parts, shapeOf(rows.blocks * rows.together))}, {first},
         joined, rest);
  }

private:
  /// With so many rows.
  llvm::SmallVector<int64_t> shapeOf(int64_t count) const {
    llvm::SmallVector<int64_t> shape(before);
    shape.push_back(count);
    llvm::append_range(shape, behind);
    return shape;
  }
  /// With one dimension for all rows.
  Value lines(Value array) {
    return writer.reshape(array, shapeOf(rows.count));
  }

  /// What is reduced, from parts of the arrays that it is made of.
  Value compute(ArrayRef<int64_t> shape,
                llvm::function_ref<Value(Value)> partOf) {
    llvm::DenseMap<Value, Value> known;
    auto make = [&](auto &make, Value value) -> Value {
      Value &made = known[value];
      if (made) {
        return made;
      }
      Operation *op = value.getDefiningOp();
      Value result;
      if (!op) {
        result = writer.reshape(partOf(value), shape);
      } else if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
        auto splat = cast<SplatElementsAttr>(constant.getValue());
        result = writer.constant(splat.resizeSplat(typeOf(value).clone(shape)));
      } else {
        IRMapping mapping;
        for (Value operand : op->getOperands()) {
          mapping.map(operand, make(make, operand));
        }
        Operation *copy = builder.clone(*op, mapping);
        copy->getResult(0).setType(typeOf(value).clone(shape));
        result = copy->getResult(0);
      }
      return known[value] = result;
    };
    return make(make, reduce.getInputs()[0]);
  }

  int64_t first;
  Rows rows;
  llvm::SmallVector<int64_t> before;
  llvm::SmallVector<int64_t> behind;
};

/// Bytes of an element of the narrowest array; 0 where one has none of its own.
int64_t bytesOfNarrowest(ArrayRef<Value> arrays) {
  int64_t least = 0;
  for (Value array : arrays) {
    Type element = getElementTypeOrSelf(array);
    const int64_t bytes =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 0;
    if (bytes == 0) {
      return 0;
    }
    least = least == 0 ? bytes : std::min(least, bytes);
  }
  return least;
}

/// Rows that are one row, and how many of those are a block; one each where
/// nothing is gained.
void choose(Rows &rows, int64_t bytes, int64_t partBytes,
            const Machine &machine) {
  int64_t together =
      machine.vectorBytes / std::gcd(rows.columns * bytes, machine.vectorBytes);
  while (together > 1 &&
         together * partBytes * partsOfAll > rows.count * bytes) {
    together /= 2;
  }
  // Rows that are left lie behind others unless there is one matrix.
  if (together == 1 || (rows.outer > 1 && rows.count % together != 0)) {
    return;
  }
  rows.together = together;
  const int64_t lines = std::max<int64_t>(
      1, rows.outer * together * rows.columns * bytes / bytesOfLine);
  const int64_t most = std::min(mostJoined, rows.count) / together;
  rows.blocks = std::clamp<int64_t>(programsWanted / lines, 1,
                                    std::max<int64_t>(1, most));
  while (rows.outer > 1 && rows.count / together % rows.blocks != 0) {
    --rows.blocks;
  }
  rows.length = rows.count / together / rows.blocks;
}

} // namespace

bool alignColumns(Operation *op, const Machine &machine) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  if (!reduce || machine.threads.lanes == 1 || !hasParts(reduce) ||
      reduce.getInputs().size() != 1 || !combineKindOf(reduce.getBody())) {
    return false;
  }
  auto type = cast<RankedTensorType>(reduce.getInputs()[0].getType());
  llvm::SmallVector<int64_t> dimensions(reduce.getDimensions());
  llvm::sort(dimensions);
  const auto length = static_cast<int64_t>(dimensions.size());
  const int64_t first = dimensions.front();
  if (dimensions.back() != first + length - 1) {
    return false;
  }
  Rows rows;
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    const auto at = static_cast<int64_t>(d);
    (at < first            ? rows.outer
     : at < first + length ? rows.count
                           : rows.columns) *= extent;
  }
  llvm::SetVector<Value> arrays;
  if (rows.columns == 1 || !type.getElementType().isIntOrFloat() ||
      !findArrays(reduce.getInputs()[0], arrays)) {
    return false;
  }
  const int64_t bytes = bytesOfNarrowest(arrays.getArrayRef());
  if (bytes == 0 || type.getNumElements() * bytes < fewestBytes) {
    return false;
  }
  const int64_t partBytes =
      std::max<int64_t>(sizeof(float), type.getElementTypeBitWidth() / 8);
  choose(rows, bytes, partBytes, machine);
  if (rows.together == 1) {
    return false;
  }
  Alignment(reduce, first, rows).run();
  return true;
}

} // namespace weft::tile
