// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/Manifest.h"

#include "weft/Executable/Bytes.h"

namespace weft {
namespace {

/// More devices than any machine has; bounds what a damaged file can ask for.
constexpr uint64_t kMaximumDevices = 1 << 20;

void writeNumbers(ByteWriter &writer, std::span<const int64_t> numbers) {
  writer.number(static_cast<uint64_t>(numbers.size()));
  for (int64_t number : numbers) {
    writer.number(static_cast<uint64_t>(number));
  }
}

std::vector<int64_t> readNumbers(ByteReader &reader) {
  std::vector<int64_t> numbers(reader.count(8));
  for (int64_t &number : numbers) {
    number = static_cast<int64_t>(reader.number<uint64_t>());
  }
  return numbers;
}

void writeType(ByteWriter &writer, const ArrayType &type) {
  writer.number(static_cast<uint8_t>(type.element));
  writeNumbers(writer, type.dimensions);
  writeNumbers(writer, type.minorToMajor);
}

StatusOr<ArrayType> readType(ByteReader &reader) {
  auto element = static_cast<ElementType>(reader.number<uint8_t>());
  std::vector<int64_t> dimensions = readNumbers(reader);
  std::vector<int64_t> minorToMajor = readNumbers(reader);
  return ArrayType::create(element, dimensions, minorToMajor);
}

Status damaged() {
  return Status::dataLoss("the manifest of the executable is damaged");
}

StatusOr<ParameterInfo> readParameter(ByteReader &reader) {
  ParameterInfo parameter;
  WEFT_ASSIGN_OR_RETURN(parameter.type, readType(reader));
  parameter.memoryKind = reader.text();
  parameter.sharding = reader.text();
  if (reader.number<uint8_t>() != 0) {
    parameter.aliasedResult = reader.number<uint32_t>();
  }
  return parameter;
}

StatusOr<ResultInfo> readResult(ByteReader &reader) {
  ResultInfo result;
  WEFT_ASSIGN_OR_RETURN(result.type, readType(reader));
  result.memoryKind = reader.text();
  result.sharding = reader.text();
  result.name = reader.text();
  return result;
}

uint8_t encodeTraits(const ProgramTraits &traits) {
  return static_cast<uint8_t>(
      (traits.collectives ? 1 : 0) | (traits.hostTransfers ? 2 : 0) |
      (traits.customCalls ? 4 : 0) | (traits.loops ? 8 : 0) |
      (traits.libraryCalls ? 16 : 0));
}

ProgramTraits decodeTraits(uint8_t bits) {
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0,
          (bits & 16) != 0};
}

/// What the runtime relies on beyond the types themselves.
Status check(const Manifest &manifest) {
  uint64_t devices =
      static_cast<uint64_t>(manifest.replicas) * manifest.partitions;
  if (devices == 0 || devices > kMaximumDevices ||
      (manifest.isPortable() ? devices != 1
                             : manifest.deviceIds.size() != devices)) {
    return damaged();
  }
  std::vector<bool> taken(manifest.results.size());
  for (const ParameterInfo &parameter : manifest.parameters) {
    if (!parameter.aliasedResult) {
      continue;
    }
    uint32_t result = *parameter.aliasedResult;
    if (result >= taken.size() || taken[result] ||
        parameter.type.byteSize() != manifest.results[result].type.byteSize()) {
      return damaged();
    }
    taken[result] = true;
  }
  if (manifest.timeLimit && manifest.timeLimit->count() < 0) {
    return damaged();
  }
  for (const HelperScratch &helper : manifest.memory.helpers) {
    if (helper.bytes > HelperScratch::kMost || helper.threads == 0) {
      return damaged();
    }
  }
  return Status::success();
}

} // namespace

uint64_t MemoryReport::helperBytes(int threads) const {
  uint64_t most = 0;
  for (const HelperScratch &helper : helpers) {
    uint64_t working = std::min<uint64_t>(std::max(threads, 1), helper.threads);
    most = std::max(most, helper.bytes * (working - 1));
  }
  return most;
}

uint64_t transposedBytes(const Manifest &manifest) {
  auto isPlain = [](const ArrayType &type) {
    return type.isToken() || type.isRowMajor();
  };
  uint64_t bytes = 0;
  std::vector<bool> transposed(manifest.results.size());
  for (const ParameterInfo &parameter : manifest.parameters) {
    std::optional<uint32_t> taker = parameter.aliasedResult;
    if (isPlain(parameter.type) &&
        (!taker || isPlain(manifest.results[*taker].type))) {
      continue;
    }
    bytes += parameter.type.byteSize();
    if (taker) {
      transposed[*taker] = true;
    }
  }
  for (size_t i = 0; i < manifest.results.size(); ++i) {
    const ArrayType &type = manifest.results[i].type;
    bytes += isPlain(type) || transposed[i] ? 0 : type.byteSize();
  }
  return bytes;
}

