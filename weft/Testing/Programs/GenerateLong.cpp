// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Long reductions: many more elements than a tile, a thread's share, or a
// partial sum has. Few programs have one, since the interpreter takes its time.
//
// What is combined is of one sign, of both, equal, or cancels almost; sums near
// a large number lose the small ones where too few partial sums are formed, and
// those of equal numbers round the same way many times in a row.
// Bodies that are sensitive to order are exact here, so that nothing but the
// order can change a result.

#include "weft/Testing/Programs/GenerateBody.h"
#include "weft/Testing/Programs/GenerateMonoids.h"
#include "weft/Testing/Programs/GenerateRecipes.h"

#include <cmath>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::generate {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

enum class Flavour { Positive, Mixed, Cancelling, NearOneHundred, Equal };

double numberOf(Flavour flavour, Random &random, int64_t place, double before) {
  constexpr double unit = 0x1p-20;
  double fraction = static_cast<double>(random.below(1 << 20)) * unit;
  switch (flavour) {
  case Flavour::Positive:
    return fraction + 0.5;
  case Flavour::Mixed:
    return 2 * fraction - 1;
  case Flavour::Cancelling:
    // Every other one takes its neighbour back, and leaves a little.
    return place % 2 == 0 ? 1000 * fraction : 0.01 * fraction - before;
  case Flavour::NearOneHundred:
    return 101 + fraction;
  case Flavour::Equal:
    return place == 0 ? fraction + 0.5 : before;
  }
  llvm_unreachable("all are there");
}

class Long : public Writer {
public:
  explicit Long(Scope &scope)
      : Writer(scope.builder, scope.location), scope(scope),
        random(scope.random),
        flavour(random.chance(40) ? Flavour::Equal
                                  : static_cast<Flavour>(random.below(4))) {}

  /// Between a tenth of the limit and the limit, seldom a round number.
  int64_t length(int64_t longest) {
    return random.between(std::max<int64_t>(longest / 10, 1), longest);
  }
  /// Of what the interpreter has no body to call for; now and then longer.
  int64_t length() {
    int64_t longest = scope.session.limits.longest;
    return length(random.chance(10) ? 10 * longest : longest);
  }

  Type element() {
    OpBuilder &builder = scope.builder;
    switch (random.below(8)) {
    case 0:
      return builder.getF64Type();
    case 1:
      return builder.getBF16Type();
    case 2:
      return builder.getF16Type();
    case 3:
      return builder.getI32Type();
    default:
      return builder.getF32Type();
    }
  }

  Value input(ArrayRef<int64_t> shape, Type element) {
    auto type = scope.tensor(shape, element);
    bool canCompute = type.getElementType().isF32();
    return canCompute && random.chance(30) ? computed(type) : randomInput(type);
  }

  Value reduce(Value x, ArrayRef<int64_t> dimensions) {
    return sum(x, zero(scope.tensor({}, typeOf(x).getElementType())),
               dimensions);
  }

  Scope &scope;
  Random &random;

private:
  /// Of all inputs.
  Flavour flavour;

  Value randomInput(RankedTensorType type) {
    TensorBuilder builder =
        std::move(TensorBuilder::create(*scope.session.budget, type)).value();
    ElementType kind = builder.elementType();
    double before = 0;
    for (int64_t i = 0; i < builder.elementCount(); ++i) {
      before = numberOf(flavour, random, i, before);
      builder.setAt(i, kind.isFloat() ? Element::real(kind, before)
                                      : Element::integer(kind, random.next()));
    }
    return scope.given(std::move(builder).finish());
  }

  /// From a hash of the places: the compiler sees where it comes from.
  Value computed(RankedTensorType type) {
    Type ui32 =
        IntegerType::get(scope.builder.getContext(), 32, IntegerType::Unsigned);
    auto flat = scope.tensor({type.getNumElements()}, ui32);
    Value hash = multiply(iota(flat, 0), integer(flat, 0x9E3779B1u));
    auto flatReal =
        scope.tensor({type.getNumElements()}, type.getElementType());
    Value real = convert(hash, type.getElementType());
    Value scaled = multiply(real, splat(flatReal, 0x1p-32));
    if (random.chance(50)) {
      scaled = add(scaled, splat(flatReal, 100));
    }
    return reshape(scaled, type.getShape());
  }
};

using Results = SmallVector<Value>;

