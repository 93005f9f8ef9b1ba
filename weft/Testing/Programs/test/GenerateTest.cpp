// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/CheckProgram.h"
#include "weft/Check/ProgramText.h"
#include "weft/Check/ReduceProgram.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Interpreter/PrintValue.h"
#include "weft/Testing/Programs/GenerateMonoids.h"
#include "weft/Testing/Programs/GenerateProgram.h"

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

  CheckedProgram generated(uint64_t seed) {
    return generateProgram(Recipes(&context), seed, {}, coverage);
  }

  CheckedProgram parsed(llvm::StringRef text) {
    StatusOr<CheckedProgram> program = parseProgram(text, &context);
    EXPECT_TRUE(program.ok()) << program.status().message();
    return std::move(program).value();
  }

  /// `change` is applied to element 0 of the first result.
  static Outcome changed(const CheckedProgram &program,
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

  static bool agrees(const CheckedProgram &program, Exactness exactness,
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
  // Twice: a program that became too large ends before its last operation.
  for (uint64_t seed = 0; seed < 2 * recipes.pairCount(); ++seed) {
    CheckedProgram program = generateProgram(recipes, seed, {}, coverage);
    ASSERT_TRUE(succeeded(verify(*program.module))) << "seed " << seed;
  }
  CoverageReport report = reportCoverage(recipes, coverage);
  EXPECT_EQ(report.operationsMade, report.operations);
  EXPECT_EQ(report.elementTypesMade, report.elementTypes);
  EXPECT_EQ(report.pairsMade, report.pairs) << report.never.front();
}

TEST_F(Generate, AProgramIsReadBack) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    CheckedProgram program = generated(seed * 9);
    std::string text = printProgram(program);
    CheckedProgram again = parsed(text);
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
    CheckedProgram program =
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
  // Operands of these are of another type than the one they are counted for.
  std::set<std::string> ofOtherTypes;
  for (const char *name : {"case", "complex", "convert", "if",
                           "rng_bit_generator", "uniform_quantize"}) {
    ofOtherTypes.insert(std::string("stablehlo.") + name);
  }
  std::set<std::string> operations;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const std::string &line : coverage.specials.lines()) {
    std::string operation = line.substr(0, line.find(' '));
    operations.insert(operation);
    std::string before = line.substr(0, line.find(':'));
    pairs.insert({operation, before.substr(before.rfind(' ') + 1)});
  }
  for (const Recipe &recipe : recipes.all()) {
    std::string name = recipe.operation.str();
    EXPECT_NE(operations.count(name), withoutNumbers.count(name)) << name;
    if (withoutNumbers.count(name) || ofOtherTypes.count(name)) {
      continue;
    }
    for (Type element : recipe.elements) {
      EXPECT_TRUE(pairs.count({name, nameOf(element)}))
          << name << " on " << nameOf(element);
    }
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
  CheckedProgram program;
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
    CheckedProgram program = generateProgram(recipes, seed, limits, coverage);
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
  CheckedProgram program = parsed(R"(
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
  CheckedProgram program = parsed(R"(
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
  CheckedProgram program = parsed(R"(
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
  CheckedProgram program = parsed(R"(
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
  CheckedProgram program = parsed(R"(
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
  CheckedProgram program = parsed(R"(
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
  CheckedProgram program = parsed(R"(
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

TEST_F(Generate, BoundsGoBetweenProcesses) {
  CheckedProgram program = parsed(R"(
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
  EXPECT_FALSE(agrees(program, Exactness::Rounded,
                      [](double x) { return x + 0x1p-19; }));
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

TEST_F(Generate, ASumIsOffByItsBoundAndNoMore) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<64xf32>, %zero: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
// --args='[dense<1.1> : tensor<64xf32>, dense<0.0> : tensor<f32>]'
)");
  // 64 roundings of 70.4, whose half unit is 2^-18: some 3e-4.
  EXPECT_TRUE(
      agrees(program, Exactness::Rounded, [](double x) { return x + 2e-4; }));
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double x) { return x + 1e-3; }));
}

TEST_F(Generate, AnInfinityMayMeetAnOverflowBeforeItsOpposite) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<1x3xf64>, %g: tensor<1x3xf64>, %one: tensor<1xf64>) -> tensor<1xf64> {
      %a, %b, %c = "stablehlo.batch_norm_grad"(%x, %one, %one, %one, %g) <{epsilon = 0.0 : f32, feature_index = 0 : i64}> : (tensor<1x3xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1x3xf64>) -> (tensor<1x3xf64>, tensor<1xf64>, tensor<1xf64>)
      return %c : tensor<1xf64>
    }
// --args='[dense<0.0> : tensor<1x3xf64>, dense<[[1.7e308, 1.7e308, 0xFFF0000000000000]]> : tensor<1x3xf64>, dense<1.0> : tensor<1xf64>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded,
                     [](double) { return -double(INFINITY); }));
}

TEST_F(Generate, ASumOfTwoIsExact) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<2xf32>, %zero: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
// --args='[dense<[0.1, 0.7]> : tensor<2xf32>, dense<0.0> : tensor<f32>]'
)");
  EXPECT_FALSE(agrees(program, Exactness::Rounded, nextUp));
}

