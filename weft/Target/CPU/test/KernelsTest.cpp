// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile programs as the emitter writes them, whole.

#include "KernelRunner.h"

#include "weft/Support/Float.h"

#include <llvm/Support/MathExtras.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::cpu::test {
namespace {

std::vector<float> randomFloats(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> unit(-1, 1);
  std::vector<float> values(count);
  for (float &value : values) {
    value = unit(random);
  }
  return values;
}

/// Floats behind which lies a page that nobody may read.
class GuardedFloats {
public:
  explicit GuardedFloats(const std::vector<float> &values)
      : page(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
        bytes(llvm::alignTo(values.size() * sizeof(float), page) + page),
        memory(static_cast<char *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    char *end = memory + bytes - page;
    first = end - values.size() * sizeof(float);
    std::memcpy(first, values.data(), values.size() * sizeof(float));
    EXPECT_EQ(mprotect(end, page, PROT_NONE), 0);
  }
  GuardedFloats(const GuardedFloats &) = delete;
  GuardedFloats &operator=(const GuardedFloats &) = delete;
  ~GuardedFloats() { munmap(memory, bytes); }

  void *data() { return first; }

private:
  size_t page;
  size_t bytes;
  char *memory;
  char *first;
};

constexpr const char *pairsText = R"(
  !x = !tile.ref<50x2xf32>
  !whole = !tile.ref<20x2xf32>
  tile.kernel @pairs(%x: !x {tile.readonly}, %first: index, %y: !x, %whole: !whole) attributes {stage = "free", grid = 1} {
    %c0 = arith.constant 0 : index
    %c50 = arith.constant 50 : index
    %half = arith.constant 0.5 : f32
    %a = tile.load %x[%first, %c0] bound [%c50, _] else %half : !x -> tensor<20x2xf32>
    tile.store %a, %y[%first, %c0] bound [%c50, _] : tensor<20x2xf32>, !x
    tile.store %a, %whole[%c0, %c0] : tensor<20x2xf32>, !whole
    tile.return
  })";

/// Lanes a few places apart are taken from vectors that end with the last of
/// them: behind it there is nothing.
TEST(Kernels, lanesInSteps) {
  constexpr size_t lanes = 32;
  for (const int64_t step : {2, 3, 4, 5, 8, 9}) {
    const size_t count = (lanes - 1) * static_cast<size_t>(step) + 1;
    std::vector<float> x = randomFloats(count, 3);
    GuardedFloats guarded(x);
    std::vector<float> y(lanes);
    runKernel(substitute(R"(
      !x = !tile.ref<$countxf32>
      tile.kernel @steps(%x: !x {tile.readonly}, %y: !tile.ref<32xf32>) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %a = tile.load %x[%c0] strides [$step] : !x -> tensor<32xf32>
        tile.store %a, %y[%c0] : tensor<32xf32>, !tile.ref<32xf32>
        tile.return
      })",
                         {{"count", std::to_string(count)},
                          {"step", std::to_string(step)}}),
              {guarded.data(), y.data()});
    for (size_t lane = 0; lane < lanes; ++lane) {
      EXPECT_EQ(y[lane], x[lane * static_cast<size_t>(step)]) << step;
    }
  }
}

/// Rows in reverse that are shorter than a vector come from vectors of what
/// they lie among, and nothing beside it.
TEST(Kernels, shortRowsInReverse) {
  constexpr size_t rows = 14;
  for (const size_t length : {2, 3, 5, 7}) {
    std::vector<float> x = randomFloats(rows * length, 5);
    GuardedFloats guarded(x);
    std::vector<float> y(x.size());
    runKernel(substitute(R"(
      !x = !tile.ref<14x$lengthxf32>
      tile.kernel @turned(%x: !x {tile.readonly}, %y: !x) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %c13 = arith.constant 13 : index
        %a = tile.load %x[%c13, %c0] strides [-1, 1] : !x -> tensor<14x$lengthxf32>
        tile.store %a, %y[%c0, %c0] : tensor<14x$lengthxf32>, !x
        tile.return
      })",
                         {{"length", std::to_string(length)}}),
              {guarded.data(), y.data()});
    for (size_t row = 0; row < rows; ++row) {
      for (size_t column = 0; column < length; ++column) {
        EXPECT_EQ(y[row * length + column],
                  x[(rows - 1 - row) * length + column])
            << length << " " << row << " " << column;
      }
    }
  }
}

