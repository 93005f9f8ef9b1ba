// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/CheckCompilation.h"
#include "weft/Compiler/Options.h"
#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Pjrt/Wire.h"
#include "weft/Support/MachineShare.h"

namespace weft::pjrt {

PJRT_LoadedExecutable *
handLoadedExecutable(Ref<runtime::LoadedExecutable> executable,
                     Ref<PJRT_Client> client) {
  auto handle = std::make_unique<PJRT_LoadedExecutable>();
  for (runtime::Device *device : executable->devices()) {
    handle->devices.push_back(client->handleOf(device));
  }
  for (const runtime::LogicalDeviceId &id : executable->logicalIds()) {
    handle->logicalIds.push_back(
        {static_cast<int>(id.replica), static_cast<int>(id.partition)});
  }
  handle->executable = std::move(executable);
  handle->client = std::move(client);
  return handle.release();
}

static StatusOr<std::string_view> programText(const PJRT_Program *program) {
  if (program == nullptr || program->code == nullptr) {
    return Status::invalidArgument("there is no program to compile");
  }
  std::string_view format = textOf(program->format, program->format_size);
  if (format != "mlir") {
    return Status::unimplemented(
        "programs in the format '" + std::string(format) +
        "' cannot be read; send StableHLO with the format 'mlir'");
  }
  return textOf(program->code, program->code_size);
}

/// The devices that serialized compile options name; nothing if they do not.
static StatusOr<std::optional<runtime::DeviceAssignment>>
assignmentFrom(const char *options, size_t size) {
  if (options == nullptr || size == 0) {
    return std::optional<runtime::DeviceAssignment>();
  }
  WEFT_ASSIGN_OR_RETURN(CompileOptions parsed,
                        parseCompileOptions(textOf(options, size)));
  if (parsed.deviceIds.empty()) {
    return std::optional<runtime::DeviceAssignment>();
  }
  runtime::DeviceAssignment assignment;
  assignment.replicas = parsed.replicas;
  assignment.partitions = parsed.partitions;
  assignment.deviceIds = std::move(parsed.deviceIds);
  return std::optional(std::move(assignment));
}

static StatusOr<PJRT_LoadedExecutable *> load(PJRT_Client &client,
                                              Ref<const Executable> executable,
                                              const char *options,
                                              size_t optionsSize) {
  WEFT_ASSIGN_OR_RETURN(std::optional<runtime::DeviceAssignment> assignment,
                        assignmentFrom(options, optionsSize));
  WEFT_ASSIGN_OR_RETURN(
      Ref<runtime::LoadedExecutable> loaded,
      client.client->load(std::move(executable),
                          assignment ? &*assignment : nullptr));
  return handLoadedExecutable(std::move(loaded),
                              Ref<PJRT_Client>::share(&client));
}

/// Before anything is taken from the cache: what is there was not checked.
static Status checkIfAsked(std::string_view program,
                           const CompileOptions &options,
                           runtime::TensorRunner runOnTarget = {}) {
  return checksPasses(options)
             ? checkCompilation(program, options, std::move(runOnTarget))
             : Status::success();
}

/// On the client's own devices where code is for those; else the processor
/// runs it without a client.
static runtime::TensorRunner runnerOf(PJRT_Client &client) {
  if (client.target == "host") {
    return {};
  }
  return [&client](const runtime::TensorRun &run, reference::Budget &budget) {
    return runtime::runTensorsOn(*client.client, run, budget);
  };
}

static Status clientCompile(PJRT_Client_Compile_Args &args) {
  WEFT_ASSIGN_OR_RETURN(std::string_view program, programText(args.program));
  WEFT_ASSIGN_OR_RETURN(CompileOptions options,
                        parseCompileOptions(textOf(args.compile_options,
                                                   args.compile_options_size)));
  options.target = args.client->target;
  WEFT_RETURN_IF_ERROR(checkIfAsked(program, options, runnerOf(*args.client)));
  WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                        args.client->compiler.compile(program, options));
  WEFT_ASSIGN_OR_RETURN(args.executable,
                        load(*args.client, std::move(executable), nullptr, 0));
  return Status::success();
}

/// Compiling for a topology needs no client.
static Status compile(PJRT_Compile_Args &args) {
  WEFT_ASSIGN_OR_RETURN(std::string_view program, programText(args.program));
  WEFT_ASSIGN_OR_RETURN(CompileOptions options,
                        parseCompileOptions(textOf(args.compile_options,
                                                   args.compile_options_size)));
  options.target = targetOf(args.topology->topology);
  options.aheadOfTime = true;
  // Code for a GPU is checked where there is one.
  if (options.target == "host") {
    WEFT_RETURN_IF_ERROR(checkIfAsked(program, options));
  }
  Compiler compiler;
  WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                        compiler.compile(program, options));
  args.executable =
      new PJRT_Executable(std::move(executable), usableProcessors());
  return Status::success();
}

static Status clientLoad(PJRT_Client_Load_Args &args) {
  WEFT_ASSIGN_OR_RETURN(args.loaded_executable,
                        load(*args.client, args.executable->executable,
                             args.compile_options, args.compile_options_size));
  return Status::success();
}

static Status
deserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args &args) {
  WEFT_ASSIGN_OR_RETURN(
      Ref<const Executable> executable,
      Executable::parse(std::string(textOf(args.serialized_executable,
                                           args.serialized_executable_size))));
  WEFT_ASSIGN_OR_RETURN(args.loaded_executable,
                        load(*args.client, std::move(executable),
                             args.overridden_serialized_compile_options,
                             args.overridden_serialized_compile_options_size));
  return Status::success();
}

void fillCompileSlots(PJRT_Api &api) {
  api.PJRT_Client_Compile =
      entry<clientCompile, &PJRT_Client_Compile_Args::executable>;
  api.PJRT_Compile = entry<compile, &PJRT_Compile_Args::executable>;
  api.PJRT_Client_Load =
      entry<clientLoad, &PJRT_Client_Load_Args::loaded_executable>;
  api.PJRT_Executable_DeserializeAndLoad =
      entry<deserializeAndLoad, &PJRT_Executable_DeserializeAndLoad_Args::
                                    overridden_serialized_compile_options_size>;
}

} // namespace weft::pjrt
