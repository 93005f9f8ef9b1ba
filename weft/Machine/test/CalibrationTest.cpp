// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Calibration.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

class CalibrationTest : public ::testing::Test {
protected:
  std::string fault(std::string_view text) {
    std::string before = describeMachine(machine);
    Status status = applyCalibration(text, "numbers.txt", machine);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(describeMachine(machine), before);
    return std::string(status.message());
  }

  Machine machine = *findMachine("neoverse-v1");
};

TEST_F(CalibrationTest, OverridesWhatItNames) {
  Status status = applyCalibration("# measured\n"
                                   "processor = neoverse-v1\n"
                                   "L2.bytesPerNanosecond = 40 # one thread\n"
                                   "\n"
                                   "unitPicoseconds=44",
                                   "numbers.txt", machine);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(machine.memories[1].bytesPerNanosecond, 40);
  EXPECT_EQ(machine.memories[0].bytesPerNanosecond, 64);
  EXPECT_EQ(machine.costs.unitPicoseconds, 44);
}

TEST_F(CalibrationTest, WhatIsPrintedIsRead) {
  std::string text =
      printCalibration(machine, {{"piecePicoseconds", 12345},
                                 {"memory.bytesPerNanosecond", 11}});
  ASSERT_TRUE(applyCalibration(text, "numbers.txt", machine).ok());
  EXPECT_EQ(machine.costs.piecePicoseconds, 12345);
  EXPECT_EQ(machine.memories.back().bytesPerNanosecond, 11);
}

TEST_F(CalibrationTest, NumbersThatFit32BitsMayBeFewer) {
  EXPECT_EQ(machine.bitsFor(2147483647), 32);
  EXPECT_EQ(machine.bitsFor(2147483648), 64);
  ASSERT_TRUE(applyCalibration("processor = neoverse-v1\n"
                               "largestNarrowNumber = 9\n",
                               "numbers.txt", machine)
                  .ok());
  EXPECT_EQ(machine.bitsFor(9), 32);
  EXPECT_EQ(machine.bitsFor(10), 64);
  const std::string message = fault("processor = neoverse-v1\n"
                                    "largestNarrowNumber = 2147483648\n");
  EXPECT_NE(message.find("numbers.txt:2:"), std::string::npos) << message;
  EXPECT_NE(message.find("2^31 - 1"), std::string::npos) << message;
}

TEST_F(CalibrationTest, AnotherProcessorsNumbersAreRefused) {
  std::string message = fault("processor = a64fx\nunitPicoseconds = 1\n");
  EXPECT_NE(message.find("numbers.txt:1:"), std::string::npos) << message;
  EXPECT_NE(message.find("a64fx"), std::string::npos) << message;
}

TEST_F(CalibrationTest, TheProcessorMustBeNamed) {
  EXPECT_NE(fault("unitPicoseconds = 1\n").find("processor"),
            std::string::npos);
  EXPECT_NE(fault("").find("processor"), std::string::npos);
}

TEST_F(CalibrationTest, AnUnknownNameIsRefusedWithItsLine) {
  std::string message = fault("processor = neoverse-v1\nspeed = 9\n");
  EXPECT_NE(message.find("numbers.txt:2: 'speed'"), std::string::npos)
      << message;
  fault("processor = neoverse-v1\nL9.bytesPerNanosecond = 9\n");
  fault("processor = neoverse-v1\nL1.bytes = 9\n");
}

TEST_F(CalibrationTest, NumbersOutOfRangeAreRefused) {
  for (const char *value :
       {"0", "-3", "1.5", "many", "", "99999999999999999"}) {
    fault(std::string("processor = neoverse-v1\nunitPicoseconds = ") + value);
  }
}

} // namespace