/// Where bounds are known as the code is written, live lanes are moved one by
/// one if they do not lie side by side. Those behind the end are not touched.
TEST(Kernels, knownBoundsOfScatteredLanes) {
  constexpr int64_t rows = 10;
  constexpr int64_t columns = 6;
  std::vector<float> x = randomFloats(rows * columns, 9);
  GuardedFloats guarded(x);
  std::vector<float> steps(40, 7);
  std::vector<float> single(12 * 4, 7);
  GuardedFloats lines(std::vector<float>(rows * 3, 7));
  runKernel(R"(
    !x = !tile.ref<10x6xf32>
    !flat = !tile.ref<60xf32>
    !lines = !tile.ref<10x3xf32>
    tile.kernel @known(%x: !x {tile.readonly}, %flat: !flat {tile.readonly}, %steps: !tile.ref<40xf32>, %single: !tile.ref<12x4xf32>, %lines: !lines) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c10 = arith.constant 10 : index
      %c60 = arith.constant 60 : index
      %before = arith.constant -5 : index
      %half = arith.constant 0.5 : f32
      %a = tile.load %flat[%before] bound [%c60] else %half strides [2] : !flat -> tensor<40xf32>
      tile.store %a, %steps[%c0] : tensor<40xf32>, !tile.ref<40xf32>
      %b = tile.load %x[%c0, %c1] bound [%c10, _] else %half : !x -> tensor<12x4xf32>
      tile.store %b, %single[%c0, %c0] : tensor<12x4xf32>, !tile.ref<12x4xf32>
      %c = tile.slice %b [0, 0] : tensor<12x4xf32> -> tensor<12x2xf32>
      tile.store %c, %lines[%c0, %c1] bound [%c10, _] : tensor<12x2xf32>, !lines
      tile.return
    })",
            {guarded.data(), guarded.data(), steps.data(), single.data(),
             lines.data()});
  const auto *written = static_cast<const float *>(lines.data());
  for (int64_t lane = 0; lane < 40; ++lane) {
    const int64_t from = 2 * lane - 5;
    EXPECT_EQ(steps[lane], from < 0 || from >= 60 ? 0.5F : x[from]) << lane;
  }
  for (int64_t row = 0; row < 12; ++row) {
    for (int64_t column = 0; column < 4; ++column) {
      const float expected = row < rows ? x[row * columns + column + 1] : 0.5F;
      EXPECT_EQ(single[row * 4 + column], expected) << row << " " << column;
      if (row < rows && column < 3) {
        EXPECT_EQ(written[row * 3 + column],
                  column == 0 ? 7 : x[row * columns + column])
            << row << " " << column;
      }
    }
  }
}

/// Rows shorter than a vector, of which the first and the last may be outside:
/// what is read in their place are zeros.
TEST(Kernels, rowsThatAreLiveOrNot) {
  constexpr int64_t rows = 8;
  constexpr int64_t columns = 4;
  constexpr int64_t extent = 10;
  std::vector<float> x = randomFloats(extent * columns, 5);
  for (const int64_t first : {-8, -3, 0, 2, 5, 10}) {
    std::vector<float> y(rows * columns, 7);
    std::vector<int64_t> start = {first};
    runKernel(R"(
      !x = !tile.ref<10x4xf32>
      !y = !tile.ref<8x4xf32>
      tile.kernel @rows(%x: !x {tile.readonly}, %from: index, %y: !y) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %c10 = arith.constant 10 : index
        %a = tile.load %x[%from, %c0] bound [%c10, _] : !x -> tensor<8x4xf32>
        tile.store %a, %y[%c0, %c0] : tensor<8x4xf32>, !y
        tile.return
      })",
              {x.data(), start.data(), y.data()});
    for (int64_t row = 0; row < rows; ++row) {
      const int64_t from = first + row;
      for (int64_t column = 0; column < columns; ++column) {
        const float expected =
            from < 0 || from >= extent ? 0 : x[from * columns + column];
        EXPECT_EQ(y[row * columns + column], expected) << first << " " << row;
      }
    }
  }
}

/// Elements of which several are live or not together, as the parts of complex
/// numbers: behind the last of them there is nothing.
TEST(Kernels, pairsAtTheEdge) {
  constexpr int64_t rows = 20;
  constexpr int64_t extent = 50;
  const CompiledKernel kernels[] = {CompiledKernel(pairsText),
                                    // Registers for which there are no masks.
                                    CompiledKernel(pairsText, [](Machine &cpu) {
                                      cpu.vectorBytes = std::min<int64_t>(
                                          cpu.vectorBytes, 32);
                                    })};
  const std::vector<float> x = randomFloats(extent * 2, 5);
  for (const CompiledKernel &kernel : kernels) {
    for (int64_t first : {-25, -20, -3, 0, 7, 30, 31, 49, 50, 55}) {
      GuardedFloats from(x);
      GuardedFloats to(std::vector<float>(extent * 2, 7));
      std::vector<float> whole(rows * 2, 9);
      kernel.run({from.data(), &first, to.data(), whole.data()});
      const auto *written = static_cast<const float *>(to.data());
      for (int64_t i = 0; i < extent * 2; ++i) {
        const bool isCovered = i / 2 >= first && i / 2 < first + rows;
        EXPECT_EQ(written[i], isCovered ? x[i] : 7) << first << " " << i;
      }
      for (int64_t i = 0; i < rows * 2; ++i) {
        const int64_t row = first + i / 2;
        EXPECT_EQ(whole[i],
                  row < 0 || row >= extent ? 0.5F : x[row * 2 + i % 2])
            << first << " " << i;
      }
    }
  }
}

