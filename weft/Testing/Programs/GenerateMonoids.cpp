// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateMonoids.h"

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::generate {

Element numberOf(ElementType type, int64_t number) {
  double real = static_cast<double>(number);
  return type.isFloat() ? Element::real(type, real)
         : type.isComplex()
             ? Element::complex(type, real)
             : Element::integer(type, static_cast<uint64_t>(number));
}

static constexpr llvm::StringLiteral allNames[] = {
    "affine",
    "affine, rounded",
    "affine, packed",
    "affine, saturating",
    "argument of an extreme",
    "argument of an extreme, last of equals",
    "brackets",
    "digits",
    "extremes with their places",
    "first that is set",
    "functions of states",
    "hash",
    "last that is set",
    "last but a sentinel",
    "matrices",
    "prefix sums",
};

ArrayRef<llvm::StringLiteral> monoidNames() { return allNames; }

std::optional<Monoid> randomMonoid(Scope &scope, Type element,
                                   MonoidKind kind) {
  using Maker = Made (*)(const MonoidRequest &);
  constexpr Maker makers[] = {affine,       affine,
                              packedAffine, saturatingAffine,
                              argument,     extremes,
                              brackets,     lastArgument,
                              digits,       firstSet,
                              hash,         prefixSums,
                              lastSet,      functionsOfStates,
                              matrices,     lastButSentinel};
  std::optional<ElementType> type = ElementType::from(element);
  MonoidRequest request = {scope.random, element, *type, kind};
  constexpr int mostAttempts = 40;
  for (int i = 0; i < mostAttempts; ++i) {
    Maker maker = scope.random.pick(ArrayRef<Maker>(makers));
    if (std::optional<Monoid> monoid = maker(request)) {
      scope.session.coverage.bodies[monoid->name]++;
      return monoid;
    }
  }
  return std::nullopt;
}

void makeBody(Scope &outer, Region &region, const Monoid &monoid) {
  Block &block = region.emplaceBlock();
  for (int side = 0; side < 2; ++side) {
    for (Type type : monoid.types) {
      block.addArgument(RankedTensorType::get({}, type), outer.location);
    }
  }
  Scope scope(outer, &block, /*seesOut=*/false);
  ValueRange arguments(block.getArguments());
  size_t count = monoid.types.size();
  Scalars results = monoid.combine(scope, arguments.take_front(count),
                                   arguments.drop_front(count));
  ReturnOp::create(scope.builder, scope.location, ValueRange(results));
}

SmallVector<Value> makeInputs(Scope &scope, const Monoid &monoid,
                              ArrayRef<int64_t> shape) {
  SmallVector<TensorBuilder> builders;
  for (Type type : monoid.types) {
    builders.push_back(
        std::move(TensorBuilder::create(*scope.session.budget,
                                        scope.tensor(shape, type)))
            .value());
  }
  for (int64_t i = 0; i < builders.front().elementCount(); ++i) {
    Elements elements = monoid.element(scope.random, i);
    for (auto [builder, element] : llvm::zip_equal(builders, elements)) {
      builder.setAt(i, element);
    }
  }
  bool writesPlaces = scope.random.chance(70);
  SmallVector<Value> values;
  for (auto [i, builder] : llvm::enumerate(builders)) {
    if (!writesPlaces || !llvm::is_contained(monoid.places, i)) {
      Tensor tensor = std::move(builder).finish();
      values.push_back(scope.random.chance(70) ? scope.given(tensor)
                                               : scope.constant(tensor));
      continue;
    }
    auto type = scope.tensor(shape, monoid.types[i]);
    Value flat = IotaOp::create(
        scope.builder, scope.location,
        scope.tensor({type.getNumElements()}, monoid.types[i]), uint64_t(0));
    values.push_back(
        ReshapeOp::create(scope.builder, scope.location, type, flat));
  }
  return values;
}

SmallVector<Value> makeNeutral(Scope &scope, const Monoid &monoid) {
  SmallVector<Value> values;
  for (auto [type, element] : llvm::zip_equal(monoid.types, monoid.neutral)) {
    values.push_back(scope.constant(Tensor::scalar(type, element)));
  }
  return values;
}

} // namespace weft::generate
