// What does not commute is reduced by blocks of threads as well: long rows by several, whose parts follow each other.

// RUN: weft explain %s --target=sm_90 --function=rows | FileCheck %s --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_90 --function=long | FileCheck %s --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_90 --function=columns | FileCheck %s --implicit-check-not=threads-alone
// RUN: weft explain %s --target=gfx942 --function=rows | FileCheck %s --implicit-check-not=threads-alone
// CHECK-DAG: combines its elements in their order
// CHECK-DAG: [blocks-chosen]

// Maps x -> a x + b, one behind the other.
func.func public @rows(%a: tensor<300x5000xf32>, %b: tensor<300x5000xf32>) -> (tensor<300xf32>, tensor<300xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [1] : (tensor<300x5000xf32>, tensor<300x5000xf32>, tensor<f32>, tensor<f32>) -> (tensor<300xf32>, tensor<300xf32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%v: tensor<f32>, %w: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.multiply %v, %y : tensor<f32>
    %r = stablehlo.add %q, %w : tensor<f32>
    stablehlo.return %p, %r : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<300xf32>, tensor<300xf32>
}
func.func public @long(%a: tensor<1000003xi32>, %b: tensor<1000003xi32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [0] : (tensor<1000003xi32>, tensor<1000003xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    reducer(%x: tensor<i32>, %y: tensor<i32>) (%v: tensor<i32>, %w: tensor<i32>) {
    %p = stablehlo.multiply %x, %y : tensor<i32>
    %q = stablehlo.multiply %v, %y : tensor<i32>
    %r = stablehlo.add %q, %w : tensor<i32>
    stablehlo.return %p, %r : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}
func.func public @columns(%a: tensor<5000x300xf32>, %b: tensor<5000x300xf32>) -> (tensor<300xf32>, tensor<300xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [0] : (tensor<5000x300xf32>, tensor<5000x300xf32>, tensor<f32>, tensor<f32>) -> (tensor<300xf32>, tensor<300xf32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%v: tensor<f32>, %w: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.multiply %v, %y : tensor<f32>
    %r = stablehlo.add %q, %w : tensor<f32>
    stablehlo.return %p, %r : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<300xf32>, tensor<300xf32>
}
