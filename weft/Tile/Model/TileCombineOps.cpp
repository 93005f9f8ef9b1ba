// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/TileOps.h"

#include "weft/StableHLO/Interpreter/Math.h"

#include <cmath>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Index;
using weft::reference::IndexSpace;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tile {

namespace math = reference::math;

Element combine(CombineKind kind, const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    switch (kind) {
    case CombineKind::Add:
      return math::add(lhs, rhs);
    case CombineKind::Mul:
      return math::multiply(lhs, rhs);
    case CombineKind::Min:
      return math::minimum(lhs, rhs);
    default:
      return math::maximum(lhs, rhs);
    }
  }
  uint64_t a = unsignedValue(lhs), b = unsignedValue(rhs);
  bool less = signedValue(lhs) < signedValue(rhs);
  switch (kind) {
  case CombineKind::Add:
    return Element::integer(type, a + b);
  case CombineKind::Mul:
    return Element::integer(type, a * b);
  case CombineKind::Min:
    return less ? lhs : rhs;
  case CombineKind::Max:
    return less ? rhs : lhs;
  case CombineKind::UMin:
    return a < b ? lhs : rhs;
  case CombineKind::UMax:
    return a < b ? rhs : lhs;
  case CombineKind::And:
    return Element::integer(type, a & b);
  case CombineKind::Or:
    return Element::integer(type, a | b);
  case CombineKind::Xor:
    return Element::integer(type, a ^ b);
  case CombineKind::Custom:
    break;
  }
  return lhs;
}

namespace {

/// The element that changes nothing; the largest or smallest number where the
/// type has no infinity.
Element neutral(CombineKind kind, ElementType type) {
  bool highest = kind == CombineKind::Min;
  if (kind == CombineKind::Mul) {
    return Element::one(type);
  }
  if (type.isFloat()) {
    if (kind == CombineKind::Add) {
      return Element::zero(type);
    }
    const FloatFormat &format = formatOf(type.floatKind());
    uint64_t code =
        format.hasInfinity() ? format.infinityCode() : format.largestCode();
    double value = decodeFloat(type.floatKind(), code);
    return Element::real(type, highest ? value : -value);
  }
  uint64_t signBit = uint64_t{1} << (type.bitWidth() - 1);
  switch (kind) {
  case CombineKind::Min:
    return Element::integer(type, signBit - 1);
  case CombineKind::Max:
    return Element::integer(type, signBit);
  case CombineKind::UMin:
  case CombineKind::And:
    return Element::integer(type, ~uint64_t{0});
  default:
    return Element::zero(type);
  }
}

/// The elements of several tensors at one place.
using Elements = SmallVector<Element, 2>;

/// How a reduce or a scan combines: a named kind or a region.
class Combination {
public:
  template <typename Op>
  Combination(Program &program, Op op)
      : program(program), kind(op.getKind()), body(op.getBody()) {
    for (Value input : op.getInputs()) {
      types.push_back(getElementTypeOrSelf(input.getType()));
    }
  }

  StatusOr<Elements> operator()(const Elements &lhs, const Elements &rhs) {
    if (kind != CombineKind::Custom) {
      return Elements{combine(kind, lhs[0], rhs[0])};
    }
    SmallVector<Tensor> arguments;
    for (const Elements *side : {&lhs, &rhs}) {
      for (auto [type, element] : llvm::zip_equal(types, *side)) {
        arguments.push_back(Tensor::scalar(type, element));
      }
    }
    WEFT_ASSIGN_OR_RETURN(SmallVector<Tensor> results,
                          program.callRegion(body, arguments));
    Elements elements;
    for (const Tensor &result : results) {
      elements.push_back(result.scalar());
    }
    return elements;
  }

private:
  Program &program;
  CombineKind kind;
  Region &body;
  SmallVector<Type> types;
};

SmallVector<Tensor> tensorsOf(Program &program, ValueRange values) {
  SmallVector<Tensor> tensors;
  for (Value value : values) {
    tensors.push_back(program.tensor(value));
  }
  return tensors;
}

StatusOr<SmallVector<TensorBuilder>> buildersFor(Program &program,
                                                 TypeRange types) {
  SmallVector<TensorBuilder> builders;
  for (Type type : types) {
    WEFT_ASSIGN_OR_RETURN(
        TensorBuilder builder,
        TensorBuilder::create(program.budget(), cast<RankedTensorType>(type)));
    builders.push_back(std::move(builder));
  }
  return builders;
}

template <typename Source>
Elements elementsAt(Source &tensors, ArrayRef<int64_t> index) {
  Elements elements;
  for (auto &tensor : tensors) {
    elements.push_back(tensor.get(index));
  }
  return elements;
}

void setElements(MutableArrayRef<TensorBuilder> builders,
                 ArrayRef<int64_t> index, const Elements &elements) {
  for (auto [builder, element] : llvm::zip_equal(builders, elements)) {
    builder.set(index, element);
  }
}

void keep(Program &program, ValueRange values,
          SmallVector<TensorBuilder> &builders) {
  for (auto [value, builder] : llvm::zip_equal(values, builders)) {
    program.set(value, std::move(builder).finish());
  }
}

/// `index` without the entries of `dims`.
Index without(ArrayRef<int64_t> index, ArrayRef<int64_t> dims) {
  Index result;
  for (auto [dim, at] : llvm::enumerate(index)) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim))) {
      result.push_back(at);
    }
  }
  return result;
}

} // namespace