TEST_F(Generate, ProductsAreExactUnlessAdded) {
  CheckedProgram returned = parsed(R"(
    func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<1xf32> {
      %0 = stablehlo.multiply %x, %x : tensor<1xf32>
      return %0 : tensor<1xf32>
    }
// --args='[dense<0.7> : tensor<1xf32>, dense<-0.49> : tensor<1xf32>]'
)");
  EXPECT_FALSE(agrees(returned, Exactness::Rounded, nextUp));
  CheckedProgram added = parsed(R"(
    func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<1xf32> {
      %0 = stablehlo.multiply %x, %x : tensor<1xf32>
      %1 = stablehlo.reverse %0, dims = [0] : tensor<1xf32>
      %2 = stablehlo.add %1, %y : tensor<1xf32>
      return %2 : tensor<1xf32>
    }
// --args='[dense<0.7> : tensor<1xf32>, dense<-0.49> : tensor<1xf32>]'
)");
  EXPECT_TRUE(
      agrees(added, Exactness::Rounded, [](double x) { return x + 0x1p-26; }));
  EXPECT_FALSE(
      agrees(added, Exactness::Rounded, [](double x) { return x + 0x1p-22; }));
}

/// The greatest element and its place; of equals the first.
constexpr const char *argumentOfMaximum = R"(
func.func @main(%x: tensor<4xf32>) -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %none) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %more = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %more, %nan : tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %earlier = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %same, %earlier : tensor<i1>
    %take = stablehlo.or %left, %tie : tensor<i1>
    %value = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %take, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}
)";

TEST_F(Generate, ATieHasOnePlace) {
  CheckedProgram ties =
      parsed(std::string(argumentOfMaximum) +
             "// --args='[dense<[1.0, 3.0, 3.0, 2.0]> : tensor<4xf32>]'\n");
  EXPECT_TRUE(agrees(ties, Exactness::Rounded, [](double) { return 1.0; }));
  EXPECT_FALSE(agrees(ties, Exactness::Rounded, [](double) { return 2.0; }));
}

TEST_F(Generate, TheFirstNaNHasOnePlace) {
  CheckedProgram lost =
      parsed(std::string(argumentOfMaximum) +
             "// --args='[dense<[1.0, 0x7FC00000, 3.0, 0x7FC00000]> : "
             "tensor<4xf32>]'\n");
  EXPECT_TRUE(agrees(lost, Exactness::Rounded, [](double) { return 1.0; }));
  EXPECT_FALSE(agrees(lost, Exactness::Rounded, [](double) { return 3.0; }));
}

// Affine maps, composed in order: the order is the program's.
TEST_F(Generate, CompositionsKeepTheirOrder) {
  CheckedProgram program = parsed(R"(
    func.func @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [0] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
       reducer(%p: tensor<i32>, %q: tensor<i32>) (%r: tensor<i32>, %s: tensor<i32>) {
        %x = stablehlo.multiply %p, %q : tensor<i32>
        %y = stablehlo.multiply %r, %q : tensor<i32>
        %z = stablehlo.add %y, %s : tensor<i32>
        stablehlo.return %x, %z : tensor<i32>, tensor<i32>
      }
      return %0#1 : tensor<i32>
    }
// --args='[dense<[2, 3, 5]> : tensor<3xi32>, dense<[7, 11, 13]> : tensor<3xi32>]'
)");
  // ((7 * 3) + 11) * 5 + 13
  EXPECT_TRUE(
      agrees(program, Exactness::Rounded, [](double) { return 173.0; }));
  // With the first two turned round: (11 * 2 + 7) * 5 + 13.
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double) { return 158.0; }));
}

TEST_F(Generate, WhatIsNotAssociativeIsFreeByTheElement) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<2x3xi32>) -> tensor<2xi32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
       reducer(%a: tensor<i32>, %b: tensor<i32>) {
        %c = stablehlo.subtract %a, %b : tensor<i32>
        stablehlo.return %c : tensor<i32>
      }
      %1 = stablehlo.reverse %0, dims = [0] : tensor<2xi32>
      return %1 : tensor<2xi32>
    }
