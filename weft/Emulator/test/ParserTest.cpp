// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/test/Kernel.h"

namespace weft::emulator {
namespace {

std::string errorOf(const std::string &text) {
  StatusOr<std::unique_ptr<Module>> module = parsePtx(text);
  return module.ok() ? "" : module.status().message();
}

TEST(ParserTest, FindsKernelsVariablesAndParameters) {
  auto module = parsePtx(header() + R"(
.global .align 8 .b8 table[4] = {1, 2, 3, 255};
.const .f32 one = 0f3F800000;
.extern .shared .align 16 .b8 dynamic[];
.shared .b32 fixed[5];
.visible .entry k(.param .u64 .ptr .global .align 16 a, .param .b32 n,
                  .param .align 16 .b8 pair[24])
.maxntid 128
{ ret; }
)");
  ASSERT_TRUE(module.ok()) << module.status().message();
  const Function *function = (*module)->findEntry("k");
  ASSERT_TRUE(function);
  EXPECT_EQ(function->maximumThreads, 128u);
  ASSERT_EQ(function->parameters.size(), 3u);
  EXPECT_EQ(function->parameters[1].offset, 8u);
  EXPECT_EQ(function->parameters[2].offset, 16u);
  EXPECT_EQ(function->parameters[2].size, 24u);
  EXPECT_EQ((*module)->findVariable("table")->values,
            (std::vector<uint8_t>{1, 2, 3, 255}));
  EXPECT_EQ((*module)->findVariable("one")->values,
            (std::vector<uint8_t>{0, 0, 0x80, 0x3F}));
  EXPECT_TRUE((*module)->findVariable("dynamic")->isDynamic);
  EXPECT_EQ((*module)->sharedBytes, 20u);
  EXPECT_FALSE((*module)->findEntry("other"));
}

TEST(ParserTest, ErrorsNameLineAndText) {
  EXPECT_EQ(errorOf(kernel(0, "add.s32 %x1, %x2;")),
            "line 8: 'add' has 2 operands: add.s32 %x1, %x2;");
  EXPECT_EQ(errorOf(kernel(0, "frobnicate.b32 %x1, %x2;")),
            "line 8: the instruction 'frobnicate' is not known: frobnicate.b32 "
            "%x1, %x2;");
  EXPECT_EQ(errorOf(kernel(0, "mul.b7 %x1, %x2, %x3;")),
            "line 8: this form of 'mul' is not known: mul.b7 %x1, %x2, %x3;");
  EXPECT_EQ(errorOf(kernel(0, "mov.b32 %x1, %r5;")),
            "line 8: '%r5' is not declared: mov.b32 %x1, %r5;");
  EXPECT_EQ(errorOf(kernel(0, "mov.b32 %x1, %x40;")),
            "line 8: '%x40' is not declared: mov.b32 %x1, %x40;");
  EXPECT_NE(errorOf(kernel(0, "bra nowhere;")).find("no label 'nowhere'"),
            std::string::npos);
  EXPECT_NE(errorOf(kernel(0, "call f;")).find("there is no function 'f'"),
            std::string::npos);
  EXPECT_NE(errorOf(header() + ".visible .entry k() {").find("expected }"),
            std::string::npos);
  EXPECT_NE(errorOf(header() + "nonsense").find("expected a declaration"),
            std::string::npos);
  EXPECT_NE(errorOf(header() + "/* no end").find("a comment without an end"),
            std::string::npos);
  EXPECT_NE(errorOf(header() + ".global .b8 x[1] = {1, 2};")
                .find("more values than elements"),
            std::string::npos);
  EXPECT_NE(errorOf(header() + ".address_size 32").find("64 bits"),
            std::string::npos);
}

TEST(ParserTest, OperandsThatAnInstructionCannotHave) {
  for (const char *body :
       {"add.s32 _, %x1, %x2;", "add.s32 %x1, {%x1, %x2}, %x2;",
        "st.global.v2.b32 [%x1], {%x1, _};", "neg.s32 %x1, [p0];"}) {
    EXPECT_NE(errorOf(kernel(1, body)).find("operand that it cannot have"),
              std::string::npos)
        << body;
  }
  // Outside of what it has of parameters.
  EXPECT_NE(errorOf(kernel(1, "ld.param.b64 %x1, [p0+8];")), "");
  EXPECT_NE(errorOf(kernel(1, "ld.param.b64 %x1, [p0-8];")), "");
}

// What would give another number is not left out.
TEST(ParserTest, PartsThatAreNotKnown) {
  EXPECT_EQ(errorOf(kernel(0, "min.xorsign.abs.f32 %x1, %x2, %x3;")),
            "line 8: 'min' with 'xorsign' is not known: min.xorsign.abs.f32 "
            "%x1, %x2, %x3;");
  for (const char *body :
       {"min.relu.u32 %x1, %x2, %x3;", "add.sat.s32 %x1, %x2, %x3;",
        "mad.hi.sat.s32 %x1, %x2, %x3, %x4;", "neg.relu.s32 %x1, %x2;"}) {
    EXPECT_NE(errorOf(kernel(0, body)).find("is not known"), std::string::npos)
        << body;
  }
}

// Operands of two types are those of sums in f32 alone.
TEST(ParserTest, MixturesOfFloatsThatNoMachineHas) {
  for (const char *body :
       {"mul.rn.f32.f16 %x1, %x2, %x3;", "add.rn.f64.f32 %x1, %x2, %x3;",
        "fma.rn.bf16.f16 %x1, %x2, %x3, %x4;"}) {
    EXPECT_NE(errorOf(kernel(0, body)).find("is not known"), std::string::npos)
        << body;
  }
}

TEST(ParserTest, SumsOfNeighboursThatNoMachineHas) {
  for (const char *body :
       {"red.shared.add.v2.f32 [%x1], {%x1, %x2};",
        "red.global.add.v4.f32 [%x1], {%x1, %x2};",
        "red.global.max.v2.f32 [%x1], {%x1, %x2};",
        "red.global.add.v4.f64 [%x1], {%x1, %x2, %x3, %x4};",
        "red.global.add.noftz.v8.bf16x2 [%x1], {%x1, %x1, %x1, %x1, %x1, %x1, "
        "%x1, %x1};"}) {
    EXPECT_NE(errorOf(kernel(1, body)).find("this form of 'red' is not known"),
              std::string::npos)
        << body;
  }
}

TEST(ParserTest, CallsOfFunctionsWithoutABody) {
  EXPECT_NE(errorOf(kernel(0, "call f, ();", ".func f();")).find("no body"),
            std::string::npos);
}

// Whatever a file holds, it is read or refused.
TEST(ParserTest, BrokenTextIsRefused) {
  const std::string whole =
      kernel(2, "setp.lt.s32 %p1, %x1, 5;\n@%p1 bra L;\nld.global.v2.b32 {%x1, "
                "%x2}, [%x30+8];\nL:\nst.global.b32 [%x31], %x1;");
  ASSERT_EQ(errorOf(whole), "");
  for (size_t length = 0; length < whole.size(); ++length) {
    (void)errorOf(whole.substr(0, length));
    std::string changed = whole;
    changed[length] = ";{}[](),%.@0x"[length % 13];
    (void)errorOf(changed);
  }
}

} // namespace
} // namespace weft::emulator
