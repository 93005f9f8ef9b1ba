// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/Import.h"

#include "weft/StableHLO/Import/ByteReader.h"
#include "weft/StableHLO/Import/PortableOp.h"
#include "weft/StableHLO/Import/TextScan.h"
#include "weft/StableHLO/Import/test/Fixtures.h"

#include <gtest/gtest.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/IR/Diagnostics.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

/// The outcome of one import.
struct Outcome {
  /// Empty where the file was refused.
  std::string program;
  std::vector<std::string> errors;
};

Outcome import(StringRef file, MLIRContext &context) {
  Outcome outcome;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    std::string text;
    raw_string_ostream stream(text);
    stream << diagnostic.getLocation() << ": " << diagnostic;
    outcome.errors.push_back(text);
    return success();
  });
  OwningOpRef<ModuleOp> module =
      importModule(MemoryBufferRef(file, "file"), context);
  if (module) {
    raw_string_ostream stream(outcome.program);
    module->print(stream);
  }
  return outcome;
}

Outcome import(StringRef file) {
  MLIRContext context;
  return import(file, context);
}

/// The only error of an import that must fail.
std::string importError(StringRef file) {
  Outcome outcome = import(file);
  EXPECT_TRUE(outcome.program.empty());
  EXPECT_EQ(outcome.errors.size(), 1u);
  return outcome.errors.empty() ? "" : outcome.errors.front();
}

testing::AssertionResult contains(const std::string &text, StringRef part) {
  return StringRef(text).contains(part) ? testing::AssertionSuccess()
                                        : testing::AssertionFailure()
                                              << "'" << text << "' lacks '"
                                              << part.str() << "'";
}

uint64_t readVarInt(std::vector<uint8_t> bytes) {
  ImportError error;
  ByteReader reader(bytes, 0, error);
  uint64_t value = 0;
  EXPECT_TRUE(succeeded(reader.readVarInt(value)));
  EXPECT_TRUE(reader.empty());
  return value;
}

TEST(ByteReader, VarInts) {
  EXPECT_EQ(readVarInt({0x01}), 0u);
  EXPECT_EQ(readVarInt({0xFF}), 127u);
  EXPECT_EQ(readVarInt({0x02, 0x02}), 128u);
  EXPECT_EQ(readVarInt({0xFE, 0xFF}), (1u << 14) - 1);
  EXPECT_EQ(readVarInt({0x80, 1, 0, 0, 0, 0, 0, 0}), 1u);
  EXPECT_EQ(readVarInt({0, 255, 255, 255, 255, 255, 255, 255, 255}),
            UINT64_MAX);
}

TEST(ByteReader, SignedVarInts) {
  for (auto [byte, expected] : {std::pair(0x01, 0), {0x03, -1}, {0x05, 1}}) {
    std::vector<uint8_t> bytes{uint8_t(byte)};
    ImportError error;
    ByteReader reader(bytes, 0, error);
    int64_t value;
    ASSERT_TRUE(succeeded(reader.readSignedVarInt(value)));
    EXPECT_EQ(value, expected);
  }
}

TEST(ByteReader, CountsAreBoundedByTheBytesLeft) {
  std::vector<uint8_t> bytes{0, 255, 255, 255, 255, 255, 255, 255, 127, 1, 1};
  ImportError error;
  ByteReader reader(bytes, 100, error);
  uint64_t count;
  EXPECT_TRUE(failed(reader.readCount(count, "things")));
  EXPECT_EQ(error.offset(), 100u);
  EXPECT_EQ(error.message(),
            "9223372036854775807 things cannot be in the 2 bytes left");
}

TEST(ByteReader, FirstErrorCounts) {
  ImportError error;
  (void)error.fail(3, "first");
  (void)error.fail(1, "second");
  EXPECT_EQ(error.offset(), 3u);
  EXPECT_EQ(error.message(), "first");
}

