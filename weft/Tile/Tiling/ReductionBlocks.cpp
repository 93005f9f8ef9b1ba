// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ReductionBlocks.h"

#include "weft/Machine/WideColumns.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/CombineOrder.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Places.h"
#include "weft/Tile/Tiling/ReductionParts.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Results of which there are more keep all threads and lanes busy by
/// themselves.
constexpr int64_t mostResults = 16;
/// Elements per result that are worth two kernels. A body of its own cannot be
/// spread over lanes as cheaply otherwise.
constexpr int64_t fewestElements = 1 << 17;
constexpr int64_t fewestOrdered = 1 << 13;
/// Columns are vectors of results, and few of them are the work of one program,
/// each row waiting for the one before: so many at most, of so many rows, or of
/// fewer that are as many elements.
constexpr int64_t mostColumns = 128;
constexpr int64_t fewestRows = 1 << 14;
constexpr int64_t fewestLongRows = 1 << 12;
constexpr int64_t fewestOfLongRows = 1 << 19;
/// Columns that come from memory have so many rows at least to be cut.
constexpr int64_t fewestWideRows = 1 << 13;
constexpr int64_t mostBlocks = 64;
constexpr int64_t fewestBlocks = 8;
/// What is cut into blocks that do not divide it has so many elements.
constexpr int64_t fewestUneven = 8 * mostBlocks;
/// Lengths of such blocks are multiples of a power of two, of this one at most,
/// so that kernels walk them in whole steps and vectors stay aligned.
constexpr int64_t longestStep = 4096;
/// Where threads come in warps, a program is a block of them, which reads lines
/// side by side. So many programs keep the largest of such machines busy, and
/// how a sum is taken apart does not depend on which of them it is; each is to
/// read so many elements at least, and more than one are worth two kernels if a
/// single one would read so many.
constexpr int64_t programsOfWarps = 1024;
constexpr int64_t fewestPrograms = programsOfWarps / 4;
constexpr int64_t bytesOfLine = 128;
constexpr int64_t fewestOfProgram = 4096;
constexpr int64_t mostOfOneProgram = 1 << 15;
/// How far up producers are followed.
constexpr int deepest = 32;

void collectArrays(Value value, int depth, llvm::SetVector<Value> &arrays) {
  Operation *op = value.getDefiningOp();
  auto repeat = dyn_cast_if_present<stablehlo::BroadcastInDimOp>(op);
  const bool isRepeated =
      repeat && typeOf(repeat.getOperand()).getNumElements() <
                    typeOf(value).getNumElements();
  if (op && isElementwise(op) && depth < deepest) {
    for (Value operand : op->getOperands()) {
      collectArrays(operand, depth + 1, arrays);
    }
  } else if (!isRepeated && !isa_and_present<stablehlo::ConstantOp>(op)) {
    arrays.insert(value);
  }
}

} // namespace

llvm::SetVector<Value> arraysOf(Value value) {
  llvm::SetVector<Value> arrays;
  collectArrays(value, 0, arrays);
  if (arrays.empty()) {
    arrays.insert(value);
  }
  return arrays;
}

