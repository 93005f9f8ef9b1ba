// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, loops and calls, with random operations inside.

#include "weft/Check/Program.h"
#include "weft/Testing/Programs/GenerateRecipes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

int innerOperations(Scope &scope) {
  return static_cast<int>(scope.random.between(0, 4));
}

/// Types of results: one of the element type asked for, and perhaps more.
SmallVector<Type> randomResults(Scope &scope, Type element) {
  SmallVector<Type> types;
  types.push_back(scope.tensor(scope.familiarShape(element), element));
  while (scope.random.chance(30)) {
    Type other = scope.random.pick(scope.session.elements.plain());
    types.push_back(scope.tensor(scope.familiarShape(other), other));
  }
  return types;
}

SmallVector<Value> valuesOf(Scope &scope, ArrayRef<Type> types) {
  SmallVector<Value> values;
  for (Type type : types) {
    values.push_back(scope.get(cast<RankedTensorType>(type)));
  }
  return values;
}

/// A block that sees out, computes something, and returns values of the types.
void makeBranch(Scope &outer, const Recipes &recipes, Region &region,
                ArrayRef<Type> types) {
  auto *block = new Block;
  region.push_back(block);
  Scope scope(outer, block);
  fillScope(scope, recipes, innerOperations(scope));
  SmallVector<Value> values = valuesOf(scope, types);
  ReturnOp::create(scope.builder, scope.location, ValueRange(values));
}

bool isTooDeep(Scope &scope) {
  return scope.depth() >= scope.session.limits.nesting;
}

/// Where no more branches fit, the operation is made with trivial ones.
void ifElse(Scope &scope, const Recipes &recipes, Type element) {
  SmallVector<Type> types = randomResults(scope, element);
  Value predicate = scope.get(scope.tensor({}, scope.builder.getI1Type()));
  auto op =
      IfOp::create(scope.builder, scope.location, TypeRange(types), predicate);
  makeBranch(scope, recipes, op.getTrueBranch(), types);
  makeBranch(scope, recipes, op.getFalseBranch(), types);
  scope.done(op, element);
}

