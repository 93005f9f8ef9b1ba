// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/NativeProgram.h"

#include "weft/Executable/NativeCode.h"

namespace weft {

static constexpr uint8_t kCopied = 0;
static constexpr uint8_t kInPlace = 1;
static constexpr uint8_t kCollective = 2;

void writeCall(ByteWriter &writer, const NativeCall &call) {
  if (const auto *collective = std::get_if<CollectiveCall>(&call)) {
    writer.number(kCollective);
    writeCollective(writer, *collective);
    return;
  }
  const auto &outlined = std::get<OutlinedCall>(call);
  writer.number(outlined.isInPlace ? kInPlace : kCopied);
  writer.number(outlined.copiedBytes);
}

std::optional<NativeCall> readCall(ByteReader &reader) {
  auto kind = reader.number<uint8_t>();
  if (kind == kCollective) {
    return readCollective(reader);
  }
  if (kind > kCollective) {
    return std::nullopt;
  }
  return OutlinedCall{kind == kInPlace, reader.number<uint64_t>()};
}

std::string encodeNativeProgram(const NativeProgram &program) {
  ByteWriter writer;
  writer.number(kNativeCodeVersion);
  writer.number(program.temporaryBytes);
  writer.number(program.scratchBytes);
  writer.number(static_cast<uint64_t>(program.calls.size()));
  for (const NativeCall &call : program.calls) {
    writeCall(writer, call);
  }
  writer.number(static_cast<uint64_t>(program.checks.size()));
  for (const std::string &check : program.checks) {
    writer.text(check);
  }
  return writer.take();
}

StatusOr<NativeProgram> decodeNativeProgram(std::string_view bytes) {
  ByteReader reader(bytes);
  auto version = reader.number<uint32_t>();
  if (reader.failed() || version != kNativeCodeVersion) {
    return Status::failedPrecondition(
        "the executable holds native code of version " +
        std::to_string(version) + ", this build runs version " +
        std::to_string(kNativeCodeVersion) + ": compile the program again");
  }
  NativeProgram program;
  program.temporaryBytes = reader.number<uint64_t>();
  program.scratchBytes = reader.number<uint64_t>();
  uint64_t calls = reader.count(9);
  bool areCallsValid = true;
  for (uint64_t i = 0; i < calls && areCallsValid; ++i) {
    std::optional<NativeCall> call = readCall(reader);
    areCallsValid = call.has_value();
    if (call) {
      program.calls.push_back(*std::move(call));
    }
  }
  uint64_t checks = reader.count(8);
  for (uint64_t i = 0; i < checks; ++i) {
    program.checks.emplace_back(reader.text());
  }
  // The sum is allocated as one piece, and scratch begins where temporary
  // values end.
  constexpr uint64_t most = uint64_t(1) << 62;
  bool isSizeValid = program.temporaryBytes <= most &&
                     program.scratchBytes <= most &&
                     program.temporaryBytes % kNativeAlignment == 0;
  if (reader.failed() || !reader.atEnd() || !isSizeValid || !areCallsValid) {
    return Status::dataLoss("the executable's description of its native code "
                            "is damaged");
  }
  return program;
}

} // namespace weft
