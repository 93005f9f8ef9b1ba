// A number that a branch writes over is kept: the steps behind that look at a copy.
// RUN: weft-opt --pass-pipeline='builtin.module(plan.program(verify-plan-memory,guard-branches{machine=sm_90},place-values,verify-plan-memory))' %s | FileCheck %s

// CHECK-LABEL: plan.program placed @overwritten
// CHECK: %[[KEPT:.*]] = plan.copy <interference> %[[NUMBER:.*]] {plan.place = [#plan.place<temp, 0, 4>], plan.record = "branches-guarded"{{.*}} : tensor<i32> -> tensor<i32>
// CHECK: plan.case %[[KEPT]] {guarded
// The branches themselves have the number that they had.
// CHECK: plan.kernel @double {{.*}} = %[[NUMBER]] : tensor<i32>
plan.program shared @overwritten(%n: tensor<i32> {plan.storage = array<i64: 0, 0>}) -> tensor<i32> {
  %i = plan.kernel @square {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%a = %n : tensor<i32>) -> tensor<i32> {
    %1 = stablehlo.multiply %a, %a : tensor<i32>
    plan.yield %1 : tensor<i32>
  }
  %0 = plan.case %i {plan.storage = array<i64: 1, 0>} : tensor<i32> -> (tensor<i32>) {
    %1 = plan.kernel @double {inplace = [#plan.alias<0, 0>], plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%a = %i : tensor<i32>) -> tensor<i32> {
      %2 = stablehlo.add %a, %a : tensor<i32>
      plan.yield %2 : tensor<i32>
    }
    plan.yield %1 : tensor<i32>
  }, {
    %1 = plan.kernel @negate {plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>} (%a = %n : tensor<i32>) -> tensor<i32> {
      %2 = stablehlo.negate %a : tensor<i32>
      plan.yield %2 : tensor<i32>
    }
    plan.yield %1 : tensor<i32>
  }
  plan.return %0 : tensor<i32>
}
