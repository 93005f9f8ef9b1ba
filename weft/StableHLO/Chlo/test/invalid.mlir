// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @broadcast_quantized(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = "chlo.broadcast_add"(%a, %a) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i16:f32, 2.0:15>>
  return
}

// -----

func.func @broadcast_result(%a: tensor<3x1xf32>, %b: tensor<4xf32>) {
  // expected-error @+2 {{are incompatible with return type(s) of operation}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @broadcast_elements(%a: tensor<2xf64>, %b: tensor<2xf32>) {
  // expected-error @+2 {{operands have different element types}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "chlo.broadcast_complex"(%a, %b) : (tensor<2xf64>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @select_elements(%p: tensor<2xi1>, %a: tensor<2xi32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{operands have different element types}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "chlo.broadcast_select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @constant_like(%a: tensor<2xi64>) {
  // expected-error @+1 {{value has type 'f32', but the result has elements of type 'i32'}}
  %0 = "chlo.constant_like"(%a) {value = 3.2 : f32} : (tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @mulhi(%a: tensor<4xi1>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values}}
  %0 = "chlo.mulhi"(%a, %a) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @erf(%a: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "chlo.erf"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @top_k_scalar(%a: tensor<f32>) {
  // expected-error @+2 {{the operand of top_k needs a dimension}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a) <{k = 1 : i64}> : (tensor<f32>) -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @top_k_size(%a: tensor<4xf32>) {
  // expected-error @+2 {{k is 8, but the last dimension has only 4 elements}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a) <{k = 8 : i64}> : (tensor<4xf32>) -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

func.func @top_k_negative(%a: tensor<4xf32>) {
  // expected-error @+2 {{k must not be negative, got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a) <{k = -1 : i64}> : (tensor<4xf32>) -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

func.func @ragged_dot_c1(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{requires (C1) one ragged dimension, got 2}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_dot_c2(%a: tensor<11x5xf32>, %b: tensor<5x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{requires (C2) one group dimension in rhs if the ragged dimension is free, none otherwise, got 0}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_dot_c2_size(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<2xi64>) {
  // expected-error @+1 {{requires (C2) the group dimension of rhs to have the size of the groups, 2, got 3}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_dot_c3(%a: tensor<11x5xf32>, %b: tensor<3x2x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{requires (C3) equal sizes of the contracting dimensions 1 of lhs and 1 of rhs, got 5 and 2}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x2x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_dot_c4(%a: tensor<19x17x11x5xf32>, %b: tensor<3x19x5x7xf32>, %g: tensor<19x11x3xi64>) {
  // expected-error @+1 {{requires (C4) group_sizes to have one dimension, or one more than [19, 17], got 'tensor<19x11x3xi64>'}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<19x17x11x5xf32>, tensor<3x19x5x7xf32>, tensor<19x11x3xi64>) -> tensor<19x17x11x7xf32>
  return
}

// -----

func.func @ragged_dot_c5(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{requires (C5) a result of shape [11, 7], got 'tensor<11x8xf32>'}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x8xf32>
  return
}

// -----

func.func @ragged_dot_field(%a: tensor<11x5xf32>) {
  // expected-error @+1 {{unknown or repeated field 'lhs_groups' of ragged dot dimension numbers}}
  %0 = "chlo.ragged_dot"(%a, %a, %a) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_groups = [1]>}> : (tensor<11x5xf32>, tensor<11x5xf32>, tensor<11x5xf32>) -> tensor<11x8xf32>
  return
}

// -----

func.func @scan_c1(%a: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{scans a dimension of size 2 in input 0, but of size 3 elsewhere}}
  %0:2 = chlo.scan(%a) inits (%i) dimension=0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%b: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %b, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c1_bounds(%a: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{scans dimension 2, which is out of bounds of input 0 of type 'tensor<2x3xf32>'}}
  %0:2 = chlo.scan(%a) inits (%i) dimension=2 {
  ^bb0(%b: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %b, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c2(%a: tensor<2x3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects body argument 1 to be of type 'tensor<3xi32>', got 'tensor<3xf32>'}}
  %0:2 = chlo.scan(%a) inits (%i) dimension=0 {
  ^bb0(%b: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %b, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<2x3xf32>, tensor<3xi32>)
  return
}

// -----

func.func @scan_c2_count(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{has 1 operands, but its body has 2 arguments}}
  %0 = chlo.scan(%a) inits () dimension=0 {
  ^bb0(%b: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %b : tensor<3xf32>
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scan_c3(%a: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+2 {{are incompatible with return type(s) of operation}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:2 = chlo.scan(%a) inits (%i) dimension=0 {
  ^bb0(%b: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %b, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)
  return
}
