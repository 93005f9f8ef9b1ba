// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/AssembledKernel.h"

#include "weft/Executable/Bytes.h"

#include <algorithm>
#include <charconv>

namespace weft {

std::string KernelResources::text() const {
  auto counted = [](uint32_t count, const char *noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  std::string text = counted(registers, "register") + ", " +
                     counted(stackBytes, "byte") + " of stack";
  if (spilledBytes) {
    text += *spilledBytes == 0
                ? ", nothing spilled"
                : ", " + counted(*spilledBytes, "byte") + " spilled";
  }
  return text;
}

/// Every number that stands before `unit`.
static std::vector<uint32_t> numbersBefore(std::string_view report,
                                           std::string_view unit) {
  std::vector<uint32_t> numbers;
  for (size_t at = report.find(unit); at != std::string_view::npos;
       at = report.find(unit, at + 1)) {
    size_t begin = at;
    while (begin > 0 && report[begin - 1] >= '0' && report[begin - 1] <= '9') {
      --begin;
    }
    uint32_t number = 0;
    if (std::from_chars(report.data() + begin, report.data() + at, number).ec ==
        std::errc()) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

std::optional<KernelResources> readAssemblerReport(std::string_view report) {
  // Functions that are called have lines of their own.
  auto most = [&](std::string_view unit) -> std::optional<uint32_t> {
    const std::vector<uint32_t> numbers = numbersBefore(report, unit);
    return numbers.empty() ? std::nullopt
                           : std::optional(*std::ranges::max_element(numbers));
  };
  const std::optional<uint32_t> registers = most(" registers");
  if (!registers) {
    return std::nullopt;
  }
  KernelResources resources;
  resources.registers = *registers;
  resources.stackBytes = most(" bytes stack frame").value_or(0);
  resources.spilledBytes = most(" bytes spill stores");
  return resources;
}

static std::string_view viewOf(const Digest &digest) {
  return {reinterpret_cast<const char *>(digest.data()), digest.size()};
}

static Digest readDigest(ByteReader &reader) {
  Digest digest = {};
  const std::string_view bytes = reader.raw(digest.size());
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

/// What is not known, in bytes.
static constexpr uint32_t kUnknown = ~uint32_t(0);

std::string
encodeAssembledKernels(const std::vector<AssembledKernel> &kernels) {
  ByteWriter writer;
  writer.number(static_cast<uint64_t>(kernels.size()));
  for (const AssembledKernel &kernel : kernels) {
    const KernelResources resources =
        kernel.resources.value_or(KernelResources());
    ByteWriter fields;
    fields.raw(viewOf(kernel.text));
    fields.text(kernel.processor);
    fields.number(static_cast<uint8_t>(kernel.resources ? 1 : 0));
    fields.number(resources.registers);
    fields.number(resources.stackBytes);
    fields.number(resources.spilledBytes.value_or(kUnknown));
    fields.text(kernel.code);
    const std::string bytes = fields.take();
    writer.raw(viewOf(digestOf(bytes)));
    writer.text(bytes);
  }
  return writer.take();
}

static StatusOr<AssembledKernel> decodeKernel(std::string_view bytes) {
  ByteReader reader(bytes);
  AssembledKernel kernel;
  kernel.text = readDigest(reader);
  kernel.processor = reader.text();
  const bool hasResources = reader.number<uint8_t>() != 0;
  KernelResources resources;
  resources.registers = reader.number<uint32_t>();
  resources.stackBytes = reader.number<uint32_t>();
  if (const auto spilled = reader.number<uint32_t>(); spilled != kUnknown) {
    resources.spilledBytes = spilled;
  }
  if (hasResources) {
    kernel.resources = resources;
  }
  kernel.code = reader.text();
  if (reader.failed() || !reader.atEnd()) {
    return Status::dataLoss("an assembled kernel is damaged");
  }
  return kernel;
}

StatusOr<std::vector<AssembledKernel>>
decodeAssembledKernels(std::string_view bytes) {
  const Status damaged =
      Status::dataLoss("assembled kernels of the executable are damaged");
  ByteReader reader(bytes);
  std::vector<AssembledKernel> kernels(
      reader.count(/*smallest=*/sizeof(Digest) + sizeof(uint64_t)));
  for (AssembledKernel &kernel : kernels) {
    const Digest digest = readDigest(reader);
    const std::string_view fields = reader.text();
    if (reader.failed() || digestOf(fields) != digest) {
      return damaged;
    }
    WEFT_ASSIGN_OR_RETURN(kernel, decodeKernel(fields));
  }
  if (reader.failed() || !reader.atEnd()) {
    return damaged;
  }
  return kernels;
}

bool runsOnCapability(std::string_view processor, int capability) {
  constexpr std::string_view prefix = "sm_";
  if (!processor.starts_with(prefix)) {
    return false;
  }
  int number = 0;
  const char *end = processor.data() + processor.size();
  const auto [rest, error] =
      std::from_chars(processor.data() + prefix.size(), end, number);
  if (error != std::errc()) {
    return false;
  }
  return rest == end ? number / 10 == capability / 10 && number <= capability
                     : number == capability;
}

bool allowEarlyLaunch(std::string &text) {
  if (text.find("griddepcontrol.wait") == std::string::npos) {
    return false;
  }
  // These promise that nobody writes while the kernel runs, and it runs already
  // when those before it write.
  constexpr std::string_view constant = "ld.global.nc.";
  constexpr std::string_view ordinary = "ld.global.";
  for (size_t at = text.find(constant); at != std::string::npos;
       at = text.find(constant, at)) {
    text.replace(at, constant.size(), ordinary);
  }
  return true;
}

} // namespace weft
