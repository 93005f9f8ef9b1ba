// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule of sorting. Where comparisons are uncertain, each element may stand
// between those that certainly come before it and those that certainly come
// after; a place holds any of the elements that may stand there.
//
// A comparator that is no order of the elements it meets (at most, of equal
// elements; less than, beside NaN) leaves the result of that line undefined. On
// some machines NaN in what it compares does so even where it contradicts
// itself of no two elements, since all others of the line are equal.

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"
#include "weft/StableHLO/Interpreter/Reduction.h"

#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::reference::ranges {
namespace {

/// Whether the comparator orders the elements of a sorted line: those that it
/// takes for equal stand together, and each is less than all in later groups.
StatusOr<bool>
isOrderOf(ArrayRef<int64_t> places,
          llvm::function_ref<StatusOr<bool>(int64_t, int64_t)> less) {
  // Of long lines only neighbours of some distance are compared.
  constexpr size_t mostCompared = 32;
  std::vector<int64_t> groups(places.size(), 0);
  for (size_t j = 1; j < places.size(); ++j) {
    WEFT_ASSIGN_OR_RETURN(bool isNew, less(places[j - 1], places[j]));
    groups[j] = groups[j - 1] + (isNew ? 1 : 0);
    size_t begin = j > mostCompared ? j - mostCompared : 0;
    for (size_t i = begin; i < j; ++i) {
      WEFT_ASSIGN_OR_RETURN(bool isLess, less(places[i], places[j]));
      WEFT_ASSIGN_OR_RETURN(bool isMore, less(places[j], places[i]));
      if (isMore || isLess != (groups[i] != groups[j])) {
        return false;
      }
    }
  }
  return true;
}

/// The operands of which some number is less than another as floats are, which
/// is never said of NaN.
SmallVector<unsigned> operandsComparedPlainly(stablehlo::SortOp op) {
  SmallVector<mlir::Value> open;
  op.getComparator().walk([&](stablehlo::CompareOp compare) {
    const bool isOrder =
        compare.getComparisonDirection() !=
            stablehlo::ComparisonDirection::EQ &&
        compare.getComparisonDirection() != stablehlo::ComparisonDirection::NE;
    if (isOrder &&
        isa<FloatType>(getElementTypeOrSelf(compare.getLhs().getType())) &&
        compare.getCompareType() != stablehlo::ComparisonType::TOTALORDER) {
      open.append({compare.getLhs(), compare.getRhs()});
    }
  });
  llvm::SmallDenseSet<mlir::Value> seen;
  SmallVector<unsigned> operands;
  while (!open.empty()) {
    mlir::Value value = open.pop_back_val();
    if (!seen.insert(value).second) {
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner()->getParentOp() == op) {
        operands.push_back(argument.getArgNumber() / 2);
      }
    } else {
      llvm::append_range(open, value.getDefiningOp()->getOperands());
    }
  }
  return operands;
}

/// How many elements of a line surely come before and after each one.
struct Standing {
  std::vector<int64_t> before;
  std::vector<int64_t> after;
};

StatusOr<Standing>
standingOf(ArrayRef<int64_t> places,
           llvm::function_ref<StatusOr<Range>(int64_t, int64_t)> less) {
  size_t length = places.size();
  Standing standing{std::vector<int64_t>(length, 0),
                    std::vector<int64_t>(length, 0)};
  for (size_t i = 0; i < length; ++i) {
    for (size_t j = i + 1; j < length; ++j) {
      WEFT_ASSIGN_OR_RETURN(Range isLess, less(places[i], places[j]));
      WEFT_ASSIGN_OR_RETURN(Range isMore, less(places[j], places[i]));
      // Of equals the first comes first.
      bool isFirst = isMore.isExact() && !isMore.low.asBoolean();
      bool isLast = isMore.isExact() && isMore.low.asBoolean() &&
                    isLess.isExact() && !isLess.low.asBoolean();
      standing.before[j] += isFirst ? 1 : 0;
      standing.after[i] += isFirst ? 1 : 0;
      standing.before[i] += isLast ? 1 : 0;
      standing.after[j] += isLast ? 1 : 0;
    }
  }
  return standing;
}

/// Of all that may stand at number `place` of the line when it is sorted.
Range rangeAfterSort(const Tensor &input, ArrayRef<int64_t> places,
                     const Standing &standing, int64_t place) {
  auto length = static_cast<int64_t>(places.size());
  std::optional<Range> all;
  for (int64_t i = 0; i < length; ++i) {
    if (standing.before[i] <= place && place < length - standing.after[i]) {
      Range own = rangeAt(input, places[i]);
      all = all ? hull(*all, own) : own;
    }
  }
  return all ? *all : Range::anything(input.elementType());
}

