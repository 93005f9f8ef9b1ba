// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow around tiles: what is carried, what leaves a branch, and what a
// loop's code may not contain.

#include "KernelRunner.h"

#include "weft/Machine/Host.h"
#include "weft/Target/CPU/Interrupt.h"
#include "weft/Target/CPU/Targets.h"

#include <array>
#include <cmath>

namespace weft::cpu::test {
namespace {

TEST(Control, forCarriesTilesAndScalars) {
  std::array<float, 40> x;
  std::array<float, 8> sums = {};
  std::array<int64_t, 2> scalars = {};
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i);
  }
  runKernel(R"(
    !t = tensor<8xf32>
    tile.kernel @carry(%x: !tile.ref<40xf32>, %y: !tile.ref<8xf32>, %z: !tile.ref<2xi64>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c40 = arith.constant 40 : index
      %one = arith.constant 1 : i64
      %none = arith.constant 0 : i64
      %zero = arith.constant dense<0.0> : !t
      %low = arith.constant dense<-1.0> : !t
      %s, %m, %n, %i, %p = scf.for %j = %c0 to %c40 step %c8 iter_args(%a = %zero, %b = %low, %c = %none, %d = %c0, %e = %zero) -> (!t, !t, i64, index, !t) {
        %v = tile.load %x[%j] : !tile.ref<40xf32> -> !t
        %s = arith.addf %a, %v : !t
        %m = arith.maximumf %b, %v : !t
        %n = arith.addi %c, %one : i64
        %i = arith.addi %d, %j : index
        scf.yield %s, %m, %n, %i, %a : !t, !t, i64, index, !t
      }
      // Sums of all, the greatest, and the sums before the last step.
      %t0 = arith.addf %s, %m : !t
      %t1 = arith.subf %t0, %p : !t
      tile.store %t1, %y[%c0] : !t, !tile.ref<8xf32>
      %nt = tensor.splat %n : tensor<1xi64>
      tile.store %nt, %z[%c0] : tensor<1xi64>, !tile.ref<2xi64>
      %i64 = arith.index_cast %i : index to i64
      %it = tensor.splat %i64 : tensor<1xi64>
      tile.store %it, %z[%c1] : tensor<1xi64>, !tile.ref<2xi64>
      tile.return
    })",
            {x.data(), sums.data(), scalars.data()});
  for (size_t lane = 0; lane < 8; ++lane) {
    // The last step's elements once as their part of the sum, once as maximum.
    EXPECT_EQ(sums[lane], 2.f * x[32 + lane]);
  }
  EXPECT_EQ(scalars[0], 5);
  EXPECT_EQ(scalars[1], 0 + 8 + 16 + 24 + 32);
}

TEST(Control, loopsThatDoNotRunGiveTheirInitialValues) {
  std::array<float, 6> y = {};
  runKernel(R"(
    !t = tensor<3xf32>
    tile.kernel @never(%y: !tile.ref<6xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %false = arith.constant false
      %i = tile.iota 0 : tensor<3xi32>
      %a = arith.sitofp %i : tensor<3xi32> to !t
      %b = arith.constant dense<7.0> : !t
      %r = scf.for %j = %c3 to %c0 step %c1 iter_args(%v = %a) -> (!t) {
        scf.yield %b : !t
      }
      %w = scf.while (%v = %r) : (!t) -> (!t) {
        %twice = arith.addf %v, %v : !t
        scf.condition(%false) %twice : !t
      } do {
      ^bb0(%v: !t):
        scf.yield %b : !t
      }
      tile.store %r, %y[%c0] : !t, !tile.ref<6xf32>
      tile.store %w, %y[%c3] : !t, !tile.ref<6xf32>
      tile.return
    })",
            {y.data()});
  EXPECT_EQ(y, (std::array<float, 6>{0, 1, 2, 0, 2, 4}));
}

