// Squares of numbers narrower than a byte change rows for columns as bytes.
// RUN: weft-run %s --check-passes | FileCheck %s
// CHECK: emit-code: agrees

func.func @main(%x: tensor<11x15xui4>) -> tensor<15x11xui4> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<11x15xui4>) -> tensor<15x11xui4>
  return %0 : tensor<15x11xui4>
}
