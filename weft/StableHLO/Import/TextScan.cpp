// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/TextScan.h"

#include "weft/StableHLO/Import/Limits.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/Twine.h>

using namespace llvm;
using namespace weft::stablehlo;

namespace {

class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<TextError> scan() {
    while (position < text.size() && !error) {
      scanToken();
    }
    return error;
  }

private:
  /// The character `ahead` of the next, or NUL at the end.
  char peek(size_t ahead = 0) const {
    return position + ahead < text.size() ? text[position + ahead] : '\0';
  }

  void fail(size_t offset, const Twine &message) {
    if (!error) {
      error = TextError{offset, message.str()};
    }
  }

  static bool isWord(char c) { return isAlnum(c) || c == '_' || c == '$'; }
  static bool isName(char c) { return isWord(c) || c == '.' || c == '-'; }

  void scanToken() {
    char c = peek();
    if (c == '/' && peek(1) == '/') {
      position = std::min(text.find('\n', position), text.size());
    } else if (c == '"') {
      scanString();
    } else if (c == '%') {
      scanValueName();
    } else if (c == '#' && isDigit(peek(1))) {
      scanResultNumber();
    } else if ((c == '#' || c == '!') && (isAlpha(peek(1)) || peek(1) == '_')) {
      scanAlias();
    } else if (isDigit(c)) {
      scanNumber();
    } else if (isAlpha(c) || c == '_') {
      scanWord();
    } else {
      scanPunctuation();
    }
  }

  void scanString() {
    size_t start = position++;
    while (position < text.size() && peek() != '"') {
      // A string ends on its line; the parser reports one that does not, and
      // reads nothing after it.
      if (peek() == '\n' || peek() == '\v' || peek() == '\f') {
        position = text.size();
        return;
      }
      position += peek() == '\\' ? 2 : 1;
    }
    position = std::min(position + 1, text.size());
    if (inMetadata) {
      checkResource(start, text.slice(start + 1, position - 1));
    }
  }

