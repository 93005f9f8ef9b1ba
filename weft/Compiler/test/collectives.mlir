// Collectives as native code, each stage against the interpreter: an exchange
// of bytes, and the computation around it.
// RUN: weft-run --check-passes %s --devices=4 --function=uneven | FileCheck %s
// RUN: weft-run --check-passes %s --devices=4 --function=regions | FileCheck %s
// RUN: weft-run --check-passes %s --devices=2x2 --function=types | FileCheck %s
// RUN: weft-run --check-passes %s --devices=3 --function=divided | FileCheck %s
// RUN: weft-run --check-passes %s --devices=2 --function=empty | FileCheck %s
// RUN: weft-run --check-passes %s --devices=2x2 --function=modes | FileCheck %s
// RUN: weft-run --check-passes %s --devices=2 --function=turned | FileCheck %s
// RUN: weft-run --check-passes %s --devices=3 --function=async | FileCheck %s
// RUN: weft-run --check-passes %s --devices=4 --function=roots | FileCheck %s
// RUN: weft-run --check-passes %s --devices=2x2 --function=mesh | FileCheck %s
// CHECK: import: agrees
// CHECK: expand-collectives: agrees
// CHECK: emit-code: agrees

// What is left of them: no computation in an exchange, one kernel behind it.
// RUN: rm -rf %t.dump
// RUN: weft-run --compiled --devices=4 --function=uneven --args='[dense<[1.0, 2.0, 3.0]> : tensor<3xf32>]' --dump=%t.dump %s > /dev/null
// RUN: cat %t.dump/*place-values* | FileCheck %s --check-prefix=PLAN
// PLAN-NOT: stablehlo.all_reduce
// PLAN: stablehlo.all_gather
// PLAN-NOT: stablehlo.all_reduce

// Three replicas and one: the small group has no second and third row.
func.func @uneven(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[3, 0, 2], [1, -1, -1]]> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// The order of the group is what counts; a body may loop.
func.func @regions(%x: tensor<2x2xf32>, %n: tensor<3xi32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<3xi32>) {
  %0:2 = "stablehlo.all_reduce"(%x, %x) <{replica_groups = dense<[[1, 0, 3, 2]]> : tensor<1x4xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.multiply %a, %b : tensor<f32>
    %s = stablehlo.add %p, %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  %1 = "stablehlo.all_reduce"(%n) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %sum = %a) : tensor<i32>, tensor<i32>
    cond {
      %again = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %again : tensor<i1>
    } do {
      %next = stablehlo.add %sum, %b : tensor<i32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %next : tensor<i32>, tensor<i32>
    }
    stablehlo.return %r#1 : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  return %0#0, %0#1, %1 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<3xi32>
}

// Sums in another type than that of the operand, booleans, nibbles, complex
// and small floats.
func.func @types(%h: tensor<5xbf16>, %c: tensor<3xcomplex<f32>>, %t: tensor<4xi1>, %q: tensor<6xi4>, %u: tensor<6xui4>, %e: tensor<4xf8E4M3FN>)
    -> (tensor<5xf32>, tensor<5xbf16>, tensor<3xcomplex<f32>>, tensor<4xi1>, tensor<6xi4>, tensor<3xui4>, tensor<8xf8E4M3FN>, tensor<4xi1>) {
  %0 = "stablehlo.all_reduce"(%h) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5xbf16>) -> tensor<5xf32>
  %1 = "stablehlo.all_reduce"(%h) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<5xbf16>) -> tensor<5xbf16>
  %2 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.subtract %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %3 = "stablehlo.all_reduce"(%t) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %s = stablehlo.xor %a, %b : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4xi1>) -> tensor<4xi1>
  %4 = "stablehlo.all_reduce"(%q) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.minimum %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }) : (tensor<6xi4>) -> tensor<6xi4>
  %5 = "stablehlo.reduce_scatter"(%u) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %s = stablehlo.add %a, %b : tensor<ui4>
    stablehlo.return %s : tensor<ui4>
  }) : (tensor<6xui4>) -> tensor<3xui4>
  %6 = "stablehlo.all_gather"(%e) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<4xf8E4M3FN>) -> tensor<8xf8E4M3FN>
  %7 = "stablehlo.collective_permute"(%t) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<5xf32>, tensor<5xbf16>, tensor<3xcomplex<f32>>, tensor<4xi1>, tensor<6xi4>, tensor<3xui4>, tensor<8xf8E4M3FN>, tensor<4xi1>
}