/// More bytes than a byte can count, of which an edge cuts off some.
TEST(Kernels, longRowsOfBytes) {
  constexpr int64_t count = 400;
  std::vector<uint8_t> x(count);
  std::iota(x.begin(), x.end(), uint8_t(1));
  for (int64_t first : {-390, -150, -1, 0, 1, 99, 100, 101, 399}) {
    std::vector<uint8_t> y(count, 7);
    runKernel(R"(
      !x = !tile.ref<400xi8>
      tile.kernel @bytes(%x: !x {tile.readonly}, %first: index, %y: !x) attributes {stage = "free", grid = 1} {
        %c400 = arith.constant 400 : index
        %a = tile.load %x[%first] bound [%c400] : !x -> tensor<300xi8>
        tile.store %a, %y[%first] bound [%c400] : tensor<300xi8>, !x
        tile.return
      })",
              {x.data(), &first, y.data()});
    for (int64_t i = 0; i < count; ++i) {
      EXPECT_EQ(y[i], i >= first && i < first + 300 ? x[i] : 7)
          << first << " " << i;
    }
  }
}

/// Few columns and long rows: lanes are added up, those of all sums at once.
TEST(Kernels, productsAlongRows) {
  for (const auto &[rows, columns, terms] : {std::array<int64_t, 3>{4, 3, 32},
                                             {2, 1, 64},
                                             {5, 3, 128},
                                             {1, 1, 48},
                                             {8, 2, 96}}) {
    std::vector<float> a = randomFloats(rows * terms, 6);
    std::vector<float> b = randomFloats(terms * columns, 7);
    std::vector<float> c = randomFloats(rows * columns, 8);
    std::vector<float> sums = c;
    runKernel(substitute(R"(
      tile.kernel @dot(%a: !tile.ref<$Mx$Kxf32>, %b: !tile.ref<$Kx$Nxf32>, %c: !tile.ref<$Mx$Nxf32>) attributes {stage = "free", grid = 1} {
        %z = arith.constant 0 : index
        %x = tile.load %a[%z, %z] : !tile.ref<$Mx$Kxf32> -> tensor<$Mx$Kxf32>
        %y = tile.load %b[%z, %z] : !tile.ref<$Kx$Nxf32> -> tensor<$Kx$Nxf32>
        %s = tile.load %c[%z, %z] : !tile.ref<$Mx$Nxf32> -> tensor<$Mx$Nxf32>
        %d = tile.dot %x, %y, %s : tensor<$Mx$Kxf32>, tensor<$Kx$Nxf32>, tensor<$Mx$Nxf32>
        tile.store %d, %c[%z, %z] : tensor<$Mx$Nxf32>, !tile.ref<$Mx$Nxf32>
        tile.return
      })",
                         {{"M", std::to_string(rows)},
                          {"K", std::to_string(terms)},
                          {"N", std::to_string(columns)}}),
              {a.data(), b.data(), sums.data()});
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        double expected = c[i * columns + j];
        for (int64_t k = 0; k < terms; ++k) {
          expected += double(a[i * terms + k]) * b[k * columns + j];
        }
        EXPECT_NEAR(sums[i * columns + j], expected, 1e-5)
            << rows << "x" << terms << "x" << columns;
      }
    }
  }
}