TEST(Vhlo, EveryOperationIsFoundAndUpgradable) {
  MLIRContext context;
  for (StringRef name : {"abs_v1", "gather_v1", "gather_v2", "xor_v1",
                         "cross-replica-sum_v1", "custom_call_v2", "log_v1"}) {
    const VhloOp *op = findVhloOp(name);
    ASSERT_NE(op, nullptr) << name.str();
    EXPECT_TRUE(llvm::is_sorted(op->attributes));
    PortableOp portable{name, {}, &context};
    std::string error;
    EXPECT_TRUE(succeeded(upgrade(portable, error)));
    EXPECT_NE(findVhloOp(portable.name), nullptr);
  }
  EXPECT_EQ(findVhloOp("gather_v3"), nullptr);
}

TEST(Import, ArtifactIsTheSameProgramAsTheText) {
  MLIRContext context;
  Outcome text = import(fixtures::kText, context);
  Outcome artifact = import(fixtures::getArtifact(), context);
  EXPECT_TRUE(text.errors.empty());
  EXPECT_TRUE(artifact.errors.empty());
  EXPECT_FALSE(text.program.empty());
  EXPECT_EQ(text.program, artifact.program);
}

TEST(Import, PlainBytecodeOfEveryFormatVersion) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module =
      importModule(MemoryBufferRef(fixtures::kText, "text"), context);
  ASSERT_TRUE(module);
  std::string expected = import(fixtures::kText, context).program;
  for (int64_t version = 0; version <= 6; ++version) {
    std::string bytes;
    raw_string_ostream stream(bytes);
    BytecodeWriterConfig config("test");
    config.setDesiredBytecodeVersion(version);
    ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, stream, config)));
    Outcome outcome = import(bytes, context);
    EXPECT_TRUE(outcome.errors.empty())
        << "version " << version << ": " << outcome.errors.front();
    EXPECT_EQ(outcome.program, expected) << "version " << version;
  }
}

TEST(Import, BuiltinAttributesAndLocations) {
  constexpr StringLiteral kProgram = R"mlir(
module attributes {t.a = [unit, 1 : i7, -5 : si64, 1.5 : bf16, 300 : i300,
    @a::@b, i32, "s" : i8, {x = index}, array<i1: true, false>, array<f32: 1.0>,
    dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>, dense<true> : tensor<9xi1>,
    dense<[true, false, true]> : tensor<3xi1>, dense<["a", "b"]> : tensor<2x!quant.any<i8>>,
    dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, dense<> : tensor<0xf64>,
    dense<[1.0, 0.5]> : tensor<2xf8E4M3FN>, dense<3> : vector<4xi4>,
    sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>,
    memref<2x?xf32, strided<[2, 1]>, 3>, memref<*xf32>, tensor<*xi8>,
    tuple<i1, f16, f64, f80, f128, none>, vector<[4]x2xi8>, () -> (index),
    !quant.uniform<i8:f32, 2.0:1>, !quant.uniform<i8:f32:0, {2.0, 3.0:1}>,
    tensor<?x3xf32, #stablehlo.bounds<4, ?>>, !stablehlo.token, affine_map<(d0) -> (d0 * 2)>]} {
  func.func private @f() loc(callsite("f" at fused<"m">["a.py":1:2, unknown]))
  func.func private @g() loc("a.py":1:2 to 3:4)
  func.func private @h() loc("n"("a.py":1:2 to :4))
}
)mlir";
  MLIRContext context;
  OwningOpRef<ModuleOp> module =
      importModule(MemoryBufferRef(kProgram, "text"), context);
  ASSERT_TRUE(module);
  auto print = [](ModuleOp module) {
    std::string text;
    raw_string_ostream stream(text);
    module.print(stream, OpPrintingFlags().enableDebugInfo());
    return text;
  };
  std::string bytes;
  raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));
  OwningOpRef<ModuleOp> again =
      importModule(MemoryBufferRef(bytes, "bytecode"), context);
  ASSERT_TRUE(again);
  EXPECT_EQ(print(*module), print(*again));
}

