// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Npy.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace weft {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr size_t kDataAlignment = 64;
/// NumPy's own limit on the number of dimensions.
constexpr size_t kMaxRank = 64;

struct Header {
  std::string descriptor;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Reads the header's dictionary: the small part of Python's literal syntax
/// that NumPy writes there, and nothing else.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : rest(text) {}

  StatusOr<Header> parse() {
    Header header;
    bool sawDescriptor = false;
    bool sawOrder = false;
    bool sawShape = false;
    if (!consume('{')) {
      return malformed("'{'");
    }
    while (!consume('}')) {
      std::optional<std::string> key = parseString();
      if (!key || !consume(':')) {
        return malformed("a quoted key and ':'");
      }
      if (*key == "descr" && !sawDescriptor) {
        sawDescriptor = true;
        skipSpace();
        if (!rest.empty() && (rest.front() == '[' || rest.front() == '(')) {
          return Status::unimplemented(
              "structured and sub-array element types are not supported; save "
              "one plain array per file");
        }
        std::optional<std::string> value = parseString();
        if (!value) {
          return malformed("a quoted element type after 'descr'");
        }
        header.descriptor = std::move(*value);
      } else if (*key == "fortran_order" && !sawOrder) {
        sawOrder = true;
        if (consumeWord("True")) {
          header.fortranOrder = true;
        } else if (!consumeWord("False")) {
          return malformed("True or False after 'fortran_order'");
        }
      } else if (*key == "shape" && !sawShape) {
        sawShape = true;
        if (!parseShape(header.shape)) {
          return malformed("a tuple of at most 64 sizes after 'shape'");
        }
      } else {
        return Status::invalidArgument("unexpected or repeated header key '" +
                                       *key + "'");
      }
      if (!consume(',')) {
        if (!consume('}')) {
          return malformed("',' or '}'");
        }
        break;
      }
    }
    skipSpace();
    if (!rest.empty()) {
      return malformed("nothing after '}'");
    }
    if (!sawDescriptor || !sawOrder || !sawShape) {
      return Status::invalidArgument("the header needs the keys 'descr', "
                                     "'fortran_order' and 'shape'");
    }
    return header;
  }

private:
  Status malformed(const std::string &expected) const {
    return Status::invalidArgument("malformed header: expected " + expected);
  }

  void skipSpace() {
    while (!rest.empty() &&
           std::isspace(static_cast<unsigned char>(rest.front()))) {
      rest.remove_prefix(1);
    }
  }

  bool consume(char wanted) {
    skipSpace();
    if (rest.empty() || rest.front() != wanted) {
      return false;
    }
    rest.remove_prefix(1);
    return true;
  }

  bool consumeWord(std::string_view word) {
    skipSpace();
    if (rest.substr(0, word.size()) != word) {
      return false;
    }
    rest.remove_prefix(word.size());
    return true;
  }

  std::optional<std::string> parseString() {
    skipSpace();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"')) {
      return std::nullopt;
    }
    size_t end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    std::string value(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return value;
  }

  bool parseShape(std::vector<int64_t> &shape) {
    if (!consume('(')) {
      return false;
    }
    while (!consume(')')) {
      std::optional<int64_t> size = parseSize();
      if (!size || shape.size() == kMaxRank) {
        return false;
      }
      shape.push_back(*size);
      if (!consume(',')) {
        return consume(')');
      }
    }
    return true;
  }

  std::optional<int64_t> parseSize() {
    skipSpace();
    int64_t value = 0;
    size_t digits = 0;
    while (digits < rest.size() &&
           std::isdigit(static_cast<unsigned char>(rest[digits]))) {
      int64_t digit = rest[digits] - '0';
      if (value > (std::numeric_limits<int64_t>::max() - digit) / 10) {
        return std::nullopt;
      }
      value = value * 10 + digit;
      ++digits;
    }
    if (digits == 0) {
      return std::nullopt;
    }
    rest.remove_prefix(digits);
    // Python 2 wrote long integers with this suffix.
    if (!rest.empty() && rest.front() == 'L') {
      rest.remove_prefix(1);
    }
    return value;
  }

  std::string_view rest;
};

struct ElementType {
  NpyKind kind;
  int64_t size;
  bool bigEndian;
};