void caseOf(Scope &scope, const Recipes &recipes, Type element) {
  SmallVector<Type> types = randomResults(scope, element);
  unsigned branches = static_cast<unsigned>(scope.random.between(1, 3));
  Value index =
      scope.indices(scope.tensor({}, scope.builder.getI32Type()), branches);
  if (branches == 2 && scope.random.chance(50)) {
    Value predicate = scope.get(scope.tensor({}, scope.builder.getI1Type()));
    index = ConvertOp::create(scope.builder, scope.location, predicate,
                              scope.builder.getI32Type());
  }
  auto op = CaseOp::create(scope.builder, scope.location, TypeRange(types),
                           index, branches);
  for (Region &region : op.getBranches()) {
    makeBranch(scope, recipes, region, types);
  }
  scope.done(op, element);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Value scalar(Scope &scope, int64_t number, Type element, bool isKnown) {
  auto value = reference::Tensor::scalar(
      element,
      reference::Element::integer(*reference::ElementType::from(element),
                                  static_cast<uint64_t>(number)));
  Value constant = scope.constant(value);
  if (isKnown) {
    return constant;
  }
  return OptimizationBarrierOp::create(scope.builder, scope.location,
                                       ValueRange(constant))
      ->getResult(0);
}

/// A loop with a counter that ends it. Other state is passed through, replaced,
/// counted or computed with; some of it is not needed.
void whileLoop(Scope &scope, const Recipes &recipes, Type element) {
  Random &random = scope.random;
  Type counter =
      random.pick({scope.builder.getI32Type(), scope.builder.getI64Type(),
                   static_cast<IntegerType>(scope.builder.getIntegerType(8)),
                   IntegerType::get(scope.builder.getContext(), 32,
                                    IntegerType::Unsigned)});
  SmallVector<Type> types = {scope.tensor({}, counter)};
  int64_t start = random.between(0, 2);
  int64_t trips = random.between(0, 3);
  int64_t step = random.between(1, 2);
  bool isKnown = random.chance(70);
  auto number = [&](Scope &at, int64_t value) {
    return scalar(at, value, counter, isKnown);
  };
  SmallVector<Value> initial = {number(scope, start)};
  bool hasTwin = random.chance(30);
  if (hasTwin) {
    types.push_back(scope.tensor({}, counter));
    initial.push_back(number(scope, random.chance(70) ? start : start + 1));
  }
  size_t fixed = types.size();
  for (Type type : randomResults(scope, element)) {
    types.push_back(type);
    initial.push_back(scope.get(cast<RankedTensorType>(type)));
  }
  auto op = WhileOp::create(scope.builder, scope.location, TypeRange(types),
                            ValueRange(initial));
  auto addBlock = [&](Region &region) {
    auto *block = new Block;
    region.push_back(block);
    for (Type type : types) {
      block->addArgument(type, scope.location);
    }
    return block;
  };
  Block *condition = addBlock(op.getCond());
  {
    Scope inner(scope, condition);
    int64_t limit = start + trips * step;
    auto direction = ComparisonDirection::LT;
    if (random.chance(25)) {
      direction = ComparisonDirection::NE;
    } else if (random.chance(25) && limit > 0) {
      // Below zero an unsigned counter would never come.
      direction = ComparisonDirection::LE;
      limit -= 1;
    }
    Value bound = number(inner, limit);
    Value goesOn =
        CompareOp::create(inner.builder, inner.location,
                          condition->getArgument(0), bound, direction);
    if (random.chance(15)) {
      Value also = inner.get(inner.tensor({}, inner.builder.getI1Type()));
      goesOn =
          AndOp::create(inner.builder, inner.location,
                        TypeRange(goesOn.getType()), ValueRange{goesOn, also});
    }
    ReturnOp::create(inner.builder, inner.location, ValueRange(goesOn));
  }
  Block *body = addBlock(op.getBody());
  Scope inner(scope, body);
  fillScope(inner, recipes, innerOperations(inner));
  SmallVector<Value> next;
  for (size_t i = 0; i < fixed; ++i) {
    Value by = number(inner, step);
    next.push_back(AddOp::create(inner.builder, inner.location,
                                 TypeRange(types[i]),
                                 ValueRange{body->getArgument(i), by}));
  }
  for (size_t i = fixed; i < types.size(); ++i) {
    next.push_back(random.chance(25)
                       ? Value(body->getArgument(i))
                       : inner.get(cast<RankedTensorType>(types[i])));
  }
  ReturnOp::create(inner.builder, inner.location, ValueRange(next));
  scope.done(op, element);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A private function of these types, with operations of its own.
func::FuncOp makeFunction(Scope &scope, const Recipes &recipes,
                          ArrayRef<Type> arguments, ArrayRef<Type> results) {
  Session &session = scope.session;
  OpBuilder builder = OpBuilder::atBlockEnd(session.module.getBody());
  auto function = func::FuncOp::create(
      builder, scope.location, "function" + std::to_string(session.names++),
      builder.getFunctionType(arguments, results));
  function.setPrivate();
  Scope inner(scope, function.addEntryBlock(), /*seesOut=*/false);
  fillScope(inner, recipes, innerOperations(inner));
  SmallVector<Value> values = valuesOf(inner, results);
  func::ReturnOp::create(inner.builder, inner.location, ValueRange(values));
  return function;
}

struct Signature {
  SmallVector<Value> operands;
  SmallVector<Type> arguments;
  SmallVector<Type> results;
};

Signature randomSignature(Scope &scope, Type element) {
  Signature signature;
  signature.operands.push_back(scope.any(element));
  if (scope.random.chance(50)) {
    signature.operands.push_back(
        scope.any(scope.random.pick(scope.session.elements.plain())));
  }
  for (Value operand : signature.operands) {
    signature.arguments.push_back(operand.getType());
  }
  signature.results = randomResults(scope, element);
  return signature;
}

void call(Scope &scope, const Recipes &recipes, Type element) {
  Signature signature = randomSignature(scope, element);
  func::FuncOp function =
      makeFunction(scope, recipes, signature.arguments, signature.results);
  scope.make<func::CallOp>(element, function, ValueRange(signature.operands));
  // A second call of the same function.
  if (scope.random.chance(30)) {
    scope.make<func::CallOp>(element, function, ValueRange(signature.operands));
  }
}

void composite(Scope &scope, const Recipes &recipes, Type element) {
  Signature signature = randomSignature(scope, element);
  func::FuncOp function =
      makeFunction(scope, recipes, signature.arguments, signature.results);
  auto op = CompositeOp::create(
      scope.builder, scope.location, TypeRange(signature.results),
      ValueRange(signature.operands), StringRef("generated.composite"),
      scope.builder.getDictionaryAttr({}), function.getSymName(), 1u, 0u);
  scope.done(op, element);
}

/// The one call that who checks the program knows: it returns its operand.
void customCall(Scope &scope, Type element) {
  Value x = scope.any(element);
  auto name = scope.builder.getNamedAttr(
      "call_target_name", scope.builder.getStringAttr(identityTarget));
  auto effect = scope.builder.getNamedAttr(
      "has_side_effect", scope.builder.getBoolAttr(scope.random.chance(30)));
  scope.make<CustomCallOp>(element, TypeRange(x.getType()), ValueRange(x),
                           ArrayRef<NamedAttribute>{name, effect});
}

void tokens(Scope &scope, Type element) {
  auto type = TokenType::get(scope.builder.getContext());
  auto first = scope.make<CreateTokenOp>(element, type);
  scope.make<AfterAllOp>(element, type, ValueRange{first, first});
}

} // namespace

void addControlRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  const Recipes *all = &recipes;
  auto withInside = [all](auto make, Scope &scope, Type element) {
    if (!isTooDeep(scope)) {
      make(scope, *all, element);
    }
  };
  recipes.add<IfOp>(types.plain(), [=](Scope &scope, Type element) {
    withInside(ifElse, scope, element);
  });
  recipes.add<CaseOp>(types.plain(), [=](Scope &scope, Type element) {
    withInside(caseOf, scope, element);
  });
  recipes.add<WhileOp>(types.plain(), [=](Scope &scope, Type element) {
    withInside(whileLoop, scope, element);
  });
  recipes.add<func::CallOp>(types.plain(), [=](Scope &scope, Type element) {
    withInside(call, scope, element);
  });
  recipes.add<CompositeOp>(types.plain(), [=](Scope &scope, Type element) {
    withInside(composite, scope, element);
  });
  recipes.add<CustomCallOp>(types.every(), customCall);
  SmallVector<Type> one = {types.floats()[13]};
  recipes.add<CreateTokenOp>(one, tokens);
  recipes.add<AfterAllOp>(one, tokens);
}

} // namespace weft::generate
