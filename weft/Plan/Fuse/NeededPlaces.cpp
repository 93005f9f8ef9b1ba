// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/NeededPlaces.h"

using namespace mlir;

namespace weft::plan {

uint64_t loopsOf(ArrayRef<PlaceTerm> places) {
  uint64_t loops = 0;
  for (const PlaceTerm &term : places) {
    loops |= term.loops;
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The same in every process, unlike the hashes of containers.
static uint64_t mix(uint64_t a, uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2);
  a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9ull;
  a = (a ^ (a >> 27)) * 0x94d049bb133111ebull;
  // The two largest numbers are keys that hash tables keep for themselves, and
  // 0 is the place 0.
  return ((a ^ (a >> 31)) >> 1) | 1;
}

PlaceTerm PlaceExpressions::loop(unsigned number) {
  return {mix(1, number), uint64_t(1) << number};
}

PlaceTerm PlaceExpressions::moved(PlaceTerm term, int64_t start,
                                  int64_t scale) {
  if (start == 0 && (scale == 1 || term == PlaceTerm())) {
    return term;
  }
  return {mix(mix(mix(2, term.expression), start), scale), term.loops};
}

PlaceTerm PlaceExpressions::mixed(ArrayRef<PlaceTerm> terms,
                                  uint64_t operation) {
  uint64_t expression = mix(3, operation);
  for (const PlaceTerm &term : terms) {
    expression = mix(expression, term.expression);
  }
  return {expression, loopsOf(terms)};
}

PlaceTerm PlaceExpressions::join(const Factors &factors) {
  // Parts of one whole, all of them and in order, are the whole.
  auto first = parts.find(factors.front().first.expression);
  if (first != parts.end() && first->second.extents.size() == factors.size()) {
    bool isWhole = true;
    for (auto [i, factor] : llvm::enumerate(factors)) {
      auto part = parts.find(factor.first.expression);
      isWhole = isWhole && part != parts.end() && part->second.index == i &&
                part->second.whole == first->second.whole &&
                part->second.extents[i] == factor.second;
    }
    if (isWhole) {
      return first->second.whole;
    }
  }
  PlaceTerm term = {4, 0};
  bool isZero = true;
  for (auto [factor, extent] : factors) {
    isZero = isZero && factor == PlaceTerm();
    term.expression = mix(mix(term.expression, factor.expression), extent);
    term.loops |= factor.loops;
  }
  if (isZero) {
    return {};
  }
  joined.try_emplace(term.expression, factors);
  return term;
}

void PlaceExpressions::split(PlaceTerm whole, ArrayRef<int64_t> extents,
                             SmallVectorImpl<PlaceTerm> &result) {
  auto found = joined.find(whole.expression);
  if (found != joined.end() && found->second.size() == extents.size() &&
      llvm::equal(llvm::make_second_range(found->second), extents)) {
    llvm::append_range(result, llvm::make_first_range(found->second));
    return;
  }
  for (unsigned i = 0; i < extents.size(); ++i) {
    if (whole == PlaceTerm()) {
      result.push_back({});
      continue;
    }
    uint64_t expression = mix(mix(5, whole.expression), i);
    for (int64_t extent : extents) {
      expression = mix(expression, extent);
    }
    parts.try_emplace(expression,
                      Part{whole, i, SmallVector<int64_t, 4>(extents)});
    result.push_back({expression, whole.loops});
  }
}

Places PlaceExpressions::reshaped(ArrayRef<PlaceTerm> places,
                                  ArrayRef<int64_t> from,
                                  ArrayRef<int64_t> to) {
  Places result(to.size());
  auto isWide = [](int64_t extent) { return extent != 1; };
  SmallVector<unsigned, 4> sources;
  SmallVector<unsigned, 4> targets;
  for (unsigned d = 0; d < from.size(); ++d) {
    if (isWide(from[d])) {
      sources.push_back(d);
    }
  }
  for (unsigned d = 0; d < to.size(); ++d) {
    if (isWide(to[d])) {
      targets.push_back(d);
    }
  }
  // The shortest stretches of both that have the same number of elements.
  size_t i = 0;
  size_t k = 0;
  while (i < sources.size() && k < targets.size()) {
    Factors factors = {{places[sources[i]], from[sources[i]]}};
    SmallVector<int64_t, 4> extents = {to[targets[k]]};
    size_t start = k;
    int64_t left = from[sources[i++]];
    int64_t right = to[targets[k++]];
    while (left != right) {
      if (left < right && i < sources.size()) {
        factors.push_back({places[sources[i]], from[sources[i]]});
        left *= from[sources[i++]];
      } else if (right < left && k < targets.size()) {
        extents.push_back(to[targets[k]]);
        right *= to[targets[k++]];
      } else {
        // An empty tensor.
        return result;
      }
    }
    PlaceTerm whole =
        factors.size() == 1 ? factors.front().first : join(factors);
    SmallVector<PlaceTerm, 4> terms;
    if (extents.size() == 1) {
      terms.push_back(whole);
    } else {
      split(whole, extents, terms);
    }
    for (size_t t = 0; t < terms.size(); ++t) {
      result[targets[start + t]] = terms[t];
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

SmallVector<int64_t, 2> summedExtents(Operation *operation) {
  using namespace stablehlo;
  SmallVector<int64_t, 2> extents;
  if (auto reduce = dyn_cast<ReduceOp>(operation)) {
    for (int64_t d : reduce.getDimensions()) {
      extents.push_back(shapeOf(reduce.getInputs()[0])[d]);
    }
  } else if (auto dot = dyn_cast<DotGeneralOp>(operation)) {
    for (int64_t d :
         dot.getDotDimensionNumbers().getLhsContractingDimensions()) {
      extents.push_back(shapeOf(dot.getLhs())[d]);
    }
  } else if (auto dot = dyn_cast<DotOp>(operation)) {
    extents.push_back(shapeOf(dot.getLhs()).back());
  } else if (auto convolution = dyn_cast<ConvolutionOp>(operation)) {
    auto kernel = cast<RankedTensorType>(convolution.getRhs().getType());
    int64_t features = kernel.getDimSize(
        convolution.getDimensionNumbers().getKernelOutputFeatureDimension());
    extents.push_back(kernel.getNumElements() / std::max<int64_t>(features, 1));
  } else if (auto window = dyn_cast<ReduceWindowOp>(operation)) {
    int64_t count = 1;
    for (int64_t extent : window.getWindowDimensions()) {
      count *= extent;
    }
    extents.push_back(count);
  }
  return extents;
}

namespace {

class Walk {
public:
  Walk(ArrayRef<PlaceTerm> places, ArrayRef<PlaceTerm> summed, uint64_t number,
       PlaceExpressions &expressions, function_ref<void(Value, Places)> need)
      : places(places), summed(summed), number(number),
        expressions(expressions), need(need) {}

  void visit(Operation *operation);

private:
  void visitReduce(stablehlo::ReduceOp reduce);
  void visitDot(stablehlo::DotGeneralOp dot);
  void visitConvolution(stablehlo::ConvolutionOp convolution);
  void visitWindow(stablehlo::ReduceWindowOp window);
  void visitGather(stablehlo::GatherOp gather);

  void needScalars(ValueRange values) {
    for (Value value : values) {
      needAny(value);
    }
  }
  /// Where nothing is known; the place of a scalar is.
  void needAny(Value value) {
    unsigned rank = shapeOf(value).size();
    Places all;
    SmallVector<PlaceTerm> terms(places);
    llvm::append_range(terms, summed);
    for (unsigned d = 0; d < rank; ++d) {
      all.push_back(expressions.mixed(terms, number * 64 + d));
    }
    need(value, std::move(all));
  }
  uint64_t salt(unsigned d) const { return number * 64 + d; }

  ArrayRef<PlaceTerm> places;
  ArrayRef<PlaceTerm> summed;
  uint64_t number;
  PlaceExpressions &expressions;
  function_ref<void(Value, Places)> need;
};

void Walk::visitReduce(stablehlo::ReduceOp reduce) {
  unsigned rank = shapeOf(reduce.getInputs()[0]).size();
  Places all;
  unsigned kept = 0;
  unsigned left = 0;
  for (unsigned d = 0; d < rank; ++d) {
    all.push_back(llvm::is_contained(reduce.getDimensions(), d)
                      ? summed[left++]
                      : places[kept++]);
  }
  for (Value input : reduce.getInputs()) {
    need(input, all);
  }
  needScalars(reduce.getInitValues());
}

void Walk::visitDot(stablehlo::DotGeneralOp dot) {
  auto numbers = dot.getDotDimensionNumbers();
  unsigned next = 0;
  auto placeSide = [&](Value value, ArrayRef<int64_t> batch,
                       ArrayRef<int64_t> contracted) {
    Places all(shapeOf(value).size());
    for (auto [i, d] : llvm::enumerate(batch)) {
      all[d] = places[i];
    }
    for (auto [i, d] : llvm::enumerate(contracted)) {
      all[d] = summed[i];
    }
    for (unsigned d = 0; d < all.size(); ++d) {
      if (!llvm::is_contained(batch, d) && !llvm::is_contained(contracted, d)) {
        all[d] = places[next++];
      }
    }
    need(value, std::move(all));
  };
  next = numbers.getLhsBatchingDimensions().size();
  placeSide(dot.getLhs(), numbers.getLhsBatchingDimensions(),
            numbers.getLhsContractingDimensions());
  placeSide(dot.getRhs(), numbers.getRhsBatchingDimensions(),
            numbers.getRhsContractingDimensions());
}

void Walk::visitConvolution(stablehlo::ConvolutionOp convolution) {
  auto numbers = convolution.getDimensionNumbers();
  int64_t feature = numbers.getOutputFeatureDimension();
  SmallVector<PlaceTerm> left(summed);
  for (auto [d, term] : llvm::enumerate(places)) {
    if (static_cast<int64_t>(d) != feature) {
      left.push_back(term);
    }
  }
  SmallVector<PlaceTerm> right(summed);
  right.push_back(places[feature]);
  Places all;
  for (unsigned d = 0; d < shapeOf(convolution.getLhs()).size(); ++d) {
    all.push_back(expressions.mixed(left, salt(d)));
  }
  need(convolution.getLhs(), all);
  all.clear();
  for (unsigned d = 0; d < shapeOf(convolution.getRhs()).size(); ++d) {
    all.push_back(expressions.mixed(right, salt(32 + d)));
  }
  need(convolution.getRhs(), all);
}

void Walk::visitWindow(stablehlo::ReduceWindowOp window) {
  Places all;
  for (auto [d, term] : llvm::enumerate(places)) {
    // A window of one element moves with the result.
    bool isPoint = window.getWindowDimensions()[d] == 1;
    all.push_back(isPoint ? term
                          : expressions.mixed({term, summed[0]}, salt(d)));
  }
  for (Value input : window.getInputs()) {
    need(input, all);
  }
  needScalars(window.getInitValues());
}

void Walk::visitGather(stablehlo::GatherOp gather) {
  auto numbers = gather.getDimensionNumbers();
  SmallVector<PlaceTerm> batch;
  for (auto [d, term] : llvm::enumerate(places)) {
    if (!llvm::is_contained(numbers.getOffsetDims(), static_cast<int64_t>(d))) {
      batch.push_back(term);
    }
  }
  needAny(gather.getOperand());
  Places all;
  unsigned next = 0;
  for (int64_t d = 0, rank = shapeOf(gather.getStartIndices()).size(); d < rank;
       ++d) {
    all.push_back(d == numbers.getIndexVectorDim() ? PlaceTerm()
                                                   : batch[next++]);
  }
  need(gather.getStartIndices(), std::move(all));
}

void Walk::visit(Operation *operation) {
  using namespace stablehlo;
  if (isElementwise(operation)) {
    for (Value operand : operation->getOperands()) {
      bool isScalar = shapeOf(operand).size() != places.size();
      need(operand, isScalar ? Places() : Places(places));
    }
    return;
  }
  llvm::TypeSwitch<Operation *>(operation)
      .Case([&](BroadcastInDimOp op) {
        Places all;
        for (auto [d, extent] : llvm::enumerate(shapeOf(op.getOperand()))) {
          all.push_back(extent == 1 ? PlaceTerm()
                                    : places[op.getBroadcastDimensions()[d]]);
        }
        need(op.getOperand(), std::move(all));
      })
      .Case([&](TransposeOp op) {
        Places all(places.size());
        for (auto [d, source] : llvm::enumerate(op.getPermutation())) {
          all[source] = places[d];
        }
        need(op.getOperand(), std::move(all));
      })
      .Case([&](ReshapeOp op) {
        need(op.getOperand(), expressions.reshaped(places, shapeOf(op),
                                                   shapeOf(op.getOperand())));
      })
      .Case([&](SliceOp op) {
        Places all;
        for (auto [d, term] : llvm::enumerate(places)) {
          all.push_back(expressions.moved(term, op.getStartIndices()[d],
                                          op.getStrides()[d]));
        }
        need(op.getOperand(), std::move(all));
      })
      .Case([&](ReverseOp op) {
        Places all(places);
        for (int64_t d : op.getDimensions()) {
          all[d] = expressions.moved(all[d], shapeOf(op)[d] - 1, -1);
        }
        need(op.getOperand(), std::move(all));
      })
      .Case([&](PadOp op) {
        Places all;
        for (auto [d, term] : llvm::enumerate(places)) {
          int64_t low = op.getEdgePaddingLow()[d];
          int64_t interior = op.getInteriorPadding()[d];
          all.push_back(interior == 0
                            ? expressions.moved(term, -low)
                            : expressions.moved(expressions.moved(term, -low),
                                                0, -1 - interior));
        }
        need(op.getOperand(), std::move(all));
        needScalars(op.getPaddingValue());
      })
      .Case([&](ConcatenateOp op) {
        int64_t start = 0;
        for (Value input : op.getInputs()) {
          Places all(places);
          all[op.getDimension()] =
              expressions.moved(all[op.getDimension()], -start);
          start += shapeOf(input)[op.getDimension()];
          need(input, std::move(all));
        }
      })
      .Case([&](DynamicSliceOp op) {
        Places all;
        for (auto [d, term] : llvm::enumerate(places)) {
          bool isWhole = shapeOf(op)[d] == shapeOf(op.getOperand())[d];
          all.push_back(isWhole ? term : expressions.mixed(term, salt(d)));
        }
        need(op.getOperand(), std::move(all));
        needScalars(op.getStartIndices());
      })
      .Case([&](DynamicUpdateSliceOp op) {
        need(op.getOperand(), Places(places));
        Places all;
        for (auto [d, term] : llvm::enumerate(places)) {
          bool isWhole = shapeOf(op)[d] == shapeOf(op.getUpdate())[d];
          all.push_back(isWhole ? term : expressions.mixed(term, salt(d)));
        }
        need(op.getUpdate(), std::move(all));
        needScalars(op.getStartIndices());
      })
      .Case([&](ReduceOp op) { visitReduce(op); })
      .Case([&](DotGeneralOp op) { visitDot(op); })
      .Case([&](ConvolutionOp op) { visitConvolution(op); })
      .Case([&](ReduceWindowOp op) { visitWindow(op); })
      .Case([&](GatherOp op) { visitGather(op); })
      .Default([&](Operation *op) {
        for (Value operand : op->getOperands()) {
          needAny(operand);
        }
      });
}

} // namespace

void findNeededPlaces(Operation *operation, ArrayRef<PlaceTerm> places,
                      ArrayRef<PlaceTerm> summed, uint64_t number,
                      PlaceExpressions &expressions,
                      function_ref<void(Value operand, Places places)> need) {
  Walk(places, summed, number, expressions, need).visit(operation);
}

} // namespace weft::plan
