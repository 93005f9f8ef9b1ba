// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Testing/GenerateCheck.h"
#include "weft/StableHLO/Testing/GenerateMonoids.h"
#include "weft/StableHLO/Testing/GenerateReduce.h"
#include "weft/StableHLO/Testing/GenerateText.h"
#include "weft/StableHLO/Testing/PrintValue.h"

#include <gtest/gtest.h>
#include <mlir/IR/Verifier.h>

#include <cmath>

using namespace mlir;
using namespace weft;
using namespace weft::generate;
using weft::reference::Element;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace {

class Generate : public testing::Test {
protected:
  Generate() {
    DialectRegistry registry;
    stablehlo::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  GeneratedProgram generated(uint64_t seed) {
    return generateProgram(Recipes(&context), seed, {}, coverage);
  }

  GeneratedProgram parsed(llvm::StringRef text) {
    StatusOr<GeneratedProgram> program = parseProgram(text, &context);
    EXPECT_TRUE(program.ok()) << program.status().message();
    return std::move(program).value();
  }

  /// `change` is applied to element 0 of the first result.
  static Outcome changed(const GeneratedProgram &program,
                         llvm::function_ref<double(double)> change) {
    Outcome outcome = interpret(program.module.get(), program);
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
    Tensor &first = outcome.results.front();
    auto budget = reference::Budget::create();
    TensorBuilder builder =
        std::move(TensorBuilder::copyOf(*budget, first)).value();
    Element element = builder.at(0);
    builder.setAt(
        0, element.type().isFloat()
               ? Element::real(element.type(), change(element.asReal()))
               : Element::integer(element.type(),
                                  static_cast<uint64_t>(
                                      change(double(element.asSigned())))));
    first = std::move(builder).finish();
    return outcome;
  }

  static bool agrees(const GeneratedProgram &program, Exactness exactness,
                     llvm::function_ref<double(double)> change) {
    return compareOutcomes(program, interpret(program.module.get(), program),
                           changed(program, change), exactness)
        .ok();
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  Coverage coverage;
};

TEST_F(Generate, ASeedNamesAProgram) {
  for (uint64_t seed : {0, 1, 4711, 100'000}) {
    EXPECT_EQ(printProgram(generated(seed)), printProgram(generated(seed)));
  }
}

TEST_F(Generate, EveryOperationOnEveryType) {
  Recipes recipes(&context);
  for (uint64_t seed = 0; seed < recipes.pairCount(); ++seed) {
    GeneratedProgram program = generateProgram(recipes, seed, {}, coverage);
    ASSERT_TRUE(succeeded(verify(*program.module))) << "seed " << seed;
  }
  CoverageReport report = reportCoverage(recipes, coverage);
  EXPECT_EQ(report.operationsMade, report.operations);
  EXPECT_EQ(report.elementTypesMade, report.elementTypes);
  EXPECT_EQ(report.pairsMade, report.pairs) << report.never.front();
}

TEST_F(Generate, AProgramIsReadBack) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    GeneratedProgram program = generated(seed * 9);
    std::string text = printProgram(program);
    GeneratedProgram again = parsed(text);
    EXPECT_EQ(printProgram(again), text);
    ASSERT_EQ(again.inputs.size(), program.inputs.size());
    EXPECT_EQ(again.processes(), program.processes());
    EXPECT_EQ(again.infeed.size(), program.infeed.size());
  }
}

//===----------------------------------------------------------------------===//
// Special values
//===----------------------------------------------------------------------===//

TEST_F(Generate, EverySpecialValueInEveryOperand) {
  Recipes recipes(&context);
  GenerateLimits limits;
  SpecialsLeft left(recipes, limits, coverage);
  while (std::optional<uint64_t> number = left.next()) {
    GeneratedProgram program =
        generateSpecials(recipes, *number, limits, coverage);
    ASSERT_TRUE(succeeded(verify(*program.module))) << "number " << *number;
  }
  std::vector<std::string> missing = coverage.specials.missing();
  EXPECT_TRUE(missing.empty()) << missing.size() << ", such as " << missing[0];
  // Nothing is left out but what takes no numbers.
  std::set<std::string> withoutNumbers;
  for (const char *name :
       {"after_all", "async_done", "constant", "create_token", "dynamic_iota",
        "get_tuple_element", "infeed", "iota", "partition_id", "recv",
        "replica_id"}) {
    withoutNumbers.insert(std::string("stablehlo.") + name);
  }
  std::set<std::string> counted;
  for (const std::string &line : coverage.specials.lines()) {
    counted.insert(line.substr(0, line.find(' ')));
  }
  for (const Recipe &recipe : recipes.all()) {
    EXPECT_NE(counted.count(recipe.operation.str()),
              withoutNumbers.count(recipe.operation.str()))
        << recipe.operation.str();
  }
}

TEST_F(Generate, SpecialValuesAreThoseOfTheType) {
  auto namesOf = [&](Type type) {
    std::set<std::string> names;
    for (const SpecialValue &value : specialValues(type)) {
      EXPECT_TRUE(names.insert(value.name).second) << value.name;
    }
    return names;
  };
  std::set<std::string> wide = namesOf(Float32Type::get(&context));
  EXPECT_TRUE(wide.count("-inf") && wide.count("NaN") && wide.count("-0"));
  std::set<std::string> finite = namesOf(Float8E4M3FNType::get(&context));
  EXPECT_TRUE(!finite.count("inf") && finite.count("NaN"));
  std::set<std::string> oneZero = namesOf(Float8E5M2FNUZType::get(&context));
  EXPECT_TRUE(!oneZero.count("-0") && oneZero.count("0"));
  // 2 and 3 are not in i2, nor is anything but its four numbers.
  EXPECT_EQ(namesOf(IntegerType::get(&context, 2)),
            (std::set<std::string>{"0", "1", "-1", "least"}));
}

//===----------------------------------------------------------------------===//
// Bodies and long reductions
//===----------------------------------------------------------------------===//

/// One body, as a function that can be called with elements.
class Body {
public:
  Body(MLIRContext *context, const Monoid &monoid, Scope &scope)
      : monoid(monoid) {
    OpBuilder builder(context);
    program.module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(program.module->getBody());
    SmallVector<Type> scalars;
    for (Type type : monoid.types) {
      scalars.push_back(RankedTensorType::get({}, type));
    }
    SmallVector<Type> arguments(scalars);
    arguments.append(scalars);
    auto main =
        func::FuncOp::create(builder, builder.getUnknownLoc(), "main",
                             builder.getFunctionType(arguments, scalars));
    Scope inner(scope, main.addEntryBlock(), /*seesOut=*/false);
    ValueRange values(main.getArguments());
    SmallVector<Value> results =
        monoid.combine(inner, values.take_front(scalars.size()),
                       values.drop_front(scalars.size()));
    func::ReturnOp::create(inner.builder, inner.location, ValueRange(results));
  }

  using Elements = SmallVector<Element>;
  Elements operator()(const Elements &left, const Elements &right) {
    program.inputs.clear();
    for (const Elements *side : {&left, &right}) {
      for (auto [type, element] : llvm::zip_equal(monoid.types, *side)) {
        program.inputs.push_back(Tensor::scalar(type, element));
      }
    }
    Outcome outcome = interpret(*program.module, program);
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
    Elements results;
    for (const Tensor &result : outcome.results) {
      results.push_back(result.scalar());
    }
    return results;
  }

private:
  const Monoid &monoid;
  GeneratedProgram program;
};

std::string textOf(ArrayRef<Element> elements) {
  std::string text;
  for (const Element &element : elements) {
    text += elementText(element) + " ";
  }
  return text;
}

TEST_F(Generate, BodiesThatDependOnOrderAreAssociative) {
  Session session(&context, 1, {}, coverage);
  OwningOpRef<ModuleOp> module(ModuleOp::create(UnknownLoc::get(&context)));
  Scope scope(session, module->getBody());
  Recipes recipes(&context);
  bool doesNotCommute = false;
  for (int turn = 0; turn < 600; ++turn) {
    Type element = session.random.pick(recipes.elements().plain());
    std::optional<Monoid> monoid =
        randomMonoid(scope, element, MonoidKind::Any);
    if (!monoid || monoid->name == "affine, rounded") {
      continue;
    }
    Body body(&context, *monoid, scope);
    auto a = monoid->element(session.random, 0);
    auto b = monoid->element(session.random, 1);
    auto c = monoid->element(session.random, 2);
    EXPECT_EQ(textOf(body(body(a, b), c)), textOf(body(a, body(b, c))))
        << monoid->name << " of " << nameOf(element) << ": " << textOf(a)
        << "; " << textOf(b) << "; " << textOf(c);
    EXPECT_EQ(textOf(body(monoid->neutral, a)), textOf(a))
        << monoid->name << " of " << nameOf(element);
    EXPECT_EQ(textOf(body(a, monoid->neutral)), textOf(a))
        << monoid->name << " of " << nameOf(element);
    doesNotCommute |= textOf(body(a, b)) != textOf(body(b, a));
  }
  EXPECT_TRUE(doesNotCommute);
  CoverageReport report = reportCoverage(recipes, coverage);
  EXPECT_EQ(report.bodiesMade, report.bodies);
}

TEST_F(Generate, LongReductionsOfEveryKind) {
  Recipes recipes(&context);
  GenerateLimits limits;
  limits.longest = 2000;
  limits.longOneIn = 1;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    GeneratedProgram program = generateProgram(recipes, seed, limits, coverage);
    ASSERT_TRUE(succeeded(verify(*program.module))) << "seed " << seed;
    Outcome outcome = interpret(*program.module, program);
    EXPECT_TRUE(outcome.status.ok())
        << "seed " << seed << ": " << outcome.status.message();
  }
  for (const char *kind :
       {"sum", "variance", "product", "convolution", "scan by windows",
        "scan by halves", "reduction in order"}) {
    EXPECT_TRUE(coverage.bodies.count(std::string("long ") + kind)) << kind;
  }
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

double nextUp(double value) {
  return std::nextafter(static_cast<float>(value), INFINITY);
}
double threeThousandths(double value) { return value * 1.003; }

TEST_F(Generate, InexactFunctionsMayRoundDifferently) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.sine %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
// --args='[dense<[0.7, 3.0]> : tensor<2xf32>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, nextUp));
  EXPECT_FALSE(agrees(program, Exactness::Same, nextUp));
  EXPECT_FALSE(agrees(program, Exactness::Rounded, threeThousandths));
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double) { return double(NAN); }));
}