// Newton's iteration for square roots, as long as any element changes; what the
// test sees and what the body gets differ in type and number.
TEST(Control, whileCarriesTiles) {
  std::array<float, 10> x, y;
  std::array<int32_t, 1> steps = {};
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i + 1);
  }
  runKernel(R"(
    !t = tensor<10xf32>
    tile.kernel @newton(%x: !tile.ref<10xf32>, %y: !tile.ref<10xf32>, %z: !tile.ref<1xi32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %none = arith.constant 0 : i32
      %limit = arith.constant 1.0e-6 : f32
      %half = arith.constant dense<0.5> : !t
      %v = tile.load %x[%c0] : !tile.ref<10xf32> -> !t
      %r:2 = scf.while (%g = %v, %n = %none) : (!t, i32) -> (!t, i32) {
        %q = arith.divf %v, %g : !t
        %s = arith.addf %q, %g : !t
        %h = arith.mulf %s, %half : !t
        %d = arith.subf %h, %g : !t
        %a = math.absf %d : !t
        %m = tile.reduce max %a [0] : !t -> tensor<f32>
        %e = tensor.extract %m[] : tensor<f32>
        %more = arith.cmpf ogt, %e, %limit : f32
        scf.condition(%more) %h, %n : !t, i32
      } do {
      ^bb0(%h: !t, %n: i32):
        %next = arith.addi %n, %one : i32
        scf.yield %h, %next : !t, i32
      }
      tile.store %r#0, %y[%c0] : !t, !tile.ref<10xf32>
      %nt = tensor.splat %r#1 : tensor<1xi32>
      tile.store %nt, %z[%c0] : tensor<1xi32>, !tile.ref<1xi32>
      tile.return
    })",
            {x.data(), y.data(), steps.data()});
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(y[i], std::sqrt(x[i]), 1e-6);
  }
  EXPECT_GT(steps[0], 2);
  EXPECT_LT(steps[0], 20);
}

TEST(Control, branchesGiveTiles) {
  std::array<float, 15> y = {};
  runKernel(R"(
    !t = tensor<3xf32>
    tile.kernel @branch(%y: !tile.ref<15xf32>) attributes {stage = "free", grid = 5} {
      %p = tile.program_id
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %one = arith.constant 1.0 : f32
      %two = arith.constant 2.0 : f32
      %a = arith.constant dense<10.0> : !t
      %b = arith.constant dense<20.0> : !t
      %less = arith.cmpi slt, %p, %c2 : index
      %v, %s = scf.if %less -> (!t, f32) {
        %sum = arith.addf %a, %b : !t
        scf.yield %sum, %one : !t, f32
      } else {
        %w = scf.index_switch %p -> !t
        case 2 {
          scf.yield %a : !t
        }
        case 4 {
          %product = arith.mulf %a, %b : !t
          scf.yield %product : !t
        }
        default {
          scf.yield %b : !t
        }
        scf.yield %w, %two : !t, f32
      }
      %st = tensor.splat %s : !t
      %out = arith.addf %v, %st : !t
      %at = arith.muli %p, %c3 : index
      scf.if %less {
        %scaled = arith.mulf %out, %st : !t
        tile.store %scaled, %y[%at] : !t, !tile.ref<15xf32>
      } else {
        tile.store %out, %y[%at] : !t, !tile.ref<15xf32>
      }
      tile.return
    })",
            {y.data()});
  EXPECT_EQ(y, (std::array<float, 15>{31, 31, 31, 31, 31, 31, 12, 12, 12, 22,
                                      22, 22, 202, 202, 202}));
}

// A list that is followed through memory, with stores on the way and bounds
// that depend on what was read.
TEST(Control, offsetsComeFromMemory) {
  std::array<int64_t, 6> next = {3, 5, 1, 4, 2, -1};
  std::array<float, 8> x = {1, 2, 3, 4, 5, 6, 7, 8};
  std::array<float, 12> y = {};
  runKernel(R"(
    tile.kernel @follow(%n: !tile.ref<6xi64>, %x: !tile.ref<8xf32>, %y: !tile.ref<12xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c6 = arith.constant 6 : index
      %r:2 = scf.while (%i = %c0, %k = %c0) : (index, index) -> (index, index) {
        %more = arith.cmpi sge, %i, %c0 : index
        scf.condition(%more) %i, %k : index, index
      } do {
      ^bb0(%i: index, %k: index):
        %v = tile.load %x[%i] bound [%c6] : !tile.ref<8xf32> -> tensor<2xf32>
        %at = arith.muli %k, %c2 : index
        tile.store %v, %y[%at] : tensor<2xf32>, !tile.ref<12xf32>
        %t = tile.load %n[%i] : !tile.ref<6xi64> -> tensor<i64>
        %s = tensor.extract %t[] : tensor<i64>
        %j = arith.index_cast %s : i64 to index
        %l = arith.addi %k, %c1 : index
        scf.yield %j, %l : index, index
      }
      tile.return
    })",
            {next.data(), x.data(), y.data()});
  EXPECT_EQ(y, (std::array<float, 12>{1, 2, 4, 5, 5, 6, 3, 4, 2, 3, 6, 0}));
}

