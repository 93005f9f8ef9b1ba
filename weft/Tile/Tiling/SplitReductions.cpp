// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction of very many elements to a few, as several of fewer elements each
// and one of their results:
//
//   reduce(x[R, N]) = reduce(reduce(reshape(x)[R, L, N / L])[R, L])
//
// Blocks hold consecutive elements and are joined in order, so any body will
// do. They are computed side by side, by threads and by lanes. How many there
// are follows from the shape alone, so the result does not depend on who
// computed them.
//
// Where no number of blocks near the wanted one divides N, the last block is
// not full: it is filled with the element that changes nothing, which a mask
// chooses while x is read. A body without such an element has equal blocks and
// a rest of fewer elements than there are blocks, which is joined behind them:
//
//   reduce(x[N]) = reduce(reduce(pad(x)[B, L])[B])
//   reduce(x[N]) = reduce(reduce(x[: B L][B, L])[B] ++ x[B L :])
//
// A reduction of rows and of a dimension with others between them is taken
// apart as well, rows first: they are read as they lie in memory.

#include "weft/Machine/OperationCosts.h"
#include "weft/Tile/Tiling/CombineOrder.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Places.h"
#include "weft/Tile/Tiling/ReductionParts.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Results of which there are more keep all threads and lanes busy by
/// themselves.
constexpr int64_t mostResults = 16;
/// Elements per result that are worth two kernels. A body of its own cannot be
/// spread over lanes as cheaply otherwise.
constexpr int64_t fewestElements = 1 << 17;
constexpr int64_t fewestOrdered = 1 << 13;
/// Columns are vectors of results, and few of them are the work of one program,
/// each row waiting for the one before: so many at most, of so many rows.
constexpr int64_t mostColumns = 128;
constexpr int64_t fewestRows = 1 << 14;
/// Rows that come from memory are read as they lie there if a program has all
/// of their columns: so many at most, of arrays of as many elements.
constexpr int64_t mostWideColumns = 4096;
constexpr int64_t fewestWideRows = 1 << 13;
constexpr int64_t fewestWideElements = 1 << 21;
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
/// How far up producers are reshaped.
constexpr int deepest = 32;

/// Neighbouring dimensions, all reduced, that are taken as one and cut.
struct Run {
  int64_t first = 0;
  int64_t length = 1;
  int64_t extent = 1;

  /// Where another dimension is when the run has become so many.
  int64_t moved(int64_t d, int64_t became) const {
    return d < first ? d : d + became - length;
  }
  bool holds(int64_t d) const { return d >= first && d < first + length; }
};

/// What a run is cut into: all of it, or a part or more than there is of it.
struct Blocks {
  int64_t count = 1;
  int64_t length = 1;

  int64_t places() const { return count * length; }
};

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

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

/// What a value is computed of, element by element, without what is repeated;
/// itself if that is all there is.
llvm::SetVector<Value> arraysOf(Value value) {
  llvm::SetVector<Value> arrays;
  collectArrays(value, 0, arrays);
  if (arrays.empty()) {
    arrays.insert(value);
  }
  return arrays;
}

int64_t bytesOf(Value value) {
  RankedTensorType type = typeOf(value);
  return type.getNumElements() * partCount(type.getElementType()) *
         std::max<int64_t>(
             1, partType(type.getElementType()).getIntOrFloatBitWidth() / 8);
}

class Split : ReductionParts {
public:
  Split(stablehlo::ReduceOp reduce, Run run, Blocks blocks,
        const Machine &machine)
      : ReductionParts(reduce), machine(machine), loc(reduce.getLoc()),
        cut(run), blocks(blocks) {
    // Producers are computed in the shape of blocks if these are all of them.
    if (blocks.places() == cut.extent) {
      apart = {blocks.count, blocks.length};
    } else {
      apart = {cut.extent};
    }
  }

  /// Rows first, which are the dimensions from `rows` on.
  void runRows(int64_t rows) {
    llvm::SmallVector<Value> inputs(reduce.getInputs());
    auto [handedOn, joined] = typesOfParts();
    if (handedOn != joined) {
      inputs = {writer.convert(inputs[0], handedOn)};
    }
    llvm::SmallVector<int64_t> others;
    for (int64_t d : reduce.getDimensions()) {
      if (d < rows) {
        others.push_back(d);
      }
    }
    join(emit(inputs, neutralOrInitial(handedOn),
              llvm::to_vector(llvm::seq(rows, typeOf(inputs[0]).getRank()))),
         others, joined);
  }

