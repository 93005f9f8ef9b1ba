// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateProgram.h"

#include "weft/Testing/Programs/GenerateDirected.h"
#include "weft/Testing/Programs/GenerateMonoids.h"

#include <llvm/ADT/StringSet.h>

using namespace mlir;

namespace weft::generate {

Recipes::Recipes(MLIRContext *context) : types(context) {
  addElementwiseRecipes(*this);
  for (Recipe &recipe : recipes) {
    recipe.isElementwise = true;
  }
  addMovementRecipes(*this);
  addIndexingRecipes(*this);
  addProductRecipes(*this);
  addNumericRecipes(*this);
  addReductionRecipes(*this);
  addControlRecipes(*this);
  addDynamicRecipes(*this);
  addCollectiveRecipes(*this);
  for (auto [i, recipe] : llvm::enumerate(recipes)) {
    byName.try_emplace(recipe.operation, i);
  }
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
  auto found = coverage.made.find({recipe.operation.str(), nameOf(element)});
  return found == coverage.made.end() ? 0 : found->second;
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

namespace {

/// A program with an empty @main.
CheckedProgram startProgram(Session &session, MLIRContext *context) {
  // The first numbers of neighbouring seeds are not far apart enough.
  session.random.next();
  CheckedProgram program;
  OpBuilder builder(context);
  program.module = ModuleOp::create(builder.getUnknownLoc());
  session.module = *program.module;
  builder.setInsertionPointToEnd(session.module.getBody());
  session.main = func::FuncOp::create(builder, builder.getUnknownLoc(), "main",
                                      builder.getFunctionType({}, {}));
  return program;
}

/// Returns the results from @main, and gives it its inputs.
void finishProgram(Scope &scope, const Recipes &recipes, ValueRange results,
                   CheckedProgram &program) {
  Session &session = scope.session;
  func::ReturnOp::create(scope.builder, scope.location, results);
  session.main.setFunctionType(scope.builder.getFunctionType(
      session.main.getArgumentTypes(), results.getTypes()));
  for (Type type : session.infeed) {
    program.infeed.push_back(randomTensor(
        *session.budget, cast<RankedTensorType>(type), session.random));
  }
  // Groups number replicas, messages partitions.
  program.replicas = session.isGrid ? 2 : 1;
  program.partitions = session.isGrid ? 2 : 1;
  for (int64_t process = 0; process < program.processes(); ++process) {
    for (auto [i, type] : llvm::enumerate(session.main.getArgumentTypes())) {
      auto given = session.given.find(static_cast<unsigned>(i));
      program.inputs.push_back(given != session.given.end()
                                   ? given->second
                                   : randomTensor(*session.budget,
                                                  cast<RankedTensorType>(type),
                                                  session.random));
    }
  }
  countSpecials(recipes, session.module, program.inputs,
                session.coverage.specials);
}

/// The recipe's last operation in @main, if there is one.
Operation *newestOf(Scope &scope, const Recipe &recipe) {
  for (Operation &op : llvm::reverse(scope.session.main.getBody().front())) {
    if (op.getName().getStringRef() == recipe.operation) {
      return &op;
    }
  }
  return nullptr;
}

MLIRContext *contextOf(const Recipes &recipes) {
  return recipes.elements().quantized().getContext();
}

} // namespace

CheckedProgram generateProgram(const Recipes &recipes, uint64_t seed,
                               const GenerateLimits &limits,
                               Coverage &coverage) {
  Session session(contextOf(recipes), seed, limits, coverage);
  CheckedProgram program = startProgram(session, contextOf(recipes));
  auto [firstRecipe, firstElement] = pairNumber(recipes, seed);
  bool isFirstMade = !isExcluded(limits, *firstRecipe);
  session.isGrid =
      (firstRecipe->needsGrid && isFirstMade) || session.random.chance(4);
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
  if (isFirstMade && limits.specialOneIn > 0 &&
      session.random.below(limits.specialOneIn) == 0) {
    constexpr int64_t manyIterations = 1000;
    giveSpecials(scope, *firstRecipe, newestOf(scope, *firstRecipe),
                 session.random.below(manyIterations));
  }
  fillScope(scope, recipes,
            static_cast<int>(session.random.below(limits.operations / 2 + 1)));
  SmallVector<Value> results = chooseResults(scope);
  if (limits.longest > 0 && !session.isGrid &&
      session.random.below(limits.longOneIn) == 0) {
    llvm::append_range(results, makeLong(scope));
    // A step or a few per element and operation of a body; scans by windows
    // are short, and go through all of each window.
    constexpr uint64_t stepsPerElement = 200;
    constexpr uint64_t stepsOfScan = 20'000'000;
    program.limits.maxSteps +=
        static_cast<uint64_t>(limits.longest) * stepsPerElement + stepsOfScan;
    program.limits.maxBytes = uint64_t(1) << 30;
    constexpr int mostForMachine = 85;
    program.isForMachine = session.random.chance(mostForMachine);
  }
  finishProgram(scope, recipes, results, program);
  return program;
}

//===----------------------------------------------------------------------===//
// Special values
//===----------------------------------------------------------------------===//

CheckedProgram generateSpecials(const Recipes &recipes, uint64_t number,
                                const GenerateLimits &limits,
                                Coverage &coverage) {
  auto [recipe, element] = pairNumber(recipes, number);
  Session session(contextOf(recipes), number, limits, coverage);
  CheckedProgram program = startProgram(session, contextOf(recipes));
  session.isGrid = recipe->needsGrid;
  Scope scope(session, session.main.addEntryBlock());
  constexpr int64_t turns = 6;
  constexpr uint64_t moreSteps = 20;
  program.limits.maxSteps *= moreSteps;
  SmallVector<Value> results;
  for (int64_t i = 0; i < turns; ++i) {
    session.turn =
        static_cast<int64_t>(number / recipes.pairCount()) * turns + i;
    if (recipe->isElementwise) {
      session.shape = shapeForPairs(element);
    }
    recipe->make(scope, element);
    giveSpecials(scope, *recipe, newestOf(scope, *recipe), session.turn);
    for (Value value : scope.offered()) {
      if (value.use_empty() && !isa<BlockArgument>(value)) {
        results.push_back(value);
      }
    }
    scope.forget();
  }
  finishProgram(scope, recipes, results, program);
  return program;
}

bool SpecialsLeft::isOver() const {
  // What has not been met by then, never will be.
  constexpr uint64_t mostRounds = 90;
  uint64_t round = number / recipes.pairCount();
  return round >= mostRounds ||
         (round > 0 && coverage.specials.missing().empty());
}

bool SpecialsLeft::isNeeded(const Recipe &recipe, Type element) const {
  // Operands of other types, indices for instance, may come with any.
  llvm::StringSet<> own;
  for (Type type : recipe.elements) {
    own.insert(nameOf(type));
  }
  std::string name = nameOf(element);
  auto isAsked = [&](llvm::StringRef type) {
    return type == name || !own.contains(type);
  };
  // Every type is converted to each.
  auto isAny = [](llvm::StringRef) { return true; };
  return coverage.specials.isMissing(recipe.operation, isAsked) ||
         coverage.specials.isMissing(conversionName(recipe.operation, element),
                                     isAny);
}

std::optional<uint64_t> SpecialsLeft::next() {
  while (number % recipes.pairCount() != 0 || !isOver()) {
    uint64_t now = number++;
    auto [recipe, element] = pairNumber(recipes, now);
    bool isFirstRound = now < recipes.pairCount();
    if (!isExcluded(limits, *recipe) &&
        (isFirstRound || isNeeded(*recipe, element))) {
      return now;
    }
  }
  return std::nullopt;
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
  for (llvm::StringRef name : monoidNames()) {
    ++report.bodies;
    bool isMade = coverage.bodies.count(name.str()) > 0;
    report.bodiesMade += isMade ? 1 : 0;
    if (!isMade) {
      report.never.push_back("body: " + name.str());
    }
  }
  return report;
}

} // namespace weft::generate