// One loop inside of the other, each with state of its own and of the other.
TEST(Control, nestedLoops) {
  std::array<float, 4> y = {};
  runKernel(R"(
    !t = tensor<4xf32>
    tile.kernel @nested(%y: !tile.ref<4xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %one = arith.constant dense<1.0> : !t
      %zero = arith.constant dense<0.0> : !t
      %r, %total = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %zero, %s = %c0) -> (!t, index) {
        %up = arith.addi %i, %c1 : index
        %w, %m = scf.for %j = %c0 to %up step %c1 iter_args(%u = %v, %q = %s) -> (!t, index) {
          %odd = arith.remui %j, %c4 : index
          %is = arith.cmpi eq, %odd, %c1 : index
          %n = scf.if %is -> (!t) {
            %twice = arith.addf %u, %u : !t
            scf.yield %twice : !t
          } else {
            %more = arith.addf %u, %one : !t
            scf.yield %more : !t
          }
          %k = arith.addi %q, %j : index
          scf.yield %n, %k : !t, index
        }
        scf.yield %w, %m : !t, index
      }
      %f = arith.index_cast %total : index to i32
      %g = arith.sitofp %f : i32 to f32
      %h = tensor.splat %g : !t
      %out = arith.addf %r, %h : !t
      tile.store %out, %y[%c0] : !t, !tile.ref<4xf32>
      tile.return
    })",
            {y.data()});
  float value = 0;
  int total = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j <= i; ++j) {
      value = j % 4 == 1 ? 2 * value : value + 1;
      total += j;
    }
  }
  for (float each : y) {
    EXPECT_EQ(each, value + static_cast<float>(total));
  }
}

// Loops whose steps are inside of bounds all, in part, and never, with offsets
// that are the index, that and something fixed, and that do not depend on it.
TEST(Control, loopsOverTilesAtTheEdge) {
  for (int rows : {1, 3, 4}) {
    for (int columns : {3, 8, 21}) {
      for (int shift : {0, 2, -1}) {
        std::vector<float> x(static_cast<size_t>(rows * columns));
        for (size_t i = 0; i < x.size(); ++i) {
          x[i] = static_cast<float>(i + 1);
        }
        // Guarded on both sides.
        std::vector<float> y(x.size() + 64, -7.f);
        std::vector<float> sums(4, 0.f);
        runKernel(substitute(R"(
          !x = !tile.ref<$rowsx$columnsxf32>
          !t = tensor<2x8xf32>
          tile.kernel @edge(%x: !x, %y: !x, %z: !tile.ref<4xf32>) attributes {stage = "free", grid = 2} {
            %p = tile.program_id
            %c0 = arith.constant 0 : index
            %c2 = arith.constant 2 : index
            %c4 = arith.constant 4 : index
            %c8 = arith.constant 8 : index
            %rows = arith.constant $rows : index
            %columns = arith.constant $columns : index
            %shift = arith.constant $shift : index
            %nine = arith.constant 9.0 : f32
            %zero = arith.constant dense<0.0> : !t
            %i = arith.muli %p, %c2 : index
            %s = scf.for %j = %c0 to %columns step %c8 iter_args(%a = %zero) -> (!t) {
              %k = arith.addi %j, %shift : index
              %v = tile.load %x[%i, %k] bound [%rows, %columns] else %nine : !x -> !t
              %m = tile.mask [%i, %k] bound [%rows, %columns] : tensor<2x8xi1>
              %w = arith.select %m, %v, %zero : tensor<2x8xi1>, !t
              %b = arith.addf %a, %w : !t
              tile.store %v, %y[%i, %k] bound [%rows, %columns] : !t, !x
              scf.yield %b : !t
            }
            %r = tile.reduce add %s [1] : !t -> tensor<2xf32>
            tile.store %r, %z[%i] bound [%c4] : tensor<2xf32>, !tile.ref<4xf32>
            tile.return
          })",
                             {{"rowsx", std::to_string(rows) + "x"},
                              {"columnsx", std::to_string(columns) + "x"},
                              {"rows", std::to_string(rows)},
                              {"columns", std::to_string(columns)},
                              {"shift", std::to_string(shift)}}),
                  {x.data(), y.data() + 32, sums.data()});
        const int last = shift + (columns + 7) / 8 * 8;
        for (int i = 0; i < 4; ++i) {
          float sum = 0;
          for (int j = 0; i < rows && j < columns; ++j) {
            const bool touched = j >= shift && j < last;
            const float each = x[static_cast<size_t>(i * columns + j)];
            EXPECT_EQ(y[static_cast<size_t>(32 + i * columns + j)],
                      touched ? each : -7.f);
            sum += touched ? each : 0;
          }
          EXPECT_EQ(sums[static_cast<size_t>(i)], sum);
        }
        for (size_t i = 0; i < 32; ++i) {
          EXPECT_EQ(y[i], -7.f);
          EXPECT_EQ(y[y.size() - 1 - i], -7.f);
        }
      }
    }
  }
}

