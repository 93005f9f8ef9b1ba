// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/Executable.h"

#include "weft/Executable/Bytes.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

using Numbers = std::vector<int64_t>;

Manifest exampleManifest() {
  Manifest manifest;
  manifest.name = "jit_f";
  manifest.replicas = 1;
  manifest.partitions = 2;
  manifest.deviceIds = {3, 1};
  ParameterInfo parameter;
  parameter.type =
      *ArrayType::create(ElementType::F32, Numbers{2, 3}, Numbers{0, 1});
  parameter.sharding = "{replicated}";
  parameter.aliasedResult = 1;
  ParameterInfo token;
  token.type = ArrayType::token();
  manifest.parameters = {parameter, token};
  ResultInfo result;
  result.type = *ArrayType::create(ElementType::F32, Numbers{6});
  result.name = "['x']";
  ResultInfo tokenResult;
  tokenResult.type = ArrayType::token();
  manifest.results = {tokenResult, result};
  manifest.cost = {12, 3, 1e9};
  manifest.memory = {1, 2, 3, 4, 5, 6, {{64, 2}, {128, 3}}};
  manifest.traits.loops = true;
  manifest.traits.libraryCalls = true;
  manifest.timeLimit = std::chrono::milliseconds(1500);
  return manifest;
}

Ref<const Executable> example() {
  return Executable::create(exampleManifest(),
                            {{SectionKind::Program, "program"},
                             {SectionKind::Records, "{}\n"},
                             {SectionKind::Options, std::string("\0\1", 2)}});
}

TEST(Manifest, HelpersNeedAsMuchAsTheKernelThatNeedsMost) {
  MemoryReport memory;
  EXPECT_EQ(memory.helperBytes(8), 0u);
  memory.helpers = {{64, 8}, {128, 3}};
  EXPECT_EQ(memory.helperBytes(0), 0u);
  EXPECT_EQ(memory.helperBytes(1), 0u);
  EXPECT_EQ(memory.helperBytes(2), 128u);
  EXPECT_EQ(memory.helperBytes(4), 256u);
  EXPECT_EQ(memory.helperBytes(100), 448u);
}

TEST(Manifest, ImpossibleHelpersAreAnError) {
  for (HelperScratch helper :
       {HelperScratch{uint64_t(1) << 41, 2}, HelperScratch{64, 0}}) {
    Manifest manifest = exampleManifest();
    ASSERT_TRUE(decodeManifest(encodeManifest(manifest)).ok());
    manifest.memory.helpers = {helper};
    EXPECT_EQ(decodeManifest(encodeManifest(manifest)).status().code(),
              StatusCode::DataLoss);
  }
}

TEST(Manifest, AnImpossibleLimitOfTimeIsAnError) {
  Manifest manifest = exampleManifest();
  manifest.timeLimit = std::chrono::milliseconds(-1);
  EXPECT_EQ(decodeManifest(encodeManifest(manifest)).status().code(),
            StatusCode::DataLoss);
}

TEST(Manifest, ArraysInAnotherOrderAreCopied) {
  auto typeOf = [](bool isRowMajor) {
    return *ArrayType::create(ElementType::F32, Numbers{2, 3},
                              isRowMajor ? Numbers{1, 0} : Numbers{0, 1});
  };
  auto bytesWith = [&](bool parameter, bool result, bool isDonated) {
    Manifest manifest;
    manifest.parameters.resize(1);
    manifest.parameters[0].type = typeOf(parameter);
    manifest.results.resize(1);
    manifest.results[0].type = typeOf(result);
    if (isDonated) {
      manifest.parameters[0].aliasedResult = 0;
    }
    return transposedBytes(manifest);
  };
  EXPECT_EQ(bytesWith(true, true, false), 0u);
  EXPECT_EQ(bytesWith(true, true, true), 0u);
  EXPECT_EQ(bytesWith(false, true, false), 24u);
  EXPECT_EQ(bytesWith(true, false, false), 24u);
  EXPECT_EQ(bytesWith(false, false, false), 48u);
  // One copy, in which the result is made.
  EXPECT_EQ(bytesWith(false, false, true), 24u);
}