// --args='[dense<[[1, 2, 3], [0, 0, 0]]> : tensor<2x3xi32>]'
)");
  // The row of zeros, now the first, gives zero in any order.
  EXPECT_FALSE(agrees(program, Exactness::Rounded, [](double) { return 1.0; }));
  // Of the other nobody says what it is.
  Outcome expected = interpret(program.module.get(), program);
  Outcome actual = expected;
  auto budget = reference::Budget::create();
  TensorBuilder builder =
      std::move(TensorBuilder::copyOf(*budget, expected.results[0])).value();
  builder.setAt(1, Element::integer(builder.elementType(), 2));
  actual.results[0] = std::move(builder).finish();
  EXPECT_TRUE(
      compareOutcomes(program, expected, actual, Exactness::Rounded).ok());
}

TEST_F(Generate, ANaNIsNotDropped) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<4xf32>, %zero: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
// --args='[dense<[1.0, 0x7FC00000, 3.0, 5.0]> : tensor<4xf32>, dense<0.0> : tensor<f32>]'
)");
  EXPECT_FALSE(agrees(program, Exactness::Rounded, [](double) { return 9.0; }));
}

TEST_F(Generate, UncertainChoicesAreOneOfTwo) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
      %0 = stablehlo.exponential %x : tensor<1xf32>
      %one = stablehlo.constant dense<1.0> : tensor<1xf32>
      %1 = stablehlo.compare LE, %0, %one : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
      %a = stablehlo.constant dense<10.0> : tensor<1xf32>
      %b = stablehlo.constant dense<12.0> : tensor<1xf32>
      %2 = stablehlo.select %1, %a, %b : tensor<1xi1>, tensor<1xf32>
      return %2 : tensor<1xf32>
    }
// --args='[dense<0.0> : tensor<1xf32>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, [](double) { return 12.0; }));
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double) { return 13.0; }));
}

TEST_F(Generate, ProductsOfMatricesAreOffByTheirRoundings) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<1x8xf32>, %y: tensor<8x1xf32>) -> tensor<1x1xf32> {
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x1xf32>) -> tensor<1x1xf32>
      return %0 : tensor<1x1xf32>
    }
// --args='[dense<1.1> : tensor<1x8xf32>, dense<0.7> : tensor<8x1xf32>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, nextUp));
  EXPECT_FALSE(
      agrees(program, Exactness::Rounded, [](double x) { return x + 1e-4; }));
}

TEST_F(Generate, SortedPlacesOfWhatIsUncertain) {
  constexpr const char *text = R"(
    func.func @main(%x: tensor<3xf32>) -> tensor<3xi32> {
      %0 = stablehlo.sine %x : tensor<3xf32>
      %i = stablehlo.iota dim = 0 : tensor<3xi32>
      %1:2 = "stablehlo.sort"(%0, %i) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
        %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
      return %1#1 : tensor<3xi32>
    }
)";
  auto two = [](double) { return 2.0; };
  // Far apart, and next to each other.
  EXPECT_FALSE(
      agrees(parsed(std::string(text) +
                    "// --args='[dense<[0.1, 0.5, 0.9]> : tensor<3xf32>]'\n"),
             Exactness::Rounded, two));
  EXPECT_TRUE(agrees(
      parsed(std::string(text) +
             "// --args='[dense<[0.5, 0.9, 0.50000006]> : tensor<3xf32>]'\n"),
      Exactness::Rounded, two));
}

TEST_F(Generate, LoopsOfUncertainLengthLeaveWhatTheyHandOn) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<f32>, %kept: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.exponential %x : tensor<f32>
      %1:2 = stablehlo.while(%a = %0, %b = %kept) : tensor<f32>, tensor<f32>
      cond {
        %one = stablehlo.constant dense<1.0> : tensor<f32>
        %more = stablehlo.compare GT, %a, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %half = stablehlo.constant dense<0.5> : tensor<f32>
        %less = stablehlo.multiply %a, %half : tensor<f32>
        stablehlo.return %less, %b : tensor<f32>, tensor<f32>
      }
      return %1#1 : tensor<f32>
    }
// --args='[dense<0.0> : tensor<f32>, dense<5.0> : tensor<f32>]'
)");
  EXPECT_FALSE(agrees(program, Exactness::Rounded, nextUp));
}

// Trees from the left, from the right and balanced all give 0 here.
TEST_F(Generate, TreesThatAgreeByChanceProveNothing) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<12xi8>) -> tensor<i8> {
      %c = stablehlo.constant dense<0> : tensor<i8>
      %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<12xi8>, tensor<i8>) -> tensor<i8>
       reducer(%a: tensor<i8>, %b: tensor<i8>) {
        %1 = stablehlo.or %a, %b : tensor<i8>
        %2 = stablehlo.xor %1, %a : tensor<i8>
        stablehlo.return %2 : tensor<i8>
      }
      return %0 : tensor<i8>
    }
// --args='[dense<[0, 1, -1, -1, 127, 1, -4, 4, -2, -31, -1, 46]> : tensor<12xi8>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, [](double) { return 2.0; }));
}

