// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feeds bytes to the reader of executables, and what it takes to the readers of
// their sections. The digest of the whole is made right first: it finds damage,
// and a reader must not rely on anything else for it.

#include "weft/Executable/AssembledKernel.h"
#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"
#include "weft/Executable/test/EveryCommand.h"

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
  Manifest manifest;
  manifest.name = "fuzzed";
  const ArrayType type =
      *ArrayType::create(ElementType::F32, std::vector<int64_t>{2, 3});
  manifest.parameters.resize(testing::kEveryArguments);
  for (ParameterInfo &parameter : manifest.parameters) {
    parameter.type = type;
  }
  manifest.results.resize(testing::kEveryResults);
  for (ResultInfo &result : manifest.results) {
    result.type = type;
  }
  Ref<const Executable> made = Executable::create(
      manifest,
      {{SectionKind::Program, "program"},
       {SectionKind::Code, "code of 16 bytes"},
       {SectionKind::Constants,
        std::string(testing::kEveryConstantBytes, '\1')},
       {SectionKind::Commands, encodeCommandProgram(testing::everyCommand())},
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
