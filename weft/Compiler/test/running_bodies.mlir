// A window that is all there is up to each place, by a function of its own, is a
// loop over places: here a composition of affine maps, with the first element
// last, and a log-sum-exp.
// RUN: weft-run --check-passes %s --function=main
// RUN: weft-opt %s --expand-operations | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-NOT: reduce_window
// CHECK: stablehlo.while
// CHECK-NOT: reduce_window
// CHECK: stablehlo.while
// CHECK-NOT: reduce_window
// CHECK: return
func.func @main(%a: tensor<3x40xf32>, %b: tensor<3x40xf32>, %x: tensor<3x40xf32>) -> (tensor<3x40xf32>, tensor<3x40xf32>, tensor<3x40xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %composed:2 = "stablehlo.reduce_window"(%a, %b, %one, %zero) <{padding = dense<[[0, 0], [0, 39]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 40>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %factor = stablehlo.multiply %p, %r : tensor<f32>
    %moved = stablehlo.multiply %r, %q : tensor<f32>
    %offset = stablehlo.add %moved, %s : tensor<f32>
    stablehlo.return %factor, %offset : tensor<f32>, tensor<f32>
  }) : (tensor<3x40xf32>, tensor<3x40xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x40xf32>, tensor<3x40xf32>)
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %sums = "stablehlo.reduce_window"(%x, %none) <{padding = dense<[[0, 0], [39, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 40>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %most = stablehlo.maximum %p, %q : tensor<f32>
    %apart = stablehlo.subtract %p, %q : tensor<f32>
    %odd = stablehlo.compare NE, %apart, %apart : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = stablehlo.add %p, %q : tensor<f32>
    %distance = stablehlo.abs %apart : tensor<f32>
    %less = stablehlo.negate %distance : tensor<f32>
    %ratio = stablehlo.exponential %less : tensor<f32>
    %more = stablehlo.log_plus_one %ratio : tensor<f32>
    %sum = stablehlo.add %most, %more : tensor<f32>
    %either = stablehlo.select %odd, %both, %sum : tensor<i1>, tensor<f32>
    stablehlo.return %either : tensor<f32>
  }) : (tensor<3x40xf32>, tensor<f32>) -> tensor<3x40xf32>
  return %composed#0, %composed#1, %sums : tensor<3x40xf32>, tensor<3x40xf32>, tensor<3x40xf32>
}

// What comes before the first element counts here: it stays a window.
// CHECK-LABEL: func.func @counts(
// CHECK: reduce_window
func.func @counts(%x: tensor<40xi32>) -> tensor<40xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %sums = "stablehlo.reduce_window"(%x, %one) <{padding = dense<[[39, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 40>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %double = stablehlo.add %p, %p : tensor<i32>
    %sum = stablehlo.add %double, %q : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<40xi32>, tensor<i32>) -> tensor<40xi32>
  return %sums : tensor<40xi32>
}
