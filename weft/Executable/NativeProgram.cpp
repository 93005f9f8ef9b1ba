// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/NativeProgram.h"

#include "weft/Executable/Bytes.h"
#include "weft/Executable/NativeCode.h"

namespace weft {

std::string encodeNativeProgram(const NativeProgram &program) {
  ByteWriter writer;
  writer.number(kNativeCodeVersion);
  writer.number(program.temporaryBytes);
  writer.number(program.scratchBytes);
  writer.number(program.callCount);
  writer.number(static_cast<uint64_t>(program.collectives.size()));
  for (const auto &[number, call] : program.collectives) {
    writer.number(number);
    writeCollective(writer, call);
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
  program.callCount = reader.number<uint32_t>();
  uint64_t collectives = reader.count(4);
  bool areCallsValid = true;
  for (uint64_t i = 0; i < collectives && areCallsValid; ++i) {
    auto number = reader.number<uint32_t>();
    std::optional<CollectiveCall> call = readCollective(reader);
    areCallsValid = call && number < program.callCount;
    if (areCallsValid) {
      program.collectives[number] = *std::move(call);
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
