// Between element types.
// RUN: weft-run --check %s

func.func @float_to_integer_saturates() {
  %a = stablehlo.constant dense<[-1.9, 300.0, -300.0, 0x7FC00000, 0xFF800000]> : tensor<5xf32>
  %signed = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xi8>
  check.expect_eq_const %signed, dense<[-1, 127, -128, 0, -128]> : tensor<5xi8>
  %unsigned = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xui8>
  check.expect_eq_const %unsigned, dense<[0, 255, 0, 0, 0]> : tensor<5xui8>
  %narrow = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xi2>
  check.expect_eq_const %narrow, dense<[-1, 1, -2, 0, -2]> : tensor<5xi2>
  %boolean = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %boolean, dense<true> : tensor<5xi1>
  return
}

// -----

func.func @integer_to_integer_wraps() {
  %a = stablehlo.constant dense<[-1, 255, 128]> : tensor<3xi32>
  %signed = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi8>
  check.expect_eq_const %signed, dense<[-1, -1, -128]> : tensor<3xi8>
  %unsigned = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xui64>
  check.expect_eq_const %unsigned, dense<[18446744073709551615, 255, 128]> : tensor<3xui64>
  return
}

// -----

// 2^60 + 2^36 + 1 lies just above the middle between two f32: rounding to f64
// on the way would lose the 1.
func.func @integer_to_float_rounds_once() {
  %a = stablehlo.constant dense<1152921573326323713> : tensor<ui64>
  %b = stablehlo.convert %a : (tensor<ui64>) -> tensor<f32>
  check.expect_eq_const %b, dense<0x5D800001> : tensor<f32>
  return
}

// -----

func.func @to_small_floats() {
  %a = stablehlo.constant dense<[0.75, 5.0, 1.0e9, -1.0e9, 0x7FC00000]> : tensor<5xf32>
  %f4 = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xf4E2M1FN>
  %codes = stablehlo.bitcast_convert %f4 : (tensor<5xf4E2M1FN>) -> tensor<5xui4>
  check.expect_eq_const %codes, dense<[2, 6, 7, 15, 8]> : tensor<5xui4>
  %b = stablehlo.constant dense<[0.0, -1.0, 3.0, 1.0]> : tensor<4xf32>
  %e8 = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
  %scales = stablehlo.bitcast_convert %e8 : (tensor<4xf8E8M0FNU>) -> tensor<4xui8>
  check.expect_eq_const %scales, dense<[255, 255, 129, 127]> : tensor<4xui8>
  %c = stablehlo.constant dense<[464.0, 465.0]> : tensor<2xf32>
  %e4 = stablehlo.convert %c : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
  %bytes = stablehlo.bitcast_convert %e4 : (tensor<2xf8E4M3FN>) -> tensor<2xui8>
  check.expect_eq_const %bytes, dense<[0x7E, 0x7F]> : tensor<2xui8>
  return
}

// -----

func.func @complex_to_real_drops_the_imaginary_part() {
  %a = stablehlo.constant dense<[(1.5, 2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
  %real = stablehlo.convert %a : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  check.expect_eq_const %real, dense<[1.5, 0.0]> : tensor<2xf64>
  %truth = stablehlo.convert %a : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %truth, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @bitcasts_change_the_shape_with_the_width() {
  %a = stablehlo.constant dense<[0x04030201, 0x08070605]> : tensor<2xi32>
  %bytes = stablehlo.bitcast_convert %a : (tensor<2xi32>) -> tensor<2x4xi8>
  check.expect_eq_const %bytes, dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi8>
  %nibbles = stablehlo.bitcast_convert %bytes : (tensor<2x4xi8>) -> tensor<2x4x2xui4>
  check.expect_eq_const %nibbles, dense<[[[1, 0], [2, 0], [3, 0], [4, 0]], [[5, 0], [6, 0], [7, 0], [8, 0]]]> : tensor<2x4x2xui4>
  %back = stablehlo.bitcast_convert %nibbles : (tensor<2x4x2xui4>) -> tensor<2x4xi8>
  %whole = stablehlo.bitcast_convert %back : (tensor<2x4xi8>) -> tensor<2xi32>
  check.expect_eq %whole, %a : tensor<2xi32>
  %wide = stablehlo.bitcast_convert %a : (tensor<2xi32>) -> tensor<ui64>
  check.expect_eq_const %wide, dense<0x0807060504030201> : tensor<ui64>
  return
}

// -----

// A NaN keeps its bits where it is only moved.
func.func @payloads_survive() {
  %a = stablehlo.constant dense<[0x7F800123, 0xFFC00001]> : tensor<2xf32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %b = stablehlo.select %yes, %a, %a : tensor<i1>, tensor<2xf32>
  %bits = stablehlo.bitcast_convert %b : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x7F800123, 0xFFC00001]> : tensor<2xui32>
  return
}

// -----

func.func @total_order() {
  %a = stablehlo.constant dense<[0xFFC00000, 0xFF800000, -0.0, 0.0, 0x7F800000]> : tensor<5xf32>
  %b = stablehlo.constant dense<[0xFF800000, -1.0, 0.0, 1.0, 0x7FC00000]> : tensor<5xf32>
  %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %less, dense<true> : tensor<5xi1>
  %float = stablehlo.compare LT, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %float, dense<[false, true, false, true, false]> : tensor<5xi1>
  return
}
