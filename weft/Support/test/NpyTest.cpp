// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Npy.h"

#include <gtest/gtest.h>

#include <cstdio>

using namespace weft;

namespace {

/// A file with this header text, version 1.0, no padding.
std::string fileWith(const std::string &header, const std::string &data,
                     char major = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes.push_back(major);
  bytes.push_back(0);
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
    bytes.push_back(static_cast<char>(header.size() >> (8 * i) & 0xFF));
  }
  return bytes + header + data;
}

std::string headerOf(const std::string &descriptor, const std::string &shape,
                     const std::string &fortran = "False") {
  return "{'descr': '" + descriptor + "', 'fortran_order': " + fortran +
         ", 'shape': " + shape + ", }\n";
}

std::string failureOf(const std::string &bytes) {
  StatusOr<NpyArray> array = decodeNpy(bytes);
  return array.ok() ? "ok" : array.status().message();
}

TEST(Npy, WritesWhatNumPyWrites) {
  NpyArray array{NpyKind::Float, 4, {2}, {0, 0, 128, 63, 0, 0, 0, 64}};
  std::string bytes = encodeNpy(array);
  ASSERT_EQ(bytes.size(), 128u + 8u);
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ(bytes.substr(8, 2), std::string("\x76\x00", 2));
  EXPECT_EQ(bytes.substr(10, 59),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }  ");
  EXPECT_EQ(bytes[127], '\n');
}

TEST(Npy, RoundTripsEveryKind) {
  struct Case {
    NpyKind kind;
    int64_t size;
  };
  const Case cases[] = {
      {NpyKind::Boolean, 1},       {NpyKind::SignedInteger, 1},
      {NpyKind::SignedInteger, 8}, {NpyKind::UnsignedInteger, 2},
      {NpyKind::Float, 2},         {NpyKind::Float, 8},
      {NpyKind::Complex, 8},       {NpyKind::Complex, 16},
      {NpyKind::Opaque, 1},        {NpyKind::Opaque, 2}};
  for (const Case &test : cases) {
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {3}, {2, 3}, {4, 0, 2}}) {
      NpyArray array{test.kind, test.size, shape, {}};
      int64_t count = test.size;
      for (int64_t size : shape) {
        count *= size;
      }
      for (int64_t i = 0; i < count; ++i) {
        array.data.push_back(static_cast<uint8_t>(i * 7));
      }
      StatusOr<NpyArray> read = decodeNpy(encodeNpy(array));
      ASSERT_TRUE(read.ok()) << read.status().message();
      EXPECT_EQ(read->kind, array.kind);
      EXPECT_EQ(read->elementSize, array.elementSize);
      EXPECT_EQ(read->shape, array.shape);
      EXPECT_EQ(read->data, array.data);
    }
  }
}

TEST(Npy, ReadsColumnMajorOrder) {
  // The matrix [[1, 2, 3], [4, 5, 6]].
  StatusOr<NpyArray> array = decodeNpy(fileWith(
      headerOf("|i1", "(2, 3)", "True"), std::string("\1\4\2\5\3\6", 6)));
  ASSERT_TRUE(array.ok()) << array.status().message();
  EXPECT_EQ(array->data, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, ReadsThreeColumnMajorDimensions) {
  // Element (i, j, k) of shape (2, 2, 3) is 100i + 10j + k.
  std::string data;
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) {
        data.push_back(static_cast<char>(100 * i + 10 * j + k));
      }
    }
  }
  StatusOr<NpyArray> array =
      decodeNpy(fileWith(headerOf("|u1", "(2, 2, 3)", "True"), data));
  ASSERT_TRUE(array.ok()) << array.status().message();
  EXPECT_EQ(array->data, (std::vector<uint8_t>{0, 1, 2, 10, 11, 12, 100, 101,
                                               102, 110, 111, 112}));
}

TEST(Npy, ReadsBigEndianData) {
  StatusOr<NpyArray> numbers =
      decodeNpy(fileWith(headerOf(">i2", "(2,)"), std::string("\1\2\3\4", 4)));
  ASSERT_TRUE(numbers.ok());
  EXPECT_EQ(numbers->data, (std::vector<uint8_t>{2, 1, 4, 3}));
  StatusOr<NpyArray> complex = decodeNpy(
      fileWith(headerOf(">c8", "()"), std::string("\1\2\3\4\5\6\7\10", 8)));
  ASSERT_TRUE(complex.ok());
  EXPECT_EQ(complex->data, (std::vector<uint8_t>{4, 3, 2, 1, 8, 7, 6, 5}));
}