// Large enough to be reduced in parts, with and without a rest.
func.func @divided(%x: tensor<127x131xf32>, %y: tensor<3x70x100xf32>) -> (tensor<127x131xf32>, tensor<3x70x100xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<127x131xf32>) -> tensor<127x131xf32>
  %1 = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x70x100xf32>) -> tensor<3x70x100xf32>
  return %0, %1 : tensor<127x131xf32>, tensor<3x70x100xf32>
}

func.func @empty(%x: tensor<0x3xf32>, %y: tensor<2x0xi32>) -> (tensor<0x3xf32>, tensor<0x6xf32>, tensor<1x0xi32>, tensor<1x0xi32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x3xf32>) -> tensor<0x6xf32>
  %2 = "stablehlo.all_to_all"(%y) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x0xi32>) -> tensor<1x0xi32>
  %3 = "stablehlo.reduce_scatter"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x0xi32>) -> tensor<1x0xi32>
  return %0, %1, %2, %3 : tensor<0x3xf32>, tensor<0x6xf32>, tensor<1x0xi32>, tensor<1x0xi32>
}

// Replicas, replicas with their partitions, and processes counted through.
func.func @modes(%x: tensor<4x3xi32>) -> (tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>, tensor<1x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<4x3xi32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %2 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[3, 0, 1], [2, -1, -1]]> : tensor<2x3xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %3 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<1x3xi32>
  %4 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[3, 0], [2, 1]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 4, type = 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<2x3xi32>
  %5 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<2x3xi32>
  %6 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x3xi32>) -> tensor<4x3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>, tensor<1x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<4x3xi32>
}

// Along every pair of dimensions.
func.func @turned(%x: tensor<2x4x6x3xi16>) -> (tensor<4x2x6x3xi16>, tensor<1x4x12x3xi16>, tensor<2x4x6x3xi16>, tensor<4x4x3x3xi16>, tensor<2x2x6x6xi16>, tensor<2x4x3x3xi16>, tensor<2x8x6x3xi16>, tensor<2x4x6x6xi16>) {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>) -> tensor<4x2x6x3xi16>
  %1 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>) -> tensor<1x4x12x3xi16>
  %2 = "stablehlo.all_to_all"(%x) <{split_dimension = 2 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>) -> tensor<2x4x6x3xi16>
  %3 = "stablehlo.all_to_all"(%x) <{split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>) -> tensor<4x4x3x3xi16>
  %4 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 3 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>) -> tensor<2x2x6x6xi16>
  %5 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64}> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %s = stablehlo.subtract %a, %b : tensor<i16>
    stablehlo.return %s : tensor<i16>
  }) : (tensor<2x4x6x3xi16>) -> tensor<2x4x3x3xi16>
  %6:2 = "stablehlo.all_gather"(%x, %x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>, tensor<2x4x6x3xi16>) -> (tensor<2x8x6x3xi16>, tensor<2x8x6x3xi16>)
  %7 = "stablehlo.all_gather"(%x) <{all_gather_dim = 3 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x6x3xi16>) -> tensor<2x4x6x6xi16>
  %8 = stablehlo.add %6#0, %6#1 : tensor<2x8x6x3xi16>
  return %0, %1, %2, %3, %4, %5, %8, %7 : tensor<4x2x6x3xi16>, tensor<1x4x12x3xi16>, tensor<2x4x6x3xi16>, tensor<4x4x3x3xi16>, tensor<2x2x6x6xi16>, tensor<2x4x3x3xi16>, tensor<2x8x6x3xi16>, tensor<2x4x6x6xi16>
}

func.func @async(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<12xf32>, tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<4xf32>):
    %r = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[2, 1, 0]]> : tensor<1x3xi64>}> ({
    ^bb1(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %1 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<4xf32>):
    %r = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<12xf32>
    stablehlo.return %r : tensor<12xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<12xf32>>
  %2 = stablehlo.multiply %x, %x : tensor<4xf32>
  %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  %4 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<12xf32>>) -> tensor<12xf32>
  %5 = stablehlo.add %2, %3 : tensor<4xf32>
  return %3, %4, %5 : tensor<4xf32>, tensor<12xf32>, tensor<4xf32>
}

// The fourth replica is in no group, the third alone in its own.
func.func @roots(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, 0], [2, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  %one = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %1:2 = "stablehlo.collective_reduce"(%x, %0, %one) <{replica_groups = dense<[[1, 0, 3, 2]]> : tensor<1x4xi64>, has_dynamic_root}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3xf32>, tensor<3xf32>, tensor<2xi32>) -> (tensor<3xf32>, tensor<3xf32>)
  %2 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[3, 0]]> : tensor<1x2xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1#0, %1#1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

sdy.mesh @grid = <["x"=2, "y"=2]>
func.func @mesh(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<2xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<2xf32>, tensor<4xf32>
}