TEST(ImportErrors, NewerArtifact) {
  std::string artifact = fixtures::getArtifact();
  size_t version = artifact.find("1.16.0");
  ASSERT_NE(version, std::string::npos);
  artifact.replace(version, 6, "1.21.0");
  EXPECT_TRUE(contains(importError(artifact),
                       "at byte 5: the artifact is of StableHLO_v1.21.0, newer "
                       "than the newest known, 1.20"));
}

TEST(ImportErrors, NewerBytecode) {
  std::string artifact = fixtures::getArtifact();
  artifact[4] = 7 << 1 | 1;
  EXPECT_TRUE(contains(importError(artifact), "bytecode version 7 is newer"));
}

TEST(ImportErrors, UnknownOperation) {
  std::string artifact = fixtures::getArtifact();
  size_t name = artifact.find("exponential_v");
  ASSERT_NE(name, std::string::npos);
  artifact[name] = 'E';
  EXPECT_TRUE(
      contains(importError(artifact), "unknown operation 'vhlo.Exponential_v"));
}

TEST(ImportErrors, OnlyTheMagicNumber) {
  EXPECT_TRUE(contains(importError("ML\xEFR"),
                       "\"file\":1:1): at byte 4: unexpected end of data"));
}

TEST(ImportErrors, InvalidProgramIsFoundInTheFile) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module =
      importModule(MemoryBufferRef(fixtures::kText, "text"), context);
  ASSERT_TRUE(module);
  module->walk([](Operation *operation) {
    if (operation->getName().getStringRef() == "stablehlo.exponential") {
      operation->getResult(0).setType(IndexType::get(operation->getContext()));
    }
  });
  std::string bytes;
  raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));
  std::string error = importError(bytes);
  EXPECT_TRUE(contains(error, "'stablehlo.while' op"));
  EXPECT_FALSE(StringRef(error).contains("at byte 0:"));
}

TEST(ImportErrors, TextHasLineAndColumn) {
  EXPECT_TRUE(contains(importError("module {\n  foo.bar\n}"), "\"file\":2:3"));
}

TEST(ImportErrors, OneErrorOfSeveral) {
  EXPECT_TRUE(contains(importError(R"mlir(
func.func @f(%a: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @g(%a: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
})mlir"),
                       "\"file\":3:8"));
}

// MLIR's parser goes on behind a dot that its lexer has refused, and returns a
// program.
TEST(ImportErrors, DotThatTheParserPassesOver) {
  EXPECT_TRUE(contains(importError(R"(
func.func @main(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.cbrt"(%a) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>
  .}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
})"),
                       "\"file\":4:4): expected three consecutive dots"));
}

TEST(ImportErrors, TooManyElements) {
  EXPECT_TRUE(contains(
      importError("func.func private @f(tensor<4294967296x4294967296xf32>)"),
      "does not fit into 63 bits"));
}

TEST(ImportErrors, TooLarge) {
  MLIRContext context;
  ScopedDiagnosticHandler handler(&context,
                                  [](Diagnostic &) { return success(); });
  ImportOptions options;
  options.maximumBytes = 10;
  EXPECT_FALSE(importModule(MemoryBufferRef("module {          }", "file"),
                            context, options));
}

TEST(ImportErrors, AliasesNestedDeeper) {
  std::string text = "#a0 = 1 : i32\n";
  for (int i = 1; i < 2000; ++i) {
    text += formatv("#a{0} = [#a{1}]\n", i, i - 1).str();
  }
  text += "module attributes {t.a = #a1999} {}";
  EXPECT_TRUE(contains(importError(text), "nested deeper than 512"));
}

TEST(ImportErrors, AliasesThatMultiply) {
  std::string text = "#a0 = 1 : i32\n";
  for (int i = 1; i < 60; ++i) {
    text += formatv("#a{0} = [#a{1}, #a{1}]\n", i, i - 1).str();
  }
  text += "module attributes {t.a = #a59} {}";
  EXPECT_TRUE(contains(importError(text), "parts"));
}

