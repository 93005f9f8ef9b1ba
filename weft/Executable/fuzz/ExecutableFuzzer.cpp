// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feeds bytes to the reader of executables, and what it takes to the readers of
// their sections. The digest of the whole is made right first: it finds damage,
// and a reader must not rely on anything else for it.

#include "weft/Executable/AssembledKernel.h"
#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"

#include <algorithm>
#include <cstdlib>

using namespace weft;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

namespace {

/// Behind the magic, the version, the number of sections and the length.
constexpr size_t kDigestOffset = 32;
constexpr size_t kBodyOffset = kDigestOffset + sizeof(Digest);

void sign(std::string &bytes) {
  if (bytes.size() < kBodyOffset) {
    return;
  }
  const std::string_view view = bytes;
  FieldDigest digest;
  digest.add(view.substr(0, kDigestOffset));
  digest.add(view.substr(kBodyOffset));
  const Digest made = digest.finish();
  std::copy(made.begin(), made.end(), bytes.begin() + kDigestOffset);
}

/// With every kind of command.
std::string example() {
  using Base = CommandAddress::Base;
  CommandProgram program;
  program.machine = "sm_90";
  program.temporaryBytes = 512;
  program.workspaceBytes = 1024;
  program.kernels = {{"add", 0, 12, 7, 128, 0, false, "model.py:3"},
                     {"less", 12, 4, 1, 32, 64, false, ""}};
  program.calls = {OutlinedCall{false, 8}};
  const CommandAddress flag{Base::Temporary, 0, 256};
  const CommandNumber isSet{flag, 1, 1, false};
  program.commands = {
      DeviceNumberCommand{DeviceNumberCommand::Kind::Replica,
                          {Base::Temporary, 0, 0}},
      WhileCommand{isSet, 1, 3, 5, 16},
      LaunchCommand{1, {{Base::Argument, 1, 0}, flag}},
      SwitchCommand{{{Base::Argument, 0, 4}, 4, 32, true}, {1, 0, 1}},
      LaunchCommand{0, {{Base::Constants, 0, 8}, {Base::Workspace, 0, 0}}},
      CopyCommand{{Base::Argument, 1, 0}, {Base::Result, 0, 8}, 16},
      CheckCommand{isSet, "x must be positive"},
      CallCommand{0, {{Base::Nowhere, 0, 0}, {Base::Result, 0, 0}}},
  };
  program.waits = {{}, {0}, {}, {}, {}, {}, {0, 1}, {6}};
  Manifest manifest;
  manifest.name = "fuzzed";
  const ArrayType type =
      *ArrayType::create(ElementType::F32, std::vector<int64_t>{2, 3});
  manifest.parameters.resize(2);
  manifest.parameters[0].type = type;
  manifest.parameters[1].type = type;
  manifest.results.resize(1);
  manifest.results[0].type = type;
  Ref<const Executable> made = Executable::create(
      manifest,
      {{SectionKind::Program, "program"},
       {SectionKind::Code, "code of 16 bytes"},
       {SectionKind::Constants, std::string(64, '\1')},
       {SectionKind::Commands, encodeCommandProgram(program)},
       {SectionKind::Assembled,
        encodeAssembledKernels({{digestOf("code"), "sm_90a",
                                 KernelResources{40, 8, 0}, "assembled"}})}});
  return made->serialize();
}

} // namespace

/// Begins with the example, and keeps what it makes signed.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned) {
  static const std::string start = example();
  if (size < kBodyOffset && start.size() <= most) {
    std::copy(start.begin(), start.end(), data);
    size = start.size();
  }
  std::string bytes(data, data + LLVMFuzzerMutate(data, size, most));
  sign(bytes);
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string bytes(data, data + size);
  sign(bytes);
  StatusOr<Ref<const Executable>> read = Executable::parse(bytes);
  if (!read.ok()) {
    return 0;
  }
  const Executable &executable = **read;
  if (executable.serialize() != bytes) {
    std::abort();
  }
  const Manifest &manifest = executable.manifest();
  StatusOr<CommandProgram> commands =
      decodeCommandProgram(executable.section(SectionKind::Commands),
                           manifest.parameters.size(), manifest.results.size(),
                           executable.section(SectionKind::Constants).size(),
                           executable.section(SectionKind::Code).size());
  if (commands.ok()) {
    // What is taken is written as it was read.
    StatusOr<CommandProgram> again = decodeCommandProgram(
        encodeCommandProgram(*commands), manifest.parameters.size(),
        manifest.results.size(),
        executable.section(SectionKind::Constants).size(),
        executable.section(SectionKind::Code).size());
    if (!again.ok() || again->commands != commands->commands) {
      std::abort();
    }
  }
  StatusOr<std::vector<AssembledKernel>> assembled =
      decodeAssembledKernels(executable.section(SectionKind::Assembled));
  if (assembled.ok()) {
    StatusOr<std::vector<AssembledKernel>> again =
        decodeAssembledKernels(encodeAssembledKernels(*assembled));
    if (!again.ok() || *again != *assembled) {
      std::abort();
    }
  }
  static_cast<void>(
      decodeNativeProgram(executable.section(SectionKind::Native)));
  return 0;
}