TEST_F(Generate, ExactOperationsMayNot) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      %1 = stablehlo.reverse %0, dims = [0] : tensor<2xf32>
      return %1 : tensor<2xf32>
    }
// --args='[dense<[0.7, 3.0]> : tensor<2xf32>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, [](double x) { return x; }));
  EXPECT_FALSE(agrees(program, Exactness::Rounded, nextUp));
}

TEST_F(Generate, CancellationIsTheProgramsOwn) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<3xf32>, %zero: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
// --args='[dense<[1.0e10, 1.0, -1.0e10]> : tensor<3xf32>, dense<0.0> : tensor<f32>]'
)");
  // In another order 1 would not be lost.
  EXPECT_TRUE(agrees(program, Exactness::Rounded, [](double) { return 1.0; }));
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double) { return 1.0e8; }));
}

TEST_F(Generate, SumsThatOverflowInOneOrder) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<3xf32>, %zero: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
// --args='[dense<[3.0e38, 3.0e38, -3.0e38]> : tensor<3xf32>, dense<0.0> : tensor<f32>]'
)");
  EXPECT_TRUE(
      agrees(program, Exactness::Rounded, [](double) { return 3.0e38; }));
}

TEST_F(Generate, SumsOfNarrowNumbersThatOverflowInOneOrder) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<4xbf16>, %zero: tensor<bf16>) -> tensor<bf16> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
      return %0 : tensor<bf16>
    }
