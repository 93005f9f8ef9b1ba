// RUN: weft-opt --chlo-expand %s -split-input-file -verify-diagnostics

func.func @unranked(%a: tensor<*xf32>) {
  // expected-error @+1 {{'chlo.erf' op cannot be expanded for tensors of unknown rank}}
  %0 = chlo.erf %a : tensor<*xf32> -> tensor<*xf32>
  return
}

// -----

func.func @shapes(%a: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op operands do not broadcast to a common shape: 'tensor<3xf32>', 'tensor<4xf32>'}}
  %0 = chlo.broadcast_add %a, %b : (tensor<3xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @dimensions(%a: tensor<1x4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{with broadcast_dimensions = [2]}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @complex_bessel(%a: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'chlo.bessel_i1e' op is not defined on complex numbers}}
  %0 = chlo.bessel_i1e %a : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_top_k(%a: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'chlo.top_k' op is not defined on complex numbers}}
  %0:2 = chlo.top_k(%a, k = 1) : tensor<2xcomplex<f32>> -> (tensor<1xcomplex<f32>>, tensor<1xi32>)
  return
}

// -----

func.func @six_bits(%a: tensor<2xf6E2M3FN>) {
  // expected-error @+1 {{'chlo.next_after' op cannot be expanded for elements of 6 bits, which no integer type has}}
  %0 = chlo.next_after %a, %a : tensor<2xf6E2M3FN>, tensor<2xf6E2M3FN> -> tensor<2xf6E2M3FN>
  return
}

// -----

func.func @unknown_groups(%a: tensor<11x5xf32>, %b: tensor<?x5x7xf32>, %g: tensor<?xi64>) {
  // expected-error @+1 {{'chlo.ragged_dot' op can be expanded only for a known number of groups}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<?x5x7xf32>, tensor<?xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @dynamic_scan(%a: tensor<?xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'chlo.scan' op can be expanded only for static shapes}}
  %0:2 = chlo.scan(%a) inits (%i) dimension=0 {
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    stablehlo.return %b, %c : tensor<f32>, tensor<f32>
  } : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  return
}
