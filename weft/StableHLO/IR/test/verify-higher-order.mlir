// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

func.func @map_c1(%a: tensor<2xi32>, %b: tensor<3xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @map_c2() -> tensor<2xi32> {
  // expected-error@+1 {{expected 1 or more operands, but found 0}}
  %0 = "stablehlo.map"() <{dimensions = array<i64: 0>}> ({
    %1 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : () -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @map_c3(%a: tensor<2x3xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C3) dimensions to be all 2 of the inputs in order, got [1, 0]}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @map_c3_subset(%a: tensor<2x3xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C3) dimensions to be all 2 of the inputs in order, got [0]}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @map_c4_arguments(%a: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C4) computation with arguments ('tensor<i32>'), got ('tensor<i32>', 'tensor<i32>')}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @map_c4_argument_type(%a: tensor<2xi32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C4) computation with arguments ('tensor<i32>'), got ('tensor<f32>')}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2xi32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @map_c4_results(%a: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C4) computation that returns 1 scalars, got 0}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @map_c4_rank(%a: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C4) computation that returns tensors of rank 0, got 'tensor<2xi32>'}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<2xi32>):
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}

// -----

func.func @map_c4_result(%a: tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<4xi32> {
  // expected-error@+1 {{'stablehlo.map' op requires (C4) a result of type 'tensor<?xi32, #stablehlo.bounds<3>>', got 'tensor<4xi32>'}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @sort_c1() {
  // expected-error@+1 {{expected 1 or more operands, but found 0}}
  "stablehlo.sort"() <{dimension = 0 : i64}> ({
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : () -> ()
  func.return
}

// -----

func.func @sort_c2(%a: tensor<2xi32>) -> tensor<2xi64> {
  // expected-error@+1 {{'stablehlo.sort' op requires (C2) a result of type 'tensor<2xi32>', got 'tensor<2xi64>'}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi32>) -> tensor<2xi64>
  func.return %0 : tensor<2xi64>
}

// -----

func.func @sort_c3(%a: tensor<2xi32>, %b: tensor<3xi32>) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i32>, %w: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>, tensor<3xi32>)
  func.return
}

// -----

func.func @sort_c4(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires (C4) dimension in [-1, 1), got 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @sort_c4_negative(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires (C4) dimension in [-1, 1), got -2}}
  %0 = "stablehlo.sort"(%a) <{dimension = -2 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @sort_c5_arguments(%a: tensor<2xi32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires (C5) comparator with arguments ('tensor<i32>', 'tensor<i32>', 'tensor<f32>', 'tensor<f32>'), got ('tensor<i32>', 'tensor<i32>')}}
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>)
  func.return
}

// -----

func.func @sort_c5_no_arguments(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires (C5) comparator with arguments ('tensor<i32>', 'tensor<i32>'), got ()}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @sort_c5_results(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires (C5) comparator that returns ('tensor<i1>'), got ('tensor<i32>')}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @sort_c5_terminator(%a: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires (C5) comparator of one block that returns}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}
