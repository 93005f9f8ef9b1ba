// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products, with random dimension numbers.

#include "weft/Testing/Programs/GenerateRecipes.h"
#include "weft/Testing/Programs/GenerateSizes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

ArrayAttr randomPrecision(Scope &scope) {
  if (scope.random.chance(60)) {
    return {};
  }
  SmallVector<Attribute> precisions;
  for (int i = 0; i < 2; ++i) {
    precisions.push_back(
        PrecisionAttr::get(scope.builder.getContext(),
                           static_cast<Precision>(scope.random.below(3))));
  }
  return scope.builder.getArrayAttr(precisions);
}

/// The type of the sum: that of the operands, or one that holds more.
Type sumType(Scope &scope, Type element) {
  MLIRContext *context = element.getContext();
  if (!scope.random.chance(25)) {
    return element;
  }
  if (auto integer = dyn_cast<IntegerType>(element);
      integer && integer.getWidth() > 1) {
    return IntegerType::get(context, 64, integer.getSignedness());
  }
  if (isa<FloatType>(element)) {
    return scope.random.chance(50) ? Type(Float64Type::get(context))
           : element.isF64()       ? element
                                   : Type(Float32Type::get(context));
  }
  return element;
}

DotAlgorithmAttr randomAlgorithm(Scope &scope, Type element, Type sum) {
  if (!element.isF32() || !sum.isF32() || scope.random.chance(70)) {
    return {};
  }
  MLIRContext *context = element.getContext();
  Type precision =
      scope.random.pick({Type(FloatTF32Type::get(context)),
                         Type(BFloat16Type::get(context)), element});
  Type sums =
      scope.random.chance(30) ? Type(Float64Type::get(context)) : element;
  return DotAlgorithmAttr::get(context, precision, precision, sums, 1, 1, 1,
                               false);
}

/// A size small enough that products of four stay within the limits.
int64_t smallSize(Scope &scope) {
  return scope.random.chance(3)    ? 0
         : scope.random.chance(25) ? 1
                                   : scope.random.between(1, 3);
}

/// The dimensions of two operands, by the part they play, each operand's in
/// some order.
struct Product {
  Dims batch;
  Dims contracted;
  Dims lhsFree;
  Dims rhsFree;
  Dims lhsOrder;
  Dims rhsOrder;

  /// Positions of the operand's dimensions: batch, contracted, free.
  static Dims shapeIn(const Dims &order, ArrayRef<Dims> parts) {
    Dims all;
    for (const Dims &part : parts) {
      llvm::append_range(all, part);
    }
    Dims shape(order.size());
    for (auto [i, place] : llvm::enumerate(order)) {
      shape[place] = all[i];
    }
    return shape;
  }
  Dims lhsShape() const {
    return shapeIn(lhsOrder, {batch, contracted, lhsFree});
  }
  Dims rhsShape() const {
    return shapeIn(rhsOrder, {batch, contracted, rhsFree});
  }
  ArrayRef<int64_t> places(const Dims &order, size_t first,
                           size_t count) const {
    return ArrayRef<int64_t>(order).slice(first, count);
  }
};

Product randomProduct(Scope &scope) {
  Random &random = scope.random;
  Product product;
  auto fill = [&](Dims &dims, int64_t most) {
    for (int64_t i = random.below(most + 1); i > 0; --i) {
      dims.push_back(smallSize(scope));
    }
  };
  fill(product.batch, random.chance(70) ? 1 : 2);
  fill(product.contracted, 2);
  fill(product.lhsFree, 2);
  fill(product.rhsFree, 2);
  // Free dimensions are in the result in their order within the operand, so
  // theirs is kept.
  auto order = [&](const Dims &free) {
    size_t fixed = product.batch.size() + product.contracted.size();
    Dims places = random.permutation(static_cast<int64_t>(fixed + free.size()));
    llvm::sort(places.begin() + fixed, places.end());
    return places;
  };
  product.lhsOrder = order(product.lhsFree);
  product.rhsOrder = order(product.rhsFree);
  return product;
}