/// Two rows, one after the other, in tiles of eight: those of the first alone,
/// of the second alone, and of both; in a loop, or one in each program.
void joinRows(int first, int second, bool isLoop) {
  SCOPED_TRACE(std::to_string(first) + " and " + std::to_string(second) +
               (isLoop ? " in a loop" : " in programs"));
  const int all = first + second;
  std::vector<float> x(static_cast<size_t>(first));
  std::vector<float> y(static_cast<size_t>(second));
  for (int i = 0; i < all; ++i) {
    (i < first ? x[static_cast<size_t>(i)]
               : y[static_cast<size_t>(i - first)]) = static_cast<float>(i + 1);
  }
  std::vector<float> z(static_cast<size_t>(all) + 64, -7.f);
  const std::string body = R"(
            %k = arith.addi %j, %back : index
            %a = tile.load %x[%j] bound [%first] : !x -> !t
            %b = tile.load %y[%k] bound [%second] : !y -> !t
            %m = tile.mask [%j] bound [%first] : tensor<8xi1>
            %r = arith.select %m, %a, %b : tensor<8xi1>, !t
            tile.store %r, %z[%j] bound [%all] : !t, !z)";
  const std::string loop = R"(
            scf.for %j = %c0 to %all step %c8 {)" +
                           body + "\n}";
  const std::string program = R"(
            %p = tile.program_id
            %j = arith.muli %p, %c8 : index)" +
                              body;
  runKernel(substitute(R"(
          !x = !tile.ref<$xxf32>
          !y = !tile.ref<$yxf32>
          !z = !tile.ref<$zxf32>
          !t = tensor<8xf32>
          tile.kernel @join(%x: !x, %y: !y, %z: !z) attributes {stage = "free", grid = $grid} {
            %c0 = arith.constant 0 : index
            %c8 = arith.constant 8 : index
            %first = arith.constant $first : index
            %second = arith.constant $second : index
            %all = arith.constant $all : index
            %back = arith.constant -$first : index)" +
                           (isLoop ? loop : program) + R"(
            tile.return
          })",
                       {{"xxf32", std::to_string(first) + "xf32"},
                        {"yxf32", std::to_string(second) + "xf32"},
                        {"zxf32", std::to_string(all) + "xf32"},
                        {"grid", std::to_string(isLoop ? 1 : (all + 7) / 8)},
                        {"first", std::to_string(first)},
                        {"second", std::to_string(second)},
                        {"all", std::to_string(all)}}),
            {x.data(), y.data(), z.data() + 32});
  for (int i = 0; i < all; ++i) {
    EXPECT_EQ(z[static_cast<size_t>(32 + i)], static_cast<float>(i + 1));
  }
  for (size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(z[i], -7.f);
    EXPECT_EQ(z[z.size() - 1 - i], -7.f);
  }
}