  /// Blocks of the run first.
  void run() {
    auto [handedOn, joined] = typesOfParts();
    llvm::SmallVector<Value> values;
    llvm::SmallVector<Value> rests;
    auto handOn = [&](Value value) {
      return handedOn != joined ? writer.convert(value, handedOn) : value;
    };
    std::optional<Extreme> extreme = findFirstExtreme(reduce);
    for (auto [number, input, initial] :
         llvm::enumerate(reduce.getInputs(), reduce.getInitValues())) {
      Value value = reshape(input, 0);
      if (blocks.places() < cut.extent) {
        rests.push_back(handOn(take(
            value,
            {blocks.places(), cut.extent, {cut.extent - blocks.places()}})));
      }
      if (blocks.places() != cut.extent) {
        value = cutUneven(value, initial, extreme && number == extreme->places);
      }
      values.push_back(handOn(value));
    }
    // What lies before the run has its own parts.
    llvm::SmallVector<int64_t> inside = {cut.first + 1};
    llvm::SmallVector<int64_t> outside = {cut.first};
    for (int64_t d : reduce.getDimensions()) {
      if (!cut.holds(d)) {
        (d < cut.first ? outside : inside).push_back(cut.moved(d, 2));
      }
    }
    llvm::SmallVector<Value> parts =
        emit(values, neutralOrInitial(handedOn), inside);
    for (auto [part, rest] : llvm::zip(parts, rests)) {
      part = writer.concatenate({part, rest}, cut.first);
    }
    join(parts, outside, joined);
  }

private:
  /// The run, which is one dimension, in blocks that are not all of it. Behind
  /// its end follow elements that change nothing; the places of an extreme go
  /// on.
  Value cutUneven(Value value, Value initial, bool isOfPlaces) {
    RankedTensorType type = typeOf(value);
    auto wanted = RankedTensorType::get(
        replaceRun(type.getShape(), {cut.first, 1, cut.extent},
                   {blocks.count, blocks.length}),
        type.getElementType());
    auto iota = value.getDefiningOp<stablehlo::IotaOp>();
    const bool isFilled = blocks.places() > cut.extent;
    if (iota && isa<IntegerType>(type.getElementType()) &&
        static_cast<int64_t>(iota.getIotaDimension()) == cut.first &&
        (isOfPlaces || !isFilled)) {
      return countInBlocks(wanted);
    }
    if (!isFilled) {
      return take(value, {0, blocks.places(), {blocks.count, blocks.length}});
    }
    llvm::SmallVector<int64_t> high(type.getRank(), 0);
    const llvm::SmallVector<int64_t> none(type.getRank(), 0);
    high[cut.first] = blocks.places() - cut.extent;
    value = writer.pad(value, kind ? neutral(type.getElementType()) : initial,
                       none, high, none);
    return writer.reshape(value, wanted.getShape());
  }

  /// Places of the run, which is one dimension, and the dimensions that they
  /// are taken as.
  struct Part {
    int64_t from = 0;
    int64_t to = 0;
    llvm::SmallVector<int64_t, 2> as;
  };

  /// A part of a value. What is computed for the reduction alone is computed of
  /// the same part of its operands: a slice of it would be a view of memory,
  /// which all of it would have to be stored in.
  Value take(Value value, const Part &part) {
    llvm::DenseMap<Value, Value> known;
    return take(value, part, known, 0);
  }

  Value take(Value value, const Part &part, llvm::DenseMap<Value, Value> &known,
             int depth) {
    if (auto found = known.find(value); found != known.end()) {
      return found->second;
    }
    const Run whole = {cut.first, 1, cut.extent};
    RankedTensorType type = typeOf(value);
    auto wanted = RankedTensorType::get(
        replaceRun(type.getShape(), whole, part.as), type.getElementType());
    Value result = depth < deepest
                       ? computeAs(
                             value, wanted, whole, part.as.size(),
                             [&](Value operand) {
                               return take(operand, part, known, depth + 1);
                             })
                       : Value();
    if (!result) {
      result =
          writer.reshape(writer.slice(value, cut.first, part.from, part.to),
                         wanted.getShape());
    }
    known[value] = result;
    return result;
  }

  static llvm::SmallVector<int64_t> replaceRun(ArrayRef<int64_t> shape, Run run,
                                               ArrayRef<int64_t> by) {
    llvm::SmallVector<int64_t> result(shape.take_front(run.first));
    llvm::append_range(result, by);
    llvm::append_range(result, shape.drop_front(run.first + run.length));
    return result;
  }

