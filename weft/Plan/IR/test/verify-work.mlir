// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken rule per program, named by operation and label.

// expected-error@+1 {{'plan.program' op argument 0 has type 'tensor<?xf32>', but must be a tensor of static shape}}
plan.program built @program_p1_argument(%x: tensor<?xf32>) {
  plan.return
}

// -----

plan.program built @kernel_p1_static() {
  // expected-error@+1 {{result #0 must be variadic of tensor of static shape, but got 'tensor<?xf32>'}}
  %0 = "plan.kernel"() <{name = "x"}> ({
    plan.yield
  }) : () -> tensor<?xf32>
  plan.return
}

// -----

plan.program built @kernel_p1_arguments(%x: tensor<4xf32>) {
  // expected-error@+1 {{block arguments ('tensor<2xf32>') must have the types of the operands ('tensor<4xf32>')}}
  %0 = "plan.kernel"(%x) <{name = "x"}> ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.negate %a : tensor<2xf32>
    plan.yield %1 : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  plan.return
}

// -----

plan.program built @kernel_p1_yield(%x: tensor<4xf32>) {
  // expected-error@+1 {{yields ('tensor<4xf32>'), but has results ('tensor<2xf32>')}}
  %0 = plan.kernel @negate_0 (%a = %x : tensor<4xf32>) -> tensor<2xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @kernel_p1_unused(%x: tensor<4xf32>) {
  // expected-error@+1 {{operand 1 is not used}}
  %0 = plan.kernel @negate_0 (%a = %x : tensor<4xf32>, %b = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @kernel_p2_no_results(%x: tensor<4xf32>) {
  // expected-error@+1 {{has no results}}
  plan.kernel @nothing_0 () {
    plan.yield
  }
  plan.return
}

// -----

plan.program built @kernel_p2_effect(%x: tensor<4xf32>) {
  // expected-error@+1 {{cannot contain 'stablehlo.custom_call': a kernel computes, and has no effects}}
  %0 = plan.kernel @call_0 (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@+1 {{it is here}}
    %1 = stablehlo.custom_call @foo(%a) : (tensor<4xf32>) -> tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @kernel_p2_collective(%x: tensor<4xf32>) {
  // expected-error@+1 {{cannot contain 'stablehlo.optimization_barrier'}}
  %0 = plan.kernel @barrier_0 (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@+1 {{it is here}}
    %1 = stablehlo.optimization_barrier %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @kernel_p2_control_flow(%x: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{contains 'stablehlo.while', which needs the hero 'loop'}}
  %0 = plan.kernel @loop_0 (%a = %x : tensor<4xf32>, %c = %p : tensor<i1>) -> tensor<4xf32> {
    %1 = stablehlo.while(%s = %a) : tensor<4xf32>
    cond {
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return %s : tensor<4xf32>
    }
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @kernel_p2_hero(%x: tensor<4xf32>) {
  // expected-error@+1 {{has no operation that is the hero 'dot'}}
  %0 = plan.kernel @negate_0 <dot> (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program fused @kernel_p3_results(%x: tensor<f32>) {
  // expected-error@+1 {{is fused and has 18 operands and results, 17 of them results; the limits are 64 and 16}}
  %0:17 = plan.kernel @negate_0 {plan.record = "rule-applied"} (%a = %x : tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
    %1 = stablehlo.negate %a : tensor<f32>
    %2 = stablehlo.negate %1 : tensor<f32>
    plan.yield %1, %2, %1, %2, %1, %2, %1, %2, %1, %2, %1, %2, %1, %2, %1, %2, %1 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  plan.return
}

// -----

plan.program tiled @kernel_p6_bytes(%x: tensor<4xf32>) {
  // expected-error@+1 {{inplace #plan.alias<0, 0> pairs 4 bytes with 16}}
  %0 = plan.kernel @convert_0 {inplace = [#plan.alias<0, 0>], plan.record = "rule-applied"} (%a = %x : tensor<4xf32>) -> tensor<4xi8> {
    %1 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi8>
    plan.yield %1 : tensor<4xi8>
  }
  plan.return
}

// -----

plan.program tiled @kernel_p6_twice(%x: tensor<4xf32>) {
  // expected-error@+1 {{inplace #plan.alias<0, 1> overwrites a value that is an operand more than once}}
  %0 = plan.kernel @add_0 {inplace = [#plan.alias<0, 1>], plan.record = "rule-applied"} (%a = %x : tensor<4xf32>, %b = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.add %a, %b : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program tiled @kernel_p6_range(%x: tensor<4xf32>) {
  // expected-error@+1 {{inplace #plan.alias<0, 3> does not name a result and an operand}}
  %0 = plan.kernel @add_0 {inplace = [#plan.alias<0, 3>], plan.record = "rule-applied"} (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.add %a, %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @view_p7_outside(%x: tensor<4xf32>) {
  // expected-error@+1 {{its 8 bytes from offset 12 on are not inside the source's 16}}
  %0 = plan.view %x {offset = 12 : i64} : tensor<4xf32> -> tensor<2xf32>
  plan.return
}

// -----

plan.program built @view_p7_layout(%x: tensor<2x2xf32, #plan.layout<[0, 1]>>) {
  // expected-error@+1 {{is of row-major tensors}}
  %0 = plan.view %x : tensor<2x2xf32, #plan.layout<[0, 1]>> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @view_p7_stride(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{with an index needs a positive stride, but has 0}}
  %0 = plan.view %x[%i : tensor<i32>] : tensor<4xf32> -> tensor<2xf32>
  plan.return
}

// -----

plan.program fused @kernel_p11(%x: tensor<4xf32>) {
  // expected-error@+1 {{has no 'plan.record', which says why it is so}}
  %0 = plan.kernel @negate_0 (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program fused @copy_p11(%x: tensor<4xf32>) {
  // expected-error@+1 {{has no 'plan.record', which says why it is so}}
  %0 = plan.copy <boundary> %x : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @record_p11(%x: tensor<4xf32>) {
  // expected-error@+1 {{'plan.record' must be the code of a reason, but is "because"}}
  %0 = plan.copy <boundary> %x {plan.record = "because"} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @copy_types(%x: tensor<4xf32>) {
  // expected-error@+1 {{source and result may differ only in their layout}}
  %0 = plan.copy <boundary> %x : tensor<4xf32> -> tensor<2x2xf32>
  plan.return
}

// -----

plan.program built @ffi_call(%x: tensor<4xf32>) {
  // expected-error@+1 {{must hold exactly one custom call}}
  %0 = plan.ffi (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @start_contents(%x: tensor<4xf32>) {
  // expected-error@+1 {{must hold exactly one copy, collective, ffi or callback}}
  %0 = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
    plan.yield %a : tensor<4xf32>
  }
  %1 = plan.done %0 : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
  plan.return
}

// -----

// expected-error@+1 {{layout [0, 0] is not a permutation of 2 dimensions}}
plan.program built @layout(%x: tensor<2x2xf32, #plan.layout<[0, 0]>>) {
  plan.return
}

// -----

// expected-error@+1 {{argument 0 is donated to result 1, the program has 0}}
plan.program built @donate(%x: tensor<4xf32> {plan.donate = #plan.donate<must 1>}) {
  plan.return
}

// -----

plan.program built @places(%x: tensor<4xf32>) {
  // expected-error@+1 {{'plan.place' must have one place for each of the 1 results}}
  %0 = plan.copy <boundary> %x {plan.place = []} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @workspace_of_no_kernel(%x: tensor<4xf32>) {
  // expected-error@+1 {{'plan.workspace' must be a place in the temp arena for the workspace of a kernel}}
  %0 = plan.copy <boundary> %x {plan.workspace = #plan.place<temp, 0, 16>} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @workspace_of_other_size(%x: tensor<4xf32>) {
  // expected-error@+1 {{'plan.workspace' must be a place in the temp arena for the workspace of a kernel}}
  %0 = plan.kernel @negate_0 {workspace = 64 : i64, plan.workspace = #plan.place<temp, 0, 16>} (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @place_of_nothing(%x: tensor<4xf32>) {
  // expected-error@+1 {{a value of type 'tensor<4xf32>' cannot have place #plan.place<none>}}
  %0 = plan.copy <boundary> %x {plan.place = [#plan.place<none>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}