namespace {

/// How a reduction may be cut into blocks that do not divide it.
enum class Uneven { ByRest, ByFilling };

Uneven unevenWayOf(stablehlo::ReduceOp reduce) {
  if (std::optional<CombineKind> kind = combineKindOf(reduce.getBody())) {
    return hasNeutral(*kind, typeOf(reduce.getInputs()[0]).getElementType())
               ? Uneven::ByFilling
               : Uneven::ByRest;
  }
  // The first of equal elements is wanted: one that is no more than any, behind
  // all others, is never found as long as places do not begin anew.
  constexpr int64_t mostPlaces = 1 << 30;
  std::optional<Extreme> extreme = findFirstExtreme(reduce);
  if (!extreme) {
    return Uneven::ByRest;
  }
  RankedTensorType places = typeOf(reduce.getInputs()[extreme->places]);
  return places.getElementTypeBitWidth() >= 32 &&
                 places.getNumElements() <= mostPlaces
             ? Uneven::ByFilling
             : Uneven::ByRest;
}

/// About so many blocks that do not divide a dimension.
ReductionBlocks cutUnevenly(int64_t extent, int64_t wanted, Uneven way) {
  if (way == Uneven::ByRest) {
    return {wanted, extent / wanted};
  }
  int64_t length = llvm::divideCeil(extent, wanted);
  // At the cost of an eighth of the blocks.
  int64_t step = std::min<int64_t>(
      longestStep,
      llvm::bit_floor(static_cast<uint64_t>(std::max<int64_t>(length / 8, 1))));
  length = static_cast<int64_t>(llvm::alignTo(length, step));
  return {static_cast<int64_t>(llvm::divideCeil(extent, length)), length};
}

/// The blocks that a dimension is cut into; one for none.
ReductionBlocks chooseBlocks(int64_t extent, bool isOrdered, Uneven way) {
  // Whole vectors of blocks, if that can be.
  if (isOrdered) {
    for (int64_t blocks : {64, 32, 16}) {
      if (extent % blocks == 0) {
        return {blocks, extent / blocks};
      }
    }
  }
  for (int64_t blocks = mostBlocks; blocks >= fewestBlocks; --blocks) {
    if (extent % blocks == 0) {
      return {blocks, extent / blocks};
    }
  }
  return extent < fewestUneven ? ReductionBlocks{1, extent}
                               : cutUnevenly(extent, mostBlocks, way);
}

/// Columns that a warp reads side by side, of what is converted on the way, or
/// computed of narrower arrays.
int64_t columnsOfLine(Value input) {
  auto bitsOf = [](Value value) {
    return partType(typeOf(value).getElementType()).getIntOrFloatBitWidth();
  };
  unsigned widest = 0;
  for (Value array : arraysOf(input)) {
    widest = std::max(widest, bitsOf(array));
  }
  while (auto convert = input.getDefiningOp<stablehlo::ConvertOp>()) {
    input = convert.getOperand();
  }
  return bytesOfLine / std::clamp<int64_t>(std::min(bitsOf(input), widest) / 8,
                                           1,
                                           static_cast<int64_t>(sizeof(float)));
}

/// The same for programs that are blocks of threads, with so many columns each.
ReductionBlocks chooseBlocksOfWarps(int64_t extent, int64_t elements,
                                    int64_t results, int64_t columns,
                                    Uneven way) {
  const int64_t programs =
      static_cast<int64_t>(llvm::divideCeil(results, columns));
  if (programs >= fewestPrograms || elements * columns < mostOfOneProgram) {
    return {1, extent};
  }
  const int64_t wanted =
      std::min({programsOfWarps / programs,
                elements * columns / fewestOfProgram, extent});
  int64_t blocks = wanted;
  while (extent % blocks != 0) {
    --blocks;
  }
  return 2 * blocks >= wanted ? ReductionBlocks{blocks, extent / blocks}
                              : cutUnevenly(extent, wanted, way);
}

/// Whether a value may be taken in another shape for nothing: it lies in memory
/// when the reduction begins, or is computed for it alone, of such values.
bool takesAnyShape(Value value, int depth = 0) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<stablehlo::ConstantOp>(op)) {
    return true;
  }
  if (isElementwise(op)) {
    return depth < deepest && op->hasOneUse() &&
           llvm::all_of(
               op->getOperands(),
               [&](Value operand) {
                 return takesAnyShape(operand, depth + 1);
               });
  }
  return !isa<stablehlo::BroadcastInDimOp, stablehlo::IotaOp,
              stablehlo::SliceOp, stablehlo::ConcatenateOp, stablehlo::PadOp,
              stablehlo::TransposeOp, stablehlo::ReverseOp,
              stablehlo::DynamicSliceOp, stablehlo::GatherOp>(op);
}

