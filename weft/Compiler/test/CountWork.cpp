// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/test/CountWork.h"

#include "weft/Support/Origins.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <optional>

using namespace mlir;

namespace weft {
namespace {

int64_t elementsOf(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? tensor.getNumElements() : 1;
}

class Counter {
public:
  Counter(int64_t program, WorkCounts &counts)
      : program(program), counts(counts) {}

  void run(Block &block) {
    for (Operation &operation : block) {
      visit(&operation);
    }
  }

private:
  using Number = std::optional<int64_t>;

  Number numberOf(Value value) const {
    auto found = numbers.find(value);
    return found == numbers.end() ? Number() : found->second;
  }

  void visit(Operation *operation) {
    if (auto loop = dyn_cast<scf::ForOp>(operation)) {
      visitLoop(loop);
    } else if (auto choice = dyn_cast<scf::IfOp>(operation)) {
      Number condition = numberOf(choice.getCondition());
      if (!condition || *condition != 0) {
        run(choice.getThenRegion().front());
      }
      if ((!condition || *condition == 0) && !choice.getElseRegion().empty()) {
        run(choice.getElseRegion().front());
      }
    } else if (operation->getNumRegions() > 0 &&
               !isa<tile::ReduceOp, tile::ScanOp>(operation)) {
      for (Region &region : operation->getRegions()) {
        for (Block &block : region) {
          run(block);
        }
      }
    } else {
      evaluate(operation);
      count(operation);
    }
  }

  void visitLoop(scf::ForOp loop) {
    Number low = numberOf(loop.getLowerBound());
    Number high = numberOf(loop.getUpperBound());
    Number step = numberOf(loop.getStep());
    if (!low || !high || !step || *step <= 0) {
      run(*loop.getBody());
      return;
    }
    for (int64_t iteration = *low; iteration < *high; iteration += *step) {
      numbers[loop.getInductionVar()] = iteration;
      run(*loop.getBody());
    }
  }

  void evaluate(Operation *operation) {
    auto set = [&](Value value, int64_t number) { numbers[value] = number; };
    if (isa<tile::ProgramIdOp>(operation)) {
      set(operation->getResult(0), program);
      return;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(operation)) {
      if (auto integer = dyn_cast<IntegerAttr>(constant.getValue())) {
        set(constant, integer.getValue().getSExtValue());
      }
      return;
    }
    llvm::SmallVector<int64_t, 4> operands;
    for (Value operand : operation->getOperands()) {
      Number number = numberOf(operand);
      if (!number) {
        for (Value result : operation->getResults()) {
          numbers.erase(result);
        }
        return;
      }
      operands.push_back(*number);
    }
    if (auto unrank = dyn_cast<tile::UnrankOp>(operation)) {
      // In any order, since all programs are gone through.
      int64_t rest = operands[0];
      for (unsigned d = unrank.getCounts().size(); d-- > 0;) {
        set(unrank.getResult(d), rest % unrank.getCounts()[d]);
        rest /= unrank.getCounts()[d];
      }
      return;
    }
    if (operands.size() != 2) {
      return;
    }
    auto [a, b] = std::pair(operands[0], operands[1]);
    Number result = llvm::TypeSwitch<Operation *, Number>(operation)
                        .Case([&](arith::AddIOp) { return a + b; })
                        .Case([&](arith::SubIOp) { return a - b; })
                        .Case([&](arith::MulIOp) { return a * b; })
                        .Case<arith::DivUIOp, arith::DivSIOp>(
                            [&](auto) { return b ? Number(a / b) : Number(); })
                        .Case<arith::RemUIOp, arith::RemSIOp>(
                            [&](auto) { return b ? Number(a % b) : Number(); })
                        .Case<arith::MinSIOp, arith::MinUIOp>(
                            [&](auto) { return std::min(a, b); })
                        .Case<arith::MaxSIOp, arith::MaxUIOp>(
                            [&](auto) { return std::max(a, b); })
                        .Case([&](arith::CmpIOp op) -> Number {
                          switch (op.getPredicate()) {
                          case arith::CmpIPredicate::eq:
                            return a == b;
                          case arith::CmpIPredicate::ne:
                            return a != b;
                          case arith::CmpIPredicate::slt:
                          case arith::CmpIPredicate::ult:
                            return a < b;
                          case arith::CmpIPredicate::sle:
                          case arith::CmpIPredicate::ule:
                            return a <= b;
                          case arith::CmpIPredicate::sgt:
                          case arith::CmpIPredicate::ugt:
                            return a > b;
                          case arith::CmpIPredicate::sge:
                          case arith::CmpIPredicate::uge:
                            return a >= b;
                          }
                          return Number();
                        })
                        .Default([](Operation *) { return Number(); });
    if (result) {
      set(operation->getResult(0), *result);
    }
  }

  /// Arithmetic on tiles only: what moves elements is no work, nor are indices.
  void count(Operation *operation) {
    StringRef dialect = operation->getName().getDialectNamespace();
    int64_t elements = 0;
    if (auto dot = dyn_cast<tile::DotOp>(operation)) {
      auto right = cast<RankedTensorType>(dot.getOperand(1).getType());
      elements = elementsOf(dot.getOperand(0)) * right.getShape().back();
    } else if (isa<tile::ReduceOp, tile::ScanOp>(operation)) {
      elements = elementsOf(operation->getOperand(0));
    } else if ((dialect == "arith" || dialect == "math") &&
               operation->getNumResults() == 1 &&
               isa<RankedTensorType>(operation->getResult(0).getType()) &&
               !isa<arith::ConstantOp, arith::SelectOp>(operation)) {
      elements = elementsOf(operation->getResult(0));
    }
    if (elements == 0) {
      return;
    }
    for (uint32_t origin : originsOf(operation->getLoc())) {
      counts[origin] += elements;
    }
  }

  int64_t program;
  WorkCounts &counts;
  llvm::DenseMap<Value, int64_t> numbers;
};

} // namespace

void countWork(tile::KernelOp kernel, WorkCounts &counts) {
  auto programs = static_cast<int64_t>(kernel.getGrid());
  for (int64_t program = 0; program < programs; ++program) {
    Counter(program, counts).run(kernel.getBody().front());
  }
}

} // namespace weft
