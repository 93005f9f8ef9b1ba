// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// The text forms of branches, loops, calls and asynchronous execution.

// CHECK-LABEL: func @if
func.func @if(%pred: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: "stablehlo.if"(%arg0) ({
  // CHECK-NEXT:   %[[NEG:.*]] = stablehlo.negate %arg1 : tensor<4xf32>
  // CHECK-NEXT:   stablehlo.return %[[NEG]] : tensor<4xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT:   stablehlo.return %arg1 : tensor<4xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<4xf32>
  %0 = "stablehlo.if"(%pred) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @case
func.func @case(%index: tensor<i32>, %x: tensor<4xf32>, %token: !stablehlo.token) {
  // CHECK-NEXT: %0:2 = "stablehlo.case"(%arg0) ({
  // CHECK-NEXT:   stablehlo.return %arg1, %arg2 : tensor<4xf32>, !stablehlo.token
  // CHECK-NEXT: }, {
  // CHECK-NEXT:   stablehlo.return %arg1, %arg2 : tensor<4xf32>, !stablehlo.token
  // CHECK-NEXT: }) : (tensor<i32>) -> (tensor<4xf32>, !stablehlo.token)
  %0:2 = "stablehlo.case"(%index) ({
    stablehlo.return %x, %token : tensor<4xf32>, !stablehlo.token
  }, {
    stablehlo.return %x, %token : tensor<4xf32>, !stablehlo.token
  }) : (tensor<i32>) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK-NEXT: "stablehlo.case"(%arg0) ({
  // CHECK-NEXT:   stablehlo.return
  // CHECK-NEXT: }) : (tensor<i32>) -> ()
  "stablehlo.case"(%index) ({
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}

// CHECK-LABEL: func @while
func.func @while(%i: tensor<i64>, %x: tensor<4xf32>, %limit: tensor<i64>) {
  // CHECK: %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i64>, tensor<4xf32>
  // CHECK-NEXT: cond {
  // CHECK-NEXT:   %[[LESS:.*]] = stablehlo.compare LT, %iterArg, %arg2 : (tensor<i64>, tensor<i64>) -> tensor<i1>
  // CHECK-NEXT:   stablehlo.return %[[LESS]] : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   %[[NEXT:.*]] = stablehlo.add %iterArg, %iterArg : tensor<i64>
  // CHECK-NEXT:   %[[NEGATED:.*]] = stablehlo.negate %iterArg_0 : tensor<4xf32>
  // CHECK-NEXT:   stablehlo.return %[[NEXT]], %[[NEGATED]] : tensor<i64>, tensor<4xf32>
  // CHECK-NEXT: }
  %0:2 = stablehlo.while(%a = %i, %b = %x) : tensor<i64>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %a, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %a : tensor<i64>
    %2 = stablehlo.negate %b : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<i64>, tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func @while_attributes
func.func @while_attributes(%again: tensor<i1>) {
  // CHECK: stablehlo.while(%iterArg = %arg0) : tensor<i1> attributes {note = "kept"}
  // CHECK-NEXT: cond {
  %0 = "stablehlo.while"(%again) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }) {note = "kept"} : (tensor<i1>) -> tensor<i1>
  // CHECK: stablehlo.while()
  // CHECK-NEXT: cond {
  // CHECK-NEXT:   stablehlo.return %arg0 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   stablehlo.return
  // CHECK-NEXT: }
  stablehlo.while()
  cond {
    stablehlo.return %again : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

func.func private @decomposition(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @composite
func.func @composite(%a: tensor<f32>) {
  // CHECK-NEXT: stablehlo.composite "weft.sum" %arg0, %arg0 {decomposition = @decomposition} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = stablehlo.composite "weft.sum" %a, %a {decomposition = @decomposition} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: stablehlo.composite "weft.sum" %arg0, %arg0 {composite_attributes = {wide = true}, decomposition = @decomposition, version = 2 : i32} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.composite"(%a, %a) {name = "weft.sum", composite_attributes = {wide = true}, decomposition = @decomposition, version = 2 : i32} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: stablehlo.composite "weft.sum" %arg0, %arg0 ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>):
  // CHECK-NEXT:   stablehlo.return %arg1 : tensor<f32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: ^bb0(%arg1: tensor<i32>):
  // CHECK-NEXT:   stablehlo.return %arg1 : tensor<i32>
  // CHECK-NEXT: }) {decomposition = @decomposition} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.composite "weft.sum" %a, %a ({
  ^bb0(%b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }, {
  ^bb0(%b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {decomposition = @decomposition} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func @custom_call
func.func @custom_call(%a: tensor<2x3xf32>, %m: memref<4xf64>) {
  // CHECK-NEXT: stablehlo.custom_call @target(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "target", has_side_effect = false, api_version = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.custom_call @"not an identifier"() {backend_config = "text", has_side_effect = true} : () -> ()
  stablehlo.custom_call @"not an identifier"() {backend_config = "text", has_side_effect = true} : () -> ()
  // CHECK-NEXT: stablehlo.custom_call @target(%arg0) {api_version = 4 : i32, backend_config = {number = 42 : i32}, called_computations = [@decomposition]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.custom_call @target(%a) {backend_config = {number = 42 : i32}, api_version = 4 : i32, called_computations = [@decomposition]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.custom_call @target(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], result_tilings = {{\[\[}}dense<[8, 128]> : tensor<2xindex>]]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.custom_call @target(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], result_tilings = [[dense<[8, 128]> : tensor<2xindex>]]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.custom_call @Unpin(%arg1) {api_version = 4 : i32} : (memref<4xf64>) -> tensor<4xf64>
  %3 = stablehlo.custom_call @Unpin(%m) {api_version = 4 : i32} : (memref<4xf64>) -> tensor<4xf64>
  // CHECK-NEXT: stablehlo.custom_call @tuples(%arg0) {mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tuple<tensor<f32>, tensor<*xf32>>
  %4 = stablehlo.custom_call @tuples(%a) {mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tuple<tensor<f32>, tensor<*xf32>>
  return
}

// CHECK-LABEL: func @async
func.func @async(%a: tensor<4x4xf32>) -> tensor<4x2xf32> {
  // CHECK-NEXT: %0 = "stablehlo.async_start"(%arg0) ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<4x4xf32>):
  // CHECK-NEXT:   %[[SLICE:.*]] = stablehlo.slice %arg1 [0:4, 0:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT:   stablehlo.return %[[SLICE]] : tensor<4x2xf32>
  // CHECK-NEXT: }) : (tensor<4x4xf32>) -> !stablehlo.future<tensor<4x2xf32>>
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%b: tensor<4x4xf32>):
    %2 = stablehlo.slice %b [0:4, 0:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    stablehlo.return %2 : tensor<4x2xf32>
  }) : (tensor<4x4xf32>) -> !stablehlo.future<tensor<4x2xf32>>
  // CHECK-NEXT: "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x2xf32>>) -> tensor<4x2xf32>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x2xf32>>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