TEST(ImportErrors, OperationsNestedDeeper) {
  MLIRContext context;
  OwningOpRef<ModuleOp> outer = ModuleOp::create(UnknownLoc::get(&context));
  ModuleOp inner = *outer;
  for (int i = 0; i < 300; ++i) {
    auto next = ModuleOp::create(UnknownLoc::get(&context));
    inner.getBody()->push_back(next);
    inner = next;
  }
  std::string bytes;
  raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*outer, stream)));
  EXPECT_TRUE(
      contains(importError(bytes), "operations are nested deeper than 256"));
}

TEST(ImportErrors, RepeatedElements) {
  EXPECT_TRUE(contains(
      importError("func.func private @f() attributes {t.a = [dense<0> : "
                  "tensor<1000000000000xi64>]}"),
      "more than 1048576 elements"));
}

TEST(ImportErrors, NothingUnprintable) {
  std::string artifact = fixtures::getArtifact();
  size_t name = artifact.find("exponential_v");
  ASSERT_NE(name, std::string::npos);
  artifact[name] = '\x1B';
  EXPECT_TRUE(contains(importError(artifact), "'vhlo.\\1Bxponential_v"));
}

TEST(TextScan, Brackets) {
  std::string open(600, '[');
  ASSERT_TRUE(findTextError(open));
  EXPECT_EQ(findTextError(open)->offset, 512u);
  // Strings, comments, arrows and comparisons open and close nothing.
  EXPECT_FALSE(findTextError("\"" + open + "\""));
  EXPECT_FALSE(findTextError("// " + open));
  std::string arrows;
  for (int i = 0; i < 600; ++i) {
    arrows += "() -> (i32<4>) ";
  }
  EXPECT_FALSE(findTextError(arrows));
  std::string unclosed;
  for (int i = 0; i < 600; ++i) {
    unclosed += "<->=";
  }
  EXPECT_TRUE(findTextError(unclosed));
}

TEST(TextScan, ResultNumbers) {
  EXPECT_TRUE(findTextError("%0#4000000000"));
  EXPECT_TRUE(findTextError("%0 #99999999999999999999999"));
  EXPECT_TRUE(findTextError("%a#20 %b#20 %c#20 %d#20"));
  EXPECT_FALSE(findTextError("%0:3 = a %0#2, %0#2, %0#2, %0#2, %0#2"));
}

TEST(TextScan, LongThings) {
  EXPECT_TRUE(findTextError("1" + std::string(2000, '0')));
  std::string shape = "tensor<";
  for (int i = 0; i < 600; ++i) {
    shape += "16x";
  }
  EXPECT_FALSE(findTextError(shape + "f32>"));
  std::string map = "affine_map<(d0) -> (";
  for (int i = 0; i < 3000; ++i) {
    map += "-";
  }
  EXPECT_FALSE(findTextError(map + "d0)>"));
  EXPECT_TRUE(findTextError(map + std::string(3000, '-') + "d0)>"));
}

TEST(TextScan, AliasesThatMultiply) {
  std::string text = "!t0 = i32\n";
  for (int i = 1; i < 40; ++i) {
    text += formatv("!t{0} = tuple<!t{1}, !t{1}>\n", i, i - 1).str();
  }
  EXPECT_TRUE(findTextError(text));
  // Aliases in code do not add up.
  std::string code = "#a = [0, 0, 0]\n#b = [#a, #a]\nmodule {\n";
  for (int i = 0; i < 3000000; ++i) {
    code += "%0 #b";
  }
  EXPECT_FALSE(findTextError(code + "}"));
}

TEST(TextScan, ResourceAlignment) {
  EXPECT_TRUE(findTextError("{-# a: \"0x0000008001\" #-}"));
  EXPECT_FALSE(findTextError("{-# a: \"0x1000000001\" #-}"));
}

} // namespace
