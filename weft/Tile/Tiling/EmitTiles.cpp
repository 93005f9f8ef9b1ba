// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Passes.h"
#include "weft/Tile/Tiling/Tiling.h"

#include <llvm/ADT/MapVector.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

using namespace mlir;

namespace weft::tile {

#define GEN_PASS_DEF_EMITTILES
#include "weft/Tile/Tiling/Passes.h.inc"

namespace {

class EmitTiles : public impl::EmitTilesBase<EmitTiles> {
public:
  using EmitTilesBase::EmitTilesBase;

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
    KernelRequest request(machine);
    if (ones || !sizes.empty()) {
      request.candidate = Candidate{};
      request.candidate->sizes.assign(sizes.begin(), sizes.end());
      request.candidate->inner.assign(inner.begin(), inner.end());
    }
    OpBuilder builder(function);
    return static_cast<bool>(
        buildKernel(builder, function.getLoc(), name,
                    function.getBody().front(), roots, request, rules,
                    refusal));
  }

  static LogicalResult report(const Refusal &refusal) {
    return refusal.op->emitError()
           << "does not tile: " << refusal.rule << ": " << refusal.text;
  }
};

} // namespace
} // namespace weft::tile
