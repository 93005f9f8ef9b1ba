// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Match.h"

#include "weft/Support/FloatTypes.h"

#include <mlir/IR/TypeUtilities.h>

#include <limits>
#include <numeric>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isPlainElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    type = complex.getElementType();
  }
  return isa<IntegerType, FloatType>(type) && hasZero(type);
}

bool isPlainTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         isPlainElement(tensor.getElementType());
}

bool isPlain(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), isPlainTensor) &&
         llvm::all_of(op->getResultTypes(), isPlainTensor);
}

bool isBoolean(Type type) { return getElementTypeOrSelf(type).isInteger(1); }

bool isInteger(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && integer.getWidth() > 1;
}

bool isUnsigned(Type type) {
  return getElementTypeOrSelf(type).isUnsignedInteger();
}

bool isFloat(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

bool isComplex(Type type) {
  return isa<ComplexType>(getElementTypeOrSelf(type));
}

bool isCommutative(Operation *op) {
  return op->hasTrait<traits::Commutative>() &&
         !(isa<MaximumOp, MinimumOp>(op) &&
           isComplex(op->getResult(0).getType()));
}

int64_t byteSize(RankedTensorType type) {
  Type element = type.getElementType();
  int64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    parts = 2;
  }
  int64_t bits = element.getIntOrFloatBitWidth();
  return type.getNumElements() * parts * ((bits + 7) / 8);
}

Dimensions firstNumbers(int64_t n) {
  Dimensions numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

bool isIdentityPermutation(ArrayRef<int64_t> permutation) {
  return permutation == ArrayRef<int64_t>(firstNumbers(permutation.size()));
}

Dimensions inversePermutation(ArrayRef<int64_t> permutation) {
  Dimensions inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation)) {
    inverse[from] = to;
  }
  return inverse;
}

Dimensions otherDimensions(int64_t rank, ArrayRef<int64_t> dimensions) {
  llvm::SmallBitVector named(rank);
  for (int64_t dimension : dimensions) {
    named.set(dimension);
  }
  Dimensions others;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    if (!named[dimension]) {
      others.push_back(dimension);
    }
  }
  return others;
}

Dimensions gatherEntries(ArrayRef<int64_t> list, ArrayRef<int64_t> dimensions) {
  Dimensions entries;
  for (int64_t dimension : dimensions) {
    entries.push_back(list[dimension]);
  }
  return entries;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

DenseElementsAttr constantOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !isPlainTensor(value.getType())) {
    return {};
  }
  return dyn_cast<DenseElementsAttr>(constant.getValue());
}

/// Only where it has one element value; an empty tensor has none.
static DenseElementsAttr splatOf(Value value) {
  DenseElementsAttr elements = constantOf(value);
  return elements && elements.isSplat() && !elements.empty()
             ? elements
             : DenseElementsAttr();
}

std::optional<llvm::APInt> splatInteger(Value value) {
  DenseElementsAttr splat = splatOf(value);
  if (!splat || !isa<IntegerType>(splat.getElementType())) {
    return std::nullopt;
  }
  return splat.getSplatValue<llvm::APInt>();
}

std::optional<llvm::APFloat> splatFloat(Value value) {
  DenseElementsAttr splat = splatOf(value);
  if (!splat || !isa<FloatType>(splat.getElementType())) {
    return std::nullopt;
  }
  return splat.getSplatValue<llvm::APFloat>();
}

bool isSplat(Value value) { return static_cast<bool>(splatOf(value)); }

bool areSameSplat(Value first, Value second) {
  DenseElementsAttr a = splatOf(first);
  DenseElementsAttr b = splatOf(second);
  return a && b && a.getElementType() == b.getElementType() &&
         a.getRawData() == b.getRawData();
}

bool isIntegerConstant(Value value, int64_t number) {
  std::optional<llvm::APInt> splat = splatInteger(value);
  if (!splat) {
    return false;
  }
  unsigned width = splat->getBitWidth();
  return *splat == llvm::APInt(64, static_cast<uint64_t>(number))
                       .zextOrTrunc(width) &&
         (width >= 64 || number < (int64_t(1) << width));
}

bool isAllOnesConstant(Value value) {
  std::optional<llvm::APInt> splat = splatInteger(value);
  return splat && splat->isAllOnes();
}

