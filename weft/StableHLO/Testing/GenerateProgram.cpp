// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Testing/GenerateProgram.h"

using namespace mlir;
using weft::reference::Tensor;

namespace weft::generate {

Recipes::Recipes(MLIRContext *context) : types(context) {
  addElementwiseRecipes(*this);
  addMovementRecipes(*this);
  addIndexingRecipes(*this);
  addProductRecipes(*this);
  addNumericRecipes(*this);
  addReductionRecipes(*this);
  addControlRecipes(*this);
  addDynamicRecipes(*this);
  addCollectiveRecipes(*this);
}

namespace {

bool isExcluded(const GenerateLimits &limits, const Recipe &recipe) {
  return !limits.without.empty() &&
         limits.without.count(recipe.operation.str()) > 0;
}

bool isAllowed(const Scope &scope, const Recipe &recipe) {
  bool isPossible =
      !recipe.needsGrid || (scope.session.isGrid && scope.isTop());
  return isPossible && !isExcluded(scope.session.limits, recipe);
}

uint64_t countOf(const Coverage &coverage, const Recipe &recipe, Type element) {
  auto found = coverage.find({recipe.operation.str(), nameOf(element)});
  return found == coverage.end() ? 0 : found->second;
}

std::pair<const Recipe *, Type> choose(Scope &scope, const Recipes &recipes) {
  while (true) {
    const Recipe &recipe = recipes.all()[scope.random.below(
        static_cast<int64_t>(recipes.all().size()))];
    if (isAllowed(scope, recipe)) {
      return {&recipe, scope.random.pick(recipe.elements)};
    }
  }
}

/// Pairs of operation and element type, numbered.
std::pair<const Recipe *, Type> pairNumber(const Recipes &recipes,
                                           uint64_t number) {
  number %= recipes.pairCount();
  for (const Recipe &recipe : recipes.all()) {
    if (number < recipe.elements.size()) {
      return {&recipe, recipe.elements[number]};
    }
    number -= recipe.elements.size();
  }
  llvm_unreachable("the number is below the sum of all");
}

/// The element type of the value made last, if the recipe takes it.
Type newestElement(const Scope &scope, const Recipe &recipe) {
  if (scope.offered().empty()) {
    return {};
  }
  Type element =
      cast<RankedTensorType>(scope.offered().back().getType()).getElementType();
  return llvm::is_contained(recipe.elements, element) ? element : Type();
}

} // namespace

void fillScope(Scope &scope, const Recipes &recipes, int operations) {
  const Recipe *previous = nullptr;
  for (int i = 0; i < operations; ++i) {
    if (scope.random.chance(12)) {
      makeIdiom(scope);
      continue;
    }
    auto [recipe, element] = choose(scope, recipes);
    // Equal operations one after the other, and others on what the last one
    // made: these are what rules look for.
    if (previous && scope.random.chance(20)) {
      recipe = previous;
      element = scope.random.pick(recipe->elements);
    }
    Type newest = newestElement(scope, *recipe);
    if (newest && scope.random.chance(50)) {
      element = newest;
    }
    recipe->make(scope, element);
    previous = recipe;
  }
}

namespace {

/// Those nothing in the program uses, and a few others.
SmallVector<Value> chooseResults(Scope &scope) {
  SmallVector<Value> results;
  for (Value value : scope.offered()) {
    bool isResult =
        value.use_empty() ? scope.random.chance(80) : scope.random.chance(10);
    if (isResult && !isa<BlockArgument>(value)) {
      results.push_back(value);
    }
  }
  if (results.empty() && !scope.offered().empty()) {
    results.push_back(scope.offered().back());
  }
  return results;
}

} // namespace

GeneratedProgram generateProgram(const Recipes &recipes, uint64_t seed,
                                 const GenerateLimits &limits,
                                 Coverage &coverage) {
  MLIRContext *context = recipes.all().front().elements.front().getContext();
  Session session(context, seed, limits, coverage);
  // The first numbers of neighbouring seeds are not far apart enough.
  session.random.next();
  auto [firstRecipe, firstElement] = pairNumber(recipes, seed);
  bool isFirstMade = !isExcluded(limits, *firstRecipe);
  session.isGrid =
      (firstRecipe->needsGrid && isFirstMade) || session.random.chance(4);
  GeneratedProgram program;
  OpBuilder builder(context);
  program.module = ModuleOp::create(builder.getUnknownLoc());
  session.module = *program.module;
  builder.setInsertionPointToEnd(session.module.getBody());
  session.main = func::FuncOp::create(builder, builder.getUnknownLoc(), "main",
                                      builder.getFunctionType({}, {}));
  Scope scope(session, session.main.addEntryBlock());
  // The seed names the pair that is made for sure, with some operations before
  // it and some behind.
  fillScope(scope, recipes,
            static_cast<int>(session.random.below(limits.operations / 2 + 1)));
  // Now and then a recipe makes another spelling of its operation, or finds an
  // operand that it cannot use.
  constexpr int mostAttempts = 50;
  uint64_t before = countOf(coverage, *firstRecipe, firstElement);
  for (int i = 0; isFirstMade && i < mostAttempts &&
                  countOf(coverage, *firstRecipe, firstElement) == before;
       ++i) {
    firstRecipe->make(scope, firstElement);
  }
  fillScope(scope, recipes,
            static_cast<int>(session.random.below(limits.operations / 2 + 1)));
  SmallVector<Value> results = chooseResults(scope);
  func::ReturnOp::create(scope.builder, scope.location, ValueRange(results));
  session.main.setFunctionType(builder.getFunctionType(
      session.main.getArgumentTypes(), ValueRange(results).getTypes()));
  for (Type type : session.infeed) {
    program.infeed.push_back(randomTensor(
        *session.budget, cast<RankedTensorType>(type), session.random));
  }
  // Groups number replicas, messages partitions.
  program.replicas = session.isGrid ? 2 : 1;
  program.partitions = session.isGrid ? 2 : 1;
  for (int64_t process = 0; process < program.processes(); ++process) {
    for (Type type : session.main.getArgumentTypes()) {
      program.inputs.push_back(randomTensor(
          *session.budget, cast<RankedTensorType>(type), session.random));
    }
  }
  return program;
}

GeneratedProgram cloneProgram(const GeneratedProgram &program) {
  GeneratedProgram copy;
  copy.module = program.module.get().clone();
  copy.inputs = program.inputs;
  copy.replicas = program.replicas;
  copy.partitions = program.partitions;
  copy.infeed = program.infeed;
  copy.limits = program.limits;
  return copy;
}

void removeCustomCalls(ModuleOp module) {
  module.walk([](stablehlo::CustomCallOp op) {
    if (op.getCallTargetName() == identityTarget) {
      op->replaceAllUsesWith(op.getOperands());
      op->erase();
    }
  });
}

CoverageReport reportCoverage(const Recipes &recipes,
                              const Coverage &coverage) {
  CoverageReport report;
  std::map<std::string, bool> operations;
  std::map<std::string, bool> elements;
  // What has no recipe counts too.
  MLIRContext *context = recipes.elements().quantized().getContext();
  for (RegisteredOperationName name : context->getRegisteredOperationsByDialect(
           stablehlo::StableHLODialect::getDialectNamespace())) {
    operations[name.getStringRef().str()] = false;
  }
  operations.erase(stablehlo::ReturnOp::getOperationName().str());
  for (Type element : recipes.elements().every()) {
    elements[nameOf(element)] = false;
  }
  for (const Recipe &recipe : recipes.all()) {
    bool &operationMade = operations[recipe.operation.str()];
    for (Type element : recipe.elements) {
      ++report.pairs;
      bool isMade = countOf(coverage, recipe, element) > 0;
      report.pairsMade += isMade ? 1 : 0;
      operationMade |= isMade;
      elements[nameOf(element)] |= isMade;
      if (!isMade) {
        report.never.push_back(recipe.operation.str() + " on " +
                               nameOf(element));
      }
    }
  }
  for (auto &[name, isMade] : operations) {
    ++report.operations;
    report.operationsMade += isMade ? 1 : 0;
    if (!isMade) {
      report.never.push_back(name);
    }
  }
  for (auto &[name, isMade] : elements) {
    ++report.elementTypes;
    report.elementTypesMade += isMade ? 1 : 0;
  }
  return report;
}

} // namespace weft::generate
