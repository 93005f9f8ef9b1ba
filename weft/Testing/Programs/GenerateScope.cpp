// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateScope.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;
using weft::reference::Element;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;
using namespace weft::stablehlo;

namespace weft::generate {

Scope::Scope(Session &session, Block *block)
    : session(session), random(session.random),
      builder(OpBuilder::atBlockEnd(block)), location(builder.getUnknownLoc()),
      level(0), isClosed(false) {
  for (Value argument : block->getArguments()) {
    offer(argument);
  }
}

Scope::Scope(Scope &outer, Block *block, bool seesOut)
    : session(outer.session), random(outer.random),
      builder(OpBuilder::atBlockEnd(block)), location(outer.location),
      level(outer.level + 1), isClosed(!seesOut || outer.isClosed) {
  if (seesOut) {
    values = outer.values;
  }
  for (Value argument : block->getArguments()) {
    offer(argument);
  }
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

int64_t Scope::size() {
  if (random.chance(2)) {
    return 0;
  }
  if (random.chance(25)) {
    return 1;
  }
  int64_t largest = session.limits.largestSize;
  // A large size has room for few others beside it, and for small ones only.
  // What cuts rows into pieces often cuts at multiples of a vector.
  constexpr int64_t small = 5;
  constexpr int64_t vector = 32;
  if (largest > 2 * vector && random.chance(50)) {
    return random.between(1, small);
  }
  return largest > 2 * vector && random.chance(50)
             ? vector * random.between(1, largest / vector)
             : random.between(1, largest);
}

Dims Scope::shape(int64_t leastRank, int64_t mostRank) {
  if (session.shape && leastRank <= 2 && (mostRank < 0 || mostRank >= 2)) {
    return *session.shape;
  }
  int64_t most = mostRank < 0 ? session.limits.largestRank : mostRank;
  int64_t rank = random.between(leastRank, std::max(leastRank, most));
  Dims sizes;
  int64_t count = 1;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t next = size();
    if (count * next > session.limits.mostElements) {
      next = 1;
    }
    count *= next;
    sizes.push_back(next);
  }
  return sizes;
}

Dims Scope::familiarShape(Type element, int64_t leastRank) {
  Value value = random.chance(70) ? any(element, leastRank) : Value();
  return value ? Dims(cast<ShapedType>(value.getType()).getShape())
               : shape(leastRank);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Scope::offer(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  // Sizes known only at run time, and tokens, are looked after by who makes
  // them.
  if (type && type.hasStaticShape() && !type.getEncoding()) {
    values.push_back(value);
  }
}

void Scope::count(Operation *op, Type element) {
  session.coverage
      .made[{op->getName().getStringRef().str(), nameOf(element)}]++;
}

Value Scope::constant(const Tensor &tensor) {
  return ConstantOp::create(builder, location,
                            ElementsAttr(tensor.toAttribute()));
}

Value Scope::constant(ArrayRef<int64_t> list, Type element) {
  auto type = tensor({static_cast<int64_t>(list.size())}, element);
  TensorBuilder elements =
      std::move(TensorBuilder::create(*session.budget, type)).value();
  for (auto [i, number] : llvm::enumerate(list)) {
    elements.setAt(i, Element::integer(elements.elementType(),
                                       static_cast<uint64_t>(number)));
  }
  return constant(std::move(elements).finish());
}

Value Scope::argument(RankedTensorType type) {
  func::FuncOp main = session.main;
  unsigned index = main.getNumArguments();
  (void)main.insertArgument(index, type, {}, location);
  return main.getArgument(index);
}

Value Scope::given(const Tensor &tensor) {
  if (isClosed) {
    return constant(tensor);
  }
  session.given.insert({session.main.getNumArguments(), tensor});
  return argument(tensor.type());
}

Value Scope::fresh(RankedTensorType type) {
  Type element = type.getElementType();
  if (element == session.elements.quantized()) {
    Value real = fresh(tensor(type.getShape(), builder.getF32Type()));
    Value value =
        UniformQuantizeOp::create(builder, location, TypeRange(type), real);
    return value;
  }
  if (!isClosed && random.chance(55)) {
    return argument(type);
  }
  return constant(randomTensor(*session.budget, type, random));
}

/// A new value from one of the same element type, by moving elements.
Value Scope::derived(RankedTensorType type) {
  for (int attempt = 0; attempt < 4 && !values.empty(); ++attempt) {
    Value value = random.pick(values);
    auto from = cast<RankedTensorType>(value.getType());
    if (from.getElementType() != type.getElementType()) {
      continue;
    }
    if (from.getNumElements() == type.getNumElements()) {
      return ReshapeOp::create(builder, location, type, value);
    }
    if (from.getNumElements() == 1 && type.getNumElements() > 0) {
      Value scalar = ReshapeOp::create(
          builder, location, tensor({}, from.getElementType()), value);
      return BroadcastInDimOp::create(builder, location, type, scalar,
                                      ArrayRef<int64_t>());
    }
  }
  return {};
}

Value Scope::get(RankedTensorType type) {
  SmallVector<Value> fitting;
  for (Value value : values) {
    if (value.getType() == type) {
      fitting.push_back(value);
    }
  }
  if (!fitting.empty() && random.chance(75)) {
    return random.chance(40) ? fitting.back() : random.pick(fitting);
  }
  Value value = random.chance(40) ? derived(type) : Value();
  if (!value) {
    value = fresh(type);
  }
  offer(value);
  return value;
}

Value Scope::any(Type element, int64_t leastRank) {
  SmallVector<Value> fitting;
  for (Value value : values) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() == element && type.getRank() >= leastRank) {
      fitting.push_back(value);
    }
  }
  if (!fitting.empty() && random.chance(80)) {
    return random.chance(50) ? fitting.back() : random.pick(fitting);
  }
  Value value = fresh(tensor(shape(leastRank), element));
  offer(value);
  return value;
}

Value Scope::indices(RankedTensorType type, int64_t size) {
  if (random.chance(60)) {
    return perhapsHidden(
        constant(randomIndices(*session.budget, type, size, random)));
  }
  return get(type);
}

Value Scope::withoutNaN(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (auto complex = dyn_cast<ComplexType>(type.getElementType())) {
    Type part = type.clone(complex.getElementType());
    Value real =
        RealOp::create(builder, location, TypeRange(part), ValueRange(value));
    Value imag =
        ImagOp::create(builder, location, TypeRange(part), ValueRange(value));
    return ComplexOp::create(builder, location, TypeRange(type),
                             ValueRange{withoutNaN(real), withoutNaN(imag)});
  }
  if (!isa<FloatType>(type.getElementType())) {
    return value;
  }
  Tensor substitute =
      std::move(Tensor::splat(*session.budget, type,
                              Element::one(*reference::ElementType::from(
                                  type.getElementType()))))
          .value();
  Value isNumber = CompareOp::create(builder, location, value, value,
                                     ComparisonDirection::EQ);
  return SelectOp::create(builder, location, type, isNumber, value,
                          constant(substitute));
}

Value Scope::perhapsHidden(Value value) {
  if (random.chance(60)) {
    return value;
  }
  return OptimizationBarrierOp::create(builder, location, ValueRange(value))
      ->getResult(0);
}

} // namespace weft::generate
