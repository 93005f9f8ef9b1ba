// RUN: weft explain %s --target=sm_90 --stage=insert-synchronisation | FileCheck %s

// What a product's sums are written to on their way to memory lies where its factors were: they have as many slots as they would have without.

// CHECK: tile.alloc at 0 : !tile.ref<3x128x64xbf16, shared
// CHECK: tile.alloc at 55296 : !tile.ref<3x64x128xbf16, shared
// CHECK: tile.dot
// CHECK: tile.alloc at 0 : !tile.ref<128x128xbf16, shared
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: tile.store
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: tile.load
func.func @main(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}
