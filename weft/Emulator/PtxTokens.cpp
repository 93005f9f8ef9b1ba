// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/PtxTokens.h"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <string>

namespace weft::emulator {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c == '%' || c == '.';
}
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }

} // namespace

StatusOr<std::vector<Token>> readTokens(std::string_view text) {
  std::vector<Token> tokens;
  uint32_t line = 1;
  size_t at = 0;
  auto peek = [&](size_t ahead) {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
      ++at;
    } else if (c == '/' && peek(1) == '/') {
      while (at < text.size() && text[at] != '\n') {
        ++at;
      }
    } else if (c == '/' && peek(1) == '*') {
      const size_t end = text.find("*/", at + 2);
      if (end == std::string_view::npos) {
        return Status::invalidArgument("line " + std::to_string(line) +
                                       ": a comment without an end");
      }
      for (; at < end + 2; ++at) {
        line += text[at] == '\n';
      }
    } else if (c == '"') {
      const size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) {
        return Status::invalidArgument("line " + std::to_string(line) +
                                       ": a string without an end");
      }
      tokens.push_back(
          {Token::Kind::String, text.substr(at + 1, end - at - 1), line});
      at = end + 1;
    } else if (isDigit(c)) {
      const size_t start = at;
      while (isDigit(peek(0)) || (isNamePart(peek(0)) && peek(0) != '%')) {
        ++at;
      }
      tokens.push_back(
          {Token::Kind::Number, text.substr(start, at - start), line});
    } else if (isNameStart(c)) {
      const size_t start = at;
      // Two colons are part of a name: `shared::cluster`.
      while (isNamePart(peek(0)) || (peek(0) == ':' && peek(1) == ':') ||
             (peek(0) == ':' && at > start && text[at - 1] == ':')) {
        ++at;
      }
      tokens.push_back(
          {Token::Kind::Word, text.substr(start, at - start), line});
    } else {
      tokens.push_back({Token::Kind::Sign, text.substr(at, 1), line});
      ++at;
    }
  }
  tokens.push_back({Token::Kind::End, std::string_view(), line});
  return tokens;
}

StatusOr<uint64_t> readNumber(const Token &token) {
  std::string_view text = token.text;
  auto bad = [&] {
    return Status::invalidArgument("line " + std::to_string(token.line) +
                                   ": '" + std::string(token.text) +
                                   "' is not a number");
  };
  if (token.kind != Token::Kind::Number) {
    return bad();
  }
  const char second = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
  const bool isBits =
      second == 'f' || second == 'F' || second == 'd' || second == 'D';
  if (text.find('.') != std::string_view::npos) {
    const std::string copy(text);
    char *end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (*end != '\0') {
      return bad();
    }
    return std::bit_cast<uint64_t>(value);
  }
  int base = 10;
  if (isBits || second == 'x' || second == 'X') {
    base = 16;
    text.remove_prefix(2);
  } else if (second == 'b' || second == 'B') {
    base = 2;
    text.remove_prefix(2);
  }
  if (!isBits && text.size() > 1 &&
      (text.back() == 'U' || text.back() == 'u')) {
    text.remove_suffix(1);
  }
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) {
    return bad();
  }
  return value;
}

} // namespace weft::emulator
