// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateValues.h"

#include "weft/Support/FloatTypes.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

#include <cmath>
#include <limits>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::generate {

ElementTypes::ElementTypes(MLIRContext *context) {
  all.push_back(IntegerType::get(context, 1));
  for (auto signedness : {IntegerType::Signless, IntegerType::Unsigned}) {
    for (unsigned width : {2, 4, 8, 16, 32, 64}) {
      all.push_back(IntegerType::get(context, width, signedness));
    }
  }
  for (const FloatFormat &format : floatFormats) {
    if (format.kind != FloatKind::TF32) {
      all.push_back(floatTypeOf(format.kind, context));
    }
  }
  all.push_back(ComplexType::get(Float32Type::get(context)));
  all.push_back(ComplexType::get(Float64Type::get(context)));
  all.push_back(quant::UniformQuantizedType::get(
      quant::QuantizationFlags::Signed, IntegerType::get(context, 8),
      Float32Type::get(context), /*scale=*/0.5, /*zeroPoint=*/3,
      /*storageTypeMin=*/-128, /*storageTypeMax=*/127));
}

std::string nameOf(Type elementType) {
  if (isa<quant::QuantizedType>(elementType)) {
    return "quantized";
  }
  return llvm::formatv("{0}", elementType);
}

static Element ordinaryInteger(ElementType type, Random &random) {
  return Element::integer(type, static_cast<uint64_t>(random.between(-5, 9)));
}

static double ordinaryReal(Random &random) {
  double sign = random.chance(50) ? -1 : 1;
  return sign * std::ldexp(static_cast<double>(random.below(1 << 12)),
                           static_cast<int>(random.between(-12, -8)));
}

static Element randomInteger(ElementType type, Random &random) {
  switch (random.below(8)) {
  case 0:
    return Element::integer(type, 0);
  case 1:
    return Element::integer(type, 1);
  case 2:
    return Element::integer(type, ~uint64_t(0));
  case 3:
    // The least signed number, and its neighbour the greatest.
    return Element::integer(type, (uint64_t(1) << (type.bitWidth() - 1)) -
                                      static_cast<uint64_t>(random.below(2)));
  case 4:
    return Element::integer(type, random.next());
  default:
    return ordinaryInteger(type, random);
  }
}

static double randomReal(FloatKind kind, Random &random) {
  const FloatFormat &format = formatOf(kind);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double sign = random.chance(50) ? -1 : 1;
  switch (random.below(16)) {
  case 0:
    return sign * 0.0;
  case 1:
    return sign * infinity;
  case 2:
    return std::numeric_limits<double>::quiet_NaN();
  case 3:
    return sign * decodeFloat(kind, format.largestCode());
  case 4:
    // Among the subnormal numbers, where there are some.
    return sign * decodeFloat(kind, static_cast<uint64_t>(random.below(4)));
  case 5:
    return decodeFloat(kind, random.next() &
                                 (format.magnitudeMask() | format.signMask()));
  case 6:
  case 7:
    return sign * static_cast<double>(random.below(5));
  default:
    return ordinaryReal(random);
  }
}

Element ordinaryElement(ElementType type, Random &random) {
  if (type.isFloat()) {
    return Element::real(type, ordinaryReal(random));
  }
  if (type.isComplex()) {
    double real = ordinaryReal(random);
    return Element::complex(type, {real, ordinaryReal(random)});
  }
  return ordinaryInteger(type, random);
}

Element randomElement(ElementType type, Random &random) {
  if (type.isFloat()) {
    return Element::real(type, randomReal(type.floatKind(), random));
  }
  if (type.isComplex()) {
    double real = randomReal(type.floatKind(), random);
    return Element::complex(type, {real, randomReal(type.floatKind(), random)});
  }
  return randomInteger(type, random);
}

Tensor randomTensor(Budget &budget, RankedTensorType type, Random &random) {
  TensorBuilder builder =
      std::move(TensorBuilder::create(budget, type)).value();
  ElementType element = builder.elementType();
  bool isSplat = random.chance(30);
  Element first = randomElement(element, random);
  for (int64_t i = 0; i < builder.elementCount(); ++i) {
    builder.setAt(i, isSplat ? first : randomElement(element, random));
  }
  return std::move(builder).finish();
}

Tensor randomIndices(Budget &budget, RankedTensorType type, int64_t size,
                     Random &random) {
  TensorBuilder builder =
      std::move(TensorBuilder::create(budget, type)).value();
  // Evenly spaced indices are common in programs.
  bool isProgression = random.chance(30);
  int64_t first = random.between(0, std::max<int64_t>(size - 1, 0));
  int64_t step = random.between(-2, 2);
  bool inRange = random.chance(70);
  for (int64_t i = 0; i < builder.elementCount(); ++i) {
    int64_t index = isProgression         ? first + i * step
                    : inRange && size > 0 ? random.below(size)
                                          : random.between(-3, size + 3);
    builder.setAt(i, Element::integer(builder.elementType(),
                                      static_cast<uint64_t>(index)));
  }
  return std::move(builder).finish();
}

} // namespace weft::generate
