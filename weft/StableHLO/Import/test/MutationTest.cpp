// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged files. Whatever the damage, an import ends, and either gives a
// program or exactly one error. The damage is the same in every run.

#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Import/test/Fixtures.h"

#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/IR/Diagnostics.h>

#include <random>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

class Mutation : public testing::Test {
protected:
  Mutation() {
    context.disableMultithreading();
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return success();
    });
  }

  /// Whether the import gave a program.
  bool check(StringRef file) {
    errors = 0;
    OwningOpRef<ModuleOp> module =
        importModule(MemoryBufferRef(file, "file"), context);
    EXPECT_EQ(errors, module ? 0u : 1u) << toHex(file);
    return static_cast<bool>(module);
  }

  void checkTruncations(StringRef file) {
    ASSERT_TRUE(check(file));
    for (size_t size = 0; size < file.size(); ++size) {
      check(file.take_front(size));
    }
  }

  /// Changes one to four places of the file: a bit, a byte, a length, a piece
  /// that is copied over another or cut out.
  void checkMutations(StringRef file, unsigned count) {
    // Not std::uniform_int_distribution, whose numbers the standard leaves
    // open.
    std::mt19937_64 random(file.size());
    auto below = [&](size_t bound) { return random() % bound; };
    unsigned programs = 0;
    for (unsigned i = 0; i < count; ++i) {
      std::string damaged = file.str();
      for (size_t change = 0, changes = 1 + below(4); change < changes;
           ++change) {
        size_t place = below(damaged.size());
        size_t length = 1 + below(std::min<size_t>(16, damaged.size() - place));
        switch (below(6)) {
        case 0:
          damaged[place] ^= 1 << below(8);
          break;
        case 1:
          damaged[place] = static_cast<char>(random());
          break;
        case 2:
          damaged[place] = static_cast<char>(below(2) ? 0xFF : 0x00);
          break;
        case 3:
          damaged.replace(place, length, damaged,
                          below(damaged.size() - length + 1), length);
          break;
        case 4:
          damaged.erase(place, length);
          break;
        case 5:
          damaged.insert(place, length, static_cast<char>(random()));
          break;
        }
        if (damaged.empty()) {
          break;
        }
      }
      programs += check(damaged);
    }
    // Some damage is harmless; if all were, nothing would be tested.
    EXPECT_LT(programs, count);
  }

  std::string getBytecode() {
    OwningOpRef<ModuleOp> module =
        importModule(MemoryBufferRef(fixtures::kText, "text"), context);
    std::string bytes;
    raw_string_ostream stream(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));
    return bytes;
  }

  MLIRContext context;
  unsigned errors = 0;
};

TEST_F(Mutation, TruncatedArtifact) {
  checkTruncations(fixtures::getArtifact());
}
TEST_F(Mutation, TruncatedBytecode) { checkTruncations(getBytecode()); }
TEST_F(Mutation, TruncatedText) { checkTruncations(fixtures::kText); }

TEST_F(Mutation, DamagedArtifact) {
  checkMutations(fixtures::getArtifact(), 20000);
}
TEST_F(Mutation, DamagedBytecode) { checkMutations(getBytecode(), 10000); }
TEST_F(Mutation, DamagedText) { checkMutations(fixtures::kText, 4000); }

} // namespace