Dims resultShape(const Product &product) {
  Dims shape = product.batch;
  llvm::append_range(shape, product.lhsFree);
  llvm::append_range(shape, product.rhsFree);
  return shape;
}

/// The part each dimension of a value that is there plays, the other operand to
/// fit.
Product productWith(Scope &scope, ArrayRef<int64_t> lhs) {
  Product product;
  Dims batch;
  Dims contracted;
  Dims free;
  for (auto [d, size] : llvm::enumerate(lhs)) {
    int64_t place = static_cast<int64_t>(d);
    switch (scope.random.below(3)) {
    case 0:
      product.batch.push_back(size);
      batch.push_back(place);
      break;
    case 1:
      product.contracted.push_back(size);
      contracted.push_back(place);
      break;
    default:
      product.lhsFree.push_back(size);
      free.push_back(place);
    }
  }
  product.rhsFree.push_back(smallSize(scope));
  for (const Dims &part : {batch, contracted, free}) {
    llvm::append_range(product.lhsOrder, part);
  }
  size_t fixed = batch.size() + contracted.size();
  product.rhsOrder = scope.random.permutation(static_cast<int64_t>(fixed) + 1);
  return product;
}

void dotGeneral(Scope &scope, Type element) {
  Value known = scope.random.chance(50) ? scope.any(element, 1) : Value();
  Product product =
      known ? productWith(scope,
                          cast<RankedTensorType>(known.getType()).getShape())
            : randomProduct(scope);
  size_t batch = product.batch.size();
  size_t contracted = product.contracted.size();
  auto numbers = DotDimensionNumbersAttr::get(
      scope.builder.getContext(), product.places(product.lhsOrder, 0, batch),
      product.places(product.rhsOrder, 0, batch),
      product.places(product.lhsOrder, batch, contracted),
      product.places(product.rhsOrder, batch, contracted));
  Value lhs =
      known ? known : scope.get(scope.tensor(product.lhsShape(), element));
  Value rhs = scope.get(scope.tensor(product.rhsShape(), element));
  Type sum = sumType(scope, element);
  auto type = scope.tensor(resultShape(product), sum);
  // An algorithm says all there is to say about precision.
  DotAlgorithmAttr algorithm = randomAlgorithm(scope, element, sum);
  scope.make<DotGeneralOp>(element, type, lhs, rhs, numbers,
                           algorithm ? ArrayAttr() : randomPrecision(scope),
                           algorithm);
}

void dot(Scope &scope, Type element) {
  int64_t k = smallSize(scope);
  Dims lhsShape = {k};
  Dims rhsShape = {k};
  Dims shape;
  if (scope.random.chance(70)) {
    lhsShape.insert(lhsShape.begin(), smallSize(scope));
    shape.push_back(lhsShape.front());
  }
  if (scope.random.chance(70)) {
    rhsShape.push_back(smallSize(scope));
    shape.push_back(rhsShape.back());
  }
  Value lhs = scope.get(scope.tensor(lhsShape, element));
  Value rhs = scope.get(scope.tensor(rhsShape, element));
  auto type = scope.tensor(shape, sumType(scope, element));
  scope.make<DotOp>(element, type, lhs, rhs, randomPrecision(scope));
}

