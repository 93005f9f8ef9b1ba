// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decision records as sentences, as JSON, and their reasons as a page.

#include "weft/Support/Decisions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace weft {

namespace {

/// The shortest text that reads back as the same number.
template <class Number> std::string numberText(Number value) {
  std::array<char, 32> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), end);
}

/// Calls `literal` and `name` for the pieces of a sentence template in turn.
template <class Literal, class Name>
void walkSentence(std::string_view sentence, Literal literal, Name name) {
  while (!sentence.empty()) {
    const size_t open = sentence.find('{');
    literal(sentence.substr(0, open));
    if (open == std::string_view::npos) {
      return;
    }
    const size_t close = sentence.find('}', open);
    name(sentence.substr(open + 1, close - open - 1));
    sentence.remove_prefix(close == std::string_view::npos ? sentence.size()
                                                           : close + 1);
  }
}

/// The length of the valid UTF-8 sequence a text begins with, or 0.
size_t utf8Length(std::string_view text) {
  const auto byte = [&](size_t index) {
    return static_cast<unsigned char>(text[index]);
  };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) {
    return 0;
  }
  for (size_t index = 1; index < length; ++index) {
    if ((byte(index) & 0xC0) != 0x80) {
      return 0;
    }
  }
  // Longer than needed, a surrogate, or beyond the last code point.
  const bool invalid =
      (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
  return invalid ? 0 : length;
}

/// Names come from input files and may hold anything.
std::string jsonString(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const size_t length = utf8Length(text);
    const char first = text.front();
    if (length == 0) {
      result += "\\ufffd";
    } else if (first == '"' || first == '\\') {
      result += '\\';
      result += first;
    } else if (first == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(first) < 0x20 || first == 0x7F) {
      constexpr std::string_view digits = "0123456789abcdef";
      result += "\\u00";
      result += digits[static_cast<unsigned char>(first) >> 4];
      result += digits[static_cast<unsigned char>(first) & 0xF];
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return result + '"';
}

/// Accumulates `{"name":value,...}`; names are ours and need no escapes.
class JsonObject {
public:
  void add(std::string_view name, std::string_view json) {
    text += text.size() > 1 ? ",\"" : "\"";
    text += name;
    text += "\":";
    text += json;
  }
  void addString(std::string_view name, std::string_view value) {
    if (!value.empty()) {
      add(name, jsonString(value));
    }
  }
  std::string finish() const { return text + '}'; }

private:
  std::string text = "{";
};

std::string jsonArgument(const DecisionLog &log, const ArgumentValue &value) {
  if (const int64_t *number = std::get_if<int64_t>(&value)) {
    return numberText(*number);
  }
  if (const double *number = std::get_if<double>(&value)) {
    // JSON has no NaN and no infinity.
    return std::isfinite(*number) ? numberText(*number)
                                  : jsonString(numberText(*number));
  }
  return jsonString(log.string(std::get<StringId>(value)));
}

std::string plainArgument(const DecisionLog &log, const ArgumentValue &value) {
  if (const StringId *text = std::get_if<StringId>(&value)) {
    return std::string(log.string(*text));
  }
  return std::visit(
      [](auto number) -> std::string {
        if constexpr (std::is_same_v<decltype(number), StringId>) {
          return {};
        } else {
          return numberText(number);
        }
      },
      value);
}

void addCost(JsonObject &object, std::string_view name, const Cost &cost) {
  JsonObject inner;
  if (cost.picoseconds) {
    inner.add("picoseconds", numberText(*cost.picoseconds));
  }
  if (cost.bytes) {
    inner.add("bytes", numberText(*cost.bytes));
  }
  if (cost.picoseconds || cost.bytes) {
    object.add(name, inner.finish());
  }
}

std::string costText(const Cost &cost) {
  std::string text;
  if (cost.picoseconds) {
    text += numberText(static_cast<double>(*cost.picoseconds) / 1e6) + " us";
  }
  if (cost.bytes) {
    text += (text.empty() ? "" : ", ") + numberText(*cost.bytes) + " bytes";
  }
  return text;
}

std::string jsonSource(const DecisionLog &log, uint32_t origin) {
  std::string frames = "[";
  for (const SourceFrame &frame : log.frames(origin)) {
    JsonObject object;
    object.addString("file", log.string(frame.file));
    object.add("line", numberText(frame.line));
    object.add("column", numberText(frame.column));
    object.addString("function", log.string(frame.function));
    frames += (frames.size() > 1 ? "," : "") + object.finish();
  }
  return frames + "]";
}

std::string jsonRecord(const DecisionLog &log, const Record &record) {
  JsonObject object;
  object.add("sequence", numberText(record.sequence));
  object.addString("stage", log.stageName(record));
  object.addString("kind", decisionKindName(record.kind));
  object.addString("verdict", verdictName(record.verdict));
  object.addString("reason", reasonInfo(record.reason).code);
  object.addString("anchor", log.string(record.anchor));
  object.addString("subject", log.string(record.subject));
  object.addString("other", log.string(record.other));
  const auto names = reasonInfo(record.reason).argumentNames();
  const auto values = log.arguments(record);
  JsonObject arguments;
  for (size_t index = 0; index < std::min(names.size(), values.size());
       ++index) {
    arguments.add(names[index], jsonArgument(log, values[index]));
  }
  object.add("arguments", arguments.finish());
  object.addString("sentence", log.sentence(record));
  addCost(object, "cost", record.cost);
  addCost(object, "alternative", record.bestAlternative);
  const auto origins = log.origins(record);
  if (!origins.empty()) {
    std::string list = "[";
    for (uint32_t origin : origins) {
      list += (list.size() > 1 ? "," : "") + numberText(origin);
    }
    object.add("origins", list + "]");
    object.addString("name", log.namePath(origins.front()));
    object.add("source", jsonSource(log, origins.front()));
  }
  if (record.parent != Record::noParent) {
    object.add("parent", numberText(record.parent));
  }
  return object.finish();
}

std::string textRecord(const DecisionLog &log, const Record &record) {
  std::string text;
  const auto origins = log.origins(record);
  const auto frames =
      origins.empty() ? std::span<const SourceFrame>() : log.frames(origins[0]);
  if (!frames.empty()) {
    text += log.string(frames.front().file);
    text += ":" + numberText(frames.front().line) + ":" +
            numberText(frames.front().column) + ": ";
  }
  if (!log.stageName(record).empty()) {
    text += log.stageName(record);
    text += ": ";
  }
  text += verdictName(record.verdict);
  text += ": ";
  text += log.sentence(record);
  const std::string cost = costText(record.cost);
  const std::string alternative = costText(record.bestAlternative);
  if (!cost.empty() && !alternative.empty()) {
    text += " (" + cost + ", the alternative " + alternative + ")";
  } else if (!cost.empty()) {
    text += " (" + cost + ")";
  }
  text += " [";
  text += reasonInfo(record.reason).code;
  text += "]";
  return text;
}

} // namespace

