// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid, and what the next ones vary.
func.func @select_and_scatter(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

// Valid: strides of one and no padding.
func.func @select_and_scatter_defaults(%operand: tensor<4x4xf32>, %source: tensor<3x3xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c1(%operand: tensor<4x4xf32>, %source: tensor<2x2xf64>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C1) the same element type for operand and source, got 'f32' and 'f64'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf64>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c2(%operand: tensor<4x4xf32>, %source: tensor<3x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C2) the same shape for the windows and source, got 'tensor<2x2xf32>' and 'tensor<3x2xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c2_empty(%operand: tensor<4x4xf32>, %source: tensor<1x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C2) the same shape for the windows and source, got 'tensor<0x2xf32>' and 'tensor<1x2xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<[[-3, 0], [0, 0]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c2_negative(%operand: tensor<4x4xf32>, %source: tensor<1x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C2) the same shape for the windows and source, got 'tensor<0x2xf32>' and 'tensor<1x2xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<[[-9, 0], [0, 0]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c2_overflow(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C2) a number of windows that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<9223372036854775807> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c2_bounds(%operand: tensor<?x4xf32, #stablehlo.bounds<4, ?>>, %source: tensor<3x2xf32>, %init: tensor<f32>) -> tensor<?x4xf32, #stablehlo.bounds<4, ?>> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C2) the same shape for the windows and source, got 'tensor<?x2xf32, #stablehlo.bounds<2, ?>>' and 'tensor<3x2xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<?x4xf32, #stablehlo.bounds<4, ?>>, tensor<3x2xf32>, tensor<f32>) -> tensor<?x4xf32, #stablehlo.bounds<4, ?>>
  func.return %0 : tensor<?x4xf32, #stablehlo.bounds<4, ?>>
}

// -----

func.func @select_and_scatter_c3(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f64>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C3) the same element type for init_value and operand, got 'f64' and 'f32'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f64>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c4(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C4) one entry of window_dimensions per dimension of operand, which is 2, got 1}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c5(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C5) window_dimensions of at least 1, got [2, 0]}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 0>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c6(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C6) one entry of window_strides per dimension of operand, which is 2, got 3}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c7(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C7) window_strides of at least 1, got [2, -1]}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, -1>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c8(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C8) padding of shape [2, 2], got [2, 3]}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x3xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c8_rank(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C8) padding of shape [2, 2], got [4]}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<4xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c9_arguments(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C9) select with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>')}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>):
    %1 = stablehlo.is_finite %x : (tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c9_results(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C9) select that returns ('tensor<i1>'), got ('tensor<f32>')}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c10_arguments(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C10) scatter with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>')}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c10_results(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C10) scatter that returns 1 scalars, got 2}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c10_narrow(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C10) scatter on elements that hold those of the input, 'f32', got 'f16'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    stablehlo.return %x : tensor<f16>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_c11(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C12) a result of type 'tensor<4x4xf32>', got 'tensor<4x5xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  func.return %0 : tensor<4x5xf32>
}

// -----

func.func @select_and_scatter_c12(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (C12) a result of type 'tensor<4x4xf64>', got 'tensor<4x4xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    stablehlo.return %x : tensor<f64>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}

// -----

func.func @select_and_scatter_i3(%operand: tensor<4x4xf32>, %source: tensor<2x2xf32>, %init: tensor<1xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op requires (I3) init_value of rank 0, got 'tensor<1xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<1xf32>) -> tensor<4x4xf32>
  func.return %0 : tensor<4x4xf32>
}
