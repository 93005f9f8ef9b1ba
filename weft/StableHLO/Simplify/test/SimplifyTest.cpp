// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the text tests cannot show: that simplification ends, and takes time in
// proportion to the program. Work is counted, not timed.

#include "weft/StableHLO/Simplify/Simplify.h"

#include "weft/Support/Origins.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Verifier.h>

using namespace mlir;
using namespace weft::stablehlo;

namespace {

class Simplify : public testing::Test {
protected:
  Simplify() : builder(&context) {
    context.loadDialect<func::FuncDialect, StableHLODialect>();
    location = builder.getUnknownLoc();
    module = ModuleOp::create(location);
    builder.setInsertionPointToEnd(module->getBody());
  }

  /// A function of one tensor, which is returned through `build`.
  func::FuncOp makeFunction(llvm::StringRef name,
                            llvm::function_ref<Value(Value)> build) {
    OpBuilder::InsertionGuard guard(builder);
    auto function = func::FuncOp::create(
        builder, location, name, builder.getFunctionType({type()}, {type()}));
    builder.setInsertionPointToEnd(function.addEntryBlock());
    Value result = build(function.getArgument(0));
    func::ReturnOp::create(builder, location, result);
    return function;
  }

  RankedTensorType type() {
    return RankedTensorType::get({4}, builder.getF32Type());
  }

  Value constant(float number) {
    return ConstantOp::create(
        builder, location,
        ElementsAttr(DenseElementsAttr::get(type(), number)));
  }

  int64_t size() {
    int64_t count = 0;
    module->walk([&](Operation *) { ++count; });
    return count;
  }

  SimplifyStatistics run(const SimplifyOptions &options = {}) {
    SimplifyStatistics statistics;
    simplify(*module, standardRules(&context), options, &statistics);
    EXPECT_TRUE(succeeded(verify(*module)));
    return statistics;
  }

  /// Operations visited for a program of `count` pieces.
  int64_t visits(int64_t count,
                 llvm::function_ref<Value(Value, int64_t)> piece) {
    module = ModuleOp::create(location);
    builder.setInsertionPointToEnd(module->getBody());
    makeFunction("main", [&](Value value) {
      for (int64_t i = 0; i < count; ++i) {
        value = piece(value, i);
      }
      return value;
    });
    SimplifyStatistics statistics = run();
    EXPECT_FALSE(statistics.cutOff);
    return statistics.visits;
  }