std::vector<std::string_view> ReasonInfo::argumentNames() const {
  std::vector<std::string_view> names;
  walkSentence(
      sentence, [](std::string_view) {},
      [&](std::string_view name) {
        if (name != "subject" && name != "other" &&
            std::find(names.begin(), names.end(), name) == names.end()) {
          names.push_back(name);
        }
      });
  return names;
}

std::string reasonsPage() {
  std::string page =
      "# Reasons\n\n"
      "Why the compiler did what it did. Every decision record carries one of "
      "these codes.\nThis page is generated from `weft/Support/Reasons.def`.\n";
  for (const ReasonInfo &info : allReasons()) {
    page += "\n## ";
    page += info.code;
    page += "\n\n> ";
    page += info.sentence;
    page += "\n\n";
    page += info.explanation;
    page += "\n";
  }
  return page;
}

std::string DecisionLog::sentence(const Record &record) const {
  const ReasonInfo &info = reasonInfo(record.reason);
  const auto names = info.argumentNames();
  const auto values = arguments(record);
  std::string text;
  walkSentence(
      info.sentence, [&](std::string_view literal) { text += literal; },
      [&](std::string_view name) {
        if (name == "subject" || name == "other") {
          text += string(name == "subject" ? record.subject : record.other);
          return;
        }
        const auto found = std::find(names.begin(), names.end(), name);
        const size_t index = static_cast<size_t>(found - names.begin());
        text += index < values.size() ? plainArgument(*this, values[index])
                                      : std::string("?");
      });
  return text;
}

std::string DecisionLog::text(const Record &record) const {
  return textRecord(*this, record);
}

void DecisionLog::printText(const Sink &sink) const {
  for (const Record &record : table) {
    sink(text(record) + "\n");
  }
  for (const Omission &omission : omitted) {
    std::string text(stageName(omission));
    text += text.empty() ? "" : ": ";
    text += numberText(omission.count) + " more [";
    text += reasonInfo(omission.reason).code;
    sink(text + "]\n");
  }
}

void DecisionLog::printJson(const Sink &sink) const {
  for (const Record &record : table) {
    sink(jsonRecord(*this, record) + "\n");
  }
  for (const Omission &omission : omitted) {
    JsonObject object;
    object.addString("stage", stageName(omission));
    object.addString("reason", reasonInfo(omission.reason).code);
    object.add("omitted", numberText(omission.count));
    sink(object.finish() + "\n");
  }
}

} // namespace weft
