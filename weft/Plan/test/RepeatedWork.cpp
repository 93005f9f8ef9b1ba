// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/test/RepeatedWork.h"

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Support/Origins.h"

using namespace mlir;

namespace weft::plan {

/// The operations of kernels, but not those of their bodies.
static void
walkOperations(ProgramOp program,
               llvm::function_ref<void(Operation *, uint32_t)> visit) {
  program.walk([&](KernelOp kernel) {
    kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *operation) {
      if (!isExpensive(operation)) {
        return WalkResult::advance();
      }
      for (uint32_t origin : originsOf(operation->getLoc())) {
        visit(operation, origin);
      }
      return isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(
                 operation)
                 ? WalkResult::advance()
                 : WalkResult::skip();
    });
  });
}

std::map<uint32_t, std::string> findExpensive(ProgramOp program) {
  std::map<uint32_t, std::string> expensive;
  walkOperations(program, [&](Operation *operation, uint32_t origin) {
    llvm::raw_string_ostream(expensive[origin]) << *operation;
  });
  return expensive;
}

std::map<uint32_t, unsigned>
countPlaces(ProgramOp program,
            const std::map<uint32_t, std::string> &expensive) {
  std::map<uint32_t, unsigned> places;
  walkOperations(program, [&](Operation *, uint32_t origin) {
    if (expensive.contains(origin)) {
      ++places[origin];
    }
  });
  return places;
}

std::set<uint32_t> findRecorded(const DecisionLog &log) {
  std::set<uint32_t> recorded;
  for (const Record &record : log.records()) {
    if (record.reason == Reason::FuseDuplicate ||
        record.reason == Reason::ComputedAgain) {
      auto origins = log.origins(record);
      recorded.insert(origins.begin(), origins.end());
    }
  }
  return recorded;
}

} // namespace weft::plan
