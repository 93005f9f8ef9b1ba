// RUN: weft-opt --drop-unit-batches %s | FileCheck %s

// CHECK-LABEL: tile.kernel @one
tile.kernel @one(%a: !tile.ref<4x64x32xbf16>, %b: !tile.ref<4x32x64xbf16>, %c: !tile.ref<4x64x64xf32>) attributes {stage = "free", grid = 4} {
  %p = tile.program_id
  %z = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<1x64x64xf32>
  %x = tile.load %a[%p, %z, %z] : !tile.ref<4x64x32xbf16> -> tensor<1x64x32xbf16>
  %y = tile.load %b[%p, %z, %z] : !tile.ref<4x32x64xbf16> -> tensor<1x32x64xbf16>
  // CHECK-DAG: %[[X:.*]] = tile.reshape {{.*}} : tensor<1x64x32xbf16> -> tensor<64x32xbf16>
  // CHECK-DAG: %[[Y:.*]] = tile.reshape {{.*}} : tensor<1x32x64xbf16> -> tensor<32x64xbf16>
  // CHECK: %[[D:.*]] = tile.dot %[[X]], %[[Y]], {{.*}} : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
  // CHECK: %[[R:.*]] = tile.reshape %[[D]] : tensor<64x64xf32> -> tensor<1x64x64xf32>
  // CHECK: tile.store %[[R]]
  %d = tile.dot %x, %y, %zero : tensor<1x64x32xbf16>, tensor<1x32x64xbf16>, tensor<1x64x64xf32>
  tile.store %d, %c[%p, %z, %z] : tensor<1x64x64xf32>, !tile.ref<4x64x64xf32>
  tile.return
}

// Batches of several stay.
// CHECK-LABEL: tile.kernel @several
tile.kernel @several(%a: !tile.ref<2x16x16xbf16>, %c: !tile.ref<2x16x16xf32>) attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<2x16x16xf32>
  %x = tile.load %a[%z, %z, %z] : !tile.ref<2x16x16xbf16> -> tensor<2x16x16xbf16>
  // CHECK: tile.dot {{.*}} : tensor<2x16x16xbf16>, tensor<2x16x16xbf16>, tensor<2x16x16xf32>
  %d = tile.dot %x, %x, %zero : tensor<2x16x16xbf16>, tensor<2x16x16xbf16>, tensor<2x16x16xf32>
  tile.store %d, %c[%z, %z, %z] : tensor<2x16x16xf32>, !tile.ref<2x16x16xf32>
  tile.return
}
