// Commands wait for the last ones of those that they need; what these have waited for is over, too.

// Each of the kernels of a sort waits for one.
// RUN: weft explain --target=sm_90 %timings/sort.mlir | FileCheck %s --check-prefix=SORT
// SORT: the plan as commands
// SORT-NOT: {{after [0-9]+ and}}
// SORT: 1 launch sort_0_scan({{.*}}, after 0
// SORT: 2 launch sort_0_move({{.*}}, after 1
// SORT: 3 launch sort_0_count({{.*}}, after 2

// The numbers that an argsort moves are needed when they are moved, not when digits are counted.
// RUN: weft explain --target=sm_90 %timings/argsort.mlir | FileCheck %s --check-prefix=ARGSORT
// ARGSORT: 0 launch iota_0(
// ARGSORT: 1 launch sort_1_count({{.*}} threads{{$}}
// ARGSORT: 2 launch sort_1_scan({{.*}}, after 1{{$}}
// ARGSORT: 3 launch sort_1_move({{.*}}, after 0 and 2{{$}}
// ARGSORT-NOT: {{after [0-9]+ and}}

// In the body of a loop, and around it.
// RUN: weft explain --target=sm_90 --function=loop %s | FileCheck %s --check-prefix=LOOP
// LOOP: the plan as commands
// LOOP: 1 while {{.*}}, after 0{{$}}
// LOOP: 3 launch reduce_{{.*}}, after 2{{$}}
// LOOP: body
// LOOP: 4 launch dot_{{.*}} threads, if {{.*}} is not zero{{$}}
// LOOP: 5 launch dot_{{.*}}, after 4{{$}}
// LOOP: 6 launch dot_{{.*}}, after 5{{$}}
// LOOP: 7 launch dot_{{.*}}, after 6{{$}}
// LOOP: 8 launch {{.*}}, after 1{{$}}

// In a branch: commands outside wait for all of it.
// RUN: weft explain --target=sm_90 --function=branch %s | FileCheck %s --check-prefix=BRANCH
// BRANCH: the plan as commands
// BRANCH: 2 one branch of 2, {{.*}}, after 0 and 1{{$}}
// BRANCH: branch 1
// BRANCH: 4 launch dot_{{.*}} threads{{$}}
// BRANCH: 5 launch dot_{{.*}}, after 4{{$}}
// BRANCH: 6 launch dot_{{.*}}, after 5{{$}}
// BRANCH: 7 launch dot_{{.*}}, after 2{{$}}

// A call is one of them.
// RUN: weft explain --target=sm_90 --function=call %s | FileCheck %s --check-prefix=CALL
// CALL: the plan as commands
// CALL: 0 launch dot_{{.*}} threads{{$}}
// CALL: 1 call 0 of the host ({{.*}}, after 0{{$}}
// CALL: 2 launch dot_{{.*}}, after 1{{$}}

// Kernels with memory for themselves that need nothing of each other have bytes of their own, and so do values between other kernels.
// RUN: weft explain --target=sm_90 --function=sorts %s | FileCheck %s --check-prefix=SORTS
// SORTS: 2 kernels of main have memory for themselves {{.*}}; 0 share bytes with what they could run beside {{.*}} [workspaces-placed]
// SORTS: the plan as commands
// SORTS: launch sort_0_count(argument 0, {{.*}} threads{{$}}
// SORTS: launch sort_0_count(argument 1, {{.*}} threads{{$}}
// RUN: weft explain --target=sm_90 --function=sums %s | FileCheck %s --check-prefix=SUMS
// SUMS: the plan as commands
// SUMS: 0 launch {{.*}} threads{{$}}
// SUMS: 1 launch {{.*}}, after 0{{$}}
// SUMS: 2 launch {{.*}} threads{{$}}
// SUMS: 3 launch {{.*}}, after 2{{$}}

// Not where that takes much memory.
// RUN: weft explain --target=sm_90 --function=large_sorts %s | FileCheck %s --check-prefix=LARGE
// LARGE: 2 kernels of main have memory for themselves {{.*}}, 0 of them so that kernels run beside each other; 2 share bytes
// LARGE: launch sort_0_count(argument 1, {{.*}}, after 11{{$}}

!m = tensor<300x300xf32>
!n = tensor<2000x2000xf32>

func.func public @loop(%a: !m, %x: !m, %limit: tensor<f32>) -> !m {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.while(%s = %x) : !m
  cond {
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (!m, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.dot %s, %a : (!m, !m) -> !m
    %2 = stablehlo.dot %1, %s : (!m, !m) -> !m
    %3 = stablehlo.dot %2, %1 : (!m, !m) -> !m
    %4 = stablehlo.dot %3, %2 : (!m, !m) -> !m
    stablehlo.return %4 : !m
  }
  %5 = stablehlo.dot %r, %x : (!m, !m) -> !m
  return %5 : !m
}

func.func public @branch(%a: !n, %x: !n, %n: tensor<i32>) -> !n {
  %0 = stablehlo.dot %x, %a : (!n, !n) -> !n
  %r = "stablehlo.case"(%n) ({
    %1 = stablehlo.dot %0, %a : (!n, !n) -> !n
    %2 = stablehlo.dot %1, %0 : (!n, !n) -> !n
    %3 = stablehlo.dot %2, %1 : (!n, !n) -> !n
    stablehlo.return %3 : !n
  }, {
    %1 = stablehlo.dot %a, %0 : (!n, !n) -> !n
    stablehlo.return %1 : !n
  }) : (tensor<i32>) -> !n
  %4 = stablehlo.dot %r, %0 : (!n, !n) -> !n
  return %4 : !n
}

func.func public @call(%a: !m, %x: !m) -> !m {
  %0 = stablehlo.dot %x, %a : (!m, !m) -> !m
  %1 = stablehlo.custom_call @elsewhere(%0) {api_version = 4 : i32, backend_config = {}} : (!m) -> !m
  %2 = stablehlo.dot %1, %0 : (!m, !m) -> !m
  return %2 : !m
}

func.func public @sorts(%x: tensor<50000xf32>, %y: tensor<50000xf32>) -> (tensor<50000xf32>, tensor<50000xf32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<50000xf32>) -> tensor<50000xf32>
  %1 = "stablehlo.sort"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<50000xf32>) -> tensor<50000xf32>
  return %0, %1 : tensor<50000xf32>, tensor<50000xf32>
}

func.func public @large_sorts(%x: tensor<1000000xf32>, %y: tensor<1000000xf32>) -> (tensor<1000000xf32>, tensor<1000000xf32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000000xf32>) -> tensor<1000000xf32>
  %1 = "stablehlo.sort"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000000xf32>) -> tensor<1000000xf32>
  return %0, %1 : tensor<1000000xf32>, tensor<1000000xf32>
}

func.func public @sums(%x: tensor<4000000xf32>, %y: tensor<3000000xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4000000xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3000000xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