static bool isExactly(const llvm::APFloat &value, double number) {
  llvm::APFloat expected(number);
  bool losesInfo = false;
  expected.convert(value.getSemantics(), llvm::APFloat::rmNearestTiesToEven,
                   &losesInfo);
  return !losesInfo && value.bitwiseIsEqual(expected);
}

bool isFloatConstant(Value value, double number) {
  std::optional<llvm::APFloat> splat = splatFloat(value);
  return splat && isExactly(*splat, number);
}

static bool isAdditiveIdentity(const llvm::APFloat &value, Type type) {
  if (!value.isZero()) {
    return false;
  }
  std::optional<FloatKind> kind = floatKindOf(type);
  // Where the code of -0 is the NaN there is one zero.
  bool hasNegativeZero =
      !kind || formatOf(*kind).specials != FloatSpecials::NegativeZero;
  return value.isNegative() || !hasNegativeZero;
}

bool isAdditiveIdentity(Value value) {
  if (isComplex(value)) {
    DenseElementsAttr splat = splatOf(value);
    if (!splat) {
      return false;
    }
    auto number = splat.getSplatValue<std::complex<llvm::APFloat>>();
    Type part = cast<ComplexType>(elementOf(value)).getElementType();
    return isAdditiveIdentity(number.real(), part) &&
           isAdditiveIdentity(number.imag(), part);
  }
  if (std::optional<llvm::APFloat> number = splatFloat(value)) {
    return isAdditiveIdentity(*number, elementOf(value));
  }
  return isIntegerConstant(value, 0);
}

/// Products are rounded inside a sum of products, but the sum itself is exact
/// where it is zero; only a sum that is then rounded to a narrower type may
/// become -0.
static bool isWideFloat(Value value) {
  return elementOf(value).isF32() || elementOf(value).isF64();
}

static bool isNeverNegativeZero(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || !isPlainTensor(value.getType()) || !isFloat(value)) {
    return false;
  }
  auto ofOperand = [&](unsigned i) {
    return isPlainTensor(op->getOperand(i).getType()) &&
           isNeverNegativeZero(op->getOperand(i), depth - 1);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](ConstantOp) {
        std::optional<llvm::APFloat> number = splatFloat(value);
        return number && !number->isNegZero();
      })
      .Case<AbsOp, ExponentialOp, LogisticOp>([](auto) { return true; })
      .Case([](ConvertOp convert) { return isExact(convert.getOperand()); })
      // x + y is -0 only where both are.
      .Case([&](AddOp) { return ofOperand(0) || ofOperand(1); })
      .Case([](MultiplyOp multiply) {
        return multiply.getLhs() == multiply.getRhs();
      })
      .Case<DotGeneralOp, ConvolutionOp>(
          [&](auto) { return isWideFloat(value); })
      .Case([&](ReduceOp reduce) {
        Block &body = reduce.getBody().front();
        return reduce.getInputs().size() == 1 && isPlain(reduce) &&
               body.getOperations().size() == 2 && isa<AddOp>(body.front()) &&
               body.getTerminator()->getOperand(0) ==
                   body.front().getResult(0) &&
               llvm::is_contained(body.front().getOperands(),
                                  body.getArgument(0)) &&
               elementOf(reduce.getInitValues().front()) == elementOf(value) &&
               isNeverNegativeZero(reduce.getInitValues().front(), depth - 1);
      })
      .Case<BroadcastInDimOp, ReshapeOp, ReverseOp, SliceOp, TransposeOp>(
          [&](auto) { return ofOperand(0); })
      .Case([&](SelectOp) { return ofOperand(1) && ofOperand(2); })
      .Default([](Operation *) { return false; });
}

bool isNeverNegativeZero(Value value) {
  constexpr unsigned farEnough = 6;
  return isNeverNegativeZero(value, farEnough);
}

bool isMultiplicativeIdentity(Value value) {
  return isIntegerConstant(value, 1) || isFloatConstant(value, 1.0);
}

int64_t toInt64(const llvm::APInt &value, bool isUnsignedType) {
  if (isUnsignedType) {
    return static_cast<int64_t>(
        value.getLimitedValue(std::numeric_limits<int64_t>::max()));
  }
  return value.getSExtValue();
}

std::optional<int64_t> scalarInteger(Value value) {
  DenseElementsAttr elements = constantOf(value);
  if (!elements || elements.getNumElements() != 1 || !isInteger(value)) {
    return std::nullopt;
  }
  return toInt64(*elements.value_begin<llvm::APInt>(), isUnsigned(value));
}

} // namespace weft::stablehlo
