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
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Places.h"
#include "weft/Tile/Tiling/ReductionBlocks.h"
#include "weft/Tile/Tiling/ReductionParts.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// How far up producers are reshaped.
constexpr int deepest = 32;

int64_t bytesOf(Value value) {
  RankedTensorType type = typeOf(value);
  return type.getNumElements() * partCount(type.getElementType()) *
         std::max<int64_t>(
             1, partType(type.getElementType()).getIntOrFloatBitWidth() / 8);
}

class Split : ReductionParts {
public:
  Split(stablehlo::ReduceOp reduce, ReductionRun run, ReductionBlocks blocks,
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

  /// The dimensions from `rows` on first.
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
    const ReductionRun whole = {cut.first, 1, cut.extent};
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

  static llvm::SmallVector<int64_t>
  replaceRun(ArrayRef<int64_t> shape, ReductionRun run, ArrayRef<int64_t> by) {
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
  Value computeAs(Value value, RankedTensorType wanted, ReductionRun run,
                  size_t became, llvm::function_ref<Value(Value)> operandOf) {
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
  ReductionRun cut;
  ReductionBlocks blocks;
  /// What producers are computed with instead of the run.
  llvm::SmallVector<int64_t, 2> apart;
  llvm::DenseMap<Value, Value> reshaped;
};

} // namespace

bool splitReduction(Operation *op, const Machine &machine) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  std::optional<ReductionCut> cut =
      reduce ? chooseCut(reduce, machine) : std::nullopt;
  if (!cut) {
    return false;
  }
  Split split(reduce, cut->run, cut->blocks, machine);
  if (cut->rows != 0) {
    split.runRows(cut->rows);
  } else {
    split.run();
  }
  return true;
}

} // namespace weft::tile
