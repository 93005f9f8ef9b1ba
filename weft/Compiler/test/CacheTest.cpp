// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Cache.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weft;
namespace fs = std::filesystem;

namespace {

Ref<const Executable> executable(int number, size_t size = 1000) {
  Manifest manifest;
  manifest.name = "program" + std::to_string(number);
  manifest.deviceIds = {0};
  return Executable::create(manifest,
                            {{SectionKind::Program, std::string(size, 'p')}});
}

Digest key(int number) { return digestOf("key" + std::to_string(number)); }

class CacheTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(::testing::TempDir()) /
             ("cache" + std::to_string(::getpid())) / "executables";
    fs::remove_all(folder.parent_path());
  }
  void TearDown() override { fs::remove_all(folder.parent_path()); }

  CacheOptions options(uint64_t limit = 1 << 30) {
    return {folder.string(), limit};
  }
  size_t fileCount() {
    size_t count = 0;
    for ([[maybe_unused]] const auto &entry : fs::directory_iterator(folder)) {
      ++count;
    }
    return count;
  }
  fs::path pathOf(int number) {
    return folder / (toHex(key(number)) + ".weft");
  }

  fs::path folder;
};

TEST_F(CacheTest, FindsWhatWasInserted) {
  CompilationCache cache(options());
  EXPECT_FALSE(cache.find(key(1)));
  cache.insert(key(1), *executable(1));
  CompilationCache other(options());
  Ref<const Executable> found = other.find(key(1));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->manifest().name, "program1");
  EXPECT_FALSE(other.find(key(2)));
  EXPECT_EQ(other.counts().hits, 1u);
  EXPECT_EQ(other.counts().misses, 1u);
}

TEST_F(CacheTest, EveryTruncationAndDamageIsAMiss) {
  CompilationCache cache(options());
  cache.insert(key(1), *executable(1));
  std::ifstream in(pathOf(1), std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  auto tryWith = [&](const std::string &changed) {
    std::ofstream(pathOf(1), std::ios::binary | std::ios::trunc) << changed;
    return cache.find(key(1));
  };
  for (size_t length = 0; length < bytes.size(); length += 13) {
    EXPECT_FALSE(tryWith(bytes.substr(0, length)));
    EXPECT_FALSE(fs::exists(pathOf(1)));
  }
  for (size_t i = 0; i < 200; i += 3) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    if (Ref<const Executable> found = tryWith(changed)) {
      EXPECT_EQ(found->fingerprint(), executable(1)->fingerprint());
    }
  }
  EXPECT_TRUE(tryWith(bytes));
  // Under another name.
  fs::rename(pathOf(1), pathOf(2));
  EXPECT_FALSE(cache.find(key(2)));
}

TEST_F(CacheTest, OldestGoFirst) {
  uint64_t entry = executable(0)->serialize().size() + 32;
  CompilationCache cache(options(3 * entry));
  for (int i = 0; i < 3; ++i) {
    cache.insert(key(i), *executable(i));
    fs::last_write_time(pathOf(i), fs::file_time_type::clock::now() -
                                       std::chrono::hours(10 - i));
  }
  // Used, hence young.
  EXPECT_TRUE(cache.find(key(0)));
  cache.insert(key(3), *executable(3));
  EXPECT_FALSE(cache.find(key(1)));
  EXPECT_TRUE(cache.find(key(0)));
  EXPECT_TRUE(cache.find(key(2)));
  EXPECT_TRUE(cache.find(key(3)));
  EXPECT_EQ(cache.counts().evicted, 1u);
  // Too large for the cache at all.
  cache.insert(key(4), *executable(4, 4 * entry));
  EXPECT_FALSE(cache.find(key(4)));
  EXPECT_TRUE(cache.find(key(3)));
}

TEST_F(CacheTest, WhatTheDeadLeaveBehindIsRemoved) {
  CompilationCache cache(options(50'000));
  cache.insert(key(1), *executable(1));
  fs::path old = folder / "x.weft.1.1.tmp";
  fs::path young = folder / "y.weft.1.1.tmp";
  std::ofstream(old) << "half";
  std::ofstream(young) << "half";
  fs::last_write_time(old,
                      fs::file_time_type::clock::now() - std::chrono::hours(5));
  cache.insert(key(2), *executable(2));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young));
}

TEST_F(CacheTest, AFolderThatCannotBeWrittenOnlyCostsTheCache) {
  fs::create_directories(folder.parent_path());
  std::ofstream(folder) << "a file is in the way";
  CompilationCache cache(options());
  cache.insert(key(1), *executable(1));
  EXPECT_FALSE(cache.find(key(1)));
  EXPECT_EQ(cache.counts().failures, 1u);
  CompilationCache none(CacheOptions{});
  none.insert(key(1), *executable(1));
  EXPECT_FALSE(none.find(key(1)));
  EXPECT_FALSE(none.isEnabled());
}

TEST_F(CacheTest, ProcessesAndKills) {
  // Children write the same few entries over and over; half are killed.
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      CompilationCache cache(options());
      for (int i = 0; i < 400 || child % 2 == 1; ++i) {
        int number = i % 3;
        if (Ref<const Executable> found = cache.find(key(number))) {
          if (found->manifest().name != "program" + std::to_string(number)) {
            ::_exit(1);
          }
        }
        cache.insert(key(number), *executable(number, 50'000));
      }
      ::_exit(cache.counts().damaged == 0 ? 0 : 2);
    }
    children.push_back(pid);
  }
  ::usleep(50'000);
  ::kill(children[1], SIGKILL);
  ::kill(children[3], SIGKILL);
  for (int child = 0; child < 4; ++child) {
    int status = 0;
    ASSERT_EQ(::waitpid(children[child], &status, 0), children[child]);
    if (child % 2 == 0) {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    }
  }
  CompilationCache cache(options());
  for (int number = 0; number < 3; ++number) {
    EXPECT_TRUE(cache.find(key(number)));
  }
  EXPECT_EQ(cache.counts().damaged, 0u);
}

TEST_F(CacheTest, Threads) {
  CompilationCache cache(options(200'000));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        cache.insert(key(i % 7), *executable(i % 7, 40'000));
        if (Ref<const Executable> found = cache.find(key((i + t) % 7))) {
          EXPECT_EQ(found->manifest().name,
                    "program" + std::to_string((i + t) % 7));
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(cache.counts().damaged, 0u);
}

TEST(CacheOptionsTest, Environment) {
  ::setenv("WEFT_CACHE_DIR", "/somewhere", 1);
  ::setenv("WEFT_CACHE_BYTES", "77", 1);
  EXPECT_EQ(CacheOptions::fromEnvironment("kernels").folder,
            "/somewhere/kernels");
  EXPECT_EQ(CacheOptions::fromEnvironment("kernels").maximumBytes, 77u);
  ::setenv("WEFT_CACHE", "0", 1);
  EXPECT_EQ(CacheOptions::fromEnvironment("kernels").folder, "");
  ::unsetenv("WEFT_CACHE");
  ::unsetenv("WEFT_CACHE_DIR");
  ::unsetenv("WEFT_CACHE_BYTES");
  ::setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(CacheOptions::fromEnvironment("executables").folder,
            "/xdg/weft/executables");
  ::unsetenv("XDG_CACHE_HOME");
}

} // namespace