TEST(Control, rowsOneAfterTheOther) {
  for (auto [first, second] :
       {std::pair(1, 7), std::pair(1, 63), std::pair(63, 1), std::pair(8, 8),
        std::pair(5, 6), std::pair(40, 40), std::pair(43, 61),
        std::pair(100, 3), std::pair(3, 1000)}) {
    joinRows(first, second, /*isLoop=*/true);
    joinRows(first, second, /*isLoop=*/false);
  }
}

/// Each row as the sum of those above and below and of its neighbours, in a
/// loop over tiles of eight columns: the first and the last row ask, others
/// need not.
TEST(Control, rowsAboveAndBelow) {
  for (int rows : {1, 2, 3, 7}) {
    for (int columns : {3, 8, 13, 16, 61}) {
      SCOPED_TRACE(std::to_string(rows) + " rows of " +
                   std::to_string(columns));
      std::vector<float> x(static_cast<size_t>(rows * columns));
      for (size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<float>(i * i % 31);
      }
      std::vector<float> y(x.size() + 64, -7.f);
      runKernel(substitute(R"(
          !x = !tile.ref<$rowsx$columnsxf32>
          !t = tensor<1x8xf32>
          tile.kernel @stencil(%x: !x, %y: !x) attributes {stage = "free", grid = $rows} {
            %p = tile.program_id
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %back = arith.constant -1 : index
            %c8 = arith.constant 8 : index
            %rows = arith.constant $rows : index
            %columns = arith.constant $columns : index
            %above = arith.addi %p, %back : index
            %below = arith.addi %p, %c1 : index
            scf.for %j = %c0 to %columns step %c8 {
              %l = arith.addi %j, %back : index
              %r = arith.addi %j, %c1 : index
              %a = tile.load %x[%above, %j] bound [%rows, %columns] : !x -> !t
              %b = tile.load %x[%below, %j] bound [%rows, %columns] : !x -> !t
              %c = tile.load %x[%p, %l] bound [_, %columns] : !x -> !t
              %d = tile.load %x[%p, %r] bound [_, %columns] : !x -> !t
              %ab = arith.addf %a, %b : !t
              %abc = arith.addf %ab, %c : !t
              %abcd = arith.addf %abc, %d : !t
              tile.store %abcd, %y[%p, %j] bound [_, %columns] : !t, !x
            }
            tile.return
          })",
                           {{"rowsx", std::to_string(rows) + "x"},
                            {"columnsx", std::to_string(columns) + "x"},
                            {"rows", std::to_string(rows)},
                            {"columns", std::to_string(columns)}}),
                {x.data(), y.data() + 32});
      auto at = [&](int i, int j) {
        const bool isInside = i >= 0 && i < rows && j >= 0 && j < columns;
        return isInside ? x[static_cast<size_t>(i * columns + j)] : 0.f;
      };
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
          EXPECT_EQ(y[static_cast<size_t>(32 + i * columns + j)],
                    at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
        }
      }
      for (size_t i = 0; i < 32; ++i) {
        EXPECT_EQ(y[i], -7.f);
        EXPECT_EQ(y[y.size() - 1 - i], -7.f);
      }
    }
  }
}

TEST(Control, boundsThatStandInTheLoop) {
  std::array<float, 60> x;
  std::array<float, 64> y;
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i + 1);
  }
  runKernel(R"(
    !t = tensor<8xf32>
    tile.kernel @inside(%x: !tile.ref<60xf32>, %y: !tile.ref<64xf32>) attributes {stage = "free", grid = 2} {
      %p = tile.program_id
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %from = arith.muli %p, %c32 : index
      scf.for %j = %c0 to %c32 step %c8 {
        %i = arith.addi %j, %from : index
        %bound = arith.constant 60 : index
        %v = tile.load %x[%i] bound [%bound] : !tile.ref<60xf32> -> !t
        tile.store %v, %y[%i] : !t, !tile.ref<64xf32>
      }
      tile.return
    })",
            {x.data(), y.data()});
  for (size_t i = 0; i < y.size(); ++i) {
    EXPECT_EQ(y[i], i < x.size() ? x[i] : 0.f);
  }
}

TEST(Control, assertionsAreTheModels) {
  std::array<float, 1> y = {};
  runKernel(R"(
    tile.kernel @assert(%y: !tile.ref<1xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %true = arith.constant true
      cf.assert %true, "holds"
      %v = arith.constant dense<3.0> : tensor<1xf32>
      tile.store %v, %y[%c0] : tensor<1xf32>, !tile.ref<1xf32>
      tile.return
    })",
            {y.data()});
  EXPECT_EQ(y[0], 3);
}

