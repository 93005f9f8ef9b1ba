// What kernels have for themselves while they run lies where no value is alive, and where kernels could run beside each
// other apart from what they have.

// RUN: weft-opt --pass-pipeline='builtin.module(plan.program(place-workspaces,verify-plan-memory))' %s | FileCheck %s
// RUN: weft-opt --pass-pipeline='builtin.module(plan.program(place-workspaces,report-plan-memory))' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: weft-opt --place-workspaces --explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=RECORDS

// CHECK-LABEL: plan.program placed @chain(
// CHECK-SAME: temp = 1536 : i64, temp_bound = 1536 : i64
plan.program placed @chain(%x: tensor<64xf32> {plan.place = #plan.place<argument 0, 0, 256>, plan.storage = array<i64: 0, 0>}) -> tensor<64xf32> attributes {arenas = {constants = 0 : i64, temp = 512 : i64, temp_bound = 512 : i64}} {
  // Behind its own result, where the next one's will be.
  // CHECK: plan.kernel @a {{{.*}}plan.workspace = #plan.place<temp, 256, 1280>
  %0 = plan.kernel @a {plan.record = "kernel-alone", plan.place = [#plan.place<temp, 0, 256>], plan.storage = array<i64: 1, 0>, workspace = 1280 : i64} (%p = %x : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.negate %p : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  // Behind what it reads and writes.
  // CHECK: plan.kernel @b {{{.*}}plan.workspace = #plan.place<temp, 512, 1000>
  %2 = plan.kernel @b {plan.record = "kernel-alone", plan.place = [#plan.place<temp, 256, 256>], plan.storage = array<i64: 2, 0>, workspace = 1000 : i64} (%p = %0 : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.reverse %p, dims = [0] : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  // CHECK: plan.kernel @c
  // CHECK-NOT: plan.workspace
  %3 = plan.kernel @c {plan.record = "kernel-alone", plan.place = [#plan.place<result 0, 0, 256>], plan.storage = array<i64: 3, 0>} (%p = %2 : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.negate %p : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  plan.return %3 : tensor<64xf32>
}

// REPORT: peak 2.0 KiB: arguments 256 B, results 256 B, constants 0 B, temporaries 1.5 KiB
// REPORT-NEXT: temporaries are fullest in a at {{.*}}; 0 B lost to gaps
// REPORT-NEXT: KiB workspace a at
// REPORT-NEXT: 256 B tensor<64xf32> a at {{.*}}, read next by b

// Little is spent on keeping kernels apart that need nothing of each other.
// CHECK-LABEL: plan.program placed @beside(
// CHECK-SAME: temp = 8192 : i64, temp_bound = 4096 : i64
// RECORDS: 2 kernels of beside have memory for themselves while they run, which takes 8192 temporary bytes more, 4096 of them so that kernels run beside each other; 0 share bytes with what they could run beside {{.*}} [workspaces-placed]

plan.program placed @beside(%x: tensor<64xf32> {plan.place = #plan.place<argument 0, 0, 256>, plan.storage = array<i64: 0, 0>}) -> (tensor<64xf32>, tensor<64xf32>) attributes {arenas = {constants = 0 : i64, temp = 0 : i64, temp_bound = 0 : i64}} {
  // CHECK: plan.kernel @a {{{.*}}plan.workspace = #plan.place<temp, 4096, 4096>
  %0 = plan.kernel @a {plan.record = "kernel-alone", plan.place = [#plan.place<result 0, 0, 256>], plan.storage = array<i64: 1, 0>, workspace = 4096 : i64} (%p = %x : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.negate %p : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  // CHECK: plan.kernel @b {{{.*}}plan.workspace = #plan.place<temp, 0, 4096>
  %2 = plan.kernel @b {plan.record = "kernel-alone", plan.place = [#plan.place<result 1, 0, 256>], plan.storage = array<i64: 2, 0>, workspace = 4096 : i64} (%p = %x : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.reverse %p, dims = [0] : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  plan.return %0, %2 : tensor<64xf32>, tensor<64xf32>
}

// Not more than that.
// CHECK-LABEL: plan.program placed @large(
// CHECK-SAME: temp = 2097152 : i64, temp_bound = 2097152 : i64
// RECORDS: 2 kernels of large {{.*}} which takes 2097152 temporary bytes more, 0 of them so that kernels run beside each other; 2 share bytes

plan.program placed @large(%x: tensor<64xf32> {plan.place = #plan.place<argument 0, 0, 256>, plan.storage = array<i64: 0, 0>}) -> (tensor<64xf32>, tensor<64xf32>) attributes {arenas = {constants = 0 : i64, temp = 0 : i64, temp_bound = 0 : i64}} {
  // CHECK: plan.kernel @a {{{.*}}plan.workspace = #plan.place<temp, 0, 2097152>
  %0 = plan.kernel @a {plan.record = "kernel-alone", plan.place = [#plan.place<result 0, 0, 256>], plan.storage = array<i64: 1, 0>, workspace = 2097152 : i64} (%p = %x : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.negate %p : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  // CHECK: plan.kernel @b {{{.*}}plan.workspace = #plan.place<temp, 0, 2097152>
  %2 = plan.kernel @b {plan.record = "kernel-alone", plan.place = [#plan.place<result 1, 0, 256>], plan.storage = array<i64: 2, 0>, workspace = 2097152 : i64} (%p = %x : tensor<64xf32>) -> tensor<64xf32> {
    %1 = stablehlo.reverse %p, dims = [0] : tensor<64xf32>
    plan.yield %1 : tensor<64xf32>
  }
  plan.return %0, %2 : tensor<64xf32>, tensor<64xf32>
}
