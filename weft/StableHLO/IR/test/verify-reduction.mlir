// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @reduce_valid(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// Valid.
func.func @reduce_promoted(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf64>
  func.return
}

// -----

// Valid.
func.func @reduce_dynamic(%x: tensor<?x3xf32>, %y: tensor<4x?xi32>, %i: tensor<f32>, %j: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %j) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<i32>):
      stablehlo.return %a0, %a1 : tensor<f32>, tensor<i32>
  }) : (tensor<?x3xf32>, tensor<4x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<?xi32>)
  func.return
}

// -----

// Valid.
func.func @reduce_bounded(%x: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  func.return
}

// -----

func.func @reduce_i2(%x: tensor<4x3xf32>, %i: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (I2) init_values of rank 0, got 'tensor<1xf32>'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c1(%x: tensor<4x3xf32>, %y: tensor<4x5xf32>, %i: tensor<f32>, %j: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C1) inputs of one shape, got 'tensor<4x3xf32>' and 'tensor<4x5xf32>'}}
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %j) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
      stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @reduce_c2(%x: tensor<4x3xf32>, %i: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C2) the same element type for inputs and init_values, got 'f32' and 'f64'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<4x3xf32>, tensor<f64>) -> tensor<4xf64>
  func.return
}

// -----

func.func @reduce_c3(%x: tensor<4x3xf32>, %i: tensor<f32>, %j: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C3) one or more inputs and as many init_values, got 3 operands}}
  %0 = "stablehlo.reduce"(%x, %i, %j) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c3_none() {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C3) one or more inputs and as many init_values, got 0 operands}}
  "stablehlo.reduce"() <{dimensions = array<i64: 1>}> ({
  ^bb0():
      stablehlo.return 
  }) : () -> ()
  func.return
}

// -----

func.func @reduce_c4(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C4) all of dimensions in [0, 2), got [2]}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c4_negative(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C4) all of dimensions in [0, 2), got [-1]}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: -1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c5(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C5) dimensions without repetition, got [1, 1]}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c6_arguments(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>')}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c6_none(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body that returns 1 scalars, got 0}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return 
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c6_many(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body that returns 1 scalars, got 2}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c6_types(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>', 'tensor<i32>')}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// The older form that folds rows is read.
func.func @reduce_of_rows(%x: tensor<4x4xf32>, %i: tensor<4xf32>) {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a0: tensor<4xf32>, %a1: tensor<4xf32>):
      stablehlo.return %a0 : tensor<4xf32>
  }) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c6_rank(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body that returns tensors of rank 0, got 'tensor<4xf32>'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<4xf32>, %a1: tensor<4xf32>):
      stablehlo.return %a0 : tensor<4xf32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @reduce_c6_narrow(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body on elements that hold those of the input, 'f32', got 'f16'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f16>, %a1: tensor<f16>):
      stablehlo.return %a0 : tensor<f16>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf16>
  func.return
}

// -----

func.func @reduce_c6_kind(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C6) body on elements that hold those of the input, 'f32', got 'i64'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<i64>, %a1: tensor<i64>):
      stablehlo.return %a0 : tensor<i64>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xi64>
  func.return
}

// -----

func.func @reduce_c7(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C7-C8) a result of type 'tensor<4xf32>', got 'tensor<3xf32>'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @reduce_c7_count(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C7-C8) 1 results, got 2}}
  %0:2 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @reduce_c8(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires (C7-C8) a result of type 'tensor<4xf32>', got 'tensor<4xf64>'}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf64>
  func.return
}

// -----

// Valid.
func.func @reduce_window_valid(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// Valid.
func.func @reduce_window_empty_lists(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64>, base_dilations = array<i64>, window_dilations = array<i64>, padding = dense<> : tensor<0x2xi64>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// Valid.
func.func @reduce_window_promoted(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf64>
  func.return
}

// -----

// Valid.
func.func @reduce_window_bounded(%x: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<?x3xf32, #stablehlo.bounds<3, ?>>
  func.return
}

// -----

func.func @reduce_window_c1() {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C1) one or more inputs and as many init_values, got 0 operands}}
  "stablehlo.reduce_window"() <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0():
      stablehlo.return 
  }) : () -> ()
  func.return
}

// -----

func.func @reduce_window_c2(%x: tensor<4x3xf32>, %y: tensor<4x5xf32>, %i: tensor<f32>, %j: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C2) inputs of one shape, got 'tensor<4x3xf32>' and 'tensor<4x5xf32>'}}
  %0:2 = "stablehlo.reduce_window"(%x, %y, %i, %j) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
      stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  func.return
}

// -----

func.func @reduce_window_c3(%x: tensor<4x3xf32>, %i: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C3) the same element type for inputs and init_values, got 'f32' and 'f64'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<4x3xf32>, tensor<f64>) -> tensor<3x3xf64>
  func.return
}

// -----

func.func @reduce_window_i2(%x: tensor<4x3xf32>, %i: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (I2) init_values of rank 0, got 'tensor<1xf32>'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<1xf32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c4(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C4) one entry of window_dimensions per dimension of the inputs, which is 2, got 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c5(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C5) window_dimensions of at least 1, got [2, 0]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 0>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c6(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C6) one entry of window_strides per dimension of the inputs, which is 2, got 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c7(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C7) window_strides of at least 1, got [1, 0]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 0>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c8(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C8) one entry of base_dilations per dimension of the inputs, which is 2, got 3}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, base_dilations = array<i64: 1, 1, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c9(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C9) base_dilations of at least 1, got [1, -1]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, base_dilations = array<i64: 1, -1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c10(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C10) one entry of window_dilations per dimension of the inputs, which is 2, got 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, window_dilations = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c11(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C11) window_dilations of at least 1, got [0, 1]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, window_dilations = array<i64: 0, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c12(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C12) padding of shape [2, 2], got [1, 2]}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>, padding = dense<0> : tensor<1x2xi64>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c13(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C13) body with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>', 'tensor<f32>', 'tensor<f32>')}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c13_narrow(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C13) body on elements that hold those of the input, 'f32', got 'f16'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f16>, %a1: tensor<f16>):
      stablehlo.return %a0 : tensor<f16>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf16>
  func.return
}

// -----

func.func @reduce_window_c15(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C14-C16) a result of type 'tensor<3x3xf32>', got 'tensor<4x3xf32>'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @reduce_window_c15_overflow(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C15) a number of windows that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 9223372036854775807, 1>, window_dilations = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @reduce_window_c16(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires (C14-C16) a result of type 'tensor<3x3xf32>', got 'tensor<3x3xf64>'}}
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x3xf64>
  func.return
}