  /// Twice the program takes at most a little more than twice the work.
  void expectLinear(llvm::function_ref<Value(Value, int64_t)> piece,
                    int64_t count = 2000) {
    int64_t once = visits(count, piece);
    int64_t twice = visits(2 * count, piece);
    EXPECT_LE(twice, once * 21 / 10);
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OpBuilder builder;
  Location location = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module;
};

TEST_F(Simplify, LongChainsTakeLinearTime) {
  // Nothing to do.
  expectLinear([&](Value value, int64_t) -> Value {
    return SineOp::create(builder, location, TypeRange(type()),
                          ValueRange(value));
  });
  // Everything goes.
  expectLinear([&](Value value, int64_t) -> Value {
    return NegateOp::create(builder, location, TypeRange(type()),
                            ValueRange(value));
  });
  // All operations are equal, or nearly.
  expectLinear([&](Value value, int64_t i) -> Value {
    Value c = constant(static_cast<float>(i % 3));
    return AddOp::create(builder, location, TypeRange(type()),
                         ValueRange{value, c});
  });
  // A long list grows step by step.
  expectLinear([&](Value value, int64_t) -> Value {
    Value joined =
        ConcatenateOp::create(builder, location, ValueRange{value, value}, 0);
    auto starts = builder.getDenseI64ArrayAttr({2});
    auto limits = builder.getDenseI64ArrayAttr({6});
    auto strides = builder.getDenseI64ArrayAttr({1});
    return SliceOp::create(builder, location, type(), joined, starts, limits,
                           strides);
  });
}

TEST_F(Simplify, ListsThatGrowTakeLinearTime) {
  auto make = [&](int64_t count) {
    module = ModuleOp::create(location);
    builder.setInsertionPointToEnd(module->getBody());
    makeFunction("main", [&](Value argument) {
      Value list = argument;
      for (int64_t i = 0; i < count; ++i) {
        list = ConcatenateOp::create(builder, location,
                                     ValueRange{list, argument}, 0);
      }
      auto starts = builder.getDenseI64ArrayAttr({3});
      auto limits = builder.getDenseI64ArrayAttr({4 * count + 3});
      auto strides = builder.getDenseI64ArrayAttr({count});
      return Value(SliceOp::create(builder, location, type(), list, starts,
                                   limits, strides));
    });
    return run().visits;
  };
  int64_t once = make(2000);
  EXPECT_LE(make(4000), once * 21 / 10);
}

TEST_F(Simplify, AHundredThousandOperations) {
  int64_t visited = visits(25'000, [&](Value value, int64_t i) -> Value {
    Value c = constant(i % 2 ? 1.0f : static_cast<float>(i));
    Value product = MultiplyOp::create(builder, location, TypeRange(type()),
                                       ValueRange{c, value});
    Value twice = NegateOp::create(builder, location, TypeRange(type()),
                                   ValueRange(product));
    return AddOp::create(builder, location, TypeRange(type()),
                         ValueRange{value, twice});
  });
  EXPECT_LE(visited, 25'000 * 4 * 10);
}

TEST_F(Simplify, RulesThatChaseEachOtherAreCutOff) {
  makeFunction("main", [&](Value value) -> Value {
    return SubtractOp::create(builder, location, TypeRange(type()),
                              ValueRange{value, value});
  });
  RuleSet rules(&context);
  rules.add<SubtractOp>("there", [](SubtractOp op, Rewriter &rewriter) {
    return Value(rewriter.make<AddOp>(op.getType(), op.getLhs(), op.getRhs()));
  });
  rules.add<AddOp>("back", [](AddOp op, Rewriter &rewriter) {
    return Value(
        rewriter.make<SubtractOp>(op.getType(), op.getLhs(), op.getRhs()));
  });
  SimplifyStatistics statistics;
  simplify(*module, rules, {}, &statistics);
  EXPECT_TRUE(statistics.cutOff);
  EXPECT_TRUE(succeeded(verify(*module)));
}

// Each function calls the next one twice: inlined to the end, there would be
// more operations than any machine holds.
TEST_F(Simplify, InliningStopsBeforeTheProgramIsTooLarge) {
  constexpr int functions = 60;
  for (int i = 0; i < functions; ++i) {
    makeFunction("f" + std::to_string(i), [&](Value value) {
      if (i == 0) {
        return Value(SineOp::create(builder, location, TypeRange(type()),
                                    ValueRange(value)));
      }
      for (int call = 0; call < 2; ++call) {
        value =
            func::CallOp::create(builder, location, "f" + std::to_string(i - 1),
                                 TypeRange(type()), ValueRange(value))
                .getResult(0);
      }
      return value;
    });
  }
  SimplifyOptions options;
  options.maximumOperations = 1000;
  run(options);
  EXPECT_LE(size(), functions * 1100);
}

TEST_F(Simplify, DeepCallsNeedNoStack) {
  constexpr int depth = 20'000;
  for (int i = 0; i < depth; ++i) {
    auto build = [&](Value value) {
      if (i == depth - 1) {
        return Value(SineOp::create(builder, location, TypeRange(type()),
                                    ValueRange(value)));
      }
      return Value(func::CallOp::create(builder, location,
                                        "f" + std::to_string(i + 1),
                                        TypeRange(type()), ValueRange(value))
                       .getResult(0));
    };
    func::FuncOp function = makeFunction("f" + std::to_string(i), build);
    if (i > 0) {
      function.setPrivate();
    }
  }
  SimplifyStatistics statistics = run();
  EXPECT_EQ(statistics.inlined, depth - 1);
  EXPECT_EQ(size(), 4);
}

TEST_F(Simplify, LocationsDoNotGrowWithoutBound) {
  module = ModuleOp::create(location);
  builder.setInsertionPointToEnd(module->getBody());
  makeFunction("main", [&](Value value) {
    for (unsigned i = 1; i <= 1000; ++i) {
      Location line = FileLineColLoc::get(&context, "model.py", i, 1);
      auto flat = RankedTensorType::get({2, 2}, builder.getF32Type());
      value = ReshapeOp::create(builder, line, i % 2 ? flat : type(), value);
    }
    auto flat = RankedTensorType::get({1, 4}, builder.getF32Type());
    value = ReshapeOp::create(builder, location, flat, value);
    value =
        SineOp::create(builder, location, TypeRange(flat), ValueRange(value));
    return Value(ReshapeOp::create(builder, location, type(), value));
  });
  run();
  module->walk([&](ReshapeOp op) {
    auto fused = dyn_cast<FusedLoc>(op.getLoc());
    EXPECT_TRUE(!fused || fused.getLocations().size() <= 16);
  });
}

} // namespace