  /// Binary data in the metadata after a program: its first four bytes, little
  /// endian, are the alignment that memory is then allocated with.
  void checkResource(size_t start, StringRef string) {
    if (!string.consume_front("0x") || string.size() < 8) {
      return;
    }
    uint64_t alignment = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned byte = 0;
      if (string.substr(2 * i, 2).getAsInteger(16, byte)) {
        return;
      }
      alignment |= uint64_t(byte) << (8 * i);
    }
    if (alignment > limits::kAlignment) {
      fail(start, "alignment " + Twine(alignment) + " is greater than " +
                      Twine(limits::kAlignment));
    }
  }

  void scanValueName() {
    size_t start = position++;
    while (isName(peek())) {
      ++position;
    }
    lastValue = text.slice(start, position);
    brackets.back().holdsValues = true;
  }

  /// `%name#N`, possibly with space between: the parser makes room for N
  /// values. A program with so many has at least one character for each.
  void scanResultNumber() {
    size_t start = position++;
    while (isDigit(peek())) {
      ++position;
    }
    uint64_t number;
    if (text.slice(start + 1, position).getAsInteger(10, number) ||
        number > text.size()) {
      fail(start, "result number of '" + lastValue + "' is too large");
      return;
    }
    uint64_t &largest = largestResult[lastValue];
    if (number > largest) {
      resultCount += number - largest;
      largest = number;
    }
    if (resultCount > text.size()) {
      fail(start, "more results are named than the program can have");
    }
  }

  /// `#name` or `!name`, defined where `=` follows outside of all brackets. An
  /// alias may stand for two others, and so on: a few lines are an attribute
  /// that cannot be printed, not even in the message that something is wrong
  /// with it.
  void scanAlias() {
    size_t start = position++;
    while (isName(peek())) {
      ++position;
    }
    StringRef name = text.slice(start, position);
    size_t next = text.find_first_not_of(" \t", position);
    bool isDefined =
        depth() == 0 && next != StringRef::npos && text[next] == '=';
    if (!isDefined) {
      addSize(start, aliasSizes.lookup(name));
      return;
    }
    if (!definedAlias.empty()) {
      aliasSizes[definedAlias] = brackets.front().size;
    }
    definedAlias = name;
    brackets.front().size = 1;
  }

  void addSize(size_t start, uint64_t size) {
    Bracket &bracket = brackets.back();
    bracket.size += size;
    if (bracket.size > limits::kAttributeSize && !bracket.holdsValues &&
        depth() > 0) {
      fail(start, "attributes or types have more than " +
                      Twine(limits::kAttributeSize) + " parts");
    }
  }

  void scanNumber() {
    size_t start = position;
    while (isName(peek()) ||
           (peek() == '+' && toLower(text[position - 1]) == 'e')) {
      ++position;
    }
    // `4x8xf32` is scanned as one number, and is one token per size to the
    // parser; real shapes are short, too.
    if (position - start > limits::kNumberLength && !isShape(start)) {
      fail(start, "a number has more than " + Twine(limits::kNumberLength) +
                      " characters");
    }
  }

  bool isShape(size_t start) const {
    StringRef number = text.slice(start, position);
    if (number.starts_with("0x")) {
      return false;
    }
    SmallVector<StringRef> sizes;
    number.split(sizes, 'x');
    return all_of(sizes, [](StringRef size) {
      return size.size() <= limits::kNumberLength;
    });
  }

  void scanWord() {
    size_t start = position;
    while (isWord(peek())) {
      ++position;
    }
    StringRef word = text.slice(start, position);
    if (word == "affine_map" || word == "affine_set") {
      affineStart = position;
      affineDepth = depth();
    }
  }

  void scanPunctuation() {
    char c = peek();
    if (c == '{' && peek(1) == '-' && peek(2) == '#') {
      inMetadata = true;
    }
    switch (c) {
    case '(':
    case '[':
    case '{':
    case '<':
      brackets.push_back({c});
      if (depth() > limits::kBracketDepth) {
        fail(position,
             "brackets are nested deeper than " + Twine(limits::kBracketDepth));
      }
      break;
    case ')':
      close('(');
      break;
    case ']':
      close('[');
      break;
    case '}':
      close('{');
      break;
    case '>':
      // Not in `->` and `>=`, which close nothing.
      if (peek(1) != '=' && (position == 0 || text[position - 1] != '-') &&
          brackets.back().kind == '<') {
        closeInnermost();
      }
      break;
    default:
      break;
    }
    ++position;
    checkAffine();
  }

  /// Closes the innermost such bracket, and every `<` in it: to the parser that
  /// was a comparison, or the text is wrong there.
  void close(char open) {
    size_t innermost = brackets.size() - 1;
    while (brackets[innermost].kind == '<') {
      --innermost;
    }
    if (brackets[innermost].kind != open) {
      return;
    }
    while (brackets.size() > innermost) {
      closeInnermost();
    }
  }

  void closeInnermost() {
    Bracket closed = brackets.pop_back_val();
    brackets.back().holdsValues |= closed.holdsValues;
    // What holds values is code: no attribute, and not printed as a whole.
    if (!closed.holdsValues) {
      addSize(position, closed.size);
    }
  }

  void checkAffine() {
    if (!affineStart) {
      return;
    }
    if (position - *affineStart > limits::kAffineMapLength) {
      fail(*affineStart, "an affine map has more than " +
                             Twine(limits::kAffineMapLength) + " characters");
    } else if (depth() <= affineDepth) {
      affineStart.reset();
    }
  }

  struct Bracket {
    char kind;
    /// Parts of the attributes and types inside.
    uint64_t size = 1;
    bool holdsValues = false;
  };

  size_t depth() const { return brackets.size() - 1; }

  StringRef text;
  size_t position = 0;
  /// Those that are open, in the file itself.
  SmallVector<Bracket> brackets{{'\0'}};
  StringMap<uint64_t> aliasSizes;
  /// The alias last defined, whose size is that of everything after it.
  StringRef definedAlias;
  StringRef lastValue;
  StringMap<uint64_t> largestResult;
  uint64_t resultCount = 0;
  std::optional<size_t> affineStart;
  size_t affineDepth = 0;
  bool inMetadata = false;
  std::optional<TextError> error;
};

} // namespace

std::optional<TextError> weft::stablehlo::findTextError(StringRef text) {
  return Scanner(text).scan();
}