Results sums(Long &make) {
  switch (make.random.below(3)) {
  case 0:
    return {make.reduce(make.input({make.length()}, make.element()), {0})};
  case 1: {
    int64_t columns = make.random.between(2, 40);
    int64_t rows = make.length() / columns;
    return {make.reduce(make.input({rows, columns}, make.element()), {0})};
  }
  default: {
    int64_t rows = make.random.between(2, 9);
    int64_t columns = make.length() / rows;
    return {make.reduce(make.input({rows, columns}, make.element()), {1})};
  }
  }
}

/// Mean of squares of what is left of the mean.
Results variance(Long &make) {
  Type element = make.random.chance(80) ? Type(make.scope.builder.getF32Type())
                                        : Type(make.scope.builder.getF64Type());
  Value x = make.input({make.length()}, element);
  auto scalar = make.scope.tensor({}, element);
  Value count =
      make.splat(scalar, static_cast<double>(typeOf(x).getNumElements()));
  Value mean = make.divide(make.reduce(x, {0}), count);
  Value rest =
      make.subtract(x, make.broadcastScalar(mean, typeOf(x).getShape()));
  Value squares = make.multiply(rest, rest);
  return {mean, make.divide(make.reduce(squares, {0}), count)};
}

Results product(Long &make) {
  Scope &scope = make.scope;
  Type element = make.element();
  bool isOfVectors = make.random.chance(30);
  int64_t m = isOfVectors ? 1 : make.random.between(1, 5);
  int64_t n = isOfVectors ? 1 : make.random.between(1, 5);
  int64_t k = make.length() / std::max(m, n);
  Dims left = isOfVectors ? Dims{k} : Dims{m, k};
  Dims right = isOfVectors ? Dims{k} : Dims{k, n};
  Value lhs = make.input(left, element);
  Value rhs = make.input(right, element);
  auto numbers = DotDimensionNumbersAttr::get(
      scope.builder.getContext(), {}, {},
      {static_cast<int64_t>(left.size()) - 1}, {0});
  Dims shape = isOfVectors ? Dims{} : Dims{m, n};
  Value result = DotGeneralOp::create(scope.builder, scope.location,
                                      scope.tensor(shape, element), lhs, rhs,
                                      numbers, ArrayAttr(), DotAlgorithmAttr());
  return {result};
}

/// One window over many channels.
Results convolution(Long &make) {
  Scope &scope = make.scope;
  Type element = make.element();
  constexpr int64_t width = 3;
  int64_t features = make.random.between(1, 3);
  int64_t channels = std::max<int64_t>(make.length() / (4 * width), 1);
  Value lhs = make.input({1, channels, width + 1}, element);
  Value rhs = make.input({features, channels, width}, element);
  auto numbers = ConvDimensionNumbersAttr::get(scope.builder.getContext(), 0, 1,
                                               {2}, 1, 0, {2}, 0, 1, {2});
  Value result = ConvolutionOp::create(
      scope.builder, scope.location, scope.tensor({1, features, 2}, element),
      lhs, rhs, DenseI64ArrayAttr(), DenseIntElementsAttr(),
      DenseI64ArrayAttr(), DenseI64ArrayAttr(), DenseBoolArrayAttr(), numbers,
      uint64_t(1), uint64_t(1), ArrayAttr());
  return {result};
}

/// A scan as a window that reaches back to the first element. The interpreter
/// goes through every window.
Results cumulativeWindow(Long &make) {
  constexpr int64_t most = 400;
  Scope &scope = make.scope;
  int64_t n = make.length(std::min(most, scope.session.limits.longest));
  Type element = make.element();
  std::optional<Monoid> monoid =
      make.random.chance(40)
          ? randomMonoid(scope, element, MonoidKind::ExactAndShort)
          : std::nullopt;
  SmallVector<Value> inputs;
  SmallVector<Value> initial;
  if (monoid) {
    inputs = makeInputs(scope, *monoid, {n});
    initial = makeNeutral(scope, *monoid);
  } else {
    inputs = {make.input({n}, element)};
    initial = {scope.constant(
        Tensor::scalar(element, Element::zero(*ElementType::from(element))))};
  }
  OpBuilder &builder = scope.builder;
  auto one = builder.getDenseI64ArrayAttr({1});
  auto padding = DenseIntElementsAttr::get(
      RankedTensorType::get({1, 2}, builder.getI64Type()),
      ArrayRef<int64_t>{n - 1, 0});
  auto op = ReduceWindowOp::create(
      builder, scope.location, TypeRange(ValueRange(inputs)),
      ValueRange(inputs), ValueRange(initial),
      builder.getDenseI64ArrayAttr({n}), one, one, one, padding);
  if (monoid) {
    makeBody(scope, op.getBody(), *monoid);
  } else {
    combineBy<AddOp>(scope, op.getBody(), scope.tensor({}, element));
  }
  return Results(op->getResults());
}

