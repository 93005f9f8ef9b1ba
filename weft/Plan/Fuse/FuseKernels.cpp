// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/FuseKernels.h"

#include "weft/Plan/Fuse/BlockFuser.h"
#include "weft/Plan/Passes.h"

#include <llvm/Support/BLAKE3.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_FUSEKERNELSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Kernels are free of effects: what nobody reads need not be.
void eraseUnused(Block &block) {
  for (Operation &step : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isa<WhileOp, CaseOp>(step)) {
      for (Region &region : step.getRegions()) {
        eraseUnused(region.front());
      }
    } else if (isa<KernelOp, ViewOp, ConstantOp, CopyOp, PartitionIdOp,
                   ReplicaIdOp>(step) &&
               step.use_empty()) {
      step.erase();
    }
  }
}

void fuseBlock(Block &block, TilingOracle &oracle, const FuseOptions &options) {
  for (Operation &step : block) {
    if (isa<WhileOp, CaseOp>(step)) {
      for (Region &region : step.getRegions()) {
        fuseBlock(region.front(), oracle, options);
      }
    }
  }
  BlockFuser(block, oracle, options).run();
}

/// A digest of what a kernel computes: its text without names and places.
std::string digestOf(KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << kernel.getOperandTypes() << ";" << kernel.getResultTypes() << ";"
         << stringifyHero(kernel.getHero()) << ";";
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    stream << argument.getType() << ",";
  }
  // Values by number, so that names of the program do not matter.
  llvm::DenseMap<Value, unsigned> numbers;
  auto number = [&](Value value) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  };
  std::function<void(Block &)> write = [&](Block &block) {
    for (BlockArgument argument : block.getArguments()) {
      stream << "^" << number(argument) << ":" << argument.getType();
    }
    for (Operation &operation : block) {
      stream << operation.getName().getStringRef() << "(";
      for (Value operand : operation.getOperands()) {
        stream << number(operand) << ",";
      }
      stream << ")" << operation.getAttrDictionary() << "->";
      for (Value result : operation.getResults()) {
        stream << number(result) << ":" << result.getType() << ",";
      }
      for (Region &region : operation.getRegions()) {
        stream << "{";
        for (Block &inner : region) {
          write(inner);
        }
        stream << "}";
      }
    }
  };
  write(kernel.getBody().front());
  auto hash = llvm::BLAKE3::hash<16>(
      ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return llvm::toHex(hash, /*LowerCase=*/true);
}

void nameKernels(ProgramOp program) {
  unsigned count = 0;
  program.walk([&](KernelOp kernel) {
    Operation &first = kernel.getBody().front().front();
    StringRef stem = "fused";
    if (kernel.getHero() != Hero::None) {
      stem = stringifyHero(kernel.getHero());
    } else if (countOperations(kernel.getBody()) == 1) {
      stem = first.getName().stripDialect();
    }
    kernel.setName((stem + "_" + Twine(count++)).str());
    kernel.setDigest(digestOf(kernel));
  });
}

struct FuseKernels : impl::FuseKernelsPassBase<FuseKernels> {
  void runOnOperation() override {
    ShapeOracle oracle;
    fuseKernels(getOperation(), oracle);
  }
};

} // namespace

void fuseKernels(ProgramOp program, TilingOracle &oracle,
                 const FuseOptions &options) {
  eraseUnused(program.getBody().front());
  fuseBlock(program.getBody().front(), oracle, options);
  nameKernels(program);
  program.walk([](CopyOp copy) {
    if (getRecord(copy).empty()) {
      setRecord(copy, "copy-layout");
    }
  });
  program.setStage(Stage::Fused);
}

} // namespace weft::plan
