// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-fuzz-programs/Peer.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/Files.h"
#include "weft/Testing/Dialects/TensorNpy.h"
#include "weft/Testing/Programs/GenerateProgram.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <csignal>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace mlir;
using weft::reference::Tensor;

namespace weft::tools {
namespace {

/// Long enough for a start, which imports much, and for any random program.
constexpr int kPatienceMilliseconds = 120'000;

Outcome refusal(llvm::Twine reason) {
  return {Status::unimplemented(reason.str()), {}};
}

/// Why only the interpreter can run this, or nothing.
llvm::StringRef reasonToSkip(ModuleOp module, const CheckedProgram &program) {
  if (program.processes() > 1) {
    return "a program for several devices";
  }
  bool talksToHost = module
                         ->walk([](Operation *op) {
                           return isa<stablehlo::InfeedOp, stablehlo::OutfeedOp,
                                      stablehlo::SendOp, stablehlo::RecvOp>(op)
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
  return talksToHost ? "a program that waits for its host" : "";
}

std::string arrayPath(llvm::StringRef folder, llvm::StringRef kind,
                      size_t number) {
  return (folder + "/" + kind + "-" + llvm::Twine(number) + ".npy").str();
}

/// Results that are no tensors are tokens, which are not compared.
StatusOr<std::vector<Tensor>> readResults(llvm::StringRef folder,
                                          ModuleOp module) {
  std::vector<Tensor> results;
  auto budget = reference::Budget::create();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (auto [number, type] : llvm::enumerate(main.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(NpyArray array,
                          readNpyFile(arrayPath(folder, "result", number)));
    WEFT_ASSIGN_OR_RETURN(Tensor result, tensorFromNpy(*budget, array, tensor));
    results.push_back(std::move(result));
  }
  return results;
}

} // namespace

Peer::~Peer() {
  stop();
  if (!folder.empty()) {
    static_cast<void>(llvm::sys::fs::remove_directories(folder));
  }
}

Status Peer::start() {
  if (folder.empty()) {
    llvm::SmallString<64> made;
    if (std::error_code error =
            llvm::sys::fs::createUniqueDirectory("weft-peer", made)) {
      return Status::internal("no folder for the peer's programs: " +
                              error.message());
    }
    folder = made.str().str();
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Status::internal("no connection to the peer");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string text = "exec " + command;
  std::string shell = "sh";
  std::string flag = "-c";
  char *arguments[] = {shell.data(), flag.data(), text.data(), nullptr};
  int error =
      posix_spawn(&process, "/bin/sh", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  connection = ends[0];
  if (error != 0) {
    process = 0;
    stop();
    return Status::internal(std::string("the peer does not start: ") +
                            std::strerror(error));
  }
  return Status::success();
}

void Peer::stop() {
  if (connection >= 0) {
    close(connection);
    connection = -1;
  }
  if (process > 0) {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    process = 0;
  }
}

Status Peer::write(ModuleOp module, const CheckedProgram &program) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  std::vector<OutputFile> files = {{folder + "/program.mlir", text}};
  for (auto [number, input] : llvm::enumerate(program.inputs)) {
    files.push_back({arrayPath(folder, "argument", number),
                     encodeNpy(npyFromTensor(input))});
  }
  return writeFiles(files);
}

StatusOr<std::string> Peer::ask() {
  std::string line = folder + "\n";
  if (send(connection, line.data(), line.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(line.size())) {
    return Status::internal("it is gone");
  }
  std::string answer;
  while (answer.empty() || answer.back() != '\n') {
    pollfd waiting = {connection, POLLIN, 0};
    if (poll(&waiting, 1, kPatienceMilliseconds) <= 0) {
      return Status::internal("it hangs");
    }
    char buffer[512];
    ssize_t count = read(connection, buffer, sizeof(buffer));
    if (count <= 0) {
      return Status::internal("it died");
    }
    answer.append(buffer, static_cast<size_t>(count));
  }
  answer.pop_back();
  return answer;
}

Outcome Peer::run(ModuleOp module, const CheckedProgram &program) {
  OwningOpRef<ModuleOp> copy(module.clone());
  // Known to the interpreter only.
  generate::removeCustomCalls(*copy);
  if (llvm::StringRef reason = reasonToSkip(*copy, program); !reason.empty()) {
    return refusal(reason);
  }
  if (process == 0) {
    if (Status started = start(); !started.ok()) {
      return refusal(std::string(started.message()));
    }
  }
  if (Status written = write(*copy, program); !written.ok()) {
    return refusal(std::string(written.message()));
  }
  StatusOr<std::string> answer = ask();
  if (!answer.ok()) {
    stop();
    return refusal(std::string(answer.status().message()));
  }
  llvm::StringRef text = *answer;
  if (text.consume_front("refused: ")) {
    return refusal(text);
  }
  if (text.consume_front("failed: ")) {
    return {Status::internal(text.str()), {}};
  }
  if (text != "done") {
    stop();
    return refusal("it answers '" + text + "'");
  }
  StatusOr<std::vector<Tensor>> results = readResults(folder, *copy);
  if (!results.ok()) {
    return {results.status(), {}};
  }
  return {Status::success(), std::move(results).value()};
}

} // namespace weft::tools
