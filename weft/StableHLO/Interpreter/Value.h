// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an SSA value holds while a program runs.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"

#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <variant>

namespace weft::reference {

class Value;
using Values = llvm::SmallVector<Value, 2>;

/// Tokens only order effects, and the interpreter executes in program order.
struct Token {
  friend bool operator==(Token, Token) = default;
};

/// The result of an asynchronous operation. Shared by its uses; whoever waits
/// first gets the results, and later waits give the same ones.
class Future {
public:
  virtual ~Future();
  virtual StatusOr<Values> await() = 0;
};

class Value {
public:
  /// Holds nothing: a value before its definition or after its last use.
  Value() = default;
  Value(Tensor tensor) : held(std::move(tensor)) {}
  Value(Token token) : held(token) {}
  Value(std::shared_ptr<Future> future) : held(std::move(future)) {}
  static Value tuple(Values elements);

  bool isEmpty() const { return std::holds_alternative<std::monostate>(held); }
  bool isTensor() const { return std::holds_alternative<Tensor>(held); }
  bool isToken() const { return std::holds_alternative<Token>(held); }
  bool isTuple() const { return std::holds_alternative<Elements>(held); }
  bool isFuture() const {
    return std::holds_alternative<std::shared_ptr<Future>>(held);
  }

  const Tensor &tensor() const {
    assert(isTensor() && "not a tensor");
    return *std::get_if<Tensor>(&held);
  }
  llvm::ArrayRef<Value> tupleElements() const {
    assert(isTuple() && "not a tuple");
    return **std::get_if<Elements>(&held);
  }
  Future &future() const {
    assert(isFuture() && "not a future");
    return **std::get_if<std::shared_ptr<Future>>(&held);
  }

private:
  using Elements = std::shared_ptr<const Values>;
  std::variant<std::monostate, Tensor, Token, Elements, std::shared_ptr<Future>>
      held;
};

/// Whether a value may stand where the program says `type`: same kind, same
/// element type, static dimensions equal, bounded dimensions within bounds.
/// The program's verifier cannot promise this where dimensions are dynamic, so
/// calls and results are checked; operations then rely on it.
Status checkValue(const Value &value, mlir::Type type);

} // namespace weft::reference