TEST(Executable, RoundTrip) {
  Ref<const Executable> executable = example();
  ASSERT_TRUE(executable);
  auto again = Executable::parse(executable->serialize());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ((*again)->fingerprint(), executable->fingerprint());
  EXPECT_EQ((*again)->section(SectionKind::Program), "program");
  EXPECT_EQ((*again)->section(SectionKind::Options),
            std::string_view("\0\1", 2));
  const Manifest &manifest = (*again)->manifest();
  EXPECT_EQ(encodeManifest(manifest), encodeManifest(exampleManifest()));
  EXPECT_EQ(manifest.deviceIds, (std::vector<int32_t>{3, 1}));
  EXPECT_EQ(manifest.parameters[0].aliasedResult, 1u);
  EXPECT_TRUE(manifest.traits.loops);
  EXPECT_TRUE(manifest.traits.libraryCalls);
  EXPECT_FALSE(manifest.traits.collectives);
  EXPECT_EQ(manifest.timeLimit, std::chrono::milliseconds(1500));
}

TEST(Executable, EqualContentsAreEqualBytes) {
  EXPECT_EQ(example()->serialize(), example()->serialize());
  Manifest other = exampleManifest();
  other.name = "jit_g";
  EXPECT_NE(Executable::create(other, {{SectionKind::Program, "program"}})
                ->fingerprint(),
            example()->fingerprint());
}

TEST(Executable, EveryTruncationIsFound) {
  const std::string bytes = example()->serialize();
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(Executable::parse(bytes.substr(0, length)).ok()) << length;
  }
  EXPECT_FALSE(Executable::parse(bytes + std::string(64, '\0')).ok());
}

TEST(Executable, EveryFlippedBitIsFound) {
  const std::string bytes = example()->serialize();
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(Executable::parse(changed).ok()) << bit;
  }
}

TEST(Executable, OtherFormatsAreNamed) {
  std::string bytes = example()->serialize();
  bytes[8] = 9;
  EXPECT_EQ(Executable::parse(bytes).status().code(),
            StatusCode::FailedPrecondition);
  EXPECT_EQ(Executable::parse("ELF").status().code(),
            StatusCode::InvalidArgument);
}

TEST(Manifest, DamageIsAnError) {
  const std::string bytes = encodeManifest(exampleManifest());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decodeManifest(bytes.substr(0, length)).ok()) << length;
  }
  // Any byte may change to anything: an error or another manifest, no crash.
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int value : {0, 1, 0x7f, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(value);
      (void)decodeManifest(changed).ok();
    }
  }
}

TEST(Manifest, AliasesMustMakeSense) {
  Manifest manifest = exampleManifest();
  manifest.parameters[0].aliasedResult = 2;
  EXPECT_FALSE(decodeManifest(encodeManifest(manifest)).ok());
  manifest.parameters[0].aliasedResult = 0;
  EXPECT_FALSE(decodeManifest(encodeManifest(manifest)).ok());
  manifest = exampleManifest();
  manifest.deviceIds = {1};
  EXPECT_FALSE(decodeManifest(encodeManifest(manifest)).ok());
}

TEST(Digest, FieldsAreSeparated) {
  FieldDigest first;
  first.add("ab");
  first.add("c");
  FieldDigest second;
  second.add("a");
  second.add("bc");
  EXPECT_NE(first.finish(), second.finish());
  EXPECT_EQ(toHex(digestOf("")).substr(0, 16), "af1349b9f5f9a1a6");
}

TEST(BuildId, IsThereAndStable) {
  EXPECT_EQ(buildId().size(), 32u);
  EXPECT_EQ(buildId(), buildId());
}

} // namespace
