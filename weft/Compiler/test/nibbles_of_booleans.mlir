// The upper halves of the bytes are known to be zero: numbers narrower than a byte among zeros.
// RUN: weft-run %s --compiled --args='[dense<[true, false, true, true, false, false, true, true, true, false, true, false, false, true, true, false, true, true, false, true, true, false, false, false, true, false, true, true, false, true, false, true]> : tensor<32xi1>]' | FileCheck %s
// CHECK: [1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0,
// CHECK-SAME: 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]

func.func @main(%x: tensor<32xi1>) -> tensor<64xi4> {
  %bytes = stablehlo.convert %x : (tensor<32xi1>) -> tensor<32xui8>
  %halves = stablehlo.bitcast_convert %bytes : (tensor<32xui8>) -> tensor<32x2xi4>
  %r = stablehlo.reshape %halves : (tensor<32x2xi4>) -> tensor<64xi4>
  return %r : tensor<64xi4>
}
