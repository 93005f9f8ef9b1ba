// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum of what the elements of a row are beside a reduction of the same row,
// for rows that no block of threads holds: in parts that are held, each beside
// a reduction of its own. So both are had by reading the row once, and parts of
// few rows keep all of a machine busy. With c near the maximum of x, c_p that
// of a part, and 0 for infinite ones:
//
//   sum exp(x - c) = sum_p exp(c_p - c) sum exp(x_p - c_p)
//
// With any c, and the mean a_p of the n_p elements of a part, d_p = a_p - c:
//
//   sum (x - c)^2 = sum_p (sum (x_p - a_p)^2 + d_p (2 sum (x_p - a_p) + n_p
//   d_p))
//
// where sum (x_p - a_p) is what the mean was rounded by. What parts hand on is
// joined in f64.
//
// The exponentials lose |x_p - c_p| and |c_p - c| half units by what is rounded
// before them. Weighted by themselves that is at most the logarithm of n, less
// than what a sum may be off anyway: so arguments in f32 and f64 may be taken
// apart. The rounding of narrower ones is part of what a program says.

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/ShiftedSum.h"

#include <mlir/IR/IRMapping.h>

#include <llvm/ADT/SetVector.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Bytes of a part: what threads of a block hold beside other blocks, and at
/// least that each reads a few vectors. It is whole vectors for each of them.
constexpr int64_t longestPart = 32 << 10;
constexpr int64_t shortestPart = 16 << 10;
constexpr int64_t granuleOfPart = 8 << 10;
/// Parts that keep the largest machine busy.
constexpr int64_t enoughParts = 1024;
/// Fewer rows than so many leave multiprocessors without one; they are worth
/// parts from so many elements on.
constexpr int64_t fewRows = 256;
constexpr int64_t longOfFew = 1 << 15;
/// How far up the producers of a row are followed.
constexpr int deepest = 16;

/// The parts of all rows of a sum.
class Parts {
public:
  explicit Parts(const ShiftedSum &sum)
      : of(sum), writer(of.first), element(typeOf(of.row).getElementType()),
        bytes(element.getIntOrFloatBitWidth() / 8) {
    RankedTensorType type = typeOf(of.row);
    kept = type.getRank() - static_cast<int64_t>(of.sum.getDimensions().size());
    outer.assign(type.getShape().begin(), type.getShape().begin() + kept);
    for (int64_t extent : outer) {
      rows *= extent;
    }
    extent = type.getNumElements() / rows;
    countLoads(of.row, 0);
  }

  /// Whether rows are longer than what a block reads once, or so few that parts
  /// of them are blocks' anyway.
  bool areWanted(const Machine &machine) const {
    if (rows < fewRows && extent >= longOfFew) {
      return true;
    }
    const ThreadModel &threads = machine.threads;
    if (of.terms == ShiftedSum::Terms::Squares) {
      return extent * bytes > threads.sharedBytesPerBlock;
    }
    // While a block that is alone on its multiprocessor computes exponentials,
    // nothing is moved there: only what registers hold is worth that. Two
    // fifths of them are for what is computed.
    const auto held = static_cast<int64_t>(sizeof(float)) *
                      threads.registersPerMultiprocessor * 19 / 16 /
                      (1 + static_cast<int64_t>(loads.size()));
    return extent * bytes > held;
  }

  void split() {
    choose();
    if (of.terms == ShiftedSum::Terms::Exponentials) {
      splitExponentials();
    } else {
      splitSquares();
    }
  }

private:
  /// What is computed of arrays for all of a row is computed for its parts as
  /// well, where that takes little.
  static bool isCheap(Operation *op) {
    return isElementwise(op) && op->getNumResults() == 1 &&
           operationCost(op->getName().stripDialect()).units < expensiveUnits &&
           llvm::all_of(
               op->getOperandTypes(),
               [&](Type type) {
                 return cast<RankedTensorType>(type).getShape() ==
                        typeOf(op->getResult(0)).getShape();
               });
  }

  /// Where a value that is repeated lies along the rows' other dimensions, or
  /// along the one that is a row.
  bool isRepeated(stablehlo::BroadcastInDimOp repeat) {
    ArrayRef<int64_t> dimensions = repeat.getBroadcastDimensions();
    return llvm::all_of(dimensions, [&](int64_t d) { return d < kept; }) ||
           (dimensions == ArrayRef(kept) &&
            kept + 1 == typeOf(of.row).getRank());
  }

  void countLoads(Value value, int depth) {
    Operation *op = value.getDefiningOp();
    if (op && depth < deepest && isCheap(op)) {
      for (Value operand : op->getOperands()) {
        countLoads(operand, depth + 1);
      }
    } else if (!op ||
               !isa<stablehlo::ConstantOp, stablehlo::BroadcastInDimOp>(op)) {
      loads.insert(value);
    }
  }