void einsum(Scope &scope, Type element) {
  Product product = randomProduct(scope);
  // One letter per dimension: batch and contracted ones in both operands.
  std::string lhs(product.lhsOrder.size(), ' ');
  std::string rhs(product.rhsOrder.size(), ' ');
  std::string output;
  Dims outputShape;
  char next = 'a';
  size_t shared = product.batch.size() + product.contracted.size();
  for (size_t i = 0; i < shared; ++i, ++next) {
    lhs[product.lhsOrder[i]] = next;
    rhs[product.rhsOrder[i]] = next;
    if (i < product.batch.size()) {
      output += next;
      outputShape.push_back(product.batch[i]);
    }
  }
  for (size_t i = 0; i < product.lhsFree.size(); ++i, ++next) {
    lhs[product.lhsOrder[shared + i]] = next;
    output += next;
    outputShape.push_back(product.lhsFree[i]);
  }
  for (size_t i = 0; i < product.rhsFree.size(); ++i, ++next) {
    rhs[product.rhsOrder[shared + i]] = next;
    // A letter that the result lacks is summed over.
    if (scope.random.chance(80)) {
      output += next;
      outputShape.push_back(product.rhsFree[i]);
    }
  }
  std::string shuffled;
  Dims shape;
  for (int64_t i :
       scope.random.permutation(static_cast<int64_t>(output.size()))) {
    shuffled += output[i];
    shape.push_back(outputShape[i]);
  }
  Value left = scope.get(scope.tensor(product.lhsShape(), element));
  Value right = scope.get(scope.tensor(product.rhsShape(), element));
  auto type = scope.tensor(shape, element);
  scope.make<EinsumOp>(element, type, left, right,
                       StringRef(lhs + "," + rhs + "->" + shuffled));
}

