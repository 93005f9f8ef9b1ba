// RUN: weft-opt %s --infer-layouts | FileCheck %s
// RUN: weft-opt %s --infer-layouts="machine=gfx942" | FileCheck %s --check-prefix=WAVES

// Small tiles of columns are exchanged in their warps: on the way, the store takes what its warp has.

// CHECK-LABEL: tile.kernel @turned
// CHECK-NOT: through
// CHECK: tile.convert_layout %{{.*}} {shuffles = {{[0-9]+}} : i64}
// CHECK-NOT: through
// CHECK: tile.return
// WAVES-LABEL: tile.kernel @turned
// WAVES-NOT: through
// WAVES: tile.convert_layout %{{.*}} {shuffles = {{[0-9]+}} : i64}
// WAVES: tile.return
tile.kernel @turned(%x: !tile.ref<8x16xf32>, %y: !tile.ref<16x8xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x16xf32> -> tensor<8x16xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
  tile.store %1, %y[%c0, %c0] : tensor<16x8xf32>, !tile.ref<16x8xf32>
  tile.return
}

// Where a warp's elements are many, memory takes less: a choice for each bit, each register and each side.

// CHECK-LABEL: tile.kernel @turned_square
// CHECK-NOT: shuffles
// CHECK: tile.convert_layout %{{.*}} through <pad = [32, 1]>
// CHECK-NOT: shuffles
// CHECK: tile.return
tile.kernel @turned_square(%x: !tile.ref<32x32xf32>, %y: !tile.ref<32x32xf32>) attributes {stage = "free", grid = 1, warps = 1} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<32x32xf32> -> tensor<32x32xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<32x32xf32> -> tensor<32x32xf32>
  tile.store %1, %y[%c0, %c0] : tensor<32x32xf32>, !tile.ref<32x32xf32>
  tile.return
}

// Of elements read one row after the other, later ones are in flight to the chip, not to registers.

// CHECK-LABEL: tile.kernel @product
// CHECK: scf.for
// CHECK-COUNT-2: tile.convert_layout %{{.*}} through
// CHECK-NOT: shuffles
// CHECK: scf.yield
// WAVES-LABEL: tile.kernel @product
tile.kernel @product(%a: !tile.ref<16x512xbf16>, %b: !tile.ref<512x16xbf16>, %c: !tile.ref<16x16xf32>) attributes {stage = "free", grid = 1, warps = 1} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %sum = scf.for %k = %c0 to %c512 step %c16 iter_args(%before = %zero) -> (tensor<16x16xf32>) {
    %x = tile.load %a[%c0, %k] : !tile.ref<16x512xbf16> -> tensor<16x16xbf16>
    %y = tile.load %b[%k, %c0] : !tile.ref<512x16xbf16> -> tensor<16x16xbf16>
    %d = tile.dot %x, %y, %before : tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  tile.store %sum, %c[%c0, %c0] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
}