// --args='[dense<[3.0e38, -3.0e38, 3.0e38, -3.0e38]> : tensor<4xbf16>, dense<0.0> : tensor<bf16>]'
)");
  EXPECT_TRUE(
      agrees(program, Exactness::Rounded, [](double) { return double(NAN); }));
}

TEST_F(Generate, SumsOfNarrowNumbersMayBeRoundedOnce) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<40xf8E4M3FN>, %zero: tensor<f8E4M3FN>) -> tensor<f8E4M3FN> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
      return %0 : tensor<f8E4M3FN>
    }
// --args='[dense<2.0> : tensor<40xf8E4M3FN>, dense<0.0> : tensor<f8E4M3FN>]'
)");
  // Step by step the sum stays at 32, to which 2 adds nothing.
  EXPECT_TRUE(agrees(program, Exactness::Rounded, [](double) { return 80.0; }));
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double) { return double(NAN); }));
}

TEST_F(Generate, SumsOfComplexNumbersAreTheirs) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<3xcomplex<f32>>, %init: tensor<complex<f32>>) -> tensor<f32> {
      %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      %1 = stablehlo.real %0 : (tensor<complex<f32>>) -> tensor<f32>
      return %1 : tensor<f32>
    }
// --args='[dense<(1.5, 2.5)> : tensor<3xcomplex<f32>>, dense<(5.0, 0.0)> : tensor<complex<f32>>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, nextUp));
  // As if the initial value had entered twice.
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double x) { return x + 5; }));
}

