// Operations on quantized tensors work on the floats these stand for.
// RUN: weft-run --check %s

func.func @saturation_and_zero_point() {
  %a = stablehlo.constant dense<[1.0e9, -1.0e9, 0x7FC00000, 0.25, 0.75]> : tensor<5xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 0.5:10>>
  %bits = stablehlo.bitcast_convert %q : (tensor<5x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<5xi8>
  check.expect_eq_const %bits, dense<[127, -128, 0, 10, 12]> : tensor<5xi8>
  return
}

// -----

func.func @storage_bounds() {
  %a = stablehlo.constant dense<[-100.0, 100.0, 3.0]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8<-7:7>:f32, 1.0>>
  %b = stablehlo.uniform_dequantize %q : (tensor<3x!quant.uniform<i8<-7:7>:f32, 1.0>>) -> tensor<3xf32>
  check.expect_eq_const %b, dense<[-7.0, 7.0, 3.0]> : tensor<3xf32>
  return
}

// -----

func.func @different_scales() {
  %a = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %x = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.125>>
  %y = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %p = "stablehlo.multiply"(%x, %y) : (tensor<2x!quant.uniform<i8:f32, 0.125>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.25:-1>>
  %b = stablehlo.uniform_dequantize %p : (tensor<2x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<2xf32>
  check.expect_eq_const %b, dense<[1.0, 4.0]> : tensor<2xf32>
  %less = stablehlo.compare LT, %y, %y : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi1>
  check.expect_eq_const %less, dense<false> : tensor<2xi1>
  %finite = stablehlo.is_finite %x : (tensor<2x!quant.uniform<i8:f32, 0.125>>) -> tensor<2xi1>
  check.expect_eq_const %finite, dense<true> : tensor<2xi1>
  return
}

// -----

func.func @per_axis_of_a_matrix() {
  %a = stablehlo.constant dense<[[4.0, 15.0], [4.0, 15.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>
  %r = stablehlo.uniform_quantize %q : (tensor<2x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  %bits = stablehlo.bitcast_convert %r : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2xi8>
  check.expect_eq_const %bits, dense<[[8, 30], [4, 15]]> : tensor<2x2xi8>
  return
}