bool isKnownSize(NpyKind kind, int64_t size) {
  switch (kind) {
  case NpyKind::Boolean:
    return size == 1;
  case NpyKind::SignedInteger:
  case NpyKind::UnsignedInteger:
  case NpyKind::Float:
    return size == 1 || size == 2 || size == 4 || size == 8;
  case NpyKind::Complex:
    return size == 8 || size == 16;
  case NpyKind::Opaque:
    return size >= 1 && size <= 16;
  }
  return false;
}

StatusOr<ElementType> parseDescriptor(std::string_view text) {
  auto refuse = [&] {
    return Status::unimplemented(
        "element type '" + std::string(text) +
        "' is not supported; supported are bool, int8 to int64, uint8 to "
        "uint64, float16 to float64, complex64, complex128 and the raw bytes "
        "of ml_dtypes' types");
  };
  bool bigEndian = false;
  std::string_view rest = text;
  if (!rest.empty() &&
      std::string_view("<>|=").find(rest.front()) != std::string_view::npos) {
    bigEndian = rest.front() == '>';
    rest.remove_prefix(1);
  }
  // '?' is the one-letter code of bool, which NumPy itself writes as "|b1".
  if (rest == "?") {
    return ElementType{NpyKind::Boolean, 1, false};
  }
  if (rest.size() < 2 || rest.size() > 3 ||
      std::string_view("biufcV").find(rest.front()) == std::string_view::npos) {
    return refuse();
  }
  NpyKind kind = static_cast<NpyKind>(rest.front());
  int64_t size = 0;
  for (char digit : rest.substr(1)) {
    if (!std::isdigit(static_cast<unsigned char>(digit))) {
      return refuse();
    }
    size = size * 10 + (digit - '0');
  }
  if (!isKnownSize(kind, size)) {
    return refuse();
  }
  return ElementType{kind, size, bigEndian};
}

/// Nothing when the product does not fit.
std::optional<int64_t> checkedByteCount(const std::vector<int64_t> &shape,
                                        int64_t elementSize) {
  // A zero anywhere makes the array empty, however large the other sizes are.
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    return 0;
  }
  int64_t count = elementSize;
  for (int64_t size : shape) {
    if (count > std::numeric_limits<int64_t>::max() / size) {
      return std::nullopt;
    }
    count *= size;
  }
  return count;
}

void swapBytes(std::vector<uint8_t> &data, int64_t unit) {
  if (unit < 2) {
    return;
  }
  for (size_t start = 0; start < data.size(); start += unit) {
    std::reverse(data.begin() + start, data.begin() + start + unit);
  }
}

/// Column-major to row-major: walk the indices in row-major order and keep the
/// column-major offset of the current one up to date.
std::vector<uint8_t> transposed(const std::vector<uint8_t> &source,
                                const std::vector<int64_t> &shape,
                                int64_t elementSize) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = elementSize;
  for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
    strides[dimension] = stride;
    stride *= shape[dimension];
  }
  std::vector<uint8_t> result(source.size());
  std::vector<int64_t> index(shape.size(), 0);
  int64_t offset = 0;
  for (size_t position = 0; position < result.size(); position += elementSize) {
    std::memcpy(result.data() + position, source.data() + offset, elementSize);
    for (size_t dimension = shape.size(); dimension-- > 0;) {
      offset += strides[dimension];
      if (++index[dimension] < shape[dimension]) {
        break;
      }
      offset -= strides[dimension] * shape[dimension];
      index[dimension] = 0;
    }
  }
  return result;
}

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

uint64_t readLittleEndian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<uint8_t>(bytes[i]);
  }
  return value;
}

} // namespace

std::string nameOfNpyType(NpyKind kind, int64_t elementSize) {
  std::string bits = std::to_string(elementSize * 8);
  switch (kind) {
  case NpyKind::Boolean:
    return "bool";
  case NpyKind::SignedInteger:
    return "int" + bits;
  case NpyKind::UnsignedInteger:
    return "uint" + bits;
  case NpyKind::Float:
    return "float" + bits;
  case NpyKind::Complex:
    return "complex" + bits;
  case NpyKind::Opaque:
    return "void" + bits;
  }
  return "unknown";
}

