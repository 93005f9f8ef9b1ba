// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s

func.func @double(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.add %x, %x : tensor<f32>
  return %y : tensor<f32>
}

func.func @feed() -> tensor<f32> {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  return %x : tensor<f32>
}

// CHECK-LABEL: func @main
func.func @main(%x: tensor<f32>) {
  // CHECK-NEXT: %0:2 = "interpreter.run_parallel"(%arg0, %arg0) <{infeed = [@feed], programs = {{\[\[}}@double], [@double]]}> : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %y:2 = "interpreter.run_parallel"(%x, %x) {
    infeed = [@feed],
    programs = [[@double], [@double]]
  } : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  // CHECK-NEXT: %1 = interpreter.probe %0#0, probe_id = "a" : tensor<f32>
  %z = interpreter.probe %y#0, probe_id = "a" : tensor<f32>
  // CHECK-NEXT: interpreter.print %1 : tensor<f32>
  interpreter.print %z : tensor<f32>
  return
}
