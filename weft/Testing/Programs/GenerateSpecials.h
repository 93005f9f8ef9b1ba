// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values with something special about them, and which of them met which operand
// of which operation.
//
// A value has met an operand if the operand is an argument of @main or a
// constant, or a quantization of one, and the value is among its elements.
// What comes out of another operation does not count: nothing has to be
// executed to count. An operation of two operands of one type has also met
// pairs of values, one of each operand at the same place.
//
// What there is to meet follows from the programs themselves. An operand that
// was made with an element type once is to meet all values of that type;
// whether every operation was made on every type is counted elsewhere
// (GenerateProgram.h).

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"

#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Operation.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace weft::generate {

struct SpecialValue {
  std::string name;
  reference::Element element;
};

/// Different values, those the type has: `NaN` and `-inf` for f32, `least` and
/// `width + 1` for i8. Of a complex type one part is special; a quantized type
/// has those of its storage type that its arithmetic knows.
std::vector<SpecialValue> specialValues(mlir::Type elementType);

/// Which one this is, or -1.
int64_t specialIndex(llvm::ArrayRef<SpecialValue> values,
                     const reference::Element &element);

class SpecialCoverage {
public:
  /// An operation's name, the number of the operand as the operation's
  /// definition counts them, and the operand's element type.
  using Operand = std::tuple<std::string, unsigned, std::string>;

  void meet(const Operand &operand, mlir::Type elementType,
            const reference::Tensor &tensor);
  void meetPair(llvm::StringRef operation, mlir::Type elementType,
                const reference::Tensor &lhs, const reference::Tensor &rhs);
  /// The operand is to meet all values of the type.
  void expect(const Operand &operand, mlir::Type elementType);

  /// An operand that has something left to meet: of this operation, for which
  /// `isAsked` says so of its element type.
  bool isMissing(llvm::StringRef operation,
                 llvm::function_ref<bool(llvm::StringRef)> isAsked) const;

  struct Count {
    size_t met = 0;
    size_t all = 0;
  };
  Count operands() const;
  Count pairs() const;
  /// `stablehlo.add operand 1 f32: NaN`, and for each operand its count.
  std::vector<std::string> lines() const;
  std::vector<std::string> missing() const;

private:
  /// Of a type's values, or of all pairs of them.
  struct Met {
    std::vector<bool> values;
    size_t count = 0;
    void mark(size_t value);
    bool isWhole() const { return count == values.size(); }
  };
  const std::vector<SpecialValue> &valuesOf(mlir::Type elementType);

  std::map<std::string, std::vector<SpecialValue>> values;
  std::map<Operand, Met> byOperand;
  std::map<std::pair<std::string, std::string>, Met> byPair;
};

} // namespace weft::generate