  int64_t moved(int64_t d) const {
    return cut.moved(d, static_cast<int64_t>(apart.size()));
  }

  /// A value of the inputs' shape with its dimension in blocks, or as one. What
  /// computes it for no other use is computed in that shape, so that tiles of
  /// blocks need not be taken together again.
  Value reshape(Value value, int depth) {
    if (auto known = reshaped.find(value); known != reshaped.end()) {
      return known->second;
    }
    RankedTensorType type = typeOf(value);
    auto wanted = RankedTensorType::get(replaceRun(type.getShape(), cut, apart),
                                        type.getElementType());
    if (wanted == type) {
      return value;
    }
    Value result =
        depth < deepest ? computeReshaped(value, wanted, depth) : Value();
    if (!result) {
      result = stablehlo::ReshapeOp::create(builder, loc, wanted, value);
    }
    reshaped[value] = result;
    return result;
  }

  Value computeReshaped(Value value, RankedTensorType wanted, int depth) {
    if (auto iota = value.getDefiningOp<stablehlo::IotaOp>()) {
      return reshapeIota(iota, wanted);
    }
    return computeAs(value, wanted, cut, apart.size(), [&](Value operand) {
      return reshape(operand, depth + 1);
    });
  }

  /// A value with so many dimensions instead of a run, where it may be computed
  /// in that shape.
  Value computeAs(Value value, RankedTensorType wanted, Run run, size_t became,
                  llvm::function_ref<Value(Value)> operandOf) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumResults() != 1) {
      return {};
    }
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      auto dense = dyn_cast<SplatElementsAttr>(constant.getValue());
      return dense ? stablehlo::ConstantOp::create(builder, loc,
                                                   dense.resizeSplat(wanted))
                   : Value();
    }
    if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
      if (llvm::any_of(broadcast.getBroadcastDimensions(),
                       [&](int64_t d) { return run.holds(d); })) {
        return {};
      }
      auto dimensions = llvm::map_to_vector(
          broadcast.getBroadcastDimensions(), [&](int64_t d) {
            return run.moved(d, static_cast<int64_t>(became));
          });
      return stablehlo::BroadcastInDimOp::create(
          builder, loc, wanted, broadcast.getOperand(),
          builder.getDenseI64ArrayAttr(dimensions));
    }
    if (!isPointwise(op)) {
      return {};
    }
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      mapping.map(operand, operandOf(operand));
    }
    Operation *copy = builder.clone(*op, mapping);
    copy->getResult(0).setType(wanted);
    return copy->getResult(0);
  }

  /// Whether threads compute a value again for the reduction in less time than
  /// they store and read it, of no more bytes. Blocks of one dimension are as
  /// long as tiles, so that nothing is computed for elements that are not
  /// there.
  bool isLittleAgain(Operation *op) {
    int64_t bytes = 0;
    for (Value array : arraysOf(op->getResult(0))) {
      bytes += bytesOf(array);
    }
    const int64_t own = bytesOf(op->getResult(0));
    const int64_t units =
        saturatingMultiply(typeOf(op->getResult(0)).getNumElements(),
                           operationCost(op->getName().stripDialect()).units);
    return machine.threads.lanes > 1 && reduce.getDimensions().size() == 1 &&
           bytes <= own &&
           saturatingMultiply(units, machine.costs.unitPicoseconds) <=
               machine.transferPicoseconds(2 * own);
  }

  /// Whether each element of an operation's result is computed of those at the
  /// same place, for one reader alone or of fewer bytes than to read it takes.
  bool isPointwise(Operation *op) {
    auto convert = dyn_cast<stablehlo::ConvertOp>(op);
    auto bitsOf = [](Value value) {
      return partType(typeOf(value).getElementType()).getIntOrFloatBitWidth();
    };
    const bool isWider =
        convert && bitsOf(convert.getOperand()) < bitsOf(convert.getResult());
    return isElementwise(op) &&
           (isWider || llvm::all_equal(op->getUsers()) || isLittleAgain(op)) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return typeOf(operand).getShape() ==
                    typeOf(op->getResult(0)).getShape();
           });
  }

  Value reshapeIota(stablehlo::IotaOp iota, RankedTensorType wanted) {
    auto along = static_cast<int64_t>(iota.getIotaDimension());
    if (!cut.holds(along)) {
      return writer.iota(wanted, moved(along));
    }
    return isa<IntegerType>(wanted.getElementType()) && cut.length == 1
               ? countInBlocks(wanted)
               : Value();
  }

  /// block * length + place in the block.
  Value countInBlocks(RankedTensorType type) {
    Value lengths = writer.integer(type, static_cast<uint64_t>(blocks.length));
    Value first = writer.multiply(writer.iota(type, cut.first), lengths);
    return writer.add(first, writer.iota(type, cut.first + 1));
  }

  const Machine &machine;
  Location loc;
  Run cut;
  Blocks blocks;
  /// What producers are computed with instead of the run.
  llvm::SmallVector<int64_t, 2> apart;
  llvm::DenseMap<Value, Value> reshaped;
};

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
Blocks cutUnevenly(int64_t extent, int64_t wanted, Uneven way) {
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
Blocks chooseBlocks(int64_t extent, bool isOrdered, Uneven way) {
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
  return extent < fewestUneven ? Blocks{1, extent}
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
Blocks chooseBlocksOfWarps(int64_t extent, int64_t elements, int64_t results,
                           int64_t columns, Uneven way) {
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
  return 2 * blocks >= wanted ? Blocks{blocks, extent / blocks}
                              : cutUnevenly(extent, wanted, way);
}

/// Whether a value may be taken in another shape for nothing: it lies in memory
/// when the reduction begins, or is computed for it alone, of such values.
bool takesAnyShape(Value value, int depth = 0) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<stablehlo::ConstantOp, stablehlo::IotaOp>(op)) {
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
  return !isa<stablehlo::BroadcastInDimOp, stablehlo::SliceOp,
              stablehlo::ConcatenateOp, stablehlo::PadOp,
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

bool splitReduction(Operation *op, const Machine &machine) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  if (!reduce || !hasParts(reduce)) {
    return false;
  }
  RankedTensorType type = typeOf(reduce.getInputs()[0]);
  // Only the first run can be cut and still be combined in order.
  Run run{*llvm::min_element(reduce.getDimensions()), 0, 1};
  for (int64_t d = run.first; llvm::is_contained(reduce.getDimensions(), d);
       ++d) {
    ++run.length;
    run.extent *= type.getDimSize(d);
  }
  int64_t results = typeOf(reduce.getResult(0)).getNumElements();
  if (int64_t rows = findRows(reduce); rows != 0) {
    Split(reduce, run, {1, run.extent}, machine).runRows(rows);
    return true;
  }
  bool isOrdered = combineOrderOf(reduce) == CombineOrder::Kept;
  int64_t elements = type.getNumElements() / results;
  bool isOfColumns = run.first + run.length < type.getRank();
  // Cores read rows at once whose columns are no whole vectors, unless a row
  // may be none.
  Uneven way =
      isOfColumns && machine.isCpu() ? Uneven::ByRest : unevenWayOf(reduce);
  Blocks blocks = chooseBlocks(run.extent, isOrdered, way);
  bool isWorthIt =
      (results < mostResults &&
       elements >= (isOrdered ? fewestOrdered : fewestElements)) ||
      (isOfColumns && results <= mostColumns && elements >= fewestRows) ||
      (isOfColumns && results <= mostWideColumns &&
       elements >= fewestWideRows &&
       type.getNumElements() >= fewestWideElements);
  if (machine.threads.lanes > 1) {
    const int64_t columns =
        isOfColumns ? columnsOfLine(reduce.getInputs()[0]) : 1;
    // Rows that are computed on the way stay rows; too few of them have parts
    // each.
    if (run.length > 1 && !llvm::all_of(reduce.getInputs(), [](Value input) {
          return takesAnyShape(input);
        })) {
      const int64_t enough =
          std::min(fewestPrograms, elements * columns / fewestOfProgram);
      const int64_t last = run.first + run.length - 1;
      int64_t apart = 1;
      run = {run.first, 1, type.getDimSize(run.first)};
      while (run.first < last && apart * run.extent < enough) {
        apart *= run.extent;
        run = {run.first + 1, 1, type.getDimSize(run.first + 1)};
      }
      results *= apart;
      elements /= apart;
    }
    blocks = chooseBlocksOfWarps(run.extent, elements, results, columns, way);
    isWorthIt = true;
  }
  // A rest is joined as it is, so that nothing else may be left to reduce.
  bool hasRest = blocks.places() < run.extent;
  if (blocks.count == 1 || !isWorthIt ||
      (hasRest &&
       run.length != static_cast<int64_t>(reduce.getDimensions().size()))) {
    return false;
  }
  Split(reduce, run, blocks, machine).run();
  return true;
}

} // namespace weft::tile
