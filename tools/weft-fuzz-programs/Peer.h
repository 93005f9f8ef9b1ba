// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Another implementation of StableHLO: a process that is given one program
// after the other.
//
// It reads the name of a folder as one line, in which lie `program.mlir` and
// the arguments of its @main, `argument-0.npy` and so on, and answers with one
// line:
//
//   done               the results lie beside them, `result-0.npy` and so on
//   refused: REASON    it does not do this program
//   failed: REASON     the program failed when it ran
//
// A process that dies has refused the program, and so has one that takes too
// long, which is killed; the next program gets a new one.

#pragma once

#include "weft/Check/CheckProgram.h"

#include <memory>
#include <string>
#include <sys/types.h>

namespace weft::tools {

class Peer {
public:
  /// `command` is for the shell. Starts nothing yet.
  explicit Peer(std::string command) : command(std::move(command)) {}
  /// Ends the process.
  ~Peer();
  Peer(const Peer &) = delete;
  Peer &operator=(const Peer &) = delete;

  /// What @main of the module returns on the program's inputs. UNIMPLEMENTED
  /// where the peer has not computed it, for whatever reason.
  Outcome run(mlir::ModuleOp module, const CheckedProgram &program);

private:
  Status start();
  void stop();
  Status write(mlir::ModuleOp module, const CheckedProgram &program);
  /// The line that the process says next.
  StatusOr<std::string> ask();

  const std::string command;
  std::string folder;
  pid_t process = 0;
  int connection = -1;
};

} // namespace weft::tools
