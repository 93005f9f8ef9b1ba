// RUN: weft-opt --build-plan %s -verify-diagnostics -split-input-file

// expected-error@+1 {{argument 0 has type 'tensor<?xf32>', but a plan needs tensors of static shape}}
func.func @dynamic_argument(%x: tensor<?xf32>) {
  return
}

// -----

func.func @dynamic_result(%x: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' gives a 'tensor<?xf32>', but a plan needs tensors of static shape}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @recursion(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{function '@again' calls itself, which a program cannot do}}
  %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @not_expanded(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'chlo.erf' cannot be part of a plan: it should have become StableHLO operations before}}
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{argument 0 of type 'tensor<4xf32>' is to share storage with result 0, which has another size}}
func.func @donation(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @no_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{function '@absent' has no body}}
  %0 = call @absent(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @absent(tensor<4xf32>) -> tensor<4xf32>

// -----

// expected-error@+1 {{argument 0 of type 'tensor<2x2xf32>' cannot have layout "{0,0}"}}
func.func @layout(%x: tensor<2x2xf32> {mhlo.layout_mode = "{0,0}"}) {
  return
}