Status evalSort(stablehlo::SortOp op, OpCall &call, bool placesNaN) {
  Tensors inputs = call.tensors();
  Tensors bare;
  for (const Tensor &input : inputs) {
    bare.push_back(input.withBounds(nullptr));
  }
  bool isUncertain = false;
  auto less = [&](const Tensors &from, int64_t a,
                  int64_t b) -> StatusOr<Range> {
    Values arguments;
    Values returned;
    for (const Tensor &input : from) {
      arguments.push_back(boundedScalarAt(input, a));
      arguments.push_back(boundedScalarAt(input, b));
    }
    WEFT_RETURN_IF_ERROR(call.callRegion(0, arguments, returned));
    return rangeAt(returned.front().tensor(), 0);
  };
  auto comparator = [&](ArrayRef<Value> arguments, Values &returned) {
    Status status = call.callRegion(0, arguments, returned);
    isUncertain |=
        status.ok() && !rangeAt(returned.front().tensor(), 0).isExact();
    return status;
  };
  WEFT_ASSIGN_OR_RETURN(Tensors sorted,
                        evalSortOp(call.budget(), resultTypes(call), bare,
                                   op.getDimension(), comparator));
  auto lessInResult = [&](int64_t a, int64_t b) -> StatusOr<bool> {
    WEFT_ASSIGN_OR_RETURN(Range isLess, less(sorted, a, b));
    return isLess.low.asBoolean();
  };
  const Tensor &first = inputs.front();
  int64_t dimension = static_cast<int64_t>(op.getDimension());
  int64_t along = dimension < 0 ? first.rank() + dimension : dimension;
  int64_t length = first.dimension(along);
  Shape slices(first.shape());
  slices[along] = std::min<int64_t>(length, 1);
  SmallVector<std::vector<Range>, 2> ranges;
  for (const Tensor &tensor : sorted) {
    std::vector<Range> own;
    for (int64_t i = 0; i < tensor.elementCount(); ++i) {
      own.push_back(Range::exactly(tensor.at(i)));
    }
    ranges.push_back(std::move(own));
  }
  bool isExact = !isUncertain && !anyEnds(call);
  bool isDefined = true;
  const SmallVector<unsigned> compared =
      placesNaN ? operandsComparedPlainly(op) : SmallVector<unsigned>();
  for (Index index : IndexSpace(slices)) {
    std::vector<int64_t> places(length);
    for (int64_t i = 0; i < length; ++i) {
      index[along] = i;
      places[i] = linearIndex(index, first.shape());
    }
    bool isOrder = llvm::none_of(compared, [&](unsigned operand) {
      return llvm::any_of(places, [&](int64_t place) {
        return rangeAt(inputs[operand], place).real().isNaN();
      });
    });
    if (isOrder && isExact) {
      WEFT_ASSIGN_OR_RETURN(isOrder, isOrderOf(places, lessInResult));
    }
    for (int64_t i = 0; !isOrder && i < length; ++i) {
      for (auto [own, input] : llvm::zip_equal(ranges, inputs)) {
        own[places[i]] = Range::anything(input.elementType());
      }
    }
    isDefined &= isOrder;
    if (isExact || !isOrder) {
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(Standing standing,
                          standingOf(places, [&](int64_t i, int64_t j) {
                            return less(inputs, i, j);
                          }));
    for (auto [own, input] : llvm::zip_equal(ranges, inputs)) {
      for (int64_t place = 0; place < length; ++place) {
        own[places[place]] = rangeAfterSort(input, places, standing, place);
      }
    }
  }
  if (isExact && isDefined) {
    return call.finish(StatusOr<Tensors>(std::move(sorted)));
  }
  Tensors results;
  for (auto [tensor, own] : llvm::zip_equal(sorted, ranges)) {
    WEFT_ASSIGN_OR_RETURN(Tensor result,
                          withRanges(call.budget(), tensor, own));
    results.push_back(std::move(result));
  }
  return call.finish(StatusOr<Tensors>(std::move(results)));
}

} // namespace

void addSortRule(OpTable &table, bool placesNaN) {
  table.add<stablehlo::SortOp>([=](stablehlo::SortOp op, OpCall &call) {
    return evalSort(op, call, placesNaN);
  });
}

} // namespace weft::reference::ranges
