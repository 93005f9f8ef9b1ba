// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/KernelCache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace weft::cuda {
namespace {

namespace fs = std::filesystem;

/// Writes a number.
std::string codeOf(int number) {
  return R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry put(.param .u64 to)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [to];
  mov.u32 %r1, )" +
         std::to_string(number) + R"(;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";
}

class KernelCacheTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    setenv("WEFT_CUDA_DRIVER", WEFT_EMULATED_CUDA, 1);
  }

  void SetUp() override {
    folder = fs::path(::testing::TempDir()) /
             ("kernels" + std::to_string(::getpid()));
    fs::remove_all(folder);
    StatusOr<std::unique_ptr<Device>> opened = Device::open(0);
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    device = *std::move(opened);
  }
  void TearDown() override { fs::remove_all(folder); }

  CacheOptions options(uint64_t limit = 1 << 30) {
    return {folder.string(), limit};
  }

  /// What the kernel writes.
  int run(KernelCache &cache, int number) {
    EXPECT_TRUE(device->enter().ok());
    StatusOr<LoadedKernel> loaded = cache.load(codeOf(number));
    EXPECT_TRUE(loaded.ok()) << loaded.status().message();
    StatusOr<Function> function = loaded->module.find("put", 0);
    StatusOr<DeviceMemory> memory = device->allocate(4);
    EXPECT_TRUE(function.ok() && memory.ok());
    uint64_t address = memory->address();
    EXPECT_TRUE(device->launch(*function, 1, 1, {&address}).ok());
    EXPECT_TRUE(device->wait().ok());
    int written = -1;
    EXPECT_TRUE(memory->read(&written).ok());
    return written;
  }

  std::vector<fs::path> entries() {
    std::vector<fs::path> found;
    for (const auto &entry : fs::directory_iterator(folder)) {
      found.push_back(entry.path());
    }
    return found;
  }

  fs::path folder;
  std::unique_ptr<Device> device;
};

TEST_F(KernelCacheTest, FindsWhatAnotherAssembled) {
  KernelCache first(*device, options());
  EXPECT_EQ(run(first, 5), 5);
  EXPECT_EQ(run(first, 6), 6);
  KernelCache second(*device, options());
  EXPECT_EQ(run(second, 5), 5);
  EXPECT_EQ(run(second, 7), 7);
  EXPECT_EQ(first.counts().inserted, 2u);
  EXPECT_EQ(second.counts().hits, 1u);
  EXPECT_EQ(second.counts().misses, 1u);
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(KernelCacheTest, DamagedEntriesAreWrittenAnew) {
  KernelCache cache(*device, options());
  EXPECT_EQ(run(cache, 5), 5);
  ASSERT_EQ(entries().size(), 1u);
  const fs::path path = entries().front();
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  auto write = [&](const std::string &changed) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << changed;
  };
  uint64_t damaged = 0;
  for (size_t length : {size_t(0), size_t(40), size_t(70), bytes.size() - 1}) {
    write(bytes.substr(0, length));
    EXPECT_EQ(run(cache, 5), 5);
    EXPECT_EQ(cache.counts().damaged, ++damaged);
  }
  for (size_t at = 0; at < bytes.size(); at += 37) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    write(changed);
    EXPECT_EQ(run(cache, 5), 5);
    EXPECT_EQ(cache.counts().damaged, ++damaged);
  }
  EXPECT_EQ(run(cache, 5), 5);
  EXPECT_EQ(cache.counts().hits, 1u);
}

TEST_F(KernelCacheTest, CodeThatTheDriverRefusesIsAssembledAnew) {
  KernelCache cache(*device, options());
  EXPECT_EQ(run(cache, 5), 5);
  const fs::path path = entries().front();
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  // Behind the digest that the file is named by.
  const std::string name = bytes.substr(0, sizeof(Digest));
  StatusOr<std::vector<AssembledKernel>> kept =
      decodeAssembledKernels(bytes.substr(name.size()));
  ASSERT_TRUE(kept.ok());
  kept->front().code = "\x7f"
                       "ELF of another machine";
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      << name << encodeAssembledKernels(*kept);
  EXPECT_EQ(run(cache, 5), 5);
  EXPECT_EQ(cache.counts().damaged, 1u);
}

