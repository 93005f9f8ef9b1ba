// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Folds.h"

#include "weft/StableHLO/Interpreter/Math.h"
#include "weft/StableHLO/Interpreter/Reduction.h"
#include "weft/Support/Summation.h"

#include <random>

using namespace mlir;

namespace weft::reference::ranges {

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

BodyKind kindOf(Region &region, Type type) {
  using namespace stablehlo;
  Operation *sole = soleOperation(region);
  std::optional<ElementType> element =
      ElementType::from(getElementTypeOrSelf(type));
  if (!sole || !element ||
      isa<quant::QuantizedType>(getElementTypeOrSelf(type))) {
    return BodyKind::General;
  }
  Operation &first = *sole;
  bool isNumber = element->isFloat() || element->isComplex();
  if (isa<AddOp>(first)) {
    return isNumber ? BodyKind::Sum : BodyKind::Exact;
  }
  if (isa<MultiplyOp>(first)) {
    return element->isFloat()     ? BodyKind::Product
           : element->isComplex() ? BodyKind::General
                                  : BodyKind::Exact;
  }
  if (isa<MaximumOp, MinimumOp>(first)) {
    return element->isComplex() ? BodyKind::General : BodyKind::Exact;
  }
  return isa<AndOp, OrOp, XorOp>(first) ? BodyKind::Exact : BodyKind::General;
}

bool isMonotone(Region &region, ElementType type) {
  using namespace stablehlo;
  Operation &first = region.front().front();
  return isa<MaximumOp, MinimumOp>(first) ||
         (type.isBoolean() && isa<AddOp, AndOp, MultiplyOp, OrOp>(first));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

FloatKind sumKind(FloatKind kind) {
  return kind == FloatKind::F64 ? kind : FloatKind::F32;
}

double errorOfSum(FloatKind kind, int64_t terms, int64_t longestChain,
                  double size) {
  FloatKind in = sumKind(kind);
  int64_t roundings = roundingsOfSum(terms, longestChain);
  // One more for the rounding of what is computed here.
  return static_cast<double>(roundings + 1) * unitOf(in) * size;
}

void PartialSum::add(Interval term) {
  if (term.isNaN()) {
    hasNaN = true;
    return;
  }
  if (term.isAnything() || (term.holdsInfinity() && !term.isExact())) {
    isOpen = true;
    return;
  }
  if (term.holdsInfinity()) {
    (term.low > 0 ? hasPositiveInfinity : hasNegativeInfinity) = true;
    return;
  }
  low += term.low;
  high += term.high;
  size += term.largest();
  count += term.largest() != 0 ? 1 : 0;
  isExact &= term.isExact();
}

Interval PartialSum::finish(FloatKind kind, double value) const {
  if (hasNaN || (hasPositiveInfinity && hasNegativeInfinity)) {
    return Interval::notANumber();
  }
  double error =
      errorOfSum(kind, count, longestChainOfTerms, static_cast<double>(size));
  // Some order may overflow.
  bool mayOverflow =
      static_cast<double>(size) + error >= largestOf(sumKind(kind));
  if (isOpen || mayOverflow) {
    return Interval::anything();
  }
  if (hasPositiveInfinity || hasNegativeInfinity) {
    // Step by step, narrow numbers may have overflowed the other way before.
    double infinity = std::numeric_limits<double>::infinity();
    return Interval::exactly(hasPositiveInfinity ? infinity : -infinity);
  }
  if (isExact && count <= 2) {
    return Interval::exactly(value);
  }
  Interval result = {static_cast<double>(low) - error,
                     static_cast<double>(high) + error};
  return {result.low == 0 ? -0.0 : result.low,
          result.high == 0 ? 0.0 : result.high};
}

void SumRange::add(const Tensor &term, int64_t position) {
  value = math::add(value, term.at(position));
  include(term, position);
}

Element SumRange::total() const {
  ElementType type = value.type();
  if (!isLongSum(terms)) {
    return value;
  }
  return type.isComplex()
             ? Element::complex(type, {wideReal.total(), wideImaginary.total()})
             : Element::real(type, wideReal.total());
}

void SumRange::include(const Tensor &term, int64_t position) {
  wideReal.add(term.at(position).asReal());
  wideImaginary.add(term.at(position).asImaginary());
  ++terms;
  Range range = addendAt(term, position);
  real.add(range.real());
  if (range.type().isComplex()) {
    imaginary.add(range.imaginary());
  }
}

Range SumRange::finish() const {
  Element given = total();
  ElementType type = given.type();
  FloatKind kind = type.floatKind();
  Interval re = real.finish(kind, given.asReal());
  Range range = type.isComplex()
                    ? Range::ofComplex(
                          type, re, imaginary.finish(kind, given.asImaginary()))
                    : Range::ofReal(type, re);
  return hull(range, Range::exactly(given));
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

namespace {

class Folder {
public:
  Folder(const OpCall &call, size_t region) : call(call), region(region) {}

  StatusOr<Item> join(const Item &left, const Item &right) {
    if (left.empty() || right.empty()) {
      return left.empty() ? right : left;
    }
    arguments.assign(left.begin(), left.end());
    llvm::append_range(arguments, right);
    Item returned;
    if (isa<stablehlo::CrossReplicaSumOp>(call.operation())) {
      return Status::internal("a sum has no body");
    }
    WEFT_RETURN_IF_ERROR(call.callRegion(region, arguments, returned));
    return returned;
  }

  StatusOr<Item> fromLeft(const Item &first, ArrayRef<Item> items) {
    Item total = first;
    for (const Item &item : items) {
      WEFT_ASSIGN_OR_RETURN(total, join(total, item));
    }
    return total;
  }

  StatusOr<Item> fromRight(const Item &last, ArrayRef<Item> items) {
    Item total = last;
    for (const Item &item : llvm::reverse(items)) {
      WEFT_ASSIGN_OR_RETURN(total, join(item, total));
    }
    return total;
  }

  /// `split` says where a tree of so many leaves is divided.
  StatusOr<Item> divided(ArrayRef<Item> items,
                         llvm::function_ref<size_t(size_t)> split) {
    if (items.size() <= 1) {
      return items.empty() ? Item() : items.front();
    }
    size_t at = split(items.size());
    WEFT_ASSIGN_OR_RETURN(Item left, divided(items.take_front(at), split));
    WEFT_ASSIGN_OR_RETURN(Item right, divided(items.drop_front(at), split));
    return join(left, right);
  }

  /// Whether it does not matter where the brackets are around each three
  /// neighbours. Trees may agree by chance; a body that is not associative
  /// shows here.
  StatusOr<bool> isAssociative(ArrayRef<Item> items) {
    for (size_t i = 0; i + 2 < items.size(); ++i) {
      WEFT_ASSIGN_OR_RETURN(Item front, join(items[i], items[i + 1]));
      WEFT_ASSIGN_OR_RETURN(Item left, join(front, items[i + 2]));
      WEFT_ASSIGN_OR_RETURN(Item back, join(items[i + 1], items[i + 2]));
      WEFT_ASSIGN_OR_RETURN(Item right, join(items[i], back));
      for (auto [a, b] : llvm::zip_equal(left, right)) {
        if (!overlap(rangeAt(a.tensor(), 0), rangeAt(b.tensor(), 0))) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether the initial values change none of the elements.
  StatusOr<bool> isNeutral(const Item &first, ArrayRef<Item> items) {
    for (const Item &item : items) {
      WEFT_ASSIGN_OR_RETURN(Item behind, join(first, item));
      WEFT_ASSIGN_OR_RETURN(Item before, join(item, first));
      for (auto [own, a, b] : llvm::zip_equal(item, behind, before)) {
        Range range = rangeAt(own.tensor(), 0);
        if (!overlap(range, rangeAt(a.tensor(), 0)) ||
            !overlap(range, rangeAt(b.tensor(), 0))) {
          return false;
        }
      }
    }
    return true;
  }

private:
  const OpCall &call;
  size_t region;
  Values arguments;
};

/// Whether products of some of the numbers leave the range of the type.
bool mayLeaveRange(ArrayRef<Range> factors) {
  FloatKind kind = factors.front().type().floatKind();
  double up = 0;
  double down = 0;
  for (const Range &factor : factors) {
    for (double end : {factor.low.asReal(), factor.high.asReal()}) {
      double digits = std::log2(std::fabs(end));
      if (std::isfinite(digits)) {
        (digits > 0 ? up : down) += std::fabs(digits);
      }
    }
  }
  double range = std::log2(largestOf(kind));
  return up / 2 >= range - 1 || down / 2 >= range - 2;
}

Range rangeOf(const Value &value) { return rangeAt(value.tensor(), 0); }

/// Sums have an error that is known without any tree.
StatusOr<Item> foldSum(const OpCall &call, const Item &first,
                       ArrayRef<Item> items) {
  const Tensor &start =
      (first.empty() ? items.front() : first).front().tensor();
  SumRange sum(start);
  for (const Item &item : items.drop_front(first.empty() ? 1 : 0)) {
    sum.add(item.front().tensor());
  }
  Tensor value = Tensor::scalar(start.type().getElementType(), sum.total());
  WEFT_ASSIGN_OR_RETURN(Tensor result,
                        withRanges(call.budget(), value, sum.finish()));
  return Item{std::move(result)};
}

/// Whether the order decides if a product leaves the range of the type.
bool mayLeaveRange(const Item &first, ArrayRef<Item> items) {
  SmallVector<Range> factors;
  if (!first.empty()) {
    factors.push_back(rangeOf(first.front()));
  }
  for (const Item &item : items) {
    factors.push_back(rangeOf(item.front()));
  }
  return mayLeaveRange(factors) &&
         llvm::none_of(factors,
                       [](const Range &range) { return range.real().isNaN(); });
}

/// What items come to in other orders than the given one.
struct OtherOrders {
  SmallVector<Item> results;
  /// False if a body of the program's own is found not to be associative.
  bool isAssociative = true;
};

StatusOr<OtherOrders> foldOtherwise(Folder &folder, const Item &first,
                                    ArrayRef<Item> items, BodyKind kind) {
  OtherOrders others;
  WEFT_ASSIGN_OR_RETURN(Item right, folder.fromRight(first, items));
  others.results.push_back(std::move(right));
  SmallVector<Item> leaves;
  if (!first.empty()) {
    leaves.push_back(first);
  }
  llvm::append_range(leaves, items);
  WEFT_ASSIGN_OR_RETURN(Item balanced, folder.divided(leaves, [](size_t count) {
    return count / 2;
  }));
  others.results.push_back(std::move(balanced));
  if (kind != BodyKind::General) {
    return others;
  }
  WEFT_ASSIGN_OR_RETURN(others.isAssociative, folder.isAssociative(items));
  // Longer ones are asked by their neighbours, and by the initial values.
  constexpr size_t mostItems = 1024;
  if (items.size() > mostItems) {
    if (others.isAssociative && !first.empty()) {
      WEFT_ASSIGN_OR_RETURN(others.isAssociative,
                            folder.isNeutral(first, items));
    }
    return others;
  }
  constexpr int randomTrees = 6;
  std::minstd_rand random(static_cast<unsigned>(items.size()));
  for (int i = 0; i < randomTrees; ++i) {
    // A body of the program's own may meet the initial values any number of
    // times.
    leaves.clear();
    for (const Item &item : items) {
      leaves.append(first.empty() ? 0 : random() % 3, first);
      leaves.push_back(item);
    }
    leaves.append(first.empty() ? 0 : random() % 3, first);
    WEFT_ASSIGN_OR_RETURN(Item tree, folder.divided(leaves, [&](size_t count) {
      return 1 + random() % (count - 1);
    }));
    others.results.push_back(std::move(tree));
  }
  return others;
}

/// What value `i` may be in any of the orders; anything where they disagree.
Range rangeOfAll(ArrayRef<Item> orders, size_t i, bool isAssociative) {
  Range all = rangeOf(orders.front()[i]);
  bool agree = isAssociative;
  for (const Item &one : orders) {
    if (one.empty()) {
      continue;
    }
    Range range = rangeOf(one[i]);
    agree &= llvm::all_of(orders, [&](const Item &other) {
      return other.empty() || overlap(range, rangeOf(other[i]));
    });
    all = hull(all, range);
  }
  return agree ? all : Range::anything(all.type());
}

} // namespace

StatusOr<Item> fold(const OpCall &call, size_t region, const Item &first,
                    ArrayRef<Item> items, Order order, BodyKind kind) {
  if (kind == BodyKind::Sum) {
    return foldSum(call, first, items);
  }
  Folder folder(call, region);
  WEFT_ASSIGN_OR_RETURN(Item result, folder.fromLeft(first, items));
  if (kind == BodyKind::Product && mayLeaveRange(first, items)) {
    WEFT_ASSIGN_OR_RETURN(Tensor any,
                          anythingLike(call.budget(), result.front().tensor()));
    return Item{std::move(any)};
  }
  if (order == Order::Given) {
    return result;
  }
  SmallVector<Item> orders = {result};
  WEFT_ASSIGN_OR_RETURN(OtherOrders others,
                        foldOtherwise(folder, first, items, kind));
  llvm::append_range(orders, others.results);
  for (size_t i = 0; i < result.size(); ++i) {
    WEFT_ASSIGN_OR_RETURN(
        Tensor both, withRanges(call.budget(), result[i].tensor(),
                                rangeOfAll(orders, i, others.isAssociative)));
    result[i] = std::move(both);
  }
  return result;
}

StatusOr<Tensor> convertWithBounds(Budget &budget, const Tensor &tensor,
                                   RankedTensorType type) {
  if (tensor.type().getElementType() == type.getElementType()) {
    return tensor;
  }
  return moveWithBounds(tensor, [&](ArrayRef<Tensor> part) {
    return toDestinationType(budget, part.front(), type);
  });
}

StatusOr<SmallVector<Tensor, 2>>
reduceOverGroup(OpCall &call, ArrayRef<Values> brought,
                ArrayRef<RankedTensorType> types) {
  bool hasBody = call.operation()->getNumRegions() != 0;
  SmallVector<Tensor, 2> results;
  for (auto [i, type] : llvm::enumerate(types)) {
    SmallVector<Tensor> members;
    for (const Values &member : brought) {
      WEFT_ASSIGN_OR_RETURN(
          Tensor own,
          convertWithBounds(call.budget(), member[i].tensor(), type));
      if (!members.empty() && members.front().shape() != own.shape()) {
        return Status::invalidArgument(
            "members of a group brought tensors of different shapes");
      }
      members.push_back(std::move(own));
    }
    ElementType element = members.front().elementType();
    BodyKind kind = hasBody ? kindOf(call.operation()->getRegion(0), type)
                    : element.isFloat() || element.isComplex()
                        ? BodyKind::Sum
                        : BodyKind::Exact;
    WEFT_ASSIGN_OR_RETURN(
        TensorBuilder value,
        TensorBuilder::create(call.budget(), members.front().type()));
    std::vector<Range> ranges;
    for (int64_t at = 0; at < value.elementCount(); ++at) {
      SmallVector<Item> items;
      for (const Tensor &member : members) {
        items.push_back({boundedScalarAt(member, at)});
      }
      if (!hasBody && kind == BodyKind::Exact) {
        Element total = members.front().at(at);
        bool isCertain = rangeAt(members.front(), at).isExact();
        for (const Tensor &member : ArrayRef(members).drop_front()) {
          total = math::add(total, member.at(at));
          isCertain &= rangeAt(member, at).isExact();
        }
        value.setAt(at, total);
        ranges.push_back(isCertain ? Range::exactly(total)
                                   : Range::anything(element));
        continue;
      }
      WEFT_ASSIGN_OR_RETURN(Item total,
                            fold(call, 0, {}, items, Order::Any, kind));
      value.copyAt(at, total.front().tensor(), 0);
      ranges.push_back(rangeOf(total.front()));
    }
    WEFT_ASSIGN_OR_RETURN(
        Tensor result,
        withRanges(call.budget(), std::move(value).finish(), ranges));
    results.push_back(std::move(result));
  }
  return results;
}

void addCollectiveRules(OpTable &table, const OpTable &) {
  // Bounds travel with the values that processes exchange.
  addCollectiveOps(table, reduceOverGroup);
}

} // namespace weft::reference::ranges