Status evaluate(Program &program, ReduceOp op) {
  SmallVector<Tensor> inputs = tensorsOf(program, op.getInputs());
  WEFT_ASSIGN_OR_RETURN(SmallVector<TensorBuilder> results,
                        buildersFor(program, op.getResultTypes()));
  Combination combination(program, op);
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(inputs[0].elementCount()));
  std::vector<bool> begun(results[0].elementCount());
  for (const Index &index : IndexSpace(inputs[0].shape())) {
    Elements next = elementsAt(inputs, index);
    Index to = without(index, op.getDimensions());
    int64_t position = reference::linearIndex(to, results[0].shape());
    if (begun[position]) {
      WEFT_ASSIGN_OR_RETURN(next, combination(elementsAt(results, to), next));
    }
    begun[position] = true;
    setElements(results, to, next);
  }
  keep(program, op.getResults(), results);
  return Status::success();
}

Status evaluate(Program &program, ScanOp op) {
  SmallVector<Tensor> inputs = tensorsOf(program, op.getInputs());
  WEFT_ASSIGN_OR_RETURN(SmallVector<TensorBuilder> scanned,
                        buildersFor(program, op.getScanned().getTypes()));
  WEFT_ASSIGN_OR_RETURN(SmallVector<TensorBuilder> totals,
                        buildersFor(program, op.getTotals().getTypes()));
  Combination combination(program, op);
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(inputs[0].elementCount()));
  int64_t dim = op.getDimension(), extent = inputs[0].dimension(dim);
  for (const Index &line : IndexSpace(totals[0].shape())) {
    std::optional<Elements> sum;
    for (int64_t step = 0; step < extent; ++step) {
      Index index(line);
      index.insert(index.begin() + dim,
                   op.getReverse() ? extent - 1 - step : step);
      Elements next = elementsAt(inputs, index);
      if (op.getExclusive()) {
        setElements(scanned, index,
                    sum ? *sum
                        : Elements{neutral(op.getKind(), next[0].type())});
      }
      if (sum) {
        WEFT_ASSIGN_OR_RETURN(next, combination(*sum, next));
      }
      if (!op.getExclusive()) {
        setElements(scanned, index, next);
      }
      sum = std::move(next);
    }
    setElements(totals, line, *sum);
  }
  keep(program, op.getScanned(), scanned);
  keep(program, op.getTotals(), totals);
  return Status::success();
}

//===----------------------------------------------------------------------===//
// sort, rank
//===----------------------------------------------------------------------===//

namespace {} // namespace

Status evaluate(Program &program, RankOp op) {
  const Tensor &input = program.tensor(op.getInput());
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder ranks,
      TensorBuilder::create(program.budget(), op.getRank().getType()));
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder counts,
      TensorBuilder::create(program.budget(), op.getCount().getType()));
  SmallVector<uint64_t> seen(op.getBins());
  for (int64_t i = 0; i < input.elementCount(); ++i) {
    uint64_t digit = unsignedValue(input.at(i));
    uint64_t rank = digit < seen.size() ? seen[digit]++ : 0;
    ranks.setAt(i, Element::integer(ranks.elementType(), rank));
  }
  for (auto [digit, count] : llvm::enumerate(seen)) {
    counts.setAt(digit, Element::integer(counts.elementType(), count));
  }
  program.set(op.getRank(), std::move(ranks).finish());
  program.set(op.getCount(), std::move(counts).finish());
  return Status::success();
}

} // namespace weft::tile
