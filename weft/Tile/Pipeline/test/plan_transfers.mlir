// RUN: weft-opt %s --infer-layouts="warps=8" --plan-transfers | FileCheck %s
// RUN: weft-opt %s --infer-layouts="warps=8" --plan-transfers | weft-opt | FileCheck %s
// RUN: weft-opt %s --infer-layouts="machine=gfx942 warps=4" --plan-transfers | FileCheck %s --check-prefix=WAVES

// What changes threads is stored and loaded, as the conversion said that it lies on the chip.

// CHECK-LABEL: tile.kernel @transpose
// CHECK-SAME: stage = "planned"
// CHECK: tile.load %{{.*}} {vector = 4 : i64} : !tile.ref<256x256xf32>
// CHECK: %[[TURNED:.*]] = tile.transpose
// CHECK: %[[MEMORY:.*]] = tile.alloc : !tile.ref<64x64xf32, shared, #tile.memory<pad = [64, 1]>>
// CHECK: tile.store %[[TURNED]], %[[MEMORY]][%{{.*}}] {vector = 1 : i64}
// CHECK: %[[OUT:.*]] = tile.load %[[MEMORY]][%{{.*}}] {vector = 1 : i64}
// CHECK: tile.store %[[OUT]], %{{.*}} {vector = 4 : i64} : tensor<64x64xf32, #{{.*}}>, !tile.ref<256x256xf32>
tile.kernel @transpose(%x: !tile.ref<256x256xf32>, %y: !tile.ref<256x256xf32>) attributes {stage = "free", grid = 16} {
  %c64 = arith.constant 64 : index
  %program = tile.program_id
  %i, %j = tile.unrank %program in [4, 4]
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %0 = tile.load %x[%column, %row] : !tile.ref<256x256xf32> -> tensor<64x64xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  tile.store %1, %y[%row, %column] : tensor<64x64xf32>, !tile.ref<256x256xf32>
  tile.return
}

// Each warp sums up its part of a row, and each thread the sums of the warps. A
// row that is longer than what all threads hold at once stays in one piece.

// CHECK-LABEL: tile.kernel @row
// CHECK: %[[IN:.*]] = tile.load
// CHECK: %[[PARTS:.*]] = tile.reshape %[[IN]] : tensor<1x3072xf32, #{{.*}}> -> tensor<1x3x8x128xf32, #{{.*}}>
// CHECK: %[[OWN:.*]] = tile.reduce add %[[PARTS]] [1, 3] : tensor<1x3x8x128xf32, #{{.*}}> -> tensor<1x8xf32, #[[WARPS:.*]]>
// CHECK: %[[MEMORY:.*]] = tile.alloc : !tile.ref<1x8xf32, shared>
// CHECK: tile.store %[[OWN]], %[[MEMORY]]{{.*}} {vector = 1 : i64} : tensor<1x8xf32, #[[WARPS]]>
// CHECK: %[[ALL:.*]] = tile.load %[[MEMORY]]{{.*}} {vector = 4 : i64} : {{.*}} -> tensor<1x8xf32, #[[REGISTERS:.*]]>
// CHECK: tile.reduce add %[[ALL]] [1] : tensor<1x8xf32, #[[REGISTERS]]> -> tensor<1xf32, #{{.*}}>
tile.kernel @row(%x: !tile.ref<4x3072xf32>, %y: !tile.ref<4xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %program = tile.program_id
  %in = tile.load %x[%program, %c0] : !tile.ref<4x3072xf32> -> tensor<1x3072xf32>
  %sum = tile.reduce add %in [1] : tensor<1x3072xf32> -> tensor<1xf32>
  tile.store %sum, %y[%program] : tensor<1xf32>, !tile.ref<4xf32>
  tile.return
}

// A reduction inside of warps stays as it is.

