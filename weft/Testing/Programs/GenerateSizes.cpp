// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateSizes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Value scalarSize(Scope &scope, Value tensor, int64_t dimension, Type element) {
  Value size =
      GetDimensionSizeOp::create(scope.builder, scope.location,
                                 scope.tensor({}, scope.builder.getI32Type()),
                                 tensor, static_cast<uint64_t>(dimension));
  if (element != scope.builder.getI32Type()) {
    size = ConvertOp::create(scope.builder, scope.location, size, element);
  }
  return ReshapeOp::create(scope.builder, scope.location,
                           scope.tensor({1}, element), size);
}

Value joined(Scope &scope, ArrayRef<Value> parts) {
  return parts.size() == 1 ? parts.front()
                           : Value(ConcatenateOp::create(
                                 scope.builder, scope.location, parts, 0));
}

/// Each size that some tensor has is asked of that tensor.
Value askedSizes(Scope &scope, ArrayRef<int64_t> list, Type element) {
  SmallVector<Value> parts;
  for (int64_t size : list) {
    SmallVector<std::pair<Value, int64_t>> having;
    for (Value value : scope.offered()) {
      for (auto [d, own] : llvm::enumerate(typeOf(value).getShape())) {
        if (own == size) {
          having.emplace_back(value, d);
        }
      }
    }
    if (having.empty()) {
      parts.push_back(scope.constant({size}, element));
      continue;
    }
    auto [value, dimension] = scope.random.pick(having);
    parts.push_back(scalarSize(scope, value, dimension, element));
  }
  return joined(scope, parts);
}

/// Computed from constants, in a way that can be seen.
Value knownSizes(Scope &scope, ArrayRef<int64_t> list, Type element) {
  auto type = scope.tensor({static_cast<int64_t>(list.size())}, element);
  int64_t form = list.empty() ? 0 : scope.random.below(8);
  switch (form) {
  case 0: {
    Dims first;
    Dims second;
    for (int64_t size : list) {
      first.push_back(scope.random.between(0, 3));
      second.push_back(size - first.back());
    }
    return AddOp::create(scope.builder, scope.location, TypeRange(type),
                         ValueRange{scope.constant(first, element),
                                    scope.constant(second, element)});
  }
  case 1: {
    Value most = scope.constant(Dims(list.size(), 1'000'000), element);
    return MinimumOp::create(scope.builder, scope.location, TypeRange(type),
                             ValueRange{scope.constant(list, element), most});
  }
  case 2: {
    Dims longer(list);
    longer.insert(longer.begin(), scope.random.between(0, 9));
    auto length = static_cast<int64_t>(longer.size());
    return SliceOp::create(scope.builder, scope.location, type,
                           scope.constant(longer, element),
                           ArrayRef<int64_t>({1}), ArrayRef<int64_t>({length}),
                           ArrayRef<int64_t>({1}));
  }
  case 3:
  case 4:
    return askedSizes(scope, list, element);
  default:
    return scope.constant(list, element);
  }
}

//===----------------------------------------------------------------------===//
// Open values
//===----------------------------------------------------------------------===//

/// A value, and the type it really has.
struct Open {
  Value value;
  RankedTensorType known;
};

Value reversed(OpBuilder &builder, Location location, Value value) {
  return ReverseOp::create(builder, location, value, ArrayRef<int64_t>({0}));
}

Open transposed(Scope &scope, Open open) {
  Dims order = scope.random.permutation(open.known.getRank());
  Dims shape;
  Dims knownShape;
  for (int64_t d : order) {
    shape.push_back(typeOf(open.value).getDimSize(d));
    knownShape.push_back(open.known.getDimSize(d));
  }
  Value value = TransposeOp::create(scope.builder, scope.location,
                                    open.known.clone(shape), open.value, order);
  return {value, open.known.clone(knownShape)};
}

Open doubled(Scope &scope, Open open) {
  int64_t dimension = scope.random.below(open.known.getRank());
  Dims shape(open.known.getShape());
  shape[dimension] *= 2;
  Value value = ConcatenateOp::create(scope.builder, scope.location,
                                      ValueRange{open.value, open.value},
                                      static_cast<uint64_t>(dimension));
  return {value, open.known.clone(shape)};
}

