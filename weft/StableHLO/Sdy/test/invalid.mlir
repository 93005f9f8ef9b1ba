// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+2 {{size of mesh axis "x" must be at least 1, got 0}}
// expected-error @+1 {{failed to parse}}
sdy.mesh @mesh = <["x"=0]>

// -----

// expected-error @+1 {{device id must not be negative, got -1}}
sdy.mesh @mesh = <[], device_ids=[-1]>

// -----

// expected-error @+1 {{a mesh without axes has at most one device id, got 2}}
sdy.mesh @mesh = <[], device_ids=[0, 1]>

// -----

// expected-error @+1 {{duplicate mesh axis "x"}}
sdy.mesh @mesh = <["x"=2, "x"=2]>

// -----

// expected-error @+1 {{the axes make 4 devices, but 2 device ids are given}}
sdy.mesh @mesh = <["x"=4], device_ids=[1, 0]>

// -----

// expected-error @+1 {{device ids must be a permutation of 0 to 1}}
sdy.mesh @mesh = <["x"=2], device_ids=[1, 1]>

// -----

// expected-error @+1 {{the number of devices of the mesh does not fit 64 bits}}
sdy.mesh @mesh = <["x"=4294967296, "y"=4294967296]>

// -----

func.func @unknown_mesh(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.reshard' op result: there is no mesh @nowhere}}
  %0 = sdy.reshard %a <@nowhere, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @unknown_axis(%a: tensor<8xf32>) {
  // expected-error @+1 {{result: the mesh has no axis "y"}}
  %0 = sdy.reshard %a <@mesh, [{"y"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @wrong_rank(%a: tensor<8xf32>) {
  // expected-error @+1 {{result: the sharding has 2 dimensions, but the type is 'tensor<8xf32>'}}
  %0 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @axis_twice(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{axis "x" is used twice}}
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
func.func @overlapping_factors(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{axis "x" is used twice}}
  %0 = sdy.reshard %a <@mesh, [{"x":(1)4}, {"x":(2)4}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
func.func @mergeable_factors(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{adjacent factors of axis "x" must be written as one}}
  %0 = sdy.reshard %a <@mesh, [{"x":(1)2, "x":(2)2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>
func.func @no_factor(%a: tensor<8xf32>) {
  // expected-error @+1 {{axis "x" of size 8 has no proper factor (1)3}}
  %0 = sdy.reshard %a <@mesh, [{"x":(1)3}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @order_of_replicated(%a: tensor<8xf32>) {
  // expected-error @+1 {{replicated axes must be in the order of the mesh}}
  %0 = sdy.reshard %a <@mesh, [{}], replicated={"y", "x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @priority(%a: tensor<8xf32>) {
  // expected-error @+1 {{dimension 0: a priority must not be negative, and needs an axis or an open dimension}}
  %0 = sdy.reshard %a <@mesh, [{}p1]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @priority_text(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected a priority such as 'p0' or 'p12', got 'p01'}}
  %0 = sdy.reshard %a <@mesh, [{"x"}p01]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @device = <[], device_ids=[0]>
func.func @maximal_with_dimensions(%a: tensor<8xf32>) {
  // expected-error @+1 {{must have no dimensions and no axes}}
  %0 = sdy.reshard %a <@device, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @twice_named(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected 'replicated' or 'unreduced', each once}}
  %0 = sdy.reshard %a <@mesh, [{}], replicated={"x"}, replicated={"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{argument 0: 'sdy.sharding' must be a #sdy.sharding, got 1 : i32}}
func.func @argument(%a: tensor<8xf32> {sdy.sharding = 1 : i32}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @count(%a: tensor<8xf32>) {
  // expected-error @+1 {{has 1 results, but 2 shardings}}
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : tensor<8xf32>
  return
}

// -----

func.func @both(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.propagation_barrier' op blocks nothing with the direction BOTH}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_c2(%a: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands, but its body 0}}
  sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} () {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @manual_c3(%a: tensor<8xf32>) {
  // expected-error @+1 {{operand 0: manual axis "x" must come before the free axis "y" in dimension 0}}
  sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y", "x"}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=3]>
func.func @manual_c4(%a: tensor<8xf32>) {
  // expected-error @+1 {{operand 0: dimension 0 of size 8 is not divisible by its manual axes}}
  sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_c5(%a: tensor<8xf32>) {
  // expected-error @+1 {{operand 0: expected type 'tensor<4xf32>' in the body, got 'tensor<8xf32>'}}
  sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_c6(%a: tensor<8xf32>) {
  // expected-error @+1 {{the mesh has no axis "y" to be manual on}}
  sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x", "y"} (%b: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @other = <["x"=2, "y"=2]>
func.func @manual_c6_meshes(%a: tensor<8xf32>) {
  // expected-error @+1 {{all shardings must have the same mesh}}
  sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{"x"}]>, <@other, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<4xf32>, %c: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @manual_c7(%a: tensor<8xf32>) {
  // expected-note @+1 {{in this computation}}
  sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<4xf32>) {
    // expected-error @+1 {{axis "x" is already manual}}
    sdy.manual_computation(%b) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"x"} (%c: tensor<4xf32>) {
      sdy.return
    } : (tensor<4xf32>) -> ()
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @named(%a: tensor<8xf32>) {
  // expected-error @+1 {{types of body arguments must be those of the operands}}
  sdy.named_computation<"f">(%a) (%b: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @rule_order(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected the size of factor 0, got that of factor 1}}
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {j=8}>} : tensor<8xf32>
  return
}

// -----

func.func @rule_letter(%a: tensor<8xf32>) {
  // expected-error @+2 {{expected a factor ('i' to 'z', 'z_1', ...) at 'a'}}
  // expected-error @+1 {{failed to parse}}
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([a], [i])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

func.func @rule_count(%a: tensor<8xf32>) {
  // expected-error @+1 {{has 2 operands, but its sharding rule has 1}}
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

func.func @rule_unused(%a: tensor<8xf32>) {
  // expected-error @+1 {{factor 1 is in no operand and no result}}
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=8, j=2}>} : tensor<8xf32>
  return
}

// -----

func.func @rule_reduction_in_result(%a: tensor<8xf32>) {
  // expected-error @+1 {{reduction factor 0 is in a result}}
  %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=8} reduction={i}>} : tensor<8xf32>
  return
}
