// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Tile.h"

#include <gtest/gtest.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

#include <random>

using namespace weft::tile;

namespace {

bool operator==(const IndexFact &lhs, const IndexFact &rhs) {
  return lhs.low == rhs.low && lhs.high == rhs.high &&
         lhs.divisor == rhs.divisor;
}

TEST(IndexFact, arithmetic) {
  IndexFact a{0, 24, 8}, b{-6, 6, 6};
  EXPECT_TRUE(a + b == (IndexFact{-6, 30, 2}));
  EXPECT_TRUE(a - b == (IndexFact{-6, 30, 2}));
  EXPECT_TRUE(a * b == (IndexFact{-144, 144, 48}));
  EXPECT_TRUE(either(a, b) == (IndexFact{-6, 24, 2}));
  EXPECT_TRUE(minimum(a, b) == (IndexFact{-6, 6, 2}));
  EXPECT_TRUE(maximum(a, b) == (IndexFact{0, 24, 2}));
  EXPECT_TRUE(floorDivide(a, 4) == (IndexFact{0, 6, 2}));
  EXPECT_TRUE(floorDivide(b, 4) == (IndexFact{-2, 1, 1}));
  EXPECT_TRUE(ceilDivide(b, 4) == (IndexFact{-1, 2, 1}));
  EXPECT_TRUE(remainder(a, 12) == (IndexFact{0, 8, 4}));
  EXPECT_TRUE(remainder(a, 25) == a);
}

TEST(IndexFact, zeroIsAMultipleOfEverything) {
  IndexFact zero = IndexFact::ofConstant(0);
  EXPECT_TRUE(zero.isMultipleOf(1 << 20));
  EXPECT_TRUE((zero + IndexFact::ofConstant(12)).isMultipleOf(12));
  EXPECT_TRUE((zero * IndexFact::nothing()).isMultipleOf(7));
}

TEST(IndexFact, endsSaturate) {
  IndexFact most = IndexFact::nothing();
  EXPECT_TRUE(most + most == most);
  EXPECT_TRUE((IndexFact{0, IndexFact::highest, 1} *
               IndexFact{0, IndexFact::highest, 1})
                  .isNotNegative());
  IndexFact large = IndexFact::ofConstant(int64_t{3} << 61);
  EXPECT_EQ((large * IndexFact::ofConstant(8)).divisor, large.divisor);
}

/// The facts of the values that a kernel stores its tiles at.
class FactsOfValues : public testing::Test {
protected:
  FactsOfValues() {
    context.loadDialect<TileDialect, mlir::arith::ArithDialect,
                        mlir::scf::SCFDialect>();
  }