Open branched(Scope &scope, Open open) {
  Value predicate = scope.get(scope.tensor({}, scope.builder.getI1Type()));
  auto op = IfOp::create(scope.builder, scope.location,
                         TypeRange(open.value.getType()), predicate);
  bool isReversed = false;
  for (Region *region : {&op.getTrueBranch(), &op.getFalseBranch()}) {
    OpBuilder inner = OpBuilder::atBlockEnd(&region->emplaceBlock());
    Value value =
        isReversed ? reversed(inner, scope.location, open.value) : open.value;
    ReturnOp::create(inner, scope.location, ValueRange(value));
    isReversed = true;
  }
  return {op.getResult(0), open.known};
}

Open looped(Scope &scope, Open open) {
  auto count = scope.tensor({}, scope.builder.getI32Type());
  SmallVector<Type> types = {count, open.value.getType()};
  auto number = [&](OpBuilder &builder, int32_t value) -> Value {
    return ConstantOp::create(
        builder, scope.location,
        ElementsAttr(DenseElementsAttr::get(count, value)));
  };
  auto op = WhileOp::create(scope.builder, scope.location, TypeRange(types),
                            ValueRange{number(scope.builder, 0), open.value});
  SmallVector<Location> locations(2, scope.location);
  Block &condition = op.getCond().emplaceBlock();
  condition.addArguments(types, locations);
  OpBuilder builder = OpBuilder::atBlockEnd(&condition);
  Value goesOn =
      CompareOp::create(builder, scope.location, condition.getArgument(0),
                        number(builder, 3), ComparisonDirection::LT);
  ReturnOp::create(builder, scope.location, ValueRange(goesOn));
  Block &body = op.getBody().emplaceBlock();
  body.addArguments(types, locations);
  builder = OpBuilder::atBlockEnd(&body);
  Value next =
      AddOp::create(builder, scope.location, TypeRange(count),
                    ValueRange{body.getArgument(0), number(builder, 1)});
  Value value = reversed(builder, scope.location, body.getArgument(1));
  ReturnOp::create(builder, scope.location, ValueRange{next, value});
  return {op.getResult(1), open.known};
}

/// Operations that an open type goes through.
Open wander(Scope &scope, Open open) {
  if (open.known.getRank() == 0) {
    return open;
  }
  switch (scope.random.below(8)) {
  case 0:
    return {reversed(scope.builder, scope.location, open.value), open.known};
  case 1:
    return transposed(scope, open);
  case 2:
    return doubled(scope, open);
  case 3:
    return branched(scope, open);
  case 4:
    return looped(scope, open);
  default:
    return open;
  }
}

} // namespace

Value makeSizes(Scope &scope, ArrayRef<int64_t> list, Type element,
                bool isOpen) {
  // Shapes that are data are for compilers to refuse.
  constexpr int fromData = 30;
  constexpr int openFromData = 1;
  Value sizes = knownSizes(scope, list, element);
  if (!scope.random.chance(isOpen ? openFromData : fromData)) {
    return sizes;
  }
  return OptimizationBarrierOp::create(scope.builder, scope.location,
                                       ValueRange(sizes))
      ->getResult(0);
}

RankedTensorType perhapsOpen(Scope &scope, RankedTensorType type) {
  if (scope.random.chance(50)) {
    return type;
  }
  Dims shape(type.getShape());
  for (int64_t &size : shape) {
    if (scope.random.chance(60)) {
      size = ShapedType::kDynamic;
    }
  }
  return RankedTensorType::get(shape, type.getElementType());
}

void finishOpen(Scope &scope, Operation *op, RankedTensorType known,
                Type element) {
  scope.count(op, element);
  Open open = {op->getResult(0), known};
  if (typeOf(open.value) == known) {
    scope.offer(open.value);
    return;
  }
  open = wander(scope, open);
  int64_t rank = open.known.getRank();
  SmallVector<Value> own;
  Type i64 = scope.builder.getI64Type();
  bool asksItself = rank > 0 && scope.random.chance(40);
  for (int64_t d = 0; asksItself && d < rank; ++d) {
    own.push_back(scalarSize(scope, open.value, d, i64));
  }
  Value shape = asksItself
                    ? joined(scope, own)
                    : makeSizes(scope, open.known.getShape(), i64, false);
  scope.offer(DynamicReshapeOp::create(scope.builder, scope.location,
                                       open.known, open.value, shape));
}

} // namespace weft::generate