TEST(Kernels, softmaxOfRows) {
  // 10 rows of 1000: three loops over a row per program, in tiles of 32.
  constexpr size_t rows = 10;
  constexpr size_t columns = 1000;
  std::vector<float> x = randomFloats(rows * columns, 1);
  std::vector<float> y(rows * columns);
  runKernel(R"(
    !x = !tile.ref<10x1000xf32>
    !t = tensor<32xf32>
    tile.kernel @softmax(%x: !x, %y: !x) attributes {stage = "free", grid = 10} {
      %row = tile.program_id
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %n = arith.constant 1000 : index
      %low = arith.constant 0xFF800000 : f32
      %lowest = arith.constant dense<0xFF800000> : !t
      %zero = arith.constant dense<0.0> : !t
      %scale = arith.constant dense<8.0> : !t
      %maxima = scf.for %j = %c0 to %n step %c32 iter_args(%m = %lowest) -> (!t) {
        %in = tile.load %x[%row, %j] bound [_, %n] else %low : !x -> !t
        %s = arith.mulf %in, %scale : !t
        %next = arith.maximumf %m, %s : !t
        scf.yield %next : !t
      }
      %max = tile.reduce max %maxima [0] : !t -> tensor<f32>
      %top = tile.broadcast %max [] : tensor<f32> -> !t
      %sums = scf.for %j = %c0 to %n step %c32 iter_args(%m = %zero) -> (!t) {
        %in = tile.load %x[%row, %j] bound [_, %n] else %low : !x -> !t
        %s = arith.mulf %in, %scale : !t
        %d = arith.subf %s, %top : !t
        %e = math.exp %d : !t
        %next = arith.addf %m, %e : !t
        scf.yield %next : !t
      }
      %sum = tile.reduce add %sums [0] : !t -> tensor<f32>
      %total = tile.broadcast %sum [] : tensor<f32> -> !t
      scf.for %j = %c0 to %n step %c32 {
        %in = tile.load %x[%row, %j] bound [_, %n] : !x -> !t
        %s = arith.mulf %in, %scale : !t
        %d = arith.subf %s, %top : !t
        %e = math.exp %d : !t
        %out = arith.divf %e, %total : !t
        tile.store %out, %y[%row, %j] bound [_, %n] : !t, !x
      }
      tile.return
    })",
            {x.data(), y.data()});
  for (size_t i = 0; i < rows; ++i) {
    double max = -1e30;
    double sum = 0;
    for (size_t j = 0; j < columns; ++j) {
      max = std::max(max, 8.0 * x[i * columns + j]);
    }
    for (size_t j = 0; j < columns; ++j) {
      sum += std::exp(8.0 * x[i * columns + j] - max);
    }
    for (size_t j = 0; j < columns; ++j) {
      const double expected = std::exp(8.0 * x[i * columns + j] - max) / sum;
      ASSERT_NEAR(y[i * columns + j], expected, 1e-6 * expected + 1e-12);
    }
  }
}

TEST(Kernels, transpose) {
  for (const auto &[m, n] :
       {std::pair<int, int>{8, 16}, {4, 4}, {3, 5}, {16, 12}, {1, 7}}) {
    std::vector<int32_t> x(m * n);
    std::iota(x.begin(), x.end(), 0);
    std::vector<int32_t> y(m * n);
    runKernel(substitute(R"(
      tile.kernel @transpose(%x: !tile.ref<$mx$nxi32>, %y: !tile.ref<$nx$mxi32>) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %a = tile.load %x[%c0, %c0] : !tile.ref<$mx$nxi32> -> tensor<$mx$nxi32>
        %b = tile.transpose %a [1, 0] : tensor<$mx$nxi32> -> tensor<$nx$mxi32>
        tile.store %b, %y[%c0, %c0] : tensor<$nx$mxi32>, !tile.ref<$nx$mxi32>
        tile.return
      })",
                         {{"mx", std::to_string(m) + "x"},
                          {"nx", std::to_string(n) + "x"}}),
              {x.data(), y.data()});
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        EXPECT_EQ(y[j * m + i], x[i * n + j]) << m << "x" << n;
      }
    }
  }
}

TEST(Kernels, columnMajorMemoryIsTransposedInRegisters) {
  std::vector<float> x = randomFloats(16 * 24, 2);
  std::vector<float> y(16 * 24);
  runKernel(R"(
    !c = !tile.ref<16x24xf32, #tile.memory<strides = [1, 16]>>
    tile.kernel @columns(%x: !c, %y: !tile.ref<16x24xf32>) attributes {stage = "free", grid = 3} {
      %p = tile.program_id
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      %j = arith.muli %p, %c8 : index
      %a = tile.load %x[%c0, %j] : !c -> tensor<16x8xf32>
      tile.store %a, %y[%c0, %j] : tensor<16x8xf32>, !tile.ref<16x24xf32>
      tile.return
    })",
            {x.data(), y.data()});
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 24; ++j) {
      EXPECT_EQ(y[i * 24 + j], x[j * 16 + i]);
    }
  }
  runKernel(R"(
    !c = !tile.ref<16x24xf32, #tile.memory<strides = [1, 16]>>
    tile.kernel @columns(%x: !tile.ref<16x24xf32>, %y: !c) attributes {stage = "free", grid = 3} {
      %p = tile.program_id
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      %j = arith.muli %p, %c8 : index
      %a = tile.load %x[%c0, %j] : !tile.ref<16x24xf32> -> tensor<16x8xf32>
      tile.store %a, %y[%c0, %j] : tensor<16x8xf32>, !c
      tile.return
    })",
            {y.data(), x.data()});
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 24; ++j) {
      EXPECT_EQ(y[i * 24 + j], x[j * 16 + i]);
    }
  }
}