/// Every other element of x from `start` on, `count` of them.
Value everyOther(Scope &scope, Value x, int64_t start, int64_t count) {
  Type element = typeOf(x).getElementType();
  return SliceOp::create(
      scope.builder, scope.location, scope.tensor({count}, element), x,
      ArrayRef<int64_t>{start}, ArrayRef<int64_t>{start + 2 * count - 1},
      ArrayRef<int64_t>{2});
}

/// A scan as JAX's associative_scan writes it: sums of neighbours are scanned,
/// and what lies between is filled in.
Value scan(Long &make, Value x) {
  Scope &scope = make.scope;
  int64_t n = typeOf(x).getNumElements();
  if (n < 2) {
    return x;
  }
  Type element = typeOf(x).getElementType();
  int64_t half = n / 2;
  Value odd = scan(make, make.add(everyOther(scope, x, 0, half),
                                  everyOther(scope, x, 1, half)));
  auto slice = [&](Value from, int64_t start, int64_t limit) -> Value {
    return SliceOp::create(scope.builder, scope.location,
                           scope.tensor({limit - start}, element), from,
                           ArrayRef<int64_t>{start}, ArrayRef<int64_t>{limit},
                           ArrayRef<int64_t>{1});
  };
  int64_t evens = n - half;
  Value even = slice(x, 0, 1);
  if (evens > 1) {
    Value sums =
        make.add(slice(odd, 0, evens - 1), everyOther(scope, x, 2, evens - 1));
    even = ConcatenateOp::create(scope.builder, scope.location,
                                 scope.tensor({evens}, element),
                                 ValueRange{even, sums}, uint64_t(0));
  }
  Value zero = scope.constant(
      Tensor::scalar(element, Element::zero(*ElementType::from(element))));
  auto between = [&](Value part, int64_t low) -> Value {
    int64_t used = low + 2 * typeOf(part).getNumElements() - 1;
    return PadOp::create(scope.builder, scope.location,
                         scope.tensor({n}, element), part, zero,
                         ArrayRef<int64_t>{low}, ArrayRef<int64_t>{n - used},
                         ArrayRef<int64_t>{1});
  };
  return make.add(between(even, 0), between(odd, 1));
}

/// Many kernels, and the model of tiles goes through the elements of each.
Results cumulativeSum(Long &make) {
  int64_t n = make.length(make.scope.session.limits.longest);
  return {scan(make, make.input({n}, make.element()))};
}

Results ordered(Long &make) {
  Scope &scope = make.scope;
  ElementTypes &types = scope.session.elements;
  Type element = make.random.chance(60) ? make.element()
                                        : make.random.pick(types.integers());
  std::optional<Monoid> monoid =
      randomMonoid(scope, element, MonoidKind::ExactAndShort);
  if (!monoid) {
    return sums(make);
  }
  int64_t operands = static_cast<int64_t>(monoid->types.size());
  int64_t rows = make.random.chance(50) ? 1 : make.random.between(2, 5);
  int64_t length = make.length(scope.session.limits.longest);
  Dims shape = {rows, std::max<int64_t>(length / rows / operands, 1)};
  int64_t reduced = 1;
  if (make.random.chance(30)) {
    std::swap(shape[0], shape[1]);
    reduced = 0;
  }
  SmallVector<Value> inputs = makeInputs(scope, *monoid, shape);
  SmallVector<Type> results;
  for (Type type : monoid->types) {
    results.push_back(scope.tensor({rows}, type));
  }
  SmallVector<Value> neutral = makeNeutral(scope, *monoid);
  auto op = ReduceOp::create(scope.builder, scope.location, TypeRange(results),
                             ValueRange(inputs), ValueRange(neutral),
                             ArrayRef<int64_t>{reduced});
  makeBody(scope, op.getBody(), *monoid);
  return Results(op->getResults());
}

struct LongKind {
  llvm::StringLiteral name;
  Results (*make)(Long &);
};

constexpr LongKind allKinds[] = {
    {"long sum", sums},
    {"long variance", variance},
    {"long product", product},
    {"long convolution", convolution},
    {"long scan by windows", cumulativeWindow},
    {"long scan by halves", cumulativeSum},
    {"long reduction in order", ordered},
    {"long reduction in order", ordered},
};

} // namespace

llvm::SmallVector<Value> makeLong(Scope &scope) {
  Long make(scope);
  const LongKind &kind = scope.random.pick(ArrayRef<LongKind>(allKinds));
  scope.session.coverage.bodies[kind.name.str()]++;
  return kind.make(make);
}

} // namespace weft::generate
