// RUN: weft-opt --emit-tiles="sizes=4,2,8" %s | FileCheck %s

// A tile with one row of each operand loads these rows whole.
// CHECK-LABEL: tile.kernel @rows
// CHECK:       %[[X:.*]] = tile.load %arg0[{{.*}}] : !tile.ref<8x1x16xi8> -> tensor<4x1x8xi8>
// CHECK-NEXT:  %[[Y:.*]] = tile.load %arg1[{{.*}}] : !tile.ref<8x1x16xi8> -> tensor<4x1x8xi8>
// CHECK:       arith.select
func.func @rows(%x: tensor<8x1x16xi8>, %y: tensor<8x1x16xi8>) -> tensor<8x2x16xi8> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<8x1x16xi8>, tensor<8x1x16xi8>) -> tensor<8x2x16xi8>
  return %0 : tensor<8x2x16xi8>
}