  void choose() {
    const int64_t granule = granuleOfPart / bytes;
    const int64_t longest = longestPart / bytes;
    const int64_t wanted =
        std::clamp(static_cast<int64_t>(llvm::alignTo(
                       llvm::divideCeil(rows * extent, enoughParts), granule)),
                   shortestPart / bytes, longest);
    const auto count = static_cast<int64_t>(llvm::divideCeil(extent, wanted));
    length = static_cast<int64_t>(
        llvm::alignTo(llvm::divideCeil(extent, count), granule));
    // Parts that are all alike need no mask.
    for (int64_t even = wanted; even >= shortestPart / bytes; even -= granule) {
      if (extent % even == 0) {
        length = even;
        break;
      }
    }
    parts = static_cast<int64_t>(llvm::divideCeil(extent, length));
    shape = outer;
    shape.append({parts, length});
  }

  llvm::SmallVector<int64_t> keptOf(int64_t rank) const {
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  }

  /// Dimensions from one on that are a row, as those of its parts, with a
  /// number for what is behind the end of the row.
  Value cut(Value value, int64_t from, double filler = 0) {
    RankedTensorType type = typeOf(value);
    llvm::SmallVector<int64_t> whole(type.getShape().take_front(from));
    whole.push_back(extent);
    value = writer.reshape(value, whole);
    if (parts * length != extent) {
      llvm::SmallVector<int64_t> high(from + 1, 0);
      const llvm::SmallVector<int64_t> none(from + 1, 0);
      high.back() = parts * length - extent;
      value = writer.pad(
          value,
          writer.splat(RankedTensorType::get({}, type.getElementType()),
                       filler),
          none, high, none);
    }
    whole.back() = parts;
    whole.push_back(length);
    return writer.reshape(value, whole);
  }

  Value partsOf(Value value, int depth = 0) {
    if (Value done = known.lookup(value)) {
      return done;
    }
    Operation *op = value.getDefiningOp();
    auto type = RankedTensorType::get(shape, typeOf(value).getElementType());
    Value result;
    if (auto constant = dyn_cast_if_present<stablehlo::ConstantOp>(op);
        constant && isa<SplatElementsAttr>(constant.getValue())) {
      result = writer.constant(
          cast<SplatElementsAttr>(constant.getValue()).resizeSplat(type));
    } else if (auto repeat =
                   dyn_cast_if_present<stablehlo::BroadcastInDimOp>(op);
               repeat && isRepeated(repeat)) {
      ArrayRef<int64_t> dimensions = repeat.getBroadcastDimensions();
      const bool isOfRow = llvm::is_contained(dimensions, kept);
      result = isOfRow
                   ? writer.broadcast(cut(repeat.getOperand(), 0), shape,
                                      {kept, kept + 1})
                   : writer.broadcast(repeat.getOperand(), shape, dimensions);
    } else if (op && depth < deepest && isCheap(op)) {
      IRMapping mapping;
      for (Value operand : op->getOperands()) {
        mapping.map(operand, partsOf(operand, depth + 1));
      }
      Operation *copy = writer.builder.clone(*op, mapping);
      copy->getResult(0).setType(type);
      result = copy->getResult(0);
    } else {
      result = cut(value, kept);
    }
    known[value] = result;
    return result;
  }

  /// x, and a number behind its end.
  Value rowOfParts(double filler) {
    Operation *op = of.row.getDefiningOp();
    return op && isCheap(op) ? fill(partsOf(of.row), filler)
                             : cut(of.row, kept, filler);
  }

  /// Parts with another number behind the end of a row.
  Value fill(Value value, double filler) {
    if (parts * length == extent) {
      return value;
    }
    auto type = RankedTensorType::get(
        shape,
        writer.builder.getIntegerType(
            parts * length > std::numeric_limits<int32_t>::max() ? 64 : 32));
    Value first =
        writer.multiply(writer.iota(type, kept),
                        writer.integer(type, static_cast<uint64_t>(length)));
    Value isThere =
        writer.compare(writer.add(first, writer.iota(type, kept + 1)),
                       stablehlo::ComparisonDirection::LT,
                       writer.integer(type, static_cast<uint64_t>(extent)));
    return writer.select(isThere, value, writer.splat(typeOf(value), filler));
  }

  /// A number of each part for all of its elements.
  Value repeat(Value ofParts) {
    return writer.broadcast(ofParts, shape, keptOf(kept + 1));
  }

  /// A reduction of the elements of parts, or of the numbers of parts.
  Value reduce(stablehlo::ReduceOp like, Value value, Value initial) {
    const int64_t last = typeOf(value).getRank() - 1;
    auto made = writer.make<stablehlo::ReduceOp>(
        TypeRange(typeOf(value).clone(typeOf(value).getShape().drop_back())),
        ValueRange(value), ValueRange(initial),
        writer.builder.getDenseI64ArrayAttr(last));
    IRMapping mapping;
    like.getBody().cloneInto(&made.getBody(), mapping);
    return made.getResult(0);
  }
  Value sumOfParts(Value value) {
    return writer.sum(
        value,
        writer.zero(RankedTensorType::get({}, typeOf(value).getElementType())),
        {typeOf(value).getRank() - 1});
  }

