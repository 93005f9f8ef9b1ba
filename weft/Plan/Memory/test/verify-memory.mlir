// RUN: weft-opt --pass-pipeline='builtin.module(plan.program(verify-plan-memory))' %s -verify-diagnostics -split-input-file

// One broken rule per program, named by its label.

plan.program shared @p7_overwritten(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>}) -> tensor<4xf32> {
  // expected-note@+1 {{the value is made here}}
  %0 = plan.kernel @a {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%p = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %p : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  // expected-error@+1 {{P7: overwrites a value that is still to be read}}
  %2 = plan.kernel @b {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%p = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.exponential %p : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  %3 = plan.kernel @c {plan.record = "kernel-alone", plan.storage = array<i64: 2, 0>} (%p = %0 : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %p : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return %3 : tensor<4xf32>
}

// -----

// An operand may be overwritten only if the kernel says so.
plan.program shared @p7_not_in_place(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>}) -> tensor<4xf32> {
  // expected-note@+1 {{the value is made here}}
  %0 = plan.kernel @a {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%p = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %p : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  // expected-error@+1 {{P7: overwrites a value that is still to be read}}
  %2 = plan.kernel @b {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%p = %0 : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.reverse %p, dims = [0] : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return %2 : tensor<4xf32>
}

// -----

plan.program shared @p7_no_storage(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>}) -> tensor<4xf32> {
  // expected-error@+1 {{P7: has no 'plan.storage'}}
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary"} : tensor<4xf32> -> tensor<4xf32>
  plan.return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{P8: argument 0 must hold result 0, which lies elsewhere}}
plan.program shared @p8(%x: tensor<4xf32> {plan.donate = #plan.donate<must 0>, plan.storage = array<i64: 0, 0>}) -> tensor<4xf32> {
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>} : tensor<4xf32> -> tensor<4xf32>
  plan.return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{argument 0 P9: has no place}}
plan.program placed @p9_no_place(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>}) {
  plan.return
}

// -----

plan.program placed @p9_outside(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 64 : i64}} {
  // expected-error@+1 {{P9: place #plan.place<temp, 64, 16> is not inside its arena of 64 bytes}}
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 64, 16>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program placed @p9_workspace(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 128 : i64}} {
  // expected-note@+1 {{that value is here}}
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 64, 16>]} : tensor<4xf32> -> tensor<4xf32>
  // expected-error@+1 {{P9: workspace #plan.place<temp, 0, 80> shares bytes with a value that is alive}}
  %1 = plan.kernel @a {plan.record = "kernel-alone", plan.storage = array<i64: 2, 0>, plan.place = [#plan.place<temp, 80, 16>], workspace = 80 : i64, plan.workspace = #plan.place<temp, 0, 80>} (%p = %0 : tensor<4xf32>) -> tensor<4xf32> {
    %2 = stablehlo.negate %p : tensor<4xf32>
    plan.yield %2 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program placed @p9_workspace_outside(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 128 : i64}} {
  // expected-error@+1 {{P9: workspace #plan.place<temp, 64, 80> is not inside its arena of 128 bytes}}
  %0 = plan.kernel @a {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 0, 16>], workspace = 80 : i64, plan.workspace = #plan.place<temp, 64, 80>} (%p = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %p : tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program placed @p9_size(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 64 : i64}} {
  // expected-error@+1 {{P9: needs 16 bytes, its place is #plan.place<temp, 0, 8>}}
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 0, 8>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program placed @p9_aligned(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 64 : i64}} {
  // expected-error@+1 {{P9: place #plan.place<temp, 4, 16> is not a multiple of 16}}
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 4, 16>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program placed @p9_apart(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 64 : i64}} {
  // expected-note@+1 {{that value is here}}
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  // expected-error@+1 {{P9: shares bytes with a value of another storage class that is alive}}
  %1 = plan.copy <boundary> %0 {plan.record = "copy-boundary", plan.storage = array<i64: 2, 0>, plan.place = [#plan.place<temp, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

plan.program synchronised @p10(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 64 : i64}} {
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  %1 = plan.copy <boundary> %0 {plan.record = "copy-boundary", plan.storage = array<i64: 2, 0>, plan.place = [#plan.place<temp, 16, 16>]} : tensor<4xf32> -> tensor<4xf32>
  // expected-error@+1 {{P10: touches the bytes of the operation at position 0 and does not wait for it}}
  %2 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 3, 0>, plan.place = [#plan.place<temp, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}

// -----

// It waits for the reader of the bytes, which waits for their writer.
plan.program synchronised @p10_waits(%x: tensor<4xf32> {plan.storage = array<i64: 0, 0>, plan.place = #plan.place<argument 0, 0, 16>}) attributes {arenas = {temp = 64 : i64}} {
  %0 = plan.copy <boundary> %x {plan.record = "copy-boundary", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<temp, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  %1 = plan.copy <boundary> %0 {plan.record = "copy-boundary", plan.storage = array<i64: 2, 0>, plan.place = [#plan.place<temp, 16, 16>]} : tensor<4xf32> -> tensor<4xf32>
  %2 = plan.copy <boundary> %x {plan.after = array<i64: 1>, plan.record = "copy-boundary", plan.storage = array<i64: 3, 0>, plan.place = [#plan.place<temp, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  plan.return
}
