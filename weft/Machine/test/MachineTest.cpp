// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Machine.h"
#include "weft/Machine/Host.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/Machine/Products.h"
#include "weft/Machine/Rows.h"

#include <gtest/gtest.h>

#include <set>

using namespace weft;

namespace {

class EveryMachine : public ::testing::TestWithParam<std::string> {
protected:
  Machine machine = *findMachine(GetParam());
};

TEST_P(EveryMachine, MemoriesGrowAndSlowDownWithDistance) {
  ASSERT_GE(machine.memories.size(), 3U);
  for (size_t i = 1; i < machine.memories.size(); ++i) {
    EXPECT_GE(machine.memories[i].bytes, machine.memories[i - 1].bytes);
    EXPECT_LE(machine.memories[i].bytesPerNanosecond,
              machine.memories[i - 1].bytesPerNanosecond);
  }
  EXPECT_GT(machine.memories.back().bytesPerNanosecond, 0);
}

TEST_P(EveryMachine, MoreBytesTakeLonger) {
  int64_t before = 0;
  for (int64_t bytes = 1 << 10; bytes < int64_t(1) << 50; bytes *= 4) {
    int64_t now = machine.transferPicoseconds(bytes);
    EXPECT_GE(now, before);
    before = now;
  }
}

TEST_P(EveryMachine, ADescriptionSaysWhatCodeDependsOn) {
  std::string text = describeMachine(machine);
  Machine wider = machine;
  wider.vectorBytes *= 2;
  EXPECT_NE(describeMachine(wider), text);
  Machine slower = machine;
  slower.costs.unitPicoseconds += 1;
  EXPECT_NE(describeMachine(slower), text);
  Machine renamed = machine;
  renamed.name = "another";
  EXPECT_EQ(describeMachine(renamed), text);
}

TEST_P(EveryMachine, NumbersThatNobodyMeasuredHaveASource) {
  EXPECT_FALSE(machine.sources.empty());
  for (const Machine::Source &source : machine.sources) {
    EXPECT_FALSE(source.numbers.empty());
    EXPECT_FALSE(source.text.empty());
  }
}

/// Every element of a fragment is held by exactly one register of one lane.
void expectWhole(const FragmentMap &map, int64_t rows, int64_t columns) {
  std::set<std::pair<int64_t, int64_t>> seen;
  std::vector<FragmentMap::Column> bits = map.registers;
  bits.insert(bits.end(), map.lanes.begin(), map.lanes.end());
  for (uint64_t number = 0; number < uint64_t(1) << bits.size(); ++number) {
    std::pair<int64_t, int64_t> place;
    for (size_t bit = 0; bit < bits.size(); ++bit) {
      if ((number >> bit & 1) != 0) {
        place.first ^= bits[bit][0];
        place.second ^= bits[bit][1];
      }
    }
    EXPECT_LT(place.first, rows);
    EXPECT_LT(place.second, columns);
    EXPECT_TRUE(seen.insert(place).second);
  }
  EXPECT_EQ(seen.size(), static_cast<size_t>(rows * columns));
}

TEST_P(EveryMachine, DotInstructionsFillRegistersOfSums) {
  if (!machine.isCpu()) {
    GTEST_SKIP();
  }
  for (const MatrixInstruction &row : machine.instructions) {
    if (row.holdsMatrices()) {
      continue;
    }
    if (sumsSquares(row)) {
      // Registers of 16 bytes, whatever else there is.
      EXPECT_EQ(row.m * row.n * 4, 16) << row.name;
      EXPECT_EQ(row.m * row.k * (row.element == "i8" ? 1 : 2), 16) << row.name;
      continue;
    }
    EXPECT_EQ(row.m, 1) << row.name;
    EXPECT_EQ(machine.vectorBytes % (row.n * 4), 0) << row.name;
    // As many bytes of factors as of sums.
    EXPECT_EQ(row.k * (row.element == "i8" ? 1 : 2), 4) << row.name;
  }
}

TEST(MachineTest, RegistersForMatricesHoldSixteenRowsOf64Bytes) {
  StatusOr<Machine> machine = findMachine("sapphire-rapids");
  ASSERT_TRUE(machine.ok());
  int matrices = 0;
  for (const MatrixInstruction &row : machine->instructions) {
    if (row.holdsMatrices()) {
      ++matrices;
      EXPECT_EQ(row.m, 16) << row.name;
      EXPECT_EQ(row.n * 4, 64) << row.name;
      EXPECT_EQ(row.k * (row.element == "i8" ? 1 : 2), 64) << row.name;
    }
  }
  EXPECT_EQ(matrices, 5);
}

TEST(MachineTest, InstructionsSayWhichSignsTheyMultiply) {
  MatrixInstruction row;
  EXPECT_TRUE(row.fits(true, false));
  row.signs = IntegerSigns::SignedByUnsigned;
  EXPECT_TRUE(row.fits(false, true));
  EXPECT_FALSE(row.fits(true, false));
  row.signs = IntegerSigns::Signed;
  EXPECT_TRUE(row.fits(false, false));
  EXPECT_FALSE(row.fits(false, true));
}

TEST_P(EveryMachine, FragmentsHoldEachElementOnce) {
  // The registers of a CPU have one thread.
  if (machine.isCpu()) {
    GTEST_SKIP();
  }
  for (const MatrixInstruction &row : machine.instructions) {
    expectWhole(row.lhs, row.m, row.k);
    expectWhole(row.rhs, row.k, row.n);
    expectWhole(row.accumulator, row.m, row.n);
    EXPECT_EQ(int64_t(1) << row.lhs.lanes.size(), machine.threads.lanes);
  }
}

INSTANTIATE_TEST_SUITE_P(all, EveryMachine, ::testing::ValuesIn(machineNames()),
                         [](const auto &each) {
                           std::string name = each.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(MachineTest, AnUnknownNameListsTheKnownOnes) {
  StatusOr<Machine> none = findMachine("z80");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.status().code(), StatusCode::InvalidArgument);
  std::string message(none.status().message());
  EXPECT_NE(message.find("z80"), std::string::npos);
  EXPECT_NE(message.find("gfx942"), std::string::npos);
  EXPECT_NE(message.find("sm_90"), std::string::npos);
}

TEST(MachineTest, ProductsAreRows) {
  std::set<std::string_view> names;
  for (const ProductName &product : productNames()) {
    EXPECT_TRUE(names.insert(product.name).second) << product.name;
    StatusOr<Machine> machine = findMachine(product.name);
    ASSERT_TRUE(machine.ok()) << product.name;
    EXPECT_EQ(machine->name, product.row);
    EXPECT_EQ(machine->family, product.name.starts_with("nvidia:")
                                   ? MachineFamily::Nvidia
                                   : MachineFamily::Amd);
  }
}

TEST(MachineTest, CapabilitiesWithoutARowHaveCodeThatRunsOnThem) {
  for (auto [name, processor] : {std::pair("sm_87", "sm_86"),
                                 {"sm_101", "sm_100"},
                                 {"sm_110", "sm_103"},
                                 {"sm_125", "sm_121"}}) {
    StatusOr<Machine> machine = findMachine(name);
    ASSERT_TRUE(machine.ok()) << name;
    EXPECT_EQ(machine->name, name);
    // Without the letter, which binds code to one capability.
    EXPECT_EQ(machine->processor, processor);
  }
  EXPECT_EQ(findMachine("sm_100")->processor, "sm_100a");
  for (const char *name : {"sm_", "sm_42", "sm_75", "sm_90b", "sm_0100",
                           "sm_999", "nvidia:", "nvidia:voodoo"}) {
    EXPECT_FALSE(findMachine(name).ok()) << name;
  }
}

TEST(MachineTest, NamesAreUnique) {
  std::vector<std::string> names = machineNames();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
}

TEST(HostTest, CacheSizesAreReadAsTheSystemWritesThem) {
  EXPECT_EQ(parseCacheSize("64K"), 64 << 10);
  EXPECT_EQ(parseCacheSize("32M"), 32 << 20);
  EXPECT_EQ(parseCacheSize("512"), 512);
  EXPECT_EQ(parseCacheSize(""), 0);
  EXPECT_EQ(parseCacheSize("-1K"), 0);
  EXPECT_EQ(parseCacheSize("12Q"), 0);
}

TEST(OperationCostsTest, WhatIsNotInTheTableComputesAtOne) {
  EXPECT_EQ(operationCost("add").units, 1);
  EXPECT_EQ(operationCost("add").kind, OperationCost::Kind::Computes);
  EXPECT_EQ(operationCost("").units, 1);
  EXPECT_EQ(operationCost("zzz").units, 1);
}

TEST(OperationCostsTest, RowsAreFoundByName) {
  EXPECT_EQ(operationCost("transpose").kind, OperationCost::Kind::Moves);
  EXPECT_EQ(operationCost("after_all").kind, OperationCost::Kind::Nothing);
  EXPECT_EQ(operationCost("tuple").kind, OperationCost::Kind::Nothing);
  EXPECT_EQ(operationCost("power").units, 24);
  EXPECT_EQ(operationCost("divide").integerUnits, 12);
}

TEST(OperationCostsTest, ProductsEndWhereNumbersDo) {
  EXPECT_EQ(saturatingMultiply(3, 4), 12);
  EXPECT_EQ(saturatingMultiply(int64_t(1) << 40, int64_t(1) << 40), mostUnits);
}

} // namespace