TEST_F(Generate, ProcessesAreOffEachInItsWay) {
  GeneratedProgram program = parsed(R"(
    func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
      %0 = stablehlo.log_plus_one %x : tensor<1xf32>
      %1 = "stablehlo.cross-replica-sum"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
      return %1 : tensor<1xf32>
    }
// --args='[dense<-0.791015625> : tensor<1xf32>, dense<3.96484375> : tensor<1xf32>]' --devices=2x1
)");
  // A last bit of the terms, which are of opposite sign, is some of the sum's.
  EXPECT_TRUE(agrees(program, Exactness::Rounded,
                     [](double x) { return x + 0x1p-23; }));
}

// One element is lost, and takes the others along or does not: then their last
// digits are anybody's.
TEST_F(Generate, WhatMayBeAnythingMayEndInAnything) {
  const char *text = R"(
func.func @main(%x: tensor<2xcomplex<f64>>) -> tensor<1x1xf8E4M3FNUZ> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [3] : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  %1 = stablehlo.compare EQ, %0, %0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %one = stablehlo.constant dense<1.0> : tensor<3xf64>
  %2 = stablehlo.select %1, %0, %one : tensor<3xi1>, tensor<3xf64>
  %3 = stablehlo.bitcast_convert %2 : (tensor<3xf64>) -> tensor<3x8xf8E4M3FNUZ>
  %4 = stablehlo.slice %3 [0:1, 0:1] : (tensor<3x8xf8E4M3FNUZ>) -> tensor<1x1xf8E4M3FNUZ>
  return %4 : tensor<1x1xf8E4M3FNUZ>
}
// --args='[dense<[(-0.0,-1.14501953125), (1.7587890625,0x7FF8000000000000)]> : tensor<2xcomplex<f64>>]'
)";
  EXPECT_TRUE(agrees(parsed(text), Exactness::Rounded,
                     [](double) { return -0.171875; }));
}

TEST_F(Generate, IntegersAreTheSameUnlessTheProgramWavers) {
  constexpr const char *text = R"(
    func.func @main(%x: tensor<1xf32>) -> tensor<1xi32> {
      %0 = stablehlo.exponential %x : tensor<1xf32>
      %1 = stablehlo.floor %0 : tensor<1xf32>
      %2 = stablehlo.convert %1 : (tensor<1xf32>) -> tensor<1xi32>
      return %2 : tensor<1xi32>
    }
)";
  auto oneMore = [](double value) { return value + 1; };
  // e^1 is between two integers, e^0 is on one.
  EXPECT_FALSE(agrees(
      parsed(std::string(text) + "// --args='[dense<1.0> : tensor<1xf32>]'\n"),
      Exactness::Rounded, oneMore));
  EXPECT_TRUE(agrees(
      parsed(std::string(text) + "// --args='[dense<0.0> : tensor<1xf32>]'\n"),
      Exactness::Rounded, [](double) { return 0.0; }));
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Forgets that a subtraction has two operands.
LogicalResult breakSubtractions(ModuleOp module) {
  module.walk([](stablehlo::SubtractOp op) {
    op.getResult().replaceAllUsesWith(op.getLhs());
    op->erase();
  });
  return success();
}

TEST_F(Generate, AFindingIsMadeSmall) {
  std::vector<Stage> stages = {
      {"broken", Exactness::Same, breakSubtractions, {}}};
  auto fails = [&](const GeneratedProgram &program) {
    return checkProgram(program, stages).verdict == Verdict::Changed;
  };
  Recipes recipes(&context);
  int found = 0;
  for (uint64_t seed = 0; found < 3; ++seed) {
    ASSERT_LT(seed, 5000u);
    GeneratedProgram program = generateProgram(recipes, seed, {}, coverage);
    if (!fails(program)) {
      continue;
    }
    ++found;
    GeneratedProgram small = reduceProgram(program, fails);
    EXPECT_TRUE(fails(small));
    EXPECT_TRUE(fails(parsed(printProgram(small))));
    int64_t operations = 0;
    small.module->walk([&](Operation *) { ++operations; });
    // The module, the function, its end, and a few that matter.
    EXPECT_LE(operations, 12) << printProgram(small);
  }
}

TEST_F(Generate, StagesMayExecuteAndRefuse) {
  GeneratedProgram program = generated(7);
  auto run = [](ModuleOp, const GeneratedProgram &) {
    return Outcome{Status::unimplemented("no sines today"), {}};
  };
  CheckResult result =
      checkProgram(program, {{"compiled", Exactness::Rounded, {}, run}});
  EXPECT_EQ(result.verdict, Verdict::Unimplemented);
  EXPECT_EQ(result.stage, "compiled");
  EXPECT_EQ(result.message, "no sines today");
}

} // namespace