TEST(Npy, ReadsOtherVersionsAndSpellings) {
  std::string data("\1\2", 2);
  EXPECT_EQ(failureOf(fileWith(headerOf("|i1", "(2,)"), data, 2)), "ok");
  EXPECT_EQ(failureOf(fileWith(headerOf("|i1", "(2,)"), data, 3)), "ok");
  EXPECT_EQ(
      failureOf(fileWith(
          "{\"shape\":(1L, 2), \"fortran_order\": False,'descr':\"?\"}", data)),
      "ok");
  EXPECT_EQ(failureOf(fileWith(headerOf("<V2", "()"), data)), "ok");
  EXPECT_EQ(failureOf(fileWith(headerOf("<f1", "(2)"), data)), "ok");
}

TEST(Npy, RefusesWhatIsNotSound) {
  std::string good = fileWith(headerOf("<i2", "(2,)"), "abcd");
  ASSERT_EQ(failureOf(good), "ok");
  EXPECT_NE(failureOf("").find("magic"), std::string::npos);
  EXPECT_NE(failureOf("PK\3\4").find("magic"), std::string::npos);
  EXPECT_EQ(failureOf(fileWith("", "", 9)),
            "version 9.0 is not supported; 1.0, 2.0 and 3.0 are");
  EXPECT_EQ(failureOf(fileWith(headerOf("<i2", "(3,)"), "abcd")),
            "shape (3,) of int16 needs 6 bytes, the file holds 4");
  EXPECT_EQ(failureOf(good + "!"),
            "shape (2,) of int16 needs 4 bytes, the file holds 5");
  EXPECT_NE(
      failureOf(fileWith(headerOf("<i2", "(4294967296, 4294967296)"), "abcd"))
          .find("more bytes than an address can count"),
      std::string::npos);
  EXPECT_NE(
      failureOf(fileWith(headerOf("<i2", "(99999999999999999999,)"), "abcd"))
          .find("malformed header"),
      std::string::npos);
  EXPECT_NE(failureOf(fileWith(headerOf("<i2", "(-1,)"), "abcd"))
                .find("malformed header"),
            std::string::npos);
  EXPECT_NE(failureOf(fileWith(headerOf("|O", "(2,)"), "abcd"))
                .find("element type '|O' is not supported"),
            std::string::npos);
  EXPECT_NE(failureOf(fileWith(headerOf("<f16", "()"), "abcd"))
                .find("'<f16' is not supported"),
            std::string::npos);
  EXPECT_NE(failureOf(fileWith("{'descr': [('a', '<i2')], 'fortran_order': "
                               "False, 'shape': (2,)}",
                               "abcd"))
                .find("structured"),
            std::string::npos);
  EXPECT_NE(failureOf(fileWith("{'descr': '<i2', 'shape': (2,)}", "abcd"))
                .find("needs the keys"),
            std::string::npos);
  EXPECT_NE(failureOf(fileWith("{'descr': '<i2', 'descr': '<i2'}", ""))
                .find("repeated"),
            std::string::npos);
  std::string shape = "(";
  for (int i = 0; i < 65; ++i) {
    shape += "1,";
  }
  EXPECT_NE(failureOf(fileWith(headerOf("|i1", shape + ")"), "a")).find("64"),
            std::string::npos);
}

TEST(Npy, EveryPrefixAndEveryFlippedByteIsHandled) {
  std::string good = encodeNpy(
      NpyArray{NpyKind::Float, 4, {2, 3}, std::vector<uint8_t>(24, 1)});
  for (size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(failureOf(good.substr(0, size)), "ok");
  }
  for (size_t i = 0; i < good.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      StatusOr<NpyArray> array = decodeNpy(bytes);
      if (array.ok()) {
        EXPECT_EQ(array->data.size(), 24u);
      }
    }
  }
}

TEST(Npy, NamesTheFile) {
  StatusOr<NpyArray> array = readNpyFile("no/such/file.npy");
  ASSERT_FALSE(array.ok());
  EXPECT_EQ(array.status().message(),
            "no/such/file.npy: cannot open: No such file or directory");
}

} // namespace
