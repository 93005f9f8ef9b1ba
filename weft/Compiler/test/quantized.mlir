// Quantized tensors run as the integers they are stored as.
// RUN: weft-run --check %s
// RUN: weft-run --check --compiled %s

!q = !quant.uniform<i8:f32, 0.5:10>
!r = !quant.uniform<i8:f32, 0.125>

func.func @elementwise() {
  %a = stablehlo.constant dense<[1.0, -2.0, 3.3, 100.0]> : tensor<4xf32>
  %x = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!q>
  %y = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!r>
  %sum = "stablehlo.add"(%x, %y) : (tensor<4x!q>, tensor<4x!r>) -> tensor<4x!q>
  %root = stablehlo.abs %sum : tensor<4x!q>
  %bits = stablehlo.bitcast_convert %sum : (tensor<4x!q>) -> tensor<4xi8>
  check.expect_eq_const %bits, dense<[14, 2, 24, 127]> : tensor<4xi8>
  %real = stablehlo.uniform_dequantize %root : (tensor<4x!q>) -> tensor<4xf32>
  check.expect_eq_const %real, dense<[2.0, 4.0, 7.0, 58.5]> : tensor<4xf32>
  return
}

// -----

!r = !quant.uniform<i8:f32, 0.125>
!s = !quant.uniform<i32:f32:1, {0.0125, 0.0625}>
!w = !quant.uniform<i8:f32:1, {0.1, 0.5}>
!s0 = !quant.uniform<i32:f32:0, {0.0125, 0.0625}>

func.func @product_per_axis() {
  %a = stablehlo.constant dense<[[1.0, -2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %x = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!r>
  %y = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!w>
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!r>, tensor<2x2x!w>) -> tensor<2x2x!s>
  %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<2x2x!s>) -> tensor<2x2x!s0>
  %b = stablehlo.uniform_dequantize %t : (tensor<2x2x!s0>) -> tensor<2x2xf32>
  check.expect_eq_const %b, dense<[[-5.0, 15.0], [-10.0, 10.0]]> : tensor<2x2xf32>
  return
}

// -----

!u = !quant.uniform<u8:f32, 0.25:128>

func.func @bodies_and_branches() {
  %a = stablehlo.constant dense<[1.0, -2.0, 3.0, 0.5]> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!u>
  %i = stablehlo.uniform_quantize %z : (tensor<f32>) -> tensor<!u>
  %sum = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<4x!u>, tensor<!u>) -> tensor<!u>
    reducer(%l: tensor<!u>, %r: tensor<!u>) {
    %1 = stablehlo.add %l, %r : tensor<!u>
    stablehlo.return %1 : tensor<!u>
  }
  %b = stablehlo.uniform_dequantize %sum : (tensor<!u>) -> tensor<f32>
  check.expect_eq_const %b, dense<2.5> : tensor<f32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%l: tensor<!u>, %r: tensor<!u>):
    %1 = stablehlo.compare LT, %l, %r : (tensor<!u>, tensor<!u>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x!u>) -> tensor<4x!u>
  %bits = stablehlo.bitcast_convert %sorted : (tensor<4x!u>) -> tensor<4xui8>
  check.expect_eq_const %bits, dense<[120, 130, 132, 140]> : tensor<4xui8>
  return
}
