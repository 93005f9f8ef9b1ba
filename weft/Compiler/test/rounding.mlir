// Where rounding differs by what is computed first.
// RUN: weft-run --check --compiled %s

// Products of few complex numbers are rounded before they are added.
func.func @complex_product() {
  %a0 = stablehlo.constant dense<[[3.1234567, -1.9876543, 0.7123456], [2.7182817, 4.6692016, -1.3063779]]> : tensor<2x3xf32>
  %a1 = stablehlo.constant dense<[[(1.7123456, 2.1234567), (0.3333333, -1.4142135), (0.5, 0.25), (1.1, -2.2)], [(2.6907876, 3.3368268), (0.5237987, -2.2222972), (0.7857143, 0.3928571), (1.7285714, -3.4571427)], [(0.0000012, 0.0000034), (0.0000056, 0.0000078), (0.0000091, 0.0000023), (0.0000045, 0.0000067)]]> : tensor<3x4xcomplex<f32>>
  %x = stablehlo.convert %a0 : (tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  %r = stablehlo.dot_general %x, %a1, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[[(8.2870807E-5,6.91791793E-5), (2.53275975E-5,-7.07376457E-5), (6.36313598E-6,1.69799955E-6), (3.20555523E-6,4.29587863E-6)], [(17.2184639,21.3524666), (3.35180807,-14.2205944), (5.02778769,2.51389623), (11.0611515,-22.122324)]]> : tensor<2x4xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 0 : tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>
  return
}

func.func @convolution_of_one_feature() {
  %a0 = stablehlo.constant dense<[[[2.8210852, -1.9073099, -1.4033475, -0.5040515, 0.3323157, -3.9496560], [3.8813534, 0.4903813, 6.4196997, -0.0185131, -1.1568974, -4.5356960]]]> : tensor<1x2x6xf32>
  %a1 = stablehlo.constant dense<[[[-4.7024636, 6.1643791, -2.5377133]], [[-1.1462719, 4.4575343, 1.9513611]], [[0.5961478, -3.5342691, -3.5165505]], [[1.6639955, -5.9105167, -1.5507054]]]> : tensor<4x1x3xf32>
  %r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x6xf32>, tensor<4x1x3xf32>) -> tensor<1x4x4xf32>
  %expected0 = stablehlo.constant dense<[[[-21.4621391, 1.59742701, 2.64870405, 14.4418983], [-14.4740677, -5.052760e+00, 0.0102589726, -5.64811611], [-21.9944782, -22.3315048, 7.96080828, 20.0277557], [-6.3949151, -37.099041, 12.5857801, 13.8405838]]]> : tensor<1x4x4xf32>
  check.expect_close %r, %expected0, max_ulp_difference = 0 : tensor<1x4x4xf32>, tensor<1x4x4xf32>
  return
}

// Sums of narrow floats are formed in f32 and rounded once.
func.func @running_sum_in_bf16() {
  %a0 = stablehlo.constant dense<[4.4375, 1.3671875, 0.74609375, -4.09375, -2.4375, -8.3125, 0.01, 3.171875]> : tensor<8xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a0, %zero) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %expected0 = stablehlo.constant dense<[4.437500e+00, 5.812500e+00, 6.562500e+00, 2.453125e+00, 1.953125e-02, -8.312500e+00, -8.312500e+00, -5.125000e+00]> : tensor<8xbf16>
  check.expect_close %r, %expected0, max_ulp_difference = 0 : tensor<8xbf16>, tensor<8xbf16>
  return
}

func.func @windows_in_bf16() {
  %a0 = stablehlo.constant dense<[4.4375, 1.3671875, 0.74609375, -4.09375, -2.4375, -8.3125, 0.01, 3.171875]> : tensor<8xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a0, %zero) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<8xbf16>, tensor<bf16>) -> tensor<5xbf16>
  %expected0 = stablehlo.constant dense<[2.453125e+00, -4.406250e+00, -1.412500e+01, -1.481250e+01, -7.562500e+00]> : tensor<5xbf16>
  check.expect_close %r, %expected0, max_ulp_difference = 0 : tensor<5xbf16>, tensor<5xbf16>
  return
}

// In f64 a product is not rounded with a sum.
func.func @double_sums() {
  %a0 = stablehlo.constant dense<[1.1, 3.3, 0.1]> : tensor<3xf64>
  %a1 = stablehlo.constant dense<[1.1, 0.3, 0.1]> : tensor<3xf64>
  %a2 = stablehlo.constant dense<[1.21, 0.99, 0.01]> : tensor<3xf64>
  %s = stablehlo.multiply %a0, %a1 : tensor<3xf64>
  %r = stablehlo.subtract %s, %a2 : tensor<3xf64>
  %expected0 = stablehlo.constant dense<[2.2204460492503131E-16, -1.1102230246251565E-16, 1.7347234759768071E-18]> : tensor<3xf64>
  check.expect_close %r, %expected0, max_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}
