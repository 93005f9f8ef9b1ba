// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns of an array that the caches do not hold: programs have all columns of some rows, and go down them in bands that take turns.

// RUN: weft explain %s --stage=join-bands --target=x86-64-v4 | FileCheck %s
// RUN: weft explain %s --stage=join-bands --target=neoverse-v1 | FileCheck %s

// CHECK: tile.kernel @reduce_0(%{{.*}}: !tile.ref<50x2000x300xf32>
// CHECK-SAME: grid = 50}
// CHECK: %[[CARRIED:.*]] = tile.alloc : !tile.ref<{{.*}}xf32, shared>
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[BAND:.*]] = %{{.*}} to %{{.*}} step
// CHECK: tile.load %[[CARRIED]]
// CHECK: arith.maximumf
// CHECK: tile.store %{{.*}}, %[[CARRIED]]
// CHECK: tile.kernel @reduce_1(%{{.*}}: !tile.ref<50x300xf32>
// CHECK-NOT: tile.alloc

func.func @main(%x: tensor<100000x300xf32>) -> tensor<300xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<100000x300xf32>, tensor<f32>) -> tensor<300xf32>
  return %m : tensor<300xf32>
}