StatusOr<NpyArray> decodeNpy(std::string_view bytes) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return Status::invalidArgument("not a .npy file: the magic string "
                                   "\"\\x93NUMPY\" is missing");
  }
  size_t position = kMagic.size();
  if (bytes.size() < position + 2) {
    return Status::invalidArgument("truncated: the version is missing");
  }
  int major = static_cast<uint8_t>(bytes[position]);
  int minor = static_cast<uint8_t>(bytes[position + 1]);
  position += 2;
  if (major < 1 || major > 3 || minor != 0) {
    return Status::unimplemented("version " + std::to_string(major) + "." +
                                 std::to_string(minor) +
                                 " is not supported; 1.0, 2.0 and 3.0 are");
  }
  size_t lengthSize = major == 1 ? 2 : 4;
  if (bytes.size() - position < lengthSize) {
    return Status::invalidArgument("truncated: the header length is missing");
  }
  uint64_t headerLength = readLittleEndian(bytes.substr(position, lengthSize));
  position += lengthSize;
  if (bytes.size() - position < headerLength) {
    return Status::invalidArgument("truncated: the header has " +
                                   std::to_string(headerLength) +
                                   " bytes, the file ends after " +
                                   std::to_string(bytes.size() - position));
  }
  WEFT_ASSIGN_OR_RETURN(
      Header header,
      HeaderParser(bytes.substr(position, headerLength)).parse());
  position += headerLength;
  WEFT_ASSIGN_OR_RETURN(ElementType type, parseDescriptor(header.descriptor));

  std::optional<int64_t> byteCount = checkedByteCount(header.shape, type.size);
  std::string_view elements = bytes.substr(position);
  if (!byteCount || static_cast<uint64_t>(*byteCount) != elements.size()) {
    return Status::invalidArgument(
        "shape " + shapeText(header.shape) + " of " +
        nameOfNpyType(type.kind, type.size) + " needs " +
        (byteCount ? std::to_string(*byteCount) + " bytes"
                   : std::string("more bytes than an address can count")) +
        ", the file holds " + std::to_string(elements.size()));
  }

  NpyArray array;
  array.kind = type.kind;
  array.elementSize = type.size;
  array.shape = std::move(header.shape);
  array.data.assign(elements.begin(), elements.end());
  if (type.bigEndian && type.kind != NpyKind::Opaque) {
    swapBytes(array.data,
              type.kind == NpyKind::Complex ? type.size / 2 : type.size);
  }
  if (header.fortranOrder && array.shape.size() > 1 && !array.data.empty()) {
    array.data = transposed(array.data, array.shape, array.elementSize);
  }
  return array;
}

std::string encodeNpy(const NpyArray &array) {
  assert(checkedByteCount(array.shape, array.elementSize) ==
             static_cast<int64_t>(array.data.size()) &&
         "data must fill the shape");
  // ml_dtypes' types call themselves '<V2' and '<V1', plain one-byte types '|'.
  char order = array.elementSize == 1 ? '|' : '<';
  std::string header =
      std::string("{'descr': '") + order + static_cast<char>(array.kind) +
      std::to_string(array.elementSize) +
      "', 'fortran_order': False, 'shape': " + shapeText(array.shape) + ", }";
  bool needsLongHeader = header.size() + kDataAlignment + 12 > 0xFFFF;
  size_t lengthSize = needsLongHeader ? 4 : 2;
  size_t prefix = kMagic.size() + 2 + lengthSize;
  size_t unpadded = prefix + header.size() + 1;
  size_t padded =
      (unpadded + kDataAlignment - 1) / kDataAlignment * kDataAlignment;
  header.append(padded - unpadded, ' ');
  header.push_back('\n');

  std::string bytes(kMagic);
  bytes.push_back(needsLongHeader ? 2 : 1);
  bytes.push_back(0);
  for (size_t i = 0; i < lengthSize; ++i) {
    bytes.push_back(static_cast<char>(header.size() >> (8 * i) & 0xFF));
  }
  bytes += header;
  bytes.append(reinterpret_cast<const char *>(array.data.data()),
               array.data.size());
  return bytes;
}

StatusOr<NpyArray> readNpyFile(const std::string &path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(
      std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) {
    return Status::notFound(path + ": cannot open: " + std::strerror(errno));
  }
  std::string bytes;
  char block[1 << 16];
  while (size_t count = std::fread(block, 1, sizeof(block), file.get())) {
    bytes.append(block, count);
  }
  if (std::ferror(file.get())) {
    return Status::unavailable(path + ": cannot read: " + std::strerror(errno));
  }
  StatusOr<NpyArray> array = decodeNpy(bytes);
  if (!array.ok()) {
    return array.status().withContext(path);
  }
  return array;
}

} // namespace weft