/// Where rows begin that are reduced along with dimensions before them, if what
/// lies between is kept and there are enough elements; 0 where not.
int64_t findRows(stablehlo::ReduceOp reduce) {
  RankedTensorType type = typeOf(reduce.getInputs()[0]);
  int64_t rows = type.getRank();
  while (rows > 0 && llvm::is_contained(reduce.getDimensions(), rows - 1)) {
    --rows;
  }
  bool hasOthers =
      llvm::any_of(reduce.getDimensions(), [&](int64_t d) { return d < rows; });
  int64_t length = 1;
  for (int64_t d = rows; d < type.getRank(); ++d) {
    length *= type.getDimSize(d);
  }
  // Shorter rows are not worth a kernel of their own.
  constexpr int64_t shortestRow = 128;
  return hasOthers && length >= shortestRow &&
                 type.getNumElements() >= fewestElements
             ? rows
             : 0;
}

} // namespace

std::optional<ReductionCut> chooseCut(stablehlo::ReduceOp reduce,
                                      const Machine &machine) {
  if (!hasParts(reduce)) {
    return std::nullopt;
  }
  RankedTensorType type = typeOf(reduce.getInputs()[0]);
  // Only the first run can be cut and still be combined in order.
  ReductionRun run{*llvm::min_element(reduce.getDimensions()), 0, 1};
  for (int64_t d = run.first; llvm::is_contained(reduce.getDimensions(), d);
       ++d) {
    ++run.length;
    run.extent *= type.getDimSize(d);
  }
  int64_t results = typeOf(reduce.getResult(0)).getNumElements();
  if (int64_t rows = findRows(reduce); rows != 0) {
    return ReductionCut{rows, run, {1, run.extent}};
  }
  bool isOrdered = combineOrderOf(reduce) == CombineOrder::Kept;
  int64_t elements = type.getNumElements() / results;
  bool isOfColumns = run.first + run.length < type.getRank();
  // Rows that are computed on the way stay rows; too few of them have parts
  // each. Cores read columns, where there are any, a row at once in any shape.
  const int64_t columns = machine.threads.lanes > 1 && isOfColumns
                              ? columnsOfLine(reduce.getInputs()[0])
                              : 1;
  int64_t apart = 1;
  if (run.length > 1 && !(isOfColumns && machine.isCpu()) &&
      !llvm::all_of(reduce.getInputs(),
                    [](Value input) { return takesAnyShape(input); })) {
    const int64_t enough =
        machine.threads.lanes > 1
            ? std::min(fewestPrograms, elements * columns / fewestOfProgram)
            : fewestBlocks;
    const int64_t last = run.first + run.length - 1;
    run = {run.first, 1, type.getDimSize(run.first)};
    while (run.first < last && apart * run.extent < enough) {
      apart *= run.extent;
      run = {run.first + 1, 1, type.getDimSize(run.first + 1)};
    }
  }
  // Cores read rows at once whose columns are no whole vectors, unless a row
  // may be none.
  Uneven way =
      isOfColumns && machine.isCpu() ? Uneven::ByRest : unevenWayOf(reduce);
  ReductionBlocks blocks = chooseBlocks(run.extent, isOrdered, way);
  bool isWorthIt =
      (results < mostResults &&
       elements >= (isOrdered ? fewestOrdered : fewestElements)) ||
      (isOfColumns && results <= mostColumns && elements >= fewestRows) ||
      (isOfColumns && results <= mostColumns && elements >= fewestLongRows &&
       type.getNumElements() >= fewestOfLongRows) ||
      (isOfColumns && elements >= fewestWideRows &&
       areWideColumns(results, type.getNumElements()));
  if (machine.threads.lanes > 1) {
    blocks = chooseBlocksOfWarps(run.extent, elements / apart, results * apart,
                                 columns, way);
    isWorthIt = true;
  }
  // A rest is joined as it is, so that nothing else may be left to reduce.
  bool hasRest = blocks.places() < run.extent;
  if (blocks.count == 1 || !isWorthIt ||
      (hasRest &&
       run.length != static_cast<int64_t>(reduce.getDimensions().size()))) {
    return std::nullopt;
  }
  return ReductionCut{0, run, blocks};
}

} // namespace weft::tile