void unaryEinsum(Scope &scope, Type element) {
  Value x = scope.any(element);
  auto shape = cast<RankedTensorType>(x.getType()).getShape();
  std::string input;
  for (size_t d = 0; d < shape.size(); ++d) {
    input += static_cast<char>('a' + d);
  }
  std::string output;
  Dims resultShape;
  bool keepsAll = scope.random.chance(60);
  for (int64_t d :
       scope.random.permutation(static_cast<int64_t>(shape.size()))) {
    if (keepsAll || scope.random.chance(60)) {
      output += input[d];
      resultShape.push_back(shape[d]);
    }
  }
  auto type = scope.tensor(resultShape, element);
  scope.make<UnaryEinsumOp>(element, type, x, StringRef(input + "->" + output));
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

struct Window {
  Dims sizes;
  Dims strides;
  Dims padding;
  Dims lhsDilation;
  Dims rhsDilation;
  SmallVector<bool> reversal;
};

/// `base` elements seen through the window of dimension i.
int64_t positions(const Window &window, size_t i, int64_t base) {
  int64_t dilated = base == 0 ? 0 : (base - 1) * window.lhsDilation[i] + 1;
  int64_t padded = dilated + window.padding[2 * i] + window.padding[2 * i + 1];
  int64_t reach = (window.sizes[i] - 1) * window.rhsDilation[i] + 1;
  return padded <= 0 || padded < reach
             ? 0
             : (padded - reach) / window.strides[i] + 1;
}

void convolution(Scope &scope, Type element, bool isDynamic) {
  Random &random = scope.random;
  int64_t spatial = random.chance(15) ? 0 : random.between(1, 2);
  Window window;
  Dims base;
  bool onlyPoints = random.chance(30);
  for (int64_t i = 0; i < spatial; ++i) {
    base.push_back(random.between(1, 4));
    window.sizes.push_back(onlyPoints ? 1 : random.between(1, 3));
    window.strides.push_back(random.chance(60) ? 1 : random.between(1, 2));
    bool isPadded = !onlyPoints && random.chance(50);
    window.padding.push_back(isPadded ? random.between(-1, 2) : 0);
    window.padding.push_back(isPadded ? random.between(-1, 2) : 0);
    window.lhsDilation.push_back(random.chance(80) ? 1 : 2);
    window.rhsDilation.push_back(random.chance(80) ? 1 : 2);
    window.reversal.push_back(random.chance(20));
  }
  int64_t features = random.between(1, 2);
  int64_t outputs = random.between(1, 2);
  int64_t batch = random.between(1, 2);
  int64_t featureGroups = random.chance(80) ? 1 : 2;
  int64_t batchGroups = featureGroups > 1 || random.chance(80) ? 1 : 2;
  int64_t groups = featureGroups * batchGroups;
  outputs *= groups;

  Dims lhsOrder = random.permutation(spatial + 2);
  Dims rhsOrder = random.permutation(spatial + 2);
  Dims outOrder = random.permutation(spatial + 2);
  Dims lhsShape(spatial + 2);
  Dims rhsShape(spatial + 2);
  Dims outShape(spatial + 2);
  lhsShape[lhsOrder[0]] = batch * batchGroups;
  lhsShape[lhsOrder[1]] = features * featureGroups;
  rhsShape[rhsOrder[0]] = features;
  rhsShape[rhsOrder[1]] = outputs;
  outShape[outOrder[0]] = batch;
  outShape[outOrder[1]] = outputs;
  for (int64_t i = 0; i < spatial; ++i) {
    lhsShape[lhsOrder[i + 2]] = base[i];
    rhsShape[rhsOrder[i + 2]] = window.sizes[i];
    outShape[outOrder[i + 2]] = positions(window, i, base[i]);
  }
  auto numbers = ConvDimensionNumbersAttr::get(
      scope.builder.getContext(), lhsOrder[0], lhsOrder[1],
      ArrayRef<int64_t>(lhsOrder).drop_front(2), rhsOrder[0], rhsOrder[1],
      ArrayRef<int64_t>(rhsOrder).drop_front(2), outOrder[0], outOrder[1],
      ArrayRef<int64_t>(outOrder).drop_front(2));
  Value lhs = scope.get(scope.tensor(lhsShape, element));
  Value rhs = scope.get(scope.tensor(rhsShape, element));
  auto type = scope.tensor(outShape, sumType(scope, element));
  OpBuilder &builder = scope.builder;
  auto paddingType = RankedTensorType::get({spatial, 2}, builder.getI64Type());
  auto padding =
      DenseIntElementsAttr::get(paddingType, ArrayRef<int64_t>(window.padding));
  if (isDynamic) {
    RankedTensorType open = perhapsOpen(scope, type);
    Value list = makeSizes(scope, window.padding, builder.getI64Type(),
                           !open.hasStaticShape());
    Value amounts =
        ReshapeOp::create(builder, scope.location, paddingType, list);
    finishOpen(scope,
               DynamicConvOp::create(
                   builder, scope.location, open, lhs, rhs, amounts,
                   builder.getDenseI64ArrayAttr(window.strides),
                   builder.getDenseI64ArrayAttr(window.lhsDilation),
                   builder.getDenseI64ArrayAttr(window.rhsDilation),
                   builder.getDenseBoolArrayAttr(window.reversal), numbers,
                   static_cast<uint64_t>(featureGroups),
                   static_cast<uint64_t>(batchGroups), randomPrecision(scope)),
               type, element);
    return;
  }
  scope.make<ConvolutionOp>(
      element, type, lhs, rhs, builder.getDenseI64ArrayAttr(window.strides),
      padding, builder.getDenseI64ArrayAttr(window.lhsDilation),
      builder.getDenseI64ArrayAttr(window.rhsDilation),
      builder.getDenseBoolArrayAttr(window.reversal), numbers,
      static_cast<uint64_t>(featureGroups), static_cast<uint64_t>(batchGroups),
      randomPrecision(scope));
}

} // namespace

void addProductRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.add<DotGeneralOp>(types.plain(), dotGeneral);
  recipes.add<DotOp>(types.plain(), dot);
  recipes.add<EinsumOp>(types.plain(), einsum);
  recipes.add<UnaryEinsumOp>(types.plain(), unaryEinsum);
  recipes.add<ConvolutionOp>(types.plain(), [](Scope &scope, Type element) {
    convolution(scope, element, /*isDynamic=*/false);
  });
  recipes.add<DynamicConvOp>(types.plain(), [](Scope &scope, Type element) {
    convolution(scope, element, /*isDynamic=*/true);
  });
}

} // namespace weft::generate