TEST(Control, barriersAmongProgramsAreRefused) {
  Status status = compileStatus(R"(
    tile.kernel @barrier() attributes {stage = "free", grid = 2} {
      tile.barrier device
      tile.return
    })");
  EXPECT_EQ(status.code(), StatusCode::Unimplemented);
  EXPECT_NE(status.message().find("grid of 1"), std::string::npos)
      << status.message();
}

/// The instructions of the innermost loop: the last stretch of assembly that
/// ends with a jump back to its own label.
std::vector<std::string> innermostLoop(llvm::StringRef text) {
  registerEveryTarget();
  StatusOr<Machine> cpu = findMachine("arm64");
  KernelText parsed(text);
  StatusOr<std::string> assembly =
      printKernels(parsed.kernels(), *cpu, TextForm::Assembly);
  if (!assembly.ok()) {
    ADD_FAILURE() << assembly.status();
    return {};
  }
  std::string label;
  std::vector<std::string> loop, found;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(*assembly).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (line.starts_with(".LBB")) {
      label = line.take_until([](char c) { return c == ':'; }).str();
      loop.clear();
      continue;
    }
    loop.push_back(line.trim().str());
    if (line.starts_with("\tb.") && line.ends_with(label) && !label.empty()) {
      found = loop;
    }
  }
  return found;
}

bool touchesMemory(const std::vector<std::string> &loop) {
  return llvm::any_of(loop, [](llvm::StringRef line) {
    return line.starts_with("ld") || line.starts_with("st");
  });
}

// A loop of a differential equation: nothing but arithmetic in it.
TEST(Control, scalarsStayInRegisters) {
  std::vector<std::string> loop = innermostLoop(R"(
    tile.kernel @lorenz(%x: !tile.ref<3xf32>, %n: index) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %dt = arith.constant 0.01 : f32
      %sigma = arith.constant 10.0 : f32
      %rho = arith.constant 28.0 : f32
      %beta = arith.constant 2.66 : f32
      %a0 = tile.load %x[%c0] : !tile.ref<3xf32> -> tensor<f32>
      %b0 = tile.load %x[%c1] : !tile.ref<3xf32> -> tensor<f32>
      %d0 = tile.load %x[%c2] : !tile.ref<3xf32> -> tensor<f32>
      %a1 = tensor.extract %a0[] : tensor<f32>
      %b1 = tensor.extract %b0[] : tensor<f32>
      %d1 = tensor.extract %d0[] : tensor<f32>
      %r:4 = scf.while (%i = %c0, %a = %a1, %b = %b1, %d = %d1) : (index, f32, f32, f32) -> (index, f32, f32, f32) {
        %more = arith.cmpi slt, %i, %n : index
        scf.condition(%more) %i, %a, %b, %d : index, f32, f32, f32
      } do {
      ^bb0(%i: index, %a: f32, %b: f32, %d: f32):
        %0 = arith.subf %b, %a : f32
        %1 = arith.mulf %sigma, %0 : f32
        %2 = arith.subf %rho, %d : f32
        %3 = arith.mulf %a, %2 : f32
        %4 = arith.subf %3, %b : f32
        %5 = arith.mulf %a, %b : f32
        %6 = arith.mulf %beta, %d : f32
        %7 = arith.subf %5, %6 : f32
        %8 = arith.mulf %dt, %1 : f32
        %9 = arith.mulf %dt, %4 : f32
        %10 = arith.mulf %dt, %7 : f32
        %a2 = arith.addf %a, %8 : f32
        %b2 = arith.addf %b, %9 : f32
        %d2 = arith.addf %d, %10 : f32
        %i1 = arith.addi %i, %c1 : index
        scf.yield %i1, %a2, %b2, %d2 : index, f32, f32, f32
      }
      %a3 = tensor.splat %r#1 : tensor<1xf32>
      %b3 = tensor.splat %r#2 : tensor<1xf32>
      %d3 = tensor.splat %r#3 : tensor<1xf32>
      tile.store %a3, %x[%c0] : tensor<1xf32>, !tile.ref<3xf32>
      tile.store %b3, %x[%c1] : tensor<1xf32>, !tile.ref<3xf32>
      tile.store %d3, %x[%c2] : tensor<1xf32>, !tile.ref<3xf32>
      tile.return
    })");
  EXPECT_FALSE(loop.empty());
  EXPECT_FALSE(touchesMemory(loop));
  // Fourteen operations, the count and its test, and few moves.
  EXPECT_LE(loop.size(), 21u);
}