TEST(Kernels, shapes) {
  std::vector<float> x(24);
  std::iota(x.begin(), x.end(), 0.f);
  std::vector<float> sliced(6), joined(48), repeated(72), reshaped(24);
  runKernel(R"(
    tile.kernel @shapes(%x: !tile.ref<4x6xf32>, %s: !tile.ref<2x3xf32>, %j: !tile.ref<4x6x2xf32>,
                        %b: !tile.ref<3x4x6xf32>, %r: !tile.ref<3x8xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %a = tile.load %x[%c0, %c0] : !tile.ref<4x6xf32> -> tensor<4x6xf32>
      %slice = tile.slice %a [1, 2] : tensor<4x6xf32> -> tensor<2x3xf32>
      tile.store %slice, %s[%c0, %c0] : tensor<2x3xf32>, !tile.ref<2x3xf32>
      %n = arith.negf %a : tensor<4x6xf32>
      %join = tile.join %a, %n : tensor<4x6xf32> -> tensor<4x6x2xf32>
      tile.store %join, %j[%c0, %c0, %c0] : tensor<4x6x2xf32>, !tile.ref<4x6x2xf32>
      %repeat = tile.broadcast %a [1, 2] : tensor<4x6xf32> -> tensor<3x4x6xf32>
      tile.store %repeat, %b[%c0, %c0, %c0] : tensor<3x4x6xf32>, !tile.ref<3x4x6xf32>
      %reshape = tile.reshape %a : tensor<4x6xf32> -> tensor<3x8xf32>
      tile.store %reshape, %r[%c0, %c0] : tensor<3x8xf32>, !tile.ref<3x8xf32>
      tile.return
    })",
            {x.data(), sliced.data(), joined.data(), repeated.data(),
             reshaped.data()});
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(sliced[i * 3 + j], (i + 1) * 6 + j + 2);
    }
  }
  for (int i = 0; i < 24; ++i) {
    EXPECT_EQ(joined[2 * i], i);
    EXPECT_EQ(joined[2 * i + 1], -i);
    EXPECT_EQ(reshaped[i], i);
    EXPECT_EQ(repeated[i], i);
    EXPECT_EQ(repeated[24 + i], i);
    EXPECT_EQ(repeated[48 + i], i);
  }
}

// The bytes of integers: look-ups in tables that LLVM must be kept from mixing.
TEST(Kernels, bytesOfIntegers) {
  std::vector<uint32_t> x = {0x04030201, 0x08070605};
  std::vector<uint8_t> y(8);
  runKernel(R"(
    tile.kernel @bytes(%x: !tile.ref<2xi32>, %y: !tile.ref<2x4xi8>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %0 = tile.load %x[%c0] bound [%c2] : !tile.ref<2xi32> -> tensor<8xi32>
      %1 = arith.constant dense<8> : tensor<8xi32>
      %2 = arith.constant dense<16> : tensor<8xi32>
      %3 = arith.constant dense<24> : tensor<8xi32>
      %4 = arith.shrui %0, %1 : tensor<8xi32>
      %5 = arith.shrui %0, %2 : tensor<8xi32>
      %6 = arith.shrui %0, %3 : tensor<8xi32>
      %a = arith.trunci %0 : tensor<8xi32> to tensor<8xi8>
      %b = arith.trunci %4 : tensor<8xi32> to tensor<8xi8>
      %c = arith.trunci %5 : tensor<8xi32> to tensor<8xi8>
      %d = arith.trunci %6 : tensor<8xi32> to tensor<8xi8>
      %j = tile.join %a, %b, %c, %d : tensor<8xi8> -> tensor<8x4xi8>
      tile.store %j, %y[%c0, %c0] bound [%c2, _] : tensor<8x4xi8>, !tile.ref<2x4xi8>
      tile.return
    })",
            {x.data(), y.data()});
  EXPECT_EQ(y, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Kernels, reversedAndStridedLoads) {
  std::vector<int16_t> x(64);
  std::iota(x.begin(), x.end(), int16_t(0));
  std::vector<int16_t> y(16), z(16);
  runKernel(R"(
    !r = !tile.ref<64xi16>
    tile.kernel @strides(%x: !r, %y: !tile.ref<16xi16>, %z: !tile.ref<16xi16>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c40 = arith.constant 40 : index
      %c64 = arith.constant 64 : index
      %f = arith.constant 99 : i16
      %a = tile.load %x[%c40] strides [-1] : !r -> tensor<16xi16>
      tile.store %a, %y[%c0] : tensor<16xi16>, !tile.ref<16xi16>
      %b = tile.load %x[%c40] bound [%c64] else %f strides [3] : !r -> tensor<16xi16>
      tile.store %b, %z[%c0] : tensor<16xi16>, !tile.ref<16xi16>
      tile.return
    })",
            {x.data(), y.data(), z.data()});
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(y[i], 40 - i);
    EXPECT_EQ(z[i], 40 + 3 * i < 64 ? 40 + 3 * i : 99);
  }
}