  /// Of `%i`, in a kernel of four programs with an index `%n`.
  IndexFact of(llvm::StringRef code) {
    std::string text =
        ("tile.kernel @k(%n: index, %x: !tile.ref<4xf32>) attributes {stage = "
         "\"free\", grid = 4} {\n%c0 = arith.constant 0 : index\n%c4 = "
         "arith.constant 4 : index\n%c64 = arith.constant 64 : index\n" +
         code + "\ntile.return }")
            .str();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    IndexFact fact;
    module->walk([&](LoadOp load) { fact = factOf(load.getOffsets()[0]); });
    return fact;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

constexpr llvm::StringLiteral kUse =
    "%t = tile.load %x[%i] : !tile.ref<4xf32> -> tensor<f32>\n";

TEST_F(FactsOfValues, arguments) {
  EXPECT_TRUE(of(("%i = arith.addi %n, %c0 : index\n" + kUse).str()) ==
              IndexFact::nothing());
}

TEST_F(FactsOfValues, programs) {
  EXPECT_TRUE(
      of(("%p = tile.program_id\n%i = arith.muli %p, %c4 : index\n" + kUse)
             .str()) == (IndexFact{0, 12, 4}));
  EXPECT_TRUE(
      of(("%p = tile.program_id\n%j, %i = tile.unrank %p in [2, 2]\n" + kUse)
             .str()) == (IndexFact{0, 1, 1}));
}

TEST_F(FactsOfValues, loops) {
  EXPECT_TRUE(
      of(("scf.for %i = %c0 to %c64 step %c4 {\n" + kUse + "}").str()) ==
      (IndexFact{0, 60, 4}));
  EXPECT_TRUE(
      of(("scf.for %i = %c4 to %n step %c64 {\n" + kUse + "}").str()).divisor ==
      4);
  EXPECT_EQ(of(("scf.for %i = %n to %c64 step %c4 {\n" + kUse + "}").str()).low,
            IndexFact::lowest);
}

TEST_F(FactsOfValues, clampedToARange) {
  EXPECT_TRUE(of(("%a = arith.minsi %n, %c64 : index\n"
                  "%i = arith.maxsi %a, %c0 : index\n" +
                  kUse)
                     .str()) == (IndexFact{0, 64, 1}));
}

TEST_F(FactsOfValues, roundedQuotients) {
  EXPECT_TRUE(of(("%a = arith.maxsi %n, %c4 : index\n"
                  "%b = arith.minsi %a, %c64 : index\n"
                  "%i = arith.ceildivsi %b, %c4 : index\n" +
                  kUse)
                     .str()) == (IndexFact{1, 16, 1}));
  EXPECT_TRUE(of(("%i = arith.ceildivsi %c64, %n : index\n" + kUse).str()) ==
              IndexFact::nothing());
  EXPECT_TRUE(of(("%a = arith.maxsi %n, %c4 : index\n"
                  "%b = arith.minsi %a, %c64 : index\n"
                  "%i = arith.ceildivui %b, %c4 : index\n" +
                  kUse)
                     .str()) == (IndexFact{1, 16, 1}));
  // Negative ones are the largest numbers.
  EXPECT_TRUE(of(("%b = arith.minsi %n, %c64 : index\n"
                  "%i = arith.ceildivui %b, %c4 : index\n" +
                  kUse)
                     .str()) == IndexFact::nothing());
}

TEST_F(FactsOfValues, quotientsAndRemainders) {
  auto ofProgram = [&](llvm::StringRef operation) {
    return of(("%p = tile.program_id\n%a = arith.muli %p, %c64 : index\n"
               "%c24 = arith.constant 24 : index\n%i = " +
               operation + "\n" + kUse)
                  .str());
  };
  EXPECT_TRUE(ofProgram("arith.divui %a, %c4 : index") ==
              (IndexFact{0, 48, 16}));
  EXPECT_TRUE(ofProgram("arith.remui %a, %c24 : index") ==
              (IndexFact{0, 16, 8}));
  EXPECT_TRUE(ofProgram("arith.divui %a, %n : index") == IndexFact::nothing());
  EXPECT_TRUE(ofProgram("arith.remui %n, %c4 : index") == IndexFact::nothing());
  EXPECT_TRUE(ofProgram("arith.floordivsi %n, %c4 : index")
                  .within(IndexFact::lowest / 4, IndexFact::highest / 4));
}

TEST_F(FactsOfValues, oneOfTwo) {
  EXPECT_TRUE(of(("%b = arith.cmpi slt, %n, %c4 : index\n"
                  "%i = arith.select %b, %c4, %c64 : index\n" +
                  kUse)
                     .str()) == (IndexFact{4, 64, 4}));
}

/// Kernels of index arithmetic at random, in loops, beside what each index is
/// in some runs of it. Indices stay far from where sums and products would
/// wrap.
class RandomIndices {
public:
  explicit RandomIndices(uint32_t seed) : random(seed) {
    add("%p", [&] { return int64_t(random() % programs); });
    for (int64_t constant : {0, 1, 3, 4, 5, 8, 64, -1, -6}) {
      const std::string name = newName();
      line(name + " = arith.constant " + std::to_string(constant) + " : index");
      add(name, [&] { return constant; });
    }
    const unsigned count = 4 + random() % 10;
    for (unsigned i = 0; i < count; ++i) {
      random() % 5 == 0 ? openLoop() : writeOne();
    }
  }

  static constexpr int64_t programs = 12;
  static constexpr size_t runs = 64;

  std::string text() const {
    std::string all = "tile.kernel @k(%n: index, %x: !tile.ref<4xf32>) "
                      "attributes {stage = \"free\", grid = " +
                      std::to_string(programs) + "} {\n%p = tile.program_id\n" +
                      code;
    for (unsigned i = 0; i < loops; ++i) {
      all += "}\n";
    }
    return all + "tile.return }";
  }

  /// In the order of the loads of the text: what they are loaded from in each
  /// run, if that comes there.
  std::vector<std::vector<std::optional<int64_t>>> used;

private:
  struct Index {
    std::string name;
    std::vector<int64_t> numbers;
  };

  void line(const std::string &text) { code += text + "\n"; }

  template <typename Make> void add(const std::string &name, Make make) {
    Index index = {name, {}};
    for (size_t run = 0; run < runs; ++run) {
      index.numbers.push_back(make());
    }
    indices.push_back(std::move(index));
  }

  const Index &any() { return indices[random() % indices.size()]; }

  std::string newName() { return "%v" + std::to_string(names++); }

  /// Looks at an index, and uses it later unless it may be large.
  void found(const std::string &name,
             const std::vector<std::optional<int64_t>> &numbers) {
    line("%t" + std::to_string(names++) + " = tile.load %x[" + name +
         "] : !tile.ref<4xf32> -> tensor<f32>");
    std::vector<std::optional<int64_t>> seen;
    Index index = {name, {}};
    bool isSmall = true;
    for (size_t run = 0; run < runs; ++run) {
      isReached[run] = isReached[run] && numbers[run];
      seen.push_back(isReached[run] ? numbers[run] : std::nullopt);
      index.numbers.push_back(numbers[run].value_or(0));
      isSmall &= std::abs(index.numbers.back() / 2) < (int64_t(1) << 20);
    }
    used.push_back(std::move(seen));
    if (isSmall) {
      indices.push_back(std::move(index));
    }
  }

  void openLoop() {
    const Index lower = any();
    const Index upper = any();
    const int64_t step = 1 + random() % 9;
    const std::string by = newName();
    const std::string name = newName();
    line(by + " = arith.constant " + std::to_string(step) + " : index");
    line("scf.for " + name + " = " + lower.name + " to " + upper.name +
         " step " + by + " {");
    ++loops;
    std::vector<std::optional<int64_t>> numbers;
    for (size_t run = 0; run < runs; ++run) {
      const int64_t length = upper.numbers[run] - lower.numbers[run];
      isReached[run] = isReached[run] && length > 0;
      const int64_t steps = length > 0 ? (length + step - 1) / step : 1;
      // The first, the last, or one between.
      const int64_t turn = random() % 3 == 0   ? 0
                           : random() % 2 == 0 ? steps - 1
                                               : random() % steps;
      numbers.push_back(lower.numbers[run] + turn * step);
    }
    found(name, numbers);
  }

  void writeOne() {
    static constexpr const char *operations[] = {
        "addi",  "subi",  "muli",  "minsi",     "maxsi",      "minui",
        "maxui", "divui", "remui", "ceildivsi", "floordivsi", "select"};
    const std::string operation = operations[random() % std::size(operations)];
    const Index lhs = any();
    const Index rhs = any();
    const std::string name = newName();
    if (operation == "select") {
      const std::string condition = newName();
      line(condition + " = arith.cmpi slt, " + lhs.name + ", " + rhs.name +
           " : index");
      line(name + " = arith.select " + condition + ", " + rhs.name + ", " +
           lhs.name + " : index");
    } else {
      line(name + " = arith." + operation + " " + lhs.name + ", " + rhs.name +
           " : index");
    }
    std::vector<std::optional<int64_t>> numbers;
    for (size_t run = 0; run < runs; ++run) {
      numbers.push_back(compute(operation, lhs.numbers[run], rhs.numbers[run]));
    }
    found(name, numbers);
  }

  /// Nothing where there is no result.
  static std::optional<int64_t> compute(llvm::StringRef operation, int64_t a,
                                        int64_t b) {
    const auto asUnsigned = [](int64_t number) { return uint64_t(number); };
    if (operation.contains("div") || operation == "remui") {
      if (b == 0) {
        return std::nullopt;
      }
      return operation == "divui"       ? int64_t(asUnsigned(a) / asUnsigned(b))
             : operation == "remui"     ? int64_t(asUnsigned(a) % asUnsigned(b))
             : operation == "ceildivsi" ? llvm::divideCeilSigned(a, b)
                                        : llvm::divideFloorSigned(a, b);
    }
    return operation == "addi"    ? a + b
           : operation == "subi"  ? a - b
           : operation == "muli"  ? a * b
           : operation == "minui" ? (asUnsigned(a) < asUnsigned(b) ? a : b)
           : operation == "maxui" ? (asUnsigned(a) < asUnsigned(b) ? b : a)
           : operation == "minsi" ? std::min(a, b)
                                  : std::max(a, b);
  }

  std::mt19937 random;
  std::string code;
  unsigned names = 0;
  unsigned loops = 0;
  std::vector<Index> indices;
  /// The runs that come to where code is written.
  std::vector<bool> isReached = std::vector<bool>(runs, true);
};

TEST_F(FactsOfValues, hold) {
  int64_t checked = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const RandomIndices kernel(seed);
    module = mlir::parseSourceString<mlir::ModuleOp>(kernel.text(), &context);
    ASSERT_TRUE(module) << kernel.text();
    size_t next = 0;
    module->walk<mlir::WalkOrder::PreOrder>([&](LoadOp load) {
      const IndexFact fact = factOf(load.getOffsets()[0]);
      for (std::optional<int64_t> number : kernel.used[next]) {
        if (!number) {
          continue;
        }
        ++checked;
        EXPECT_TRUE(
            fact.low <= *number && *number <= fact.high &&
            (fact.divisor == 0 ? *number == 0 : *number % fact.divisor == 0))
            << *number << " of " << fact.low << " to " << fact.high << " by "
            << fact.divisor << ", load " << next << " of " << kernel.text();
      }
      ++next;
    });
    ASSERT_EQ(next, kernel.used.size());
  }
  EXPECT_GT(checked, 10000);
}

} // namespace