TEST(Control, smallTilesStayInRegisters) {
  std::vector<std::string> loop = innermostLoop(R"(
    !t = tensor<4x8xf32>
    tile.kernel @power(%x: !tile.ref<4x8xf32>, %n: index) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = tile.load %x[%c0, %c0] : !tile.ref<4x8xf32> -> !t
      %b = arith.constant dense<1.5> : !t
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a, %v = %b) -> (!t, !t) {
        %p = arith.mulf %u, %v : !t
        %s = arith.addf %u, %v : !t
        scf.yield %p, %s : !t, !t
      }
      %o = arith.addf %r#0, %r#1 : !t
      tile.store %o, %x[%c0, %c0] : !t, !tile.ref<4x8xf32>
      tile.return
    })");
  EXPECT_FALSE(loop.empty());
  EXPECT_FALSE(touchesMemory(loop));
  // Sixteen operations, at most one move each, the count and its test.
  EXPECT_LE(loop.size(), 27u);
}

// Nobody asks a kernel that is called by itself; within a run, loops of the
// program look at a number behind the kernel's arguments, tile loops do not.
TEST(Control, loopsOfTheProgramEndWhenAsked) {
  KernelText parsed(R"(
    tile.kernel @endless(%x: !tile.ref<1xi32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %many = arith.constant 1000000000000000 : index
      %true = arith.constant true
      %one = arith.constant dense<1> : tensor<1xi32>
      %a = tile.load %x[%c0] : !tile.ref<1xi32> -> tensor<1xi32>
      %u = scf.for %i = %c0 to %many step %c1 iter_args(%v = %a) -> (tensor<1xi32>) {
        %w = arith.addi %v, %one : tensor<1xi32>
        tile.store %w, %x[%c0] : tensor<1xi32>, !tile.ref<1xi32>
        %r = scf.while (%s = %w) : (tensor<1xi32>) -> (tensor<1xi32>) {
          scf.condition(%true) %s : tensor<1xi32>
        } do {
        ^bb0(%s: tensor<1xi32>):
          scf.yield %s : tensor<1xi32>
        }
        scf.yield %r : tensor<1xi32>
      } {tile.interruptible}
      tile.return
    }
    tile.kernel @plain(%x: !tile.ref<64xi32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      %one = arith.constant dense<1> : tensor<8xi32>
      scf.for %i = %c0 to %c64 step %c8 {
        tile.store %one, %x[%i] : tensor<8xi32>, !tile.ref<64xi32>
      }
      tile.return
    })");
  std::vector<tile::KernelOp> kernels = parsed.kernels();
  ASSERT_EQ(kernels.size(), 2u);
  StatusOr<Machine> cpu = describeHost();
  ASSERT_TRUE(cpu.ok()) << cpu.status();
  StatusOr<std::string> object =
      compileModule(*cpu, [&](llvm::Module &module) -> Status {
        std::vector<KernelInfo> infos;
        WEFT_RETURN_IF_ERROR(emitKernels(kernels, *cpu, module, infos));
        EXPECT_FALSE(hasMarkedIterations(*module.getFunction("plain")));
        llvm::Function &endless = *module.getFunction("endless");
        EXPECT_TRUE(hasMarkedIterations(endless));
        makeInterruptible(endless, 1);
        EXPECT_TRUE(hasMarkedIterations(endless));
        makeInterruptible(endless, 1);
        return Status::success();
      });
  ASSERT_TRUE(object.ok()) << object.status();
  StatusOr<LoadedCode> loaded = LoadedCode::load(*object);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  std::array<int32_t, 1> x = {};
  uint32_t flag = 1;
  std::array<void *, 2> pointers = {x.data(), &flag};
  loaded->findKernel("endless")(pointers.data(), 0, 1, nullptr);
  EXPECT_EQ(x[0], 1);
}

} // namespace
} // namespace weft::cpu::test