TEST(Kernels, boundsOnBothSides) {
  // Padding by 3 on each side, as a load with a negative offset.
  std::vector<float> x = randomFloats(10 * 10, 3);
  std::vector<float> y(16 * 16, 7);
  std::vector<uint8_t> live(16 * 16, 7);
  runKernel(R"(
    tile.kernel @pad(%x: !tile.ref<10x10xf32>, %y: !tile.ref<16x16xf32>, %l: !tile.ref<16x16xi1>) attributes {stage = "free", grid = 4} {
      %p = tile.program_id
      %i, %j = tile.unrank %p in [2, 2]
      %c8 = arith.constant 8 : index
      %c3 = arith.constant 3 : index
      %c10 = arith.constant 10 : index
      %half = arith.constant 0.5 : f32
      %r = arith.muli %i, %c8 : index
      %c = arith.muli %j, %c8 : index
      %r3 = arith.subi %r, %c3 : index
      %c3s = arith.subi %c, %c3 : index
      %a = tile.load %x[%r3, %c3s] bound [%c10, %c10] else %half : !tile.ref<10x10xf32> -> tensor<8x8xf32>
      %m = tile.mask [%r3, %c3s] bound [%c10, %c10] : tensor<8x8xi1>
      tile.store %a, %y[%r, %c] : tensor<8x8xf32>, !tile.ref<16x16xf32>
      tile.store %m, %l[%r, %c] : tensor<8x8xi1>, !tile.ref<16x16xi1>
      tile.return
    })",
            {x.data(), y.data(), live.data()});
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      const bool inside = i >= 3 && i < 13 && j >= 3 && j < 13;
      EXPECT_EQ(live[i * 16 + j], inside ? 1 : 0) << i << " " << j;
      EXPECT_EQ(y[i * 16 + j], inside ? x[(i - 3) * 10 + j - 3] : 0.5f);
    }
  }
}

TEST(Kernels, memoryInTiles) {
  // Packed into panels and read back by rows that start inside of a panel.
  std::vector<float> x = randomFloats(8 * 24, 4);
  std::vector<float> y(8 * 24), z(8 * 24);
  runKernel(R"(
    !p = !tile.ref<8x24xf32, #tile.memory<tile = [8, 12]>>
    tile.kernel @pack(%x: !tile.ref<8x24xf32>, %y: !p, %z: !tile.ref<8x24xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c12 = arith.constant 12 : index
      %c24 = arith.constant 24 : index
      scf.for %j = %c0 to %c24 step %c12 {
        %a = tile.load %x[%c0, %j] : !tile.ref<8x24xf32> -> tensor<8x12xf32>
        tile.store %a, %y[%c0, %j] : tensor<8x12xf32>, !p
      }
      scf.for %j = %c0 to %c24 step %c2 {
        %a = tile.load %y[%c0, %j] : !p -> tensor<8x2xf32>
        tile.store %a, %z[%c0, %j] : tensor<8x2xf32>, !tile.ref<8x24xf32>
      }
      tile.return
    })",
            {x.data(), y.data(), z.data()});
  EXPECT_EQ(x, z);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 24; ++j) {
      EXPECT_EQ(y[j / 12 * 96 + i * 12 + j % 12], x[i * 24 + j]);
    }
  }
}

TEST(Kernels, scratchMemory) {
  std::vector<float> x = randomFloats(64, 5);
  std::vector<float> y(64);
  runKernel(R"(
    !s = !tile.ref<8x8xf32, shared>
    tile.kernel @scratch(%x: !tile.ref<8x8xf32>, %y: !tile.ref<8x8xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %kept = tile.alloc : !s
      %other = tile.alloc : !s
      %a = tile.load %x[%c0, %c0] : !tile.ref<8x8xf32> -> tensor<8x8xf32>
      tile.store %a, %kept[%c0, %c0] : tensor<8x8xf32>, !s
      %n = arith.negf %a : tensor<8x8xf32>
      tile.store %n, %other[%c0, %c0] : tensor<8x8xf32>, !s
      scf.for %i = %c0 to %c8 step %c1 {
        %b = tile.load %kept[%i, %c0] : !s -> tensor<8xf32>
        tile.store %b, %y[%i, %c0] : tensor<8xf32>, !tile.ref<8x8xf32>
      }
      tile.return
    })",
            {x.data(), y.data()});
  EXPECT_EQ(x, y);
}

TEST(Kernels, argumentsThatShareBytes) {
  // What is written through one name is read through the other.
  std::vector<int32_t> x(8, 1);
  std::vector<int32_t> z(8, 0);
  runKernel(R"(
    !r = !tile.ref<8xi32>
    tile.kernel @shared(%x: !r, %y: !r {tile.aliases = 0 : i64}, %z: !r) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      scf.for %i = %c0 to %c3 step %c1 {
        %a = tile.load %x[%c0] : !r -> tensor<8xi32>
        %b = arith.addi %a, %a : tensor<8xi32>
        tile.store %b, %y[%c0] : tensor<8xi32>, !r
      }
      %d = tile.load %x[%c0] : !r -> tensor<8xi32>
      tile.store %d, %z[%c0] : tensor<8xi32>, !r
      tile.return
    })",
            {x.data(), x.data(), z.data()});
  EXPECT_EQ(z, std::vector<int32_t>(8, 8));
}