TEST_F(KernelCacheTest, WhatKernelsTakeIsKnownWhoeverAssembledThem) {
  ASSERT_TRUE(device->enter().ok());
  const KernelResources expected = {32, 0, 0};
  KernelCache none(*device, CacheOptions{});
  KernelCache cache(*device, options());
  using From = LoadedKernel::From;
  for (auto [kernels, from] : {std::pair(&none, From::Driver),
                               {&cache, From::Driver},
                               {&cache, From::Cache}}) {
    StatusOr<LoadedKernel> loaded = kernels->load(codeOf(5));
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    EXPECT_EQ(loaded->from, from);
    EXPECT_EQ(loaded->resources, expected);
    // The driver itself does not say what is spilled.
    StatusOr<Function> function = loaded->module.find("put", 0);
    ASSERT_TRUE(function.ok() && function->resources);
    EXPECT_EQ(function->resources->registers, 32u);
    EXPECT_FALSE(function->resources->spilledBytes);
  }
}

TEST_F(KernelCacheTest, WhatWasAssembledAheadOfTimeComesFirst) {
  ASSERT_TRUE(device->enter().ok());
  KernelCache cache(*device, options());
  StatusOr<Device::Assembled> made = device->assemble(codeOf(5));
  ASSERT_TRUE(made.ok()) << made.status().message();
  const AssembledKernel fitting = {digestOf(codeOf(5)), "sm_90a",
                                   KernelResources{7, 8, 9}, made->code};
  StatusOr<LoadedKernel> loaded = cache.load(codeOf(5), {{fitting}});
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->from, LoadedKernel::From::Ahead);
  EXPECT_EQ(loaded->resources, fitting.resources);
  EXPECT_EQ(cache.counts().inserted, 0u);

  auto refusalOf = [&](const AssembledKernel &kernel) {
    StatusOr<LoadedKernel> other = cache.load(codeOf(5), {{kernel}});
    EXPECT_TRUE(other.ok());
    EXPECT_NE(other->from, LoadedKernel::From::Ahead);
    return other->refusal;
  };
  AssembledKernel kernel = fitting;
  kernel.text = digestOf("another");
  EXPECT_EQ(refusalOf(kernel), "none of them is of this text");
  kernel = fitting;
  kernel.processor = "sm_100a";
  EXPECT_EQ(refusalOf(kernel),
            "code for sm_100a does not run on Weft emulated GPU");
  kernel = fitting;
  kernel.code = "\x7f"
                "ELF of a real device";
  EXPECT_NE(refusalOf(kernel).find("loading PTX failed"), std::string::npos);
}

TEST_F(KernelCacheTest, ErrorsAreTheDriversOwn) {
  KernelCache cache(*device, options());
  ASSERT_TRUE(device->enter().ok());
  StatusOr<LoadedKernel> loaded = cache.load("nonsense");
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.status().message().find("ptxas"), std::string::npos);
  EXPECT_EQ(cache.counts().inserted, 0u);
}

TEST_F(KernelCacheTest, WithoutAFolderNothingIsKept) {
  KernelCache cache(*device, CacheOptions{});
  EXPECT_EQ(run(cache, 5), 5);
  EXPECT_FALSE(fs::exists(folder));
  // A file in the way of the folder.
  std::ofstream(folder) << "x";
  KernelCache blocked(*device, options());
  EXPECT_EQ(run(blocked, 5), 5);
  EXPECT_EQ(blocked.counts().failures, 1u);
}

TEST_F(KernelCacheTest, OldKernelsMakeRoom) {
  KernelCache cache(*device, options(2000));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(run(cache, i), i);
  }
  EXPECT_GT(cache.counts().evicted, 10u);
}

TEST_F(KernelCacheTest, Threads) {
  KernelCache cache(*device, options());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(run(cache, (i + t) % 5), (i + t) % 5);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(cache.counts().damaged, 0u);
  EXPECT_EQ(entries().size(), 5u);
}

} // namespace
} // namespace weft::cuda
