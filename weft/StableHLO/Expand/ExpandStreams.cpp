// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hidden state of `rng` as a value of the program: how many have run. It is
// carried by loops, branches and functions in which numbers are drawn.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/SymbolTable.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Regions that run in the order of the program.
bool isControlFlow(Operation *op) { return isa<WhileOp, CaseOp, IfOp>(op); }

class Streams {
public:
  explicit Streams(Operation *root)
      : word(RankedTensorType::get(
            {},
            IntegerType::get(root->getContext(), 64, IntegerType::Unsigned))) {
    root->walk([&](func::FuncOp function) {
      functions[function.getSymName()] = function;
    });
    root->walk([&](func::CallOp call) { called.insert(call.getCallee()); });
  }

  void run() {
    findDrawing();
    // Signatures first: calls may come before what they call.
    for (StringRef name : drawing) {
      if (isCarrying(name)) {
        func::FuncOp function = functions.lookup(name);
        unsigned last = function.getNumArguments();
        (void)function.insertArgument(last, word, {}, function.getLoc());
        (void)function.insertResult(function.getNumResults(), word, {});
      }
    }
    for (StringRef name : drawing) {
      func::FuncOp function = functions.lookup(name);
      Block &body = function.getBody().front();
      OpBuilder builder = OpBuilder::atBlockBegin(&body);
      if (!isCarrying(name)) {
        visit(body, Writer(builder, function.getLoc()).integer(word, 0));
        continue;
      }
      Value count = visit(body, body.getArguments().back());
      Operation *end = body.getTerminator();
      end->insertOperands(end->getNumOperands(), count);
    }
  }

private:
  /// The numbers of a function that callers from outside may run begin anew.
  bool isCarrying(StringRef name) {
    return called.contains(name) && functions.lookup(name).isPrivate();
  }

  bool draws(Operation *op) {
    if (auto rng = dyn_cast<RngOp>(op)) {
      return cast<RankedTensorType>(rng.getResult().getType()).hasStaticShape();
    }
    if (auto call = dyn_cast<func::CallOp>(op)) {
      return drawing.contains(call.getCallee()) && isCarrying(call.getCallee());
    }
    return isControlFlow(op) &&
           llvm::any_of(op->getRegions(),
                        [&](Region &region) { return draws(region.front()); });
  }
  bool draws(Block &block) {
    return llvm::any_of(block, [&](Operation &op) { return draws(&op); });
  }

  void findDrawing() {
    bool isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (auto &[name, function] : functions) {
        if (!function.isExternal() && function.getBody().hasOneBlock() &&
            draws(function.getBody().front())) {
          isChanged |= drawing.insert(name);
        }
      }
    }
  }

  /// Gives everything in the block its count, and the count at its end.
  Value visit(Block &block, Value count) {
    for (auto it = block.begin(); it != block.end();) {
      Operation *op = &*it;
      if (!draws(op)) {
        ++it;
        continue;
      }
      if (auto loop = dyn_cast<WhileOp>(op);
          loop && draws(loop.getCond().front())) {
        // Goes on with the first operation of the test.
        Operation *before = op->getPrevNode();
        rotate(loop);
        it = before ? std::next(before->getIterator()) : block.begin();
        continue;
      }
      ++it;
      count = visit(op, count);
    }
    return count;
  }

  Value visit(Operation *op, Value count) {
    OpBuilder builder(op);
    if (isa<RngOp>(op)) {
      expandDistribution(op, count);
      Writer writer(op);
      count = writer.add(count, writer.integer(word, 1));
      op->erase();
      return count;
    }
    bool isLoop = isa<WhileOp>(op);
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(op->getOperands());
    if (isLoop || isa<func::CallOp>(op)) {
      state.addOperands(count);
    }
    state.addTypes(op->getResultTypes());
    state.addTypes(word);
    state.addAttributes(op->getAttrs());
    for (Region &region : op->getRegions()) {
      state.addRegion()->takeBody(region);
    }
    Operation *carrying = builder.create(state);
    for (auto [i, region] : llvm::enumerate(carrying->getRegions())) {
      Block &block = region.front();
      Value inner = count;
      if (isLoop) {
        inner = block.addArgument(word, op->getLoc());
        if (i == 0) {
          continue;
        }
      }
      inner = visit(block, inner);
      Operation *end = block.getTerminator();
      end->insertOperands(end->getNumOperands(), inner);
    }
    op->replaceAllUsesWith(carrying->getResults().drop_back());
    op->erase();
    return carrying->getResults().back();
  }

  /// while (test) step = flag = test; while (flag) { step; flag = test }
  void rotate(WhileOp loop) {
    OpBuilder builder(loop);
    Block &test = loop.getCond().front();
    auto writeTest = [&](ValueRange values) {
      IRMapping mapping;
      mapping.map(test.getArguments(), values);
      for (Operation &op : test.without_terminator()) {
        builder.clone(op, mapping);
      }
      return mapping.lookupOrDefault(test.getTerminator()->getOperand(0));
    };
    Value flag = writeTest(loop->getOperands());
    OperationState state(loop.getLoc(), loop->getName());
    state.addOperands(loop->getOperands());
    state.addOperands(flag);
    state.addTypes(loop->getResultTypes());
    state.addTypes(flag.getType());
    state.addAttributes(loop->getAttrs());
    state.addRegion();
    state.addRegion()->takeBody(loop.getBody());
    Operation *rotated = builder.create(state);
    {
      Block &step = rotated->getRegion(1).front();
      step.addArgument(flag.getType(), loop.getLoc());
      Operation *end = step.getTerminator();
      builder.setInsertionPoint(end);
      Value again = writeTest(end->getOperands());
      end->insertOperands(end->getNumOperands(), again);
    }
    llvm::SmallVector<Type> types(rotated->getOperandTypes());
    Block *head = builder.createBlock(
        &rotated->getRegion(0), {}, types,
        llvm::SmallVector<Location>(types.size(), loop.getLoc()));
    ReturnOp::create(builder, loop.getLoc(), head->getArguments().back());
    loop->replaceAllUsesWith(rotated->getResults().drop_back());
    loop->erase();
  }

  RankedTensorType word;
  llvm::MapVector<StringRef, func::FuncOp> functions;
  llvm::DenseSet<StringRef> called;
  llvm::SetVector<StringRef> drawing;
};

} // namespace

void expandStreams(Operation *root) { Streams(root).run(); }

} // namespace weft::stablehlo
