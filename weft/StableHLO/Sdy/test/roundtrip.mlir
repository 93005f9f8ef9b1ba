// RUN: weft-opt %s | FileCheck %s --strict-whitespace
// RUN: weft-opt %s | weft-opt | FileCheck %s --strict-whitespace
// RUN: weft-opt --mlir-print-op-generic %s | weft-opt | FileCheck %s --strict-whitespace

// CHECK: sdy.mesh @empty = <[]>{{$}}
sdy.mesh @empty = <[]>
// CHECK: sdy.mesh @maximal = <[], device_ids=[3]>{{$}}
sdy.mesh @maximal = <[], device_ids=[3]>
// CHECK: sdy.mesh @mesh = <["x"=4, "y"=2]>{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: sdy.mesh @swapped = <["x"=2], device_ids=[1, 0]>{{$}}
sdy.mesh @swapped = <["x"=2], device_ids=[1, 0]>
// The counting order is not worth saying.
// CHECK: sdy.mesh @counted = <["x"=2, "y"=2]>{{$}}
sdy.mesh @counted = <["x"=2, "y"=2], device_ids=[0, 1, 2, 3]>
// CHECK: sdy.mesh @one = <["x"=1]>{{$}}
sdy.mesh @one = <["x"=1], device_ids=[0]>

// CHECK: func.func @argument(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0, {"y", ?}p1]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}]>})
func.func @argument(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0, {"y", ?}p1]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}]>}) {
  return %a : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @shardings
func.func @shardings(%a: tensor<8x8xf32>, %s: tensor<f32>) {
  // CHECK-NEXT: = sdy.sharding_constraint %arg0 <@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>{{$}}
  %0 = sdy.sharding_constraint %a <@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.sharding_constraint %arg0 <@mesh, [{"x":(2)2, "x":(1)2}, {?}]> : tensor<8x8xf32>{{$}}
  %1 = sdy.sharding_constraint %a <@mesh, [{"x":(2)2, "x":(1)2}, {?}]> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg0 <@mesh, [{}, {}], replicated={"x", "y"}> : tensor<8x8xf32>{{$}}
  %2 = sdy.reshard %a <@mesh, [{}, {}], replicated={"x", "y"}> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg0 <@mesh, [{}, {}], replicated={"x"}, unreduced={"y"}> : tensor<8x8xf32>{{$}}
  %3 = sdy.reshard %a <@mesh, [{}, {}], unreduced={"y"}, replicated={"x"}> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced=max{"x":(1)2}> : tensor<8x8xf32>{{$}}
  %4 = sdy.reshard %a <@mesh, [{}, {}], unreduced=max{"x":(1)2}> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced=min{"x"}> : tensor<8x8xf32>{{$}}
  %5 = sdy.reshard %a <@mesh, [{}, {}], unreduced=min{"x"}> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>{{$}}
  %6 = sdy.reshard %a <@mesh, [{}, {}], unreduced=sum{"x"}> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg1 <@mesh, []> : tensor<f32>{{$}}
  %7 = sdy.reshard %s <@mesh, []> : tensor<f32>
  // CHECK-NEXT: = sdy.reshard %arg0 <@maximal, []> : tensor<8x8xf32>{{$}}
  %8 = sdy.reshard %a <@maximal, []> : tensor<8x8xf32>
  // CHECK-NEXT: = sdy.reshard %arg0 <mesh<["u"=2], device_ids=[1, 0]>, [{"u"}, {}]> : tensor<8x8xf32>{{$}}
  %9 = sdy.reshard %a <mesh<["u"=2], device_ids=[1, 0]>, [{"u"}, {}]> : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func.func @groups_and_barriers
func.func @groups_and_barriers(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: sdy.sharding_group %arg0 group_id=21 : tensor<8x8xf32>{{$}}
  sdy.sharding_group %a group_id=21 : tensor<8x8xf32>
  // CHECK-NEXT: %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8x8xf32>{{$}}
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8x8xf32>
  // CHECK-NEXT: %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8x8xf32>{{$}}
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @bodies
func.func @bodies(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
  // CHECK-NEXT:   sdy.return %arg1 : tensor<2x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%b: tensor<2x8xf32>) {
    sdy.return %b : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT:   sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  // CHECK-NEXT: %1 = sdy.named_computation<"f">(%0) (%arg1: tensor<8x8xf32>) {
  // CHECK-NEXT:   sdy.return %arg1 : tensor<8x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.named_computation<"f">(%0) (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: %2 = sdy.named_computation<"g">(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] (%arg1: tensor<8x8xf32>) {
  %2 = sdy.named_computation<"g">(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @rules
func.func @rules(%a: tensor<2x4xf32>, %b: tensor<2x3x5x7xf32>, %s: tensor<f32>) {
  // CHECK-NEXT: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=2, j=4}>}
  %0 = stablehlo.reshape %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=2, j=4}>} : (tensor<2x4xf32>) -> tensor<8xf32>
  // CHECK-NEXT: {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>}
  %1 = stablehlo.multiply %s, %s {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
  // CHECK-NEXT: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, k, l]) {i=2, j=3, k=5, l=7} reduction={j} need_replication={i, l} permutation={k} blocked_propagation={l}, custom>}
  %2 = stablehlo.custom_call @f(%b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, k, l]) {i=2, j=3, k=5, l=7} reduction={j} need_replication={i, l} permutation={k} blocked_propagation={l}, custom>} : (tensor<2x3x5x7xf32>) -> tensor<2x11x7xf32>
  return
}

// Beyond the letters: z_1, z_2, ...
// CHECK-LABEL: func.func @many_factors
// CHECK: ([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1, z_2]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2}>
func.func @many_factors(%a: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) {
  %0 = stablehlo.reshape %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1, z_2]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2}>} : (tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x4x2xf32>
  return
}

// CHECK-LABEL: func.func @shardings_of_results
func.func @shardings_of_results(%a: tensor<8x8xf32>) {
  // CHECK-NEXT: stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  // CHECK-NEXT: has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal, []>]>
  stablehlo.custom_call @f(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal, []>]>} : (tensor<8x8xf32>) -> ()
  // CHECK-NEXT: -> tuple<tensor<8x8xf32>>
  %1 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tuple<tensor<8x8xf32>>
  return
}

// Attributes of collectives stand alone nowhere but in discardable attributes.
// CHECK-LABEL: func.func private @collective_attributes
// CHECK-SAME: axes = #sdy<axis_ref_list{"x", "y":(1)2}>
// CHECK-SAME: lists = #sdy<list_of_axis_ref_lists[{"x"}, {}]>
// CHECK-SAME: moves = #sdy<all_to_all_param_list[{"x"}: 0->2, {"y"}: 1->3]>
func.func private @collective_attributes() attributes {
  axes = #sdy<axis_ref_list{"x", "y":(1)2}>,
  lists = #sdy<list_of_axis_ref_lists[{"x"}, {}]>,
  moves = #sdy<all_to_all_param_list[{"x"}: 0->2, {"y"}: 1->3]>
}
