// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What crosses the interface as a serialized protobuf message. Each is read
// and written field by field; the fields we do not use are skipped.
//
// The files behind this header are the only ones compiled with exceptions:
// protozero throws on malformed bytes, and what it throws is caught there.

#pragma once

#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/Device.h"
#include "weft/Runtime/LoadedExecutable.h"
#include "weft/Support/Status.h"

#include <optional>
#include <string>
#include <string_view>

namespace weft::pjrt {

/// xla.CompileOptionsProto.
StatusOr<CompileOptions> parseCompileOptions(std::string_view bytes);

/// xla.DeviceAssignmentProto.
std::string serializeDeviceAssignment(const runtime::DeviceAssignment &devices);

/// xla.OpSharding, from the text that programs carry, such as
/// "{devices=[2,1]<=[2]}". Nothing if the text is something else.
std::optional<std::string> serializeSharding(std::string_view text);

/// A message of our own.
std::string serializeTopology(const runtime::Topology &topology);
StatusOr<runtime::Topology> parseTopology(std::string_view bytes);

} // namespace weft::pjrt