// CHECK-LABEL: tile.kernel @rows
// CHECK-NOT: tile.alloc
// CHECK: tile.reduce add %{{.*}} [1] : tensor<8x256xf32, #{{.*}}> -> tensor<8xf32, #{{.*}}>
// CHECK-NOT: tile.alloc
// CHECK: tile.return
tile.kernel @rows(%x: !tile.ref<8x256xf32>, %y: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<8x256xf32> -> tensor<8x256xf32>
  %sum = tile.reduce add %in [1] : tensor<8x256xf32> -> tensor<8xf32>
  tile.store %sum, %y[%c0] : tensor<8xf32>, !tile.ref<8xf32>
  tile.return
}

// Operands of matrix instructions are read four matrices at a time where lanes can.

// CHECK-LABEL: tile.kernel @product
// CHECK: %[[LEFT:.*]] = tile.load %{{.*}} {matrices} : !tile.ref<64x32xbf16, shared, {{.*}}>
// CHECK: %[[RIGHT:.*]] = tile.load %{{.*}} {matrices} : !tile.ref<32x64xbf16, shared, {{.*}}>
// CHECK: tile.dot %[[LEFT]], %[[RIGHT]]
// WAVES-LABEL: tile.kernel @product
// WAVES-NOT: matrices
// WAVES: tile.load %{{.*}} {vector = {{.*}} : i64} : !tile.ref<64x32xbf16, shared, {{.*}}>
// WAVES-NOT: matrices
// WAVES: tile.dot
tile.kernel @product(%a: !tile.ref<512x512xbf16>, %b: !tile.ref<512x512xbf16>, %c: !tile.ref<512x512xf32>) attributes {stage = "free", grid = 64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [8, 8]
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c512 step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%row, %k] : !tile.ref<512x512xbf16> -> tensor<64x32xbf16>
    %y = tile.load %b[%k, %column] : !tile.ref<512x512xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %x, %y, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %c[%row, %column] : tensor<64x64xf32>, !tile.ref<512x512xf32>
  tile.return
}

// Several tiles are reduced together: all change hands, and both steps combine as the one did. The region may take its
// elements in any order, since it brings them into the order of their places.

// CHECK-LABEL: tile.kernel @place
// CHECK: %[[OWN:.*]]:2 = tile.reduce custom %{{.*}}, %{{.*}} [2] : tensor<1x8x128xf32, #{{.*}}>, tensor<1x8x128xi32, #{{.*}}> -> tensor<1x8xf32, #{{.*}}>, tensor<1x8xi32, #{{.*}}> {
// CHECK: tile.store %[[OWN]]#0
// CHECK: %[[ELEMENTS:.*]] = tile.load {{.*}} -> tensor<1x8xf32
// CHECK: tile.store %[[OWN]]#1
// CHECK: %[[PLACES:.*]] = tile.load {{.*}} -> tensor<1x8xi32
// CHECK: tile.reduce custom %[[ELEMENTS]], %[[PLACES]] [1]
tile.kernel @place(%x: !tile.ref<4x1024xf32>, %y: !tile.ref<4xi32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %program = tile.program_id
  %in = tile.load %x[%program, %c0] : !tile.ref<4x1024xf32> -> tensor<1x1024xf32>
  %i = tile.iota 1 : tensor<1x1024xi32>
  %most, %at = tile.reduce custom %in, %i [1] : tensor<1x1024xf32>, tensor<1x1024xi32> -> tensor<1xf32>, tensor<1xi32> {
  ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
    %turned = arith.cmpi slt, %i1, %i0 : i32
    %a = arith.select %turned, %x1, %x0 : f32
    %b = arith.select %turned, %x0, %x1 : f32
    %ia = arith.select %turned, %i1, %i0 : i32
    %ib = arith.select %turned, %i0, %i1 : i32
    %first = arith.cmpf oge, %a, %b : f32
    %more = arith.select %first, %a, %b : f32
    %place = arith.select %first, %ia, %ib : i32
    tile.yield %more, %place : f32, i32
  }
  tile.store %at, %y[%program] : tensor<1xi32>, !tile.ref<4xi32>
  tile.return
}
