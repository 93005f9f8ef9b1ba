// RUN: weft-opt %s --split-input-file --verify-diagnostics

func.func @precision(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected one of [DEFAULT, HIGH, HIGHEST]}}
  %0 = stablehlo.dot %a, %a, precision = [LOW] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @window_unknown(%a: tensor<1x8x1xf32>) {
  // expected-error @+1 {{unknown window attribute 'strides', expected stride, pad, lhs_dilate, rhs_dilate or reverse}}
  %0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[i, 0, o]->[b, 0, f], window = {strides = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x1xf32>, tensor<1x8x1xf32>) -> tensor<1x1x1xf32>
  return
}

// -----

func.func @window_twice(%a: tensor<1x8x1xf32>) {
  // expected-error @+1 {{window attribute 'stride' is given twice}}
  %0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[i, 0, o]->[b, 0, f], window = {stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x1xf32>, tensor<1x8x1xf32>) -> tensor<1x1x1xf32>
  return
}

// -----

func.func @window_padding(%a: tensor<1x8x1xf32>) {
  // expected-error @+1 {{expected ']'}}
  %0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[i, 0, o]->[b, 0, f], window = {pad = [[1, 2, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x1xf32>, tensor<1x8x1xf32>) -> tensor<1x1x1xf32>
  return
}

// -----

func.func @reduce_applies(%a: tensor<8xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.divide' cannot follow 'applies': expected a commutative operation of the stablehlo dialect with two operands, one result and no region; write the body behind 'reducer' instead}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.divide across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_dimensions_twice(%a: tensor<8xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{'dimensions' is given twice}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_types(%a: tensor<8xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_nothing() {
  // expected-error @+1 {{a reduction with 'applies' needs a tensor as its first input, but has function type '() -> ()'}}
  stablehlo.reduce applies stablehlo.add across dimensions = [0] : () -> ()
  return
}

// -----

func.func @reduce_token(%a: !stablehlo.token, %b: tensor<f32>) {
  // expected-error @+1 {{a reduction with 'applies' needs a tensor as its first input, but has function type '(!stablehlo.token, tensor<f32>) -> tensor<f32>'}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (!stablehlo.token, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @while_types(%a: tensor<i1>) {
  // expected-error @+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  stablehlo.while(%b = %a) : tensor<i1>, tensor<i1>
  cond {
    stablehlo.return %b : tensor<i1>
  } do {
    stablehlo.return %b : tensor<i1>
  }
  return
}

// -----

func.func @called_computation(%a: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.custom_call' op called computation @module is not a function but 'builtin.module'}}
  stablehlo.custom_call @target(%a) {called_computations = [@module]} : (tensor<i1>) -> ()
  return
}
module @module {}

// -----

func.func @isolated(%a: tensor<4xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    // expected-error @+1 {{using value defined outside the region}}
    %1 = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}
