// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateSpecials.h"

#include "weft/Testing/Programs/GenerateValues.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

#include <cmath>
#include <limits>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;

namespace weft::generate {
namespace {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool areSameReal(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         (a == b && std::signbit(a) == std::signbit(b));
}

bool areSame(const Element &a, const Element &b) {
  if (a.type().isFloat() || a.type().isComplex()) {
    return areSameReal(a.asReal(), b.asReal()) &&
           areSameReal(a.asImaginary(), b.asImaginary());
  }
  return a.bits() == b.bits();
}

struct Named {
  std::string name;
  double number;
};

std::vector<Named> specialReals(FloatKind kind) {
  const FloatFormat &format = formatOf(kind);
  std::vector<Named> list;
  if (format.hasNaN()) {
    list.push_back({"NaN", std::numeric_limits<double>::quiet_NaN()});
  }
  auto addBoth = [&](const char *name, double magnitude) {
    list.push_back({name, magnitude});
    if (format.hasSignAndZero) {
      list.push_back({std::string("-") + name, -magnitude});
    }
  };
  if (format.hasInfinity()) {
    addBoth("inf", std::numeric_limits<double>::infinity());
  }
  if (format.hasSignAndZero) {
    list.push_back({"0", 0.0});
    if (format.specials != FloatSpecials::NegativeZero) {
      list.push_back({"-0", -0.0});
    }
  }
  addBoth("least subnormal", decodeFloat(kind, format.hasSignAndZero ? 1 : 0));
  addBoth("largest", decodeFloat(kind, format.largestCode()));
  addBoth("1", 1.0);
  uint64_t one = encodeFloat(kind, 1.0);
  list.push_back({"1 + ulp", decodeFloat(kind, one + 1)});
  list.push_back({"1 - ulp", decodeFloat(kind, one - 1)});
  // Halves that a mantissa has room for: ties of rounding.
  for (auto [name, half] :
       {std::pair{"0.5", 0.5}, {"1.5", 1.5}, {"2.5", 2.5}}) {
    if (decodeFloat(kind, encodeFloat(kind, half)) == half) {
      addBoth(name, half);
    }
  }
  return list;
}

std::vector<SpecialValue> specialIntegers(ElementType type) {
  unsigned width = type.bitWidth();
  std::vector<SpecialValue> list;
  auto add = [&](const char *name, uint64_t bits) {
    list.push_back({name, Element::integer(type, bits)});
  };
  uint64_t signBit = uint64_t(1) << (width - 1);
  add("0", 0);
  add("1", 1);
  if (type.isSigned()) {
    add("-1", ~uint64_t(0));
    add("least", signBit);
    add("greatest", signBit - 1);
  } else {
    add("greatest", ~uint64_t(0));
    add("half of all", signBit);
  }
  // As amounts of shifts; a narrow type does not have them all.
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  uint64_t largest = type.isSigned() ? signBit - 1 : mask;
  for (auto [name, amount] : {std::pair{"width - 1", width - 1},
                              {"width", width},
                              {"width + 1", width + 1}}) {
    if (amount <= largest) {
      add(name, amount);
    }
  }
  return list;
}

std::vector<SpecialValue> listOf(Type elementType) {
  if (auto quantized = dyn_cast<quant::UniformQuantizedType>(elementType)) {
    ElementType storage = *ElementType::from(elementType);
    auto stored = [&](int64_t number) {
      return Element::integer(storage, static_cast<uint64_t>(number));
    };
    return {{"least", stored(quantized.getStorageTypeMin())},
            {"greatest", stored(quantized.getStorageTypeMax())},
            {"zero point", stored(quantized.getZeroPoint())}};
  }
  ElementType type = *ElementType::from(elementType);
  if (type.isBoolean()) {
    return {{"false", Element::boolean(false)},
            {"true", Element::boolean(true)}};
  }
  if (type.isInteger()) {
    return specialIntegers(type);
  }
  std::vector<SpecialValue> list;
  constexpr double ordinary = 1.75;
  for (const Named &value : specialReals(type.floatKind())) {
    if (type.isFloat()) {
      list.push_back({value.name, Element::real(type, value.number)});
      continue;
    }
    list.push_back({"real part " + value.name,
                    Element::complex(type, {value.number, ordinary})});
    list.push_back({"imaginary part " + value.name,
                    Element::complex(type, {ordinary, value.number})});
  }
  return list;
}

} // namespace

std::vector<SpecialValue> specialValues(Type elementType) {
  std::vector<SpecialValue> different;
  for (SpecialValue &value : listOf(elementType)) {
    if (specialIndex(different, value.element) < 0) {
      different.push_back(std::move(value));
    }
  }
  return different;
}

int64_t specialIndex(ArrayRef<SpecialValue> values, const Element &element) {
  for (auto [i, value] : llvm::enumerate(values)) {
    if (areSame(value.element, element)) {
      return static_cast<int64_t>(i);
    }
  }
  return -1;
}

//===----------------------------------------------------------------------===//
// Coverage
//===----------------------------------------------------------------------===//

void SpecialCoverage::Met::mark(size_t value) {
  count += values[value] ? 0 : 1;
  values[value] = true;
}

const std::vector<SpecialValue> &SpecialCoverage::valuesOf(Type elementType) {
  auto [found, isNew] = values.try_emplace(nameOf(elementType));
  if (isNew) {
    found->second = specialValues(elementType);
  }
  return found->second;
}

void SpecialCoverage::expect(const Operand &operand, Type elementType) {
  byOperand[operand].values.resize(valuesOf(elementType).size());
}

void SpecialCoverage::meet(const Operand &operand, Type elementType,
                           const Tensor &tensor) {
  const std::vector<SpecialValue> &list = valuesOf(elementType);
  Met &met = byOperand[operand];
  met.values.resize(list.size());
  for (int64_t i = 0; i < tensor.elementCount() && !met.isWhole(); ++i) {
    int64_t value = specialIndex(list, tensor.at(i));
    if (value >= 0) {
      met.mark(static_cast<size_t>(value));
    }
  }
}

void SpecialCoverage::meetPair(llvm::StringRef operation, Type elementType,
                               const Tensor &lhs, const Tensor &rhs) {
  const std::vector<SpecialValue> &list = valuesOf(elementType);
  Met &met = byPair[{operation.str(), nameOf(elementType)}];
  met.values.resize(list.size() * list.size());
  for (int64_t i = 0; i < lhs.elementCount() && !met.isWhole(); ++i) {
    int64_t a = specialIndex(list, lhs.at(i));
    int64_t b = a < 0 ? -1 : specialIndex(list, rhs.at(i));
    if (b >= 0) {
      met.mark(static_cast<size_t>(a) * list.size() + static_cast<size_t>(b));
    }
  }
}

bool SpecialCoverage::isMissing(
    llvm::StringRef operation,
    llvm::function_ref<bool(llvm::StringRef)> isAsked) const {
  std::string name = operation.str();
  for (auto at = byOperand.lower_bound({name, 0, ""});
       at != byOperand.end() && std::get<0>(at->first) == name; ++at) {
    if (!at->second.isWhole() && isAsked(std::get<2>(at->first))) {
      return true;
    }
  }
  for (auto at = byPair.lower_bound({name, ""});
       at != byPair.end() && at->first.first == name; ++at) {
    if (!at->second.isWhole() && isAsked(at->first.second)) {
      return true;
    }
  }
  return false;
}

SpecialCoverage::Count SpecialCoverage::operands() const {
  Count count;
  for (auto &[operand, met] : byOperand) {
    count.met += met.count;
    count.all += met.values.size();
  }
  return count;
}

SpecialCoverage::Count SpecialCoverage::pairs() const {
  Count count;
  for (auto &[operation, met] : byPair) {
    count.met += met.count;
    count.all += met.values.size();
  }
  return count;
}

std::vector<std::string> SpecialCoverage::lines() const {
  std::vector<std::string> all;
  for (auto &[operand, met] : byOperand) {
    auto &[operation, number, element] = operand;
    std::vector<std::string> names;
    for (auto [value, isMet] :
         llvm::zip_equal(values.at(element), met.values)) {
      if (isMet) {
        names.push_back(value.name);
      }
    }
    all.push_back(llvm::formatv("{0} operand {1} {2}: {3} of {4}: {5:$[, ]}",
                                operation, number, element, met.count,
                                met.values.size(),
                                llvm::make_range(names.begin(), names.end())));
  }
  for (auto &[pair, met] : byPair) {
    all.push_back(llvm::formatv("{0} {1}: {2} of {3} pairs of values",
                                pair.first, pair.second, met.count,
                                met.values.size()));
  }
  return all;
}

std::vector<std::string> SpecialCoverage::missing() const {
  std::vector<std::string> all;
  for (auto &[operand, met] : byOperand) {
    auto &[operation, number, element] = operand;
    for (auto [value, isMet] :
         llvm::zip_equal(values.at(element), met.values)) {
      if (!isMet) {
        all.push_back(llvm::formatv("{0} operand {1} {2}: {3}", operation,
                                    number, element, value.name));
      }
    }
  }
  for (auto &[pair, met] : byPair) {
    if (!met.isWhole()) {
      all.push_back(llvm::formatv(
          "{0} {1}: {2} of {3} pairs of values", pair.first, pair.second,
          met.values.size() - met.count, met.values.size()));
    }
  }
  return all;
}

} // namespace weft::generate
