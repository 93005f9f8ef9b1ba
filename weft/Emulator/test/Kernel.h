// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a few lines, run on arrays of a few elements.

#pragma once

#include "weft/Emulator/Launch.h"
#include "weft/Emulator/PtxParser.h"

#include <gtest/gtest.h>

namespace weft::emulator {

inline std::string header() {
  return ".version 8.0\n.target sm_90\n.address_size 64\n";
}

/// A kernel with parameters p0, p1 ... of 64 bits, whose registers are all of
/// 64 bits: the interpreter does not mind.
inline std::string kernel(int parameters, const std::string &body,
                          const std::string &before = "") {
  std::string text = header() + before + ".visible .entry k(";
  for (int i = 0; i < parameters; ++i) {
    text += (i ? ", " : "") + std::string(".param .u64 p") + std::to_string(i);
  }
  text += ")\n{\n.reg .pred %p<9>;\n.reg .b64 %x<40>;\n";
  for (int i = 0; i < parameters; ++i) {
    text += "ld.param.u64 %x3" + std::to_string(i) + ", [p" +
            std::to_string(i) + "];\n";
  }
  return text + body + "\nret;\n}\n";
}

/// Modules with memory of their own.
class Bench {
public:
  explicit Bench(uint64_t bytes = 1 << 20)
      : memory(std::move(*Memory::create(bytes))) {}

  void load(const std::string &text) {
    StatusOr<std::unique_ptr<Module>> parsed = parsePtx(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
    ASSERT_TRUE(loadVariables(*module, *memory).ok());
  }

  template <class T> uint64_t put(const std::vector<T> &values) {
    const uint64_t address = memory->allocate(values.size() * sizeof(T));
    memory->write(address, values.data(), values.size() * sizeof(T));
    return address;
  }
  template <class T> std::vector<T> get(uint64_t address, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(memory->read(values.data(), address, count * sizeof(T)));
    return values;
  }

  LaunchResult run(const std::vector<uint64_t> &arguments,
                   LaunchShape shape = LaunchShape(), uint64_t seed = 0) {
    std::vector<uint8_t> bytes(arguments.size() * 8);
    std::memcpy(bytes.data(), arguments.data(), bytes.size());
    LaunchOptions how = options;
    how.seed = seed;
    return launch(*module, *module->findEntry("k"), shape, bytes, *memory, how);
  }

  std::unique_ptr<Memory> memory;
  std::unique_ptr<Module> module;
  LaunchOptions options;
};

inline LaunchShape shapeOf(uint32_t blocks, uint32_t threads,
                           uint32_t shared = 0) {
  LaunchShape shape;
  shape.blocks[0] = blocks;
  shape.threads[0] = threads;
  shape.dynamicShared = shared;
  return shape;
}

} // namespace weft::emulator