TEST(Kernels, tilesBeyondRegistersAreRefused) {
  Status status = compileStatus(R"(
    tile.kernel @large(%x: !tile.ref<1048576xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %a = tile.load %x[%c0] : !tile.ref<1048576xf32> -> tensor<1048576xf32>
      tile.return
    })");
  EXPECT_EQ(status.code(), StatusCode::Unimplemented);
  EXPECT_NE(status.message().find("does not fit registers"), std::string::npos)
      << status.message();
}

//===----------------------------------------------------------------------===//
// Gather, scatter, atomics
//===----------------------------------------------------------------------===//

TEST(Kernels, gatherOfElementsAndRows) {
  std::vector<float> table = randomFloats(20 * 12, 6);
  std::vector<int32_t> index = {3, 19, 0, 7, -1, 3, 12, 100};
  std::vector<float> elements(8), rows(8 * 12);
  runKernel(R"(
    !t = !tile.ref<20x12xf32>
    tile.kernel @gather(%t: !t, %i: !tile.ref<8xi32>, %e: !tile.ref<8xf32>, %r: !tile.ref<8x12xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c20 = arith.constant dense<20> : tensor<8xi32>
      %f = arith.constant -5.0 : f32
      %k = tile.load %i[%c0] : !tile.ref<8xi32> -> tensor<8xi32>
      %inside = arith.cmpi ult, %k, %c20 : tensor<8xi32>
      %two = arith.constant dense<2> : tensor<8xi32>
      %a = tile.gather %t[%k, %two] mask %inside else %f : !t, tensor<8xi32>, tensor<8xi32> -> tensor<8xf32>
      tile.store %a, %e[%c0] : tensor<8xf32>, !tile.ref<8xf32>
      %b = tile.gather %t[%k, %c0] mask %inside : !t, tensor<8xi32>, index -> tensor<8x12xf32>
      tile.store %b, %r[%c0, %c0] : tensor<8x12xf32>, !tile.ref<8x12xf32>
      tile.return
    })",
            {table.data(), index.data(), elements.data(), rows.data()});
  for (int i = 0; i < 8; ++i) {
    const bool inside = index[i] >= 0 && index[i] < 20;
    EXPECT_EQ(elements[i], inside ? table[index[i] * 12 + 2] : -5);
    for (int j = 0; j < 12; ++j) {
      EXPECT_EQ(rows[i * 12 + j], inside ? table[index[i] * 12 + j] : 0);
    }
  }
}

TEST(Kernels, gatherWithBounds) {
  std::vector<float> table = randomFloats(20 * 10, 8);
  std::vector<int64_t> index = {3, 19, 0};
  std::vector<float> rows(3 * 8);
  runKernel(R"(
    !t = !tile.ref<20x10xf32>
    tile.kernel @gather(%t: !t, %i: !tile.ref<3xi64>, %r: !tile.ref<3x8xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c5 = arith.constant 5 : index
      %c10 = arith.constant 10 : index
      %f = arith.constant 9.0 : f32
      %k = tile.load %i[%c0] : !tile.ref<3xi64> -> tensor<3xi64>
      %b = tile.gather %t[%k, %c5] bound [_, %c10] else %f : !t, tensor<3xi64>, index -> tensor<3x8xf32>
      tile.store %b, %r[%c0, %c0] : tensor<3x8xf32>, !tile.ref<3x8xf32>
      tile.return
    })",
            {table.data(), index.data(), rows.data()});
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 8; ++j) {
      EXPECT_EQ(rows[i * 8 + j], 5 + j < 10 ? table[index[i] * 10 + 5 + j] : 9);
    }
  }
}

TEST(Kernels, scatterGivesWhatWasThere) {
  for (const char *grid : {"1", "4"}) {
    const int count = grid[0] == '1' ? 16 : 64;
    std::vector<int32_t> index(64), counts(10, 3), before(64, -1);
    for (int i = 0; i < 64; ++i) {
      index[i] = (i * 7) % 11;
    }
    runKernel(substitute(R"(
      tile.kernel @scatter(%i: !tile.ref<64xi32>, %n: !tile.ref<10xi32>, %y: !tile.ref<64xi32>) attributes {stage = "free", grid = $grid} {
        %p = tile.program_id
        %c16 = arith.constant 16 : index
        %o = arith.muli %p, %c16 : index
        %ten = arith.constant dense<10> : tensor<16xi32>
        %one = arith.constant dense<1> : tensor<16xi32>
        %k = tile.load %i[%o] : !tile.ref<64xi32> -> tensor<16xi32>
        %inside = arith.cmpi ult, %k, %ten : tensor<16xi32>
        %old = tile.scatter add %one, %n[%k] mask %inside : tensor<16xi32>, !tile.ref<10xi32>, tensor<16xi32> -> tensor<16xi32>
        tile.store %old, %y[%o] : tensor<16xi32>, !tile.ref<64xi32>
        tile.return
      })",
                         {{"grid", grid}}),
              {index.data(), counts.data(), before.data()});
    // Each got a number of its own, in whichever order they came.
    std::vector<std::vector<int32_t>> seen(11);
    for (int i = 0; i < count; ++i) {
      seen[index[i]].push_back(before[i]);
    }
    for (int place = 0; place < 10; ++place) {
      std::sort(seen[place].begin(), seen[place].end());
      for (size_t i = 0; i < seen[place].size(); ++i) {
        EXPECT_EQ(seen[place][i], 3 + static_cast<int32_t>(i));
      }
      EXPECT_EQ(counts[place], 3 + static_cast<int32_t>(seen[place].size()));
    }
    EXPECT_EQ(seen[10], std::vector<int32_t>(seen[10].size(), 0));
  }
}

