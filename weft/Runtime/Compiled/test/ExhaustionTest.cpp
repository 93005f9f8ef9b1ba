// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the machine refuses, though the client's limit would allow it.

#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/Compiled/Loader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <unistd.h>

using namespace weft;
using namespace weft::runtime;

namespace {

/// While it lives, the process gets only so many more bytes of address space.
class LittleMemory {
public:
  explicit LittleMemory(uint64_t more) {
    getrlimit(RLIMIT_AS, &before);
    unsigned long pages = 0;
    if (FILE *file = std::fopen("/proc/self/statm", "r")) {
      char line[64] = "";
      if (std::fgets(line, sizeof(line), file)) {
        pages = std::strtoul(line, nullptr, 10);
      }
      std::fclose(file);
    }
    rlimit little = before;
    little.rlim_cur =
        pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) + more;
    setrlimit(RLIMIT_AS, &little);
  }
  ~LittleMemory() { setrlimit(RLIMIT_AS, &before); }

private:
  rlimit before = {};
};

/// Sorting needs its operand in memory: 256 MiB of temporary values.
constexpr const char *kTemporaries = R"(
  func.func @main(%a: tensor<8192xf32>) -> tensor<8192xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %a, dims = [0]
        : (tensor<8192xf32>) -> tensor<8192x8192xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y
            : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add
        across dimensions = [1]
        : (tensor<8192x8192xf32>, tensor<f32>) -> tensor<8192xf32>
    return %2 : tensor<8192xf32>
  })";

constexpr const char *kResult = R"(
  func.func @main(%a: tensor<8192xf32>) -> tensor<8192x8192xf32> {
    %0 = stablehlo.broadcast_in_dim %a, dims = [0]
        : (tensor<8192xf32>) -> tensor<8192x8192xf32>
    return %0 : tensor<8192x8192xf32>
  })";

constexpr const char *kSmall = R"(
  func.func @main(%a: tensor<8192xf32>) -> tensor<8192xf32> {
    %0 = stablehlo.add %a, %a : tensor<8192xf32>
    return %0 : tensor<8192xf32>
  })";

class ExhaustionTest : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "a sanitizer ends the process where memory is refused";
#endif
    CpuClientOptions options;
    options.threads = GetParam();
    options.memoryLimit = uint64_t(1) << 40;
    client = *createCpuClient(options, createLoader());
    std::vector<float> values(8192, 1.5f);
    std::vector<int64_t> dimensions = {8192};
    Ref<Event> done;
    argument = *client->fromHost(
        {values.data(), ElementType::F32, dimensions, std::nullopt},
        client->devices()[0]->defaultMemory(),
        HostSemantics::ImmutableOnlyDuringCall, done);
  }

  Ref<LoadedExecutable> load(const char *text) {
    CompileOptions options;
    options.engine = Engine::Native;
    auto executable = compileProgram(text, options);
    EXPECT_TRUE(executable.ok()) << executable.status();
    return executable.ok() ? *client->load(*executable) : nullptr;
  }
  Status call(LoadedExecutable &program) {
    std::vector<std::vector<Buffer *>> lists = {{argument.get()}};
    WEFT_ASSIGN_OR_RETURN(Execution execution, program.execute(lists, {}));
    Status status = execution.done[0]->await();
    EXPECT_EQ(execution.results[0][0]->readyEvent()->await(), status);
    return status;
  }

  Ref<Client> client;
  Ref<Buffer> argument;
};

INSTANTIATE_TEST_SUITE_P(Threads, ExhaustionTest, ::testing::Values(1, 2));

TEST_P(ExhaustionTest, RefusedMemoryIsAnErrorOfTheRun) {
  auto small = load(kSmall);
  ASSERT_TRUE(small);
  // Threads and what they need are there before memory gets scarce.
  ASSERT_TRUE(call(*small).ok());
  uint64_t used = client->devices()[0]->defaultMemory().stats().bytesInUse;
  for (auto [text, what] :
       {std::pair(kTemporaries, "for the temporary values of a run"),
        std::pair(kResult, "for an array in device memory of")}) {
    SCOPED_TRACE(what);
    auto program = load(text);
    ASSERT_TRUE(program);
    {
      LittleMemory scarce(64 << 20);
      Status status = call(*program);
      EXPECT_EQ(status.code(), StatusCode::ResourceExhausted) << status;
      const std::string &message = status.message();
      const std::string start = "the machine has no ";
      ASSERT_EQ(message.find(start), 0u) << message;
      EXPECT_GE(std::stoull(message.substr(start.size())), 256u << 20);
      EXPECT_NE(message.find(what), std::string::npos) << message;
      EXPECT_NE(message.find("free arrays that are no longer needed"),
                std::string::npos)
          << message;
      EXPECT_TRUE(call(*small).ok());
    }
    // Nothing is left on the books, and with memory it works.
    EXPECT_EQ(client->devices()[0]->defaultMemory().stats().bytesInUse, used);
    if (text == kResult) {
      EXPECT_TRUE(call(*program).ok());
    }
  }
}

} // namespace
