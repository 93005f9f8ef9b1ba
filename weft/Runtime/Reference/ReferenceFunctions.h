// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of StableHLO that the interpreter runs, with the operations that
// leave the program connected to the runtime: conversations with the host and
// custom calls replace the interpreter's entries for them; the process that
// runs carries what they need.

#pragma once

#include "weft/Runtime/Reference/CallSites.h"
#include "weft/Runtime/Reference/RunningProcess.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/ThreadPool.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::runtime {

/// Any thread may call, several at once.
class ReferenceFunctions {
public:
  ~ReferenceFunctions();

  /// `bytes` is a section of an executable.
  static StatusOr<std::unique_ptr<ReferenceFunctions>>
  load(std::string_view bytes, const CustomCallRegistry &customCalls,
       const std::string &platform);

  /// Null when there is no such function.
  const reference::FunctionPlan *find(llvm::StringRef name) const {
    return program->find(name);
  }
  Status call(llvm::StringRef name, RunningProcess &process,
              const std::shared_ptr<reference::Budget> &budget,
              const reference::Values &arguments, reference::Values &results);

  /// A function that consists of one custom call.
  struct InPlace;
  /// Null for other functions. Before any thread calls.
  const InPlace *prepareInPlace(llvm::StringRef name);
  /// Makes the custom call that a function consists of on the arrays
  /// themselves: operands, then results, row-major. Nothing where one of them
  /// is not aligned as calls may expect: somebody else's, that the program was
  /// given.
  static std::optional<Status> callInPlace(const InPlace &known,
                                           RunningProcess &process,
                                           void *const *pointers);

  /// Whether its arrays are in the memory of a device.
  static bool worksOnDevice(const InPlace &known);

  /// Whether a custom call wants to run in the thread that started the run.
  bool needsCallersThread() const { return inCallersThread; }

private:
  struct Call {
    CustomCallSite site;
    CustomCallHandler handler;
    std::vector<std::optional<size_t>> aliases;
    /// Whether the program has the arrays in the order that the call wants.
    bool isInOrder = false;

    /// What an array is in the program; one in order need not be turned.
    ArrayType heldAs(const ArrayType &type) const;
  };

  ReferenceFunctions();

  static CustomCallFrame makeFrame(const Call &call, RunningProcess &process);
  static Status execute(const Call &call, RunningProcess &process,
                        CustomCallFrame &frame);
  Status findCalls(const CustomCallRegistry &customCalls,
                   const std::string &platform);
  reference::OpTable makeTable();
  Status callCustom(mlir::Operation *operation, reference::OpCall &call);

  /// Lets the context be used by several threads without bringing any.
  llvm::SingleThreadExecutor executor{llvm::hardware_concurrency(1)};
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Call>> calls;
  std::vector<std::unique_ptr<const InPlace>> inPlace;
  std::unique_ptr<reference::Program> program;
  bool inCallersThread = false;
};

} // namespace weft::runtime