  /// The number of each row, for its parts.
  Value shiftOfParts() {
    llvm::SmallVector<int64_t> numbers = outer;
    numbers.push_back(parts);
    return writer.broadcast(writer.reshape(of.shift.getOperand(), outer),
                            numbers, keptOf(kept));
  }

  /// From here on, behind what the sum needs.
  void moveToSum() { writer.builder.setInsertionPoint(of.sum); }

  void finish(Value terms) {
    Value initial = writer.convert(of.sum.getInitValues()[0],
                                   typeOf(terms).getElementType());
    Value sum = writer.sum(terms, initial, {kept});
    of.sum.getResult(0).replaceAllUsesWith(writer.convert(sum, element));
  }

  Type wide() { return typesOfSum(element).second; }

  void splitExponentials() {
    Value row = rowOfParts(-std::numeric_limits<double>::infinity());
    Value most = reduce(of.first, row, of.first.getInitValues()[0]);
    Value isFinite = writer.make<stablehlo::IsFiniteOp>(most);
    Value near = writer.select(isFinite, most, writer.zero(typeOf(most)));
    Operation *exponential = of.sum.getInputs()[0].getDefiningOp();
    auto exponentialOf = [&](Value value) {
      IRMapping mapping;
      mapping.map(exponential->getOperand(0), value);
      Operation *copy = writer.builder.clone(*exponential, mapping);
      copy->getResult(0).setType(value.getType());
      return copy->getResult(0);
    };
    Value sums = sumOfParts(exponentialOf(writer.subtract(row, repeat(near))));
    of.first.getResult(0).replaceAllUsesWith(
        reduce(of.first, most, of.first.getInitValues()[0]));
    moveToSum();
    // Of a part without a number above the least there is nothing, whatever the
    // row is taken beside.
    Value factors = exponentialOf(writer.subtract(most, shiftOfParts()));
    finish(writer.multiply(writer.convert(sums, wide()),
                           writer.convert(factors, wide())));
  }

  void splitSquares() {
    Value row = rowOfParts(0);
    Value sums = sumOfParts(row);
    llvm::SmallVector<double> counts(parts, static_cast<double>(length));
    counts.back() = static_cast<double>(extent - (parts - 1) * length);
    auto ofCounts = [&](Type type, bool areInverse) {
      auto numbers = llvm::map_to_vector(counts, [&](double count) {
        llvm::APFloat number(areInverse ? 1 / count : count);
        bool isInexact;
        number.convert(cast<FloatType>(type).getFloatSemantics(),
                       llvm::APFloat::rmNearestTiesToEven, &isInexact);
        return number;
      });
      llvm::SmallVector<int64_t> all = outer;
      all.push_back(parts);
      return writer.broadcast(
          writer.constant(DenseElementsAttr::get(
              RankedTensorType::get({parts}, type), numbers)),
          all, {kept});
    };
    Value means = writer.multiply(sums, ofCounts(element, true));
    Value beside = fill(writer.subtract(row, repeat(means)), 0);
    Value left = sumOfParts(beside);
    Value squares = sumOfParts(writer.multiply(beside, beside));
    Value initial = writer.convert(of.first.getInitValues()[0], wide());
    Value sum = writer.sum(writer.convert(sums, wide()), initial, {kept});
    of.first.getResult(0).replaceAllUsesWith(writer.convert(sum, element));
    moveToSum();
    Value distance = writer.subtract(writer.convert(means, wide()),
                                     writer.convert(shiftOfParts(), wide()));
    Value wideLeft = writer.convert(left, wide());
    Value inner =
        writer.add(writer.add(wideLeft, wideLeft),
                   writer.multiply(ofCounts(wide(), false), distance));
    finish(writer.add(writer.convert(squares, wide()),
                      writer.multiply(distance, inner)));
  }

  ShiftedSum of;
  stablehlo::Writer writer;
  Type element;
  int64_t bytes;
  /// Dimensions before those of a row, and how many they are.
  llvm::SmallVector<int64_t> outer;
  int64_t kept = 0;
  int64_t rows = 1;
  /// Of a row, and what it is cut into.
  int64_t extent = 1;
  int64_t parts = 1;
  int64_t length = 1;
  llvm::SmallVector<int64_t> shape;
  /// Arrays that are read along rows.
  llvm::SmallSetVector<Value, 4> loads;
  llvm::DenseMap<Value, Value> known;
};

} // namespace

void splitRows(Operation *root, const Machine &machine) {
  if (machine.isCpu()) {
    return;
  }
  llvm::SmallVector<stablehlo::ReduceOp> sums;
  root->walk([&](stablehlo::ReduceOp reduce) { sums.push_back(reduce); });
  for (stablehlo::ReduceOp sum : sums) {
    std::optional<ShiftedSum> shifted =
        sum->use_empty() ? std::nullopt : ShiftedSum::find(sum);
    if (!shifted) {
      continue;
    }
    Parts parts(*shifted);
    if (parts.areWanted(machine)) {
      parts.split();
    }
  }
  for (stablehlo::ReduceOp sum : llvm::reverse(sums)) {
    if (sum->use_empty()) {
      sum->erase();
    }
  }
}

} // namespace weft::tile
