// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/NeededPlaces.h"

#include "weft/StableHLO/Needs/OperandNeeds.h"
#include "weft/StableHLO/Needs/ReshapePieces.h"

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
  if (llvm::is_contained(from, 0)) {
    return result;
  }
  for (const stablehlo::ReshapePiece &piece :
       stablehlo::cutIntoPieces(from, to)) {
    Factors factors;
    for (unsigned d : piece.from) {
      factors.push_back({places[d], from[d]});
    }
    SmallVector<int64_t, 4> extents;
    for (unsigned d : piece.to) {
      extents.push_back(to[d]);
    }
    PlaceTerm whole =
        factors.size() == 1 ? factors.front().first : join(factors);
    SmallVector<PlaceTerm, 4> terms;
    if (extents.size() == 1) {
      terms.push_back(whole);
    } else {
      split(whole, extents, terms);
    }
    for (auto [d, term] : llvm::zip_equal(piece.to, terms)) {
      result[d] = term;
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
  SmallVector<int64_t, 2> extents;
  for (const stablehlo::NeededLoop &loop : stablehlo::loopsOf(operation)) {
    extents.push_back(loop.extent);
  }
  return extents;
}

namespace {

/// The terms of one operation's indices, where its result is at `places`.
class Evaluation {
public:
  Evaluation(const stablehlo::OperationNeeds &needs, ArrayRef<PlaceTerm> places,
             ArrayRef<PlaceTerm> summed, uint64_t number)
      : needs(needs), places(places), summed(summed), number(number) {}

  Places of(const stablehlo::OperandNeed &need) const {
    Places all;
    for (const stablehlo::NeededIndex &index : need.indices) {
      all.push_back(of(index));
    }
    return all;
  }

private:
  PlaceTerm of(const stablehlo::NeededIndex &index) const {
    SmallVector<PlaceTerm, 2> terms;
    for (const stablehlo::IndexTerm &term : index.terms) {
      if (!isFixed(term)) {
        terms.push_back(of(term));
      }
    }
    PlaceTerm sum;
    if (terms.size() == 1) {
      sum = terms.front();
    } else if (terms.size() > 1) {
      sum = PlaceExpressions::mixed(terms, 0);
    }
    sum = PlaceExpressions::moved(sum, index.offset);
    return index.divisor == 1 ? sum
                              : PlaceExpressions::moved(sum, 0, -index.divisor);
  }

  /// Whether it is zero whatever the place.
  bool isFixed(const stablehlo::IndexTerm &term) const {
    switch (term.of) {
    case stablehlo::IndexTerm::Of::Result:
      return false;
    case stablehlo::IndexTerm::Of::Loop:
      return needs.loops[term.position].extent == 1;
    case stablehlo::IndexTerm::Of::Number:
      return needs.numbers[term.position].last == 0;
    }
    llvm_unreachable("a term of nothing");
  }

  PlaceTerm of(const stablehlo::IndexTerm &term) const {
    PlaceTerm place;
    switch (term.of) {
    case stablehlo::IndexTerm::Of::Result:
      place = places[term.position];
      break;
    case stablehlo::IndexTerm::Of::Loop:
      place = summed[term.position];
      break;
    case stablehlo::IndexTerm::Of::Number: {
      // What is read at run time is known to nobody but this operation.
      unsigned need = needs.numbers[term.position].need;
      place = PlaceExpressions::mixed(of(needs.operands[need]),
                                      number * 64 + term.position);
      break;
    }
    }
    if (term.divisor != 1) {
      place = PlaceExpressions::moved(place, 0, -term.divisor);
    }
    return PlaceExpressions::moved(place, 0, term.scale);
  }

  const stablehlo::OperationNeeds &needs;
  ArrayRef<PlaceTerm> places;
  ArrayRef<PlaceTerm> summed;
  uint64_t number;
};

} // namespace

void findNeededPlaces(Operation *operation, ArrayRef<PlaceTerm> places,
                      ArrayRef<PlaceTerm> summed, uint64_t number,
                      PlaceExpressions &expressions,
                      function_ref<void(Value operand, Places places)> need) {
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(operation)) {
    Value operand = reshape.getOperand();
    need(operand, expressions.reshaped(places, shapeOf(reshape.getResult()),
                                       shapeOf(operand)));
    return;
  }
  if (std::optional<stablehlo::OperationNeeds> needs =
          stablehlo::needsOf(operation)) {
    Evaluation evaluation(*needs, places, summed, number);
    std::optional<unsigned> last;
    for (const stablehlo::OperandNeed &one : needs->operands) {
      // The numbers of a vector of indices are made together.
      if (last != one.operand) {
        need(operation->getOperand(one.operand), evaluation.of(one));
      }
      last = one.operand;
    }
    return;
  }
  // Any element, in every loop there is.
  SmallVector<PlaceTerm> terms(places);
  llvm::append_range(terms, summed);
  for (Value operand : operation->getOperands()) {
    Places all;
    for (unsigned d = 0; d < shapeOf(operand).size(); ++d) {
      all.push_back(PlaceExpressions::mixed(terms, number * 64 + d));
    }
    need(operand, std::move(all));
  }
}

} // namespace weft::plan