std::string encodeManifest(const Manifest &manifest) {
  ByteWriter writer;
  writer.text(manifest.name);
  writer.text(manifest.entry);
  writer.number(manifest.replicas);
  writer.number(manifest.partitions);
  writer.number(static_cast<uint64_t>(manifest.deviceIds.size()));
  for (int32_t id : manifest.deviceIds) {
    writer.number(static_cast<uint32_t>(id));
  }
  writer.number(static_cast<uint64_t>(manifest.parameters.size()));
  for (const ParameterInfo &parameter : manifest.parameters) {
    writeType(writer, parameter.type);
    writer.text(parameter.memoryKind);
    writer.text(parameter.sharding);
    writer.number(static_cast<uint8_t>(parameter.aliasedResult ? 1 : 0));
    if (parameter.aliasedResult) {
      writer.number(*parameter.aliasedResult);
    }
  }
  writer.number(static_cast<uint64_t>(manifest.results.size()));
  for (const ResultInfo &result : manifest.results) {
    writeType(writer, result.type);
    writer.text(result.memoryKind);
    writer.text(result.sharding);
    writer.text(result.name);
  }
  writer.real(manifest.cost.flops);
  writer.real(manifest.cost.transcendentals);
  writer.real(manifest.cost.bytesAccessed);
  const MemoryReport &memory = manifest.memory;
  for (uint64_t bytes : {memory.code, memory.arguments, memory.results,
                         memory.aliased, memory.temporary, memory.peak}) {
    writer.number(bytes);
  }
  writer.number(static_cast<uint64_t>(memory.helpers.size()));
  for (const HelperScratch &helper : memory.helpers) {
    writer.number(helper.bytes);
    writer.number(helper.threads);
  }
  writer.number(encodeTraits(manifest.traits));
  writer.number(static_cast<uint8_t>(manifest.timeLimit ? 1 : 0));
  if (manifest.timeLimit) {
    writer.number(static_cast<uint64_t>(manifest.timeLimit->count()));
  }
  return writer.take();
}

StatusOr<Manifest> decodeManifest(std::string_view bytes) {
  ByteReader reader(bytes);
  Manifest manifest;
  manifest.name = reader.text();
  manifest.entry = reader.text();
  manifest.replicas = reader.number<uint32_t>();
  manifest.partitions = reader.number<uint32_t>();
  manifest.deviceIds.resize(reader.count(4));
  for (int32_t &id : manifest.deviceIds) {
    id = static_cast<int32_t>(reader.number<uint32_t>());
  }
  // A type alone takes 17 bytes.
  uint64_t parameters = reader.count(17);
  for (uint64_t i = 0; i < parameters && !reader.failed(); ++i) {
    StatusOr<ParameterInfo> parameter = readParameter(reader);
    if (!parameter.ok()) {
      return damaged();
    }
    manifest.parameters.push_back(*std::move(parameter));
  }
  uint64_t results = reader.count(17);
  for (uint64_t i = 0; i < results && !reader.failed(); ++i) {
    StatusOr<ResultInfo> result = readResult(reader);
    if (!result.ok()) {
      return damaged();
    }
    manifest.results.push_back(*std::move(result));
  }
  manifest.cost.flops = reader.real();
  manifest.cost.transcendentals = reader.real();
  manifest.cost.bytesAccessed = reader.real();
  MemoryReport &memory = manifest.memory;
  for (uint64_t *bytesOf : {&memory.code, &memory.arguments, &memory.results,
                            &memory.aliased, &memory.temporary, &memory.peak}) {
    *bytesOf = reader.number<uint64_t>();
  }
  memory.helpers.resize(reader.count(12));
  for (HelperScratch &helper : memory.helpers) {
    helper.bytes = reader.number<uint64_t>();
    helper.threads = reader.number<uint32_t>();
  }
  manifest.traits = decodeTraits(reader.number<uint8_t>());
  if (reader.number<uint8_t>() != 0) {
    manifest.timeLimit = std::chrono::milliseconds(
        static_cast<int64_t>(reader.number<uint64_t>()));
  }
  if (reader.failed() || !reader.atEnd()) {
    return damaged();
  }
  WEFT_RETURN_IF_ERROR(check(manifest));
  return manifest;
}

} // namespace weft