TEST(Kernels, scatterAddsAndSets) {
  for (const char *grid : {"1", "4"}) {
    std::vector<int32_t> index(64);
    std::vector<float> values(64), sums(10, 0.5f), expected(10, 0.5f);
    for (int i = 0; i < 64; ++i) {
      index[i] = (i * 7) % 11;
      values[i] = static_cast<float>(i);
    }
    const int count = grid[0] == '1' ? 16 : 64;
    for (int i = 0; i < count; ++i) {
      if (index[i] < 10) {
        expected[index[i]] += values[i];
      }
    }
    runKernel(substitute(R"(
      tile.kernel @scatter(%i: !tile.ref<64xi32>, %v: !tile.ref<64xf32>, %s: !tile.ref<10xf32>) attributes {stage = "free", grid = $grid} {
        %p = tile.program_id
        %c16 = arith.constant 16 : index
        %o = arith.muli %p, %c16 : index
        %ten = arith.constant dense<10> : tensor<16xi32>
        %k = tile.load %i[%o] : !tile.ref<64xi32> -> tensor<16xi32>
        %x = tile.load %v[%o] : !tile.ref<64xf32> -> tensor<16xf32>
        %inside = arith.cmpi ult, %k, %ten : tensor<16xi32>
        tile.scatter add %x, %s[%k] mask %inside : tensor<16xf32>, !tile.ref<10xf32>, tensor<16xi32>
        tile.return
      })",
                         {{"grid", grid}}),
              {index.data(), values.data(), sums.data()});
    EXPECT_EQ(sums, expected);
  }
  std::vector<int64_t> order = {2, 0, 3, 1};
  std::vector<uint16_t> rows(4 * 5);
  std::iota(rows.begin(), rows.end(), uint16_t(0));
  std::vector<uint16_t> out(4 * 5, 99);
  runKernel(R"(
    !r = !tile.ref<4x5xbf16>
    tile.kernel @rows(%i: !tile.ref<4xi64>, %v: !r, %s: !r) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %k = tile.load %i[%c0] : !tile.ref<4xi64> -> tensor<4xi64>
      %x = tile.load %v[%c0, %c0] : !r -> tensor<4x5xbf16>
      tile.scatter set %x, %s[%k, %c0] {unique} : tensor<4x5xbf16>, !r, tensor<4xi64>, index
      tile.return
    })",
            {order.data(), rows.data(), out.data()});
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 5; ++j) {
      EXPECT_EQ(out[order[i] * 5 + j], rows[i * 5 + j]);
    }
  }
}

TEST(Kernels, atomics) {
  std::vector<int32_t> counter(1), tickets(32, -1);
  std::vector<float> largest(1, -1);
  std::vector<uint16_t> narrow(1, 0);
  runKernel(R"(
    tile.kernel @atomics(%c: !tile.ref<1xi32>, %t: !tile.ref<32xi32>, %m: !tile.ref<1xf32>, %b: !tile.ref<1xbf16>) attributes {stage = "free", grid = 32} {
      %p = tile.program_id
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %half = arith.constant 0.5 : bf16
      %i = arith.index_cast %p : index to i32
      %x = arith.sitofp %i : i32 to f32
      %old = tile.atomic add relaxed device %c[%c0], %one : i32 : !tile.ref<1xi32> -> i32
      %seen = tile.atomic max acquire_release device %m[%c0], %x : f32 : !tile.ref<1xf32> -> f32
      %sum = tile.atomic add relaxed device %b[%c0], %half : bf16 : !tile.ref<1xbf16> -> bf16
      %tile = tensor.splat %old : tensor<i32>
      tile.store %tile, %t[%p] : tensor<i32>, !tile.ref<32xi32>
      tile.return
    })",
            {counter.data(), tickets.data(), largest.data(), narrow.data()});
  EXPECT_EQ(counter[0], 32);
  EXPECT_EQ(largest[0], 31);
  EXPECT_EQ(decodeFloat(FloatKind::BF16, narrow[0]), 16.0);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(tickets[i], i);
  }
}

} // namespace
} // namespace weft::cpu::test