// All elements are alike but for the initial value, which may come anywhere.
TEST_F(Generate, InitialValuesComeAnywhere) {
  CheckedProgram program = parsed(R"(
    func.func @main(%k: tensor<4xui8>, %x: tensor<4xf32>) -> tensor<f32> {
      %one = stablehlo.constant dense<1> : tensor<ui8>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0:2 = stablehlo.reduce(%k init: %one), (%x init: %zero) across dimensions = [0] : (tensor<4xui8>, tensor<4xf32>, tensor<ui8>, tensor<f32>) -> (tensor<ui8>, tensor<f32>)
       reducer(%a: tensor<ui8>, %b: tensor<ui8>) (%p: tensor<f32>, %q: tensor<f32>) {
        %1 = stablehlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
        %2 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<f32>
        stablehlo.return %a, %2 : tensor<ui8>, tensor<f32>
      }
      return %0#1 : tensor<f32>
    }
// --args='[dense<[2, 3, 1, 1]> : tensor<4xui8>, dense<-1.375> : tensor<4xf32>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, [](double) { return 0.0; }));
}

// Step by step -15 and -15 overflow before the infinity comes.
TEST_F(Generate, NarrowSumsMayOverflowBeforeAnInfinity) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<3xf8E3M4>, %zero: tensor<f8E3M4>) -> tensor<f8E3M4> {
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf8E3M4>, tensor<f8E3M4>) -> tensor<f8E3M4>
      return %0 : tensor<f8E3M4>
    }
// --args='[dense<[-15.0, -15.0, 0x70]> : tensor<3xf8E3M4>, dense<0.0> : tensor<f8E3M4>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded,
                     [](double) { return double(INFINITY); }));
}

TEST_F(Generate, PaddingMayMeetAnInfinityOfTheKernel) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<1x1x2xf32>, %k: tensor<2x1x1xf32>) -> tensor<1x1x2xf32> {
      %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[0, i, o]->[b, f, 0], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xf32>, tensor<2x1x1xf32>) -> tensor<1x1x2xf32>
      return %0 : tensor<1x1x2xf32>
    }
// --args='[dense<3.0> : tensor<1x1x2xf32>, dense<[[[0x7F800000]], [[1.0]]]> : tensor<2x1x1xf32>]'
)");
  auto nan = [](double) { return double(NAN); };
  EXPECT_TRUE(agrees(program, Exactness::Rounded, nan));
  EXPECT_FALSE(agrees(program, Exactness::Same, nan));
}

TEST_F(Generate, SizesThatWaverAreNotCompared) {
  CheckedProgram program = parsed(R"(
    func.func @main(%x: tensor<1xf32>, %y: tensor<f32>) -> tensor<?xf32> {
      %0 = stablehlo.exponential %x : tensor<1xf32>
      %1 = stablehlo.convert %0 : (tensor<1xf32>) -> tensor<1xi32>
      %2 = stablehlo.dynamic_broadcast_in_dim %y, %1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
      return %2 : tensor<?xf32>
    }
// --args='[dense<0.0> : tensor<1xf32>, dense<5.0> : tensor<f32>]'
)");
  EXPECT_TRUE(agrees(program, Exactness::Rounded, nextUp));
  EXPECT_FALSE(agrees(program, Exactness::Same, nextUp));
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
  std::vector<CheckStage> stages = {
      {"broken", Exactness::Same, breakSubtractions, {}}};
  auto fails = [&](const CheckedProgram &program) {
    return checkProgram(program, stages).verdict == CheckVerdict::Changed;
  };
  Recipes recipes(&context);
  int found = 0;
  for (uint64_t seed = 0; found < 3; ++seed) {
    ASSERT_LT(seed, 5000u);
    CheckedProgram program = generateProgram(recipes, seed, {}, coverage);
    if (!fails(program)) {
      continue;
    }
    ++found;
    CheckedProgram small = reduceProgram(program, fails);
    EXPECT_TRUE(fails(small));
    EXPECT_TRUE(fails(parsed(printProgram(small))));
    int64_t operations = 0;
    small.module->walk([&](Operation *) { ++operations; });
    // The module, the function, its end, and a few that matter.
    EXPECT_LE(operations, 12) << printProgram(small);
  }
}

TEST_F(Generate, StagesMayExecuteAndRefuse) {
  CheckedProgram program = generated(7);
  auto run = [](ModuleOp, const CheckedProgram &) {
    return Outcome{Status::unimplemented("no sines today"), {}};
  };
  CheckResult result =
      checkProgram(program, {{"compiled", Exactness::Rounded, {}, run}});
  EXPECT_EQ(result.verdict, CheckVerdict::Unimplemented);
  EXPECT_EQ(result.stage, "compiled");
  EXPECT_EQ(result.message, "no sines today");
}

} // namespace
