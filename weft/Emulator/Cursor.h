// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place in the words of a file, and what both halves of the parser do there.

#pragma once

#include "weft/Emulator/Ptx.h"
#include "weft/Emulator/PtxTokens.h"
#include "weft/Support/Status.h"

#include <algorithm>
#include <string>
#include <vector>

namespace weft::emulator {

class Cursor {
public:
  explicit Cursor(std::vector<Token> tokens) : tokens(std::move(tokens)) {}

  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  Token take() {
    const Token token = peek();
    at = std::min(at + 1, tokens.size() - 1);
    return token;
  }
  void skip(size_t count) { at = std::min(at + count, tokens.size() - 1); }
  void skipLine() {
    const uint32_t line = peek().line;
    while (peek().kind != Token::Kind::End && peek().line == line) {
      skip(1);
    }
  }
  bool takeIf(std::string_view text) {
    if (!peek().is(text)) {
      return false;
    }
    skip(1);
    return true;
  }
  Status expect(std::string_view text) {
    return takeIf(text) ? Status::success() : expected(text);
  }
  Status expected(std::string_view what) const {
    const Token &token = peek();
    return Status::invalidArgument("expected " + std::string(what) + ", not " +
                                   (token.kind == Token::Kind::End
                                        ? std::string("the end of the file")
                                        : "'" + std::string(token.text) + "'"));
  }
  StatusOr<std::string> takeName() {
    if (peek().kind != Token::Kind::Word) {
      return expected("a name");
    }
    return std::string(take().text);
  }
  /// With a sign before it.
  StatusOr<int64_t> takeInteger() {
    const bool isNegative = takeIf("-");
    WEFT_ASSIGN_OR_RETURN(uint64_t bits, readNumber(take()));
    return static_cast<int64_t>(isNegative ? 0 - bits : bits);
  }
  /// The failure with the line where the cursor is, and what stands there. A
  /// word that was just taken is still the one it is about.
  Status locate(const Status &status, const Module &module) const {
    const uint32_t line = at > 0 ? tokens[at - 1].line : peek().line;
    return Status(status.code(), "line " + std::to_string(line) + ": " +
                                     status.message() + ": " +
                                     std::string(module.lineOf(line)));
  }

private:
  std::vector<Token> tokens;
  size_t at = 0;
};

} // namespace weft::emulator
