// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/CpuCandidates.h"
#include "weft/Target/CPU/Candidates/Passes.h"
#include "weft/Tile/Tiling/Tiling.h"

#include <llvm/ADT/MapVector.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Pass/Pass.h>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

/// For tests of tiling: a program is compiled kernel by kernel from its plan.
/// The arguments of a kernel are those of its function, then constants that are
/// no splats, then one ref per result. Results of different shapes that no
/// kernel can compute together give one kernel each, numbered.
class EmitTiles : public PassWrapper<EmitTiles, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmitTiles)

  EmitTiles() = default;
  EmitTiles(const EmitTiles &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "emit-tiles"; }
  StringRef getDescription() const override {
    return "one kernel of tiles for each function on tensors";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    tile::registerTileDialects(registry);
  }

  void runOnOperation() override {
    RuleTable rules;
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (function.isExternal()) {
        continue;
      }
      if (failed(convert(function, rules))) {
        return signalPassFailure();
      }
      function.erase();
    }
  }

private:
  LogicalResult convert(func::FuncOp function, const RuleTable &rules) {
    if (!llvm::hasSingleElement(function.getBody())) {
      return function.emitError("has more than one block");
    }
    Operation *terminator = function.getBody().front().getTerminator();
    llvm::SmallVector<Value> roots(terminator->getOperands());
    Refusal refusal;
    if (emit(function, roots, function.getName(), rules, refusal)) {
      return success();
    }
    llvm::MapVector<Type, llvm::SmallVector<Value>> groups;
    for (Value root : roots) {
      Type shape = root.getType();
      if (auto tensor = dyn_cast<RankedTensorType>(shape)) {
        shape = RankedTensorType::get(tensor.getShape(),
                                      Float32Type::get(&getContext()));
      }
      groups[shape].push_back(root);
    }
    if (refusal.rule != "roots.differ" || groups.size() == 1) {
      return report(refusal);
    }
    for (auto [i, group] : llvm::enumerate(groups)) {
      std::string name = (function.getName() + "_" + llvm::Twine(i)).str();
      if (!emit(function, group.second, name, rules, refusal)) {
        return report(refusal);
      }
    }
    return success();
  }

  bool emit(func::FuncOp function, ArrayRef<Value> roots, StringRef name,
            const RuleTable &rules, Refusal &refusal) {
    Machine machine = *findMachine("arm64");
    machine.vectorBytes = vectorBytes;
    CpuCandidates source;
    KernelRequest request(machine, source);
    if (ones || !sizes.empty()) {
      request.candidate = Candidate{};
      request.candidate->sizes.assign(sizes.begin(), sizes.end());
      request.candidate->inner.assign(inner.begin(), inner.end());
    }
    OpBuilder builder(function);
    return static_cast<bool>(buildKernel(builder, function.getLoc(), name,
                                         function.getBody().front(), roots,
                                         request, rules, refusal)
                                 .kernel);
  }

  static LogicalResult report(const Refusal &refusal) {
    return refusal.op->emitError()
           << "does not tile: " << refusal.rule << ": " << refusal.text;
  }

  ListOption<int64_t> sizes{
      *this, "sizes",
      llvm::cl::desc("Tile size per dimension of the space; chosen for a CPU "
                     "when absent")};
  ListOption<unsigned> inner{
      *this, "inner",
      llvm::cl::desc("Parallel dimensions that are walked by a loop of the "
                     "program")};
  Option<bool> ones{
      *this, "ones",
      llvm::cl::desc("Tiles of one element, all dimensions in the grid")};
  Option<int64_t> vectorBytes{
      *this, "vector-bytes", llvm::cl::init(16),
      llvm::cl::desc("Width of a vector register, where sizes are chosen")};
};

} // namespace

void registerPasses() {
  registerPass([] { return std::make_unique<EmitTiles>(); });
}

} // namespace weft::cpu
