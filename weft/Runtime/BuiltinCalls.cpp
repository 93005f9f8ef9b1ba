// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/BuiltinCalls.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace weft::runtime {
namespace {

/// The value of a scalar of signed integers, as shapes are computed with.
std::optional<int64_t> readSize(const CallOperand &operand) {
  if (!operand.type.dimensions.empty()) {
    return std::nullopt;
  }
  if (operand.type.element == ElementType::S32) {
    int32_t value;
    std::memcpy(&value, operand.data, sizeof(value));
    return value;
  }
  if (operand.type.element == ElementType::S64) {
    int64_t value;
    std::memcpy(&value, operand.data, sizeof(value));
    return value;
  }
  return std::nullopt;
}

/// `{0}` in the message is the second operand, and so on.
std::string fillIn(std::string_view message, const CustomCallFrame &frame) {
  std::string text;
  while (!message.empty()) {
    size_t open = message.find('{');
    text += message.substr(0, open);
    message.remove_prefix(std::min(open, message.size()));
    if (message.empty()) {
      break;
    }
    size_t close = message.find('}');
    std::string_view digits =
        close == std::string_view::npos ? "" : message.substr(1, close - 1);
    std::optional<int64_t> size;
    if (!digits.empty() && digits.size() < 4 &&
        std::ranges::all_of(digits,
                            [](char c) { return c >= '0' && c <= '9'; })) {
      size_t operand = 1 + std::stoul(std::string(digits));
      if (operand < frame.operands.size()) {
        size = readSize(frame.operands[operand]);
      }
    }
    if (size) {
      text += std::to_string(*size);
      message.remove_prefix(close + 1);
    } else {
      text += '{';
      message.remove_prefix(1);
    }
  }
  return text;
}

Status assertShape(CustomCallFrame &frame) {
  bool holds;
  std::memcpy(&holds, frame.operands[0].data, sizeof(holds));
  if (holds) {
    return Status::success();
  }
  std::string_view message;
  for (const NamedCallAttribute &entry : frame.site.attributes.entries) {
    if (entry.name == "error_message") {
      message = entry.value.bytes;
    }
  }
  return Status::invalidArgument(message.empty()
                                     ? "an assertion about shapes does not hold"
                                     : fillIn(message, frame));
}

Status checkShapeAssertion(CustomCallSite &site) {
  bool isAssertion = !site.operands.empty() && site.results.empty() &&
                     site.operands[0].element == ElementType::Pred &&
                     site.operands[0].dimensions.empty();
  return isAssertion ? Status::success()
                     : Status::invalidArgument(
                           "custom call 'shape_assertion' takes a boolean and "
                           "gives nothing");
}

Status checkSink(CustomCallSite &site) {
  return site.results.empty()
             ? Status::success()
             : Status::invalidArgument("custom call 'dce_sink' gives nothing");
}

} // namespace

void addBuiltinCalls(CustomCallRegistry &registry) {
  CustomCallHandler sink;
  sink.instantiate = checkSink;
  sink.execute = [](CustomCallFrame &) { return Status::success(); };
  CustomCallHandler assertion;
  assertion.instantiate = checkShapeAssertion;
  assertion.execute = assertShape;
  // Only a second call could find the names taken.
  (void)registry.add("dce_sink", "", std::move(sink)).ok();
  (void)registry.add("shape_assertion", "", std::move(assertion)).ok();
}

} // namespace weft::runtime
