// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @all_gather_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

// Valid.
func.func @all_gather_all(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<> : tensor<0x0xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x12xf32>
  func.return
}

// -----

// Valid.
func.func @all_gather_partitions(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  }> : (tensor<2x4xf32>) -> tensor<2x24xf32>
  func.return
}

// -----

// Valid.
func.func @all_gather_global(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

// Valid.
func.func @all_gather_bounded(%a: tensor<2x?xf32, #stablehlo.bounds<?, 4>>) {
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 8>>
  func.return
}

// -----

// Valid.
func.func @all_gather_mesh(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)2>]>
  }> : (tensor<2x4xf32>) -> tensor<2x16xf32>
  func.return
}

// -----

func.func @all_gather_i3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (I3) replica_groups of rank 2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[0, 1]> : tensor<2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C1) all_gather_dim in [0, 2), got 2}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 2 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C2) replica_groups without repetition, got 1 more than once}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c2_splat(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C2) replica_groups without repetition, got dense<0> : tensor<2147483647x2147483647xi64>}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<0> : tensor<2147483647x2147483647xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c2_mesh(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C2) replica_groups that name no part of an axis twice, got 'y' more than once}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)2>]>
  }> : (tensor<2x4xf32>) -> tensor<2x16xf32>
  func.return
}

// -----

func.func @all_gather_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C3) replica_groups that are not empty with use_global_device_ids}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<> : tensor<0x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c3_mesh(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C3) groups whose size fits 64 bits}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 4611686018427387904>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">]>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c4(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C4) replica_groups of ids from 0 below their number, which is 4, got 4}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c4_negative(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C4) replica_groups of ids from 0 below their number, got -1}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c4_largest(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C4) replica_groups of ids from 0 below their number, which is 2, got 9223372036854775807}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 9223372036854775807]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c4_mesh(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C4) a part of axis 'y' that divides its size 4, got (2)3}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (2)3>]>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c4_mesh_size(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C4) replica_groups of axes of the mesh with positive sizes, got 'x'}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 0>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "x">]>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c4_mesh_overflow(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C4) a part of axis 'y' that divides its size 4, got (4611686018427387904)4}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (4611686018427387904)4>]>
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c5(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C5) a positive channel with use_global_device_ids, got 0}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    use_global_device_ids
  }> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

func.func @all_gather_c6_other(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C6) a result of type 'tensor<2x?xf32>', got 'tensor<4x8xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

func.func @all_gather_c6_multiple(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C6) a result that is a multiple of operand along dimension 1, got 'tensor<2x9xf32>' for 'tensor<2x4xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<> : tensor<0x0xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x9xf32>
  func.return
}

// -----

func.func @all_gather_c6_rank(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires (C6) a result of type 'tensor<2x?xf32>', got 'tensor<2x8x1xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x8x1xf32>
  func.return
}

// -----

func.func @all_gather_c6_count(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same number of operands and results}}
  %0:2 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>)
  func.return
}

// -----

// Valid.
func.func @all_reduce_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @all_reduce_padded(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @all_reduce_promoted(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf64>
  func.return
}

// -----

func.func @all_reduce_i2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (I2) replica_groups of rank 2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[0, 1]> : tensor<2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C1) replica_groups without repetition, got 1 more than once}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C2) replica_groups that are not empty with use_global_device_ids}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<> : tensor<0x0xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C3) replica_groups of ids from 0 below their number, which is 2, got 2}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c3_lowest(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C3) replica_groups of ids from 0 below their number, got -9223372036854775808}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, -9223372036854775808]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c4(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C4) a positive channel with use_global_device_ids, got 0}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
    use_global_device_ids
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c5(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C5) computation with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>', 'tensor<f32>', 'tensor<f32>')}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c5_none(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C5) computation that returns 1 scalars, got 0}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return 
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_reduce_c5_narrow(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C5) computation on elements that hold those of the input, 'f32', got 'f16'}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f16>, %a1: tensor<f16>):
      stablehlo.return %a0 : tensor<f16>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf16>
  func.return
}

// -----

func.func @all_reduce_c5_second(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C5) computation on elements that hold those of the input, 'i32', got 'f32'}}
  %0:2 = "stablehlo.all_reduce"(%a, %b) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @all_reduce_c6(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C6-C7) a result of type 'tensor<2x4xf32>', got 'tensor<2x5xf32>'}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

func.func @all_reduce_c7(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires (C6-C7) a result of type 'tensor<2x4xf32>', got 'tensor<2x4xf64>'}}
  %0 = "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf64>
  func.return
}

// -----

// Valid.
func.func @cross_replica_sum_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @cross_replica_sum_groups(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires replica_groups without repetition, got dense<0> : tensor<1x2xi64>}}
  %0 = "stablehlo.cross-replica-sum"(%a) <{
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @all_to_all_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

// Valid.
func.func @all_to_all_same(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @all_to_all_dynamic(%a: tensor<?x?xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<?x?xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_i5(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (I5) replica_groups of rank 2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[0, 1]> : tensor<2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C1) split_dimension in [0, 2), got 2}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C2) dimension 1 of operand to be a multiple of split_count, got 4 and 3}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64,
    replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> : (tensor<2x4xf32>) -> tensor<6x?xf32>
  func.return
}

// -----

func.func @all_to_all_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C3) concat_dimension in [0, 2), got 2}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c5(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C5) replica_groups without repetition, got dense<0> : tensor<1x2xi64>}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c7(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C7) replica_groups of ids from 0 below their number, which is 2, got 2}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c8(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C8) groups of split_count processes, which is 2, got 4}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c8_none(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C8) groups of split_count processes, which is 2, got 0}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<> : tensor<0x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c8_mesh(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C8) groups of split_count processes, which is 2, got 4}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>,
      axes = [#stablehlo.axis_ref<name = "y">]>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @all_to_all_c9(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C9) a result of type 'tensor<4x2xf32>', got 'tensor<2x4xf32>'}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @all_to_all_c9_overflow(%a: tensor<4611686018427387904x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires (C9) a size that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.all_to_all"(%a) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<4611686018427387904x4xf32>) -> tensor<?x2xf32>
  func.return
}

// -----

// Valid.
func.func @collective_broadcast_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_broadcast_dynamic_root(%a: tensor<2x4xf32>, %r: tensor<1xi32>) {
  %0 = "stablehlo.collective_broadcast"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_i2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (I2) replica_groups of rank 2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[0, 1]> : tensor<2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C1) replica_groups without repetition, got dense<1> : tensor<1x2xi64>}}
  %0 = "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C2) replica_groups of ids from 0 below their number, got -1}}
  %0 = "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C3-C5) a result of type 'tensor<2x4xf32>', got 'tensor<2x5xf32>'}}
  %0 = "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

func.func @collective_broadcast_c3_none() {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C3) at least one operand, got 0}}
  "stablehlo.collective_broadcast"() <{
    replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>
  }> : () -> ()
  func.return
}

// -----

func.func @collective_broadcast_c4(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C4) at least two operands, data and roots, got 1}}
  %0 = "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_c4_none() {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C4) at least two operands, data and roots, got 0}}
  "stablehlo.collective_broadcast"() <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : () -> ()
  func.return
}

// -----

func.func @collective_broadcast_c4_type(%a: tensor<2x4xf32>, %r: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C4) a last operand of type 'tensor<1xi32>', a root per other operand, got 'tensor<1xi64>'}}
  %0 = "stablehlo.collective_broadcast"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_c4_size(%a: tensor<2x4xf32>, %r: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C4) a last operand of type 'tensor<1xi32>', a root per other operand, got 'tensor<2xi32>'}}
  %0 = "stablehlo.collective_broadcast"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_broadcast_c4_result(%a: tensor<2x4xf32>, %r: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C4-C5) a result of type 'tensor<2x4xf32>', got 'tensor<2x5xf32>'}}
  %0 = "stablehlo.collective_broadcast"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x5xf32>
  func.return
}

// -----

func.func @collective_broadcast_c5(%a: tensor<2x4xf32>, %r: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C4-C5) 1 results, got 2}}
  %0:2 = "stablehlo.collective_broadcast"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>, tensor<1xi32>) -> (tensor<2x4xf32>, tensor<1xi32>)
  func.return
}

// -----

func.func @collective_broadcast_c6(%a: tensor<2x4xf32>) {
  %roots = stablehlo.constant dense<2> : tensor<1xi32>
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires (C6) all of the roots in [0, 2), got [2]}}
  %0 = "stablehlo.collective_broadcast"(%a, %roots) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_reduce_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_reduce_dynamic_root(%a: tensor<2x4xf32>, %r: tensor<1xi32>) {
  %0 = "stablehlo.collective_reduce"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_reduce_promoted(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf64>
  func.return
}

// -----

func.func @collective_reduce_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires (C1) replica_groups without repetition, got dense<0> : tensor<1x2xi64>}}
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_reduce_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires (C2) replica_groups of ids from 0 below their number, got -2}}
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_reduce_channel(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires a positive channel with use_global_device_ids, got 0}}
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    use_global_device_ids
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_reduce_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires (C3) a result of type 'tensor<2x4xf32>', got 'tensor<2x5xf32>'}}
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

func.func @collective_reduce_c3_none() {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires (C3) at least one operand, got 0}}
  "stablehlo.collective_reduce"() <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : () -> ()
  func.return
}

// -----

func.func @collective_reduce_c3_root(%a: tensor<2x4xf32>, %r: tensor<1x1xi32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires (C3) a last operand of type 'tensor<1xi32>', a root per other operand, got 'tensor<1x1xi32>'}}
  %0 = "stablehlo.collective_reduce"(%a, %r) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
    has_dynamic_root
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1x1xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_reduce_c4(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op requires (C4) computation with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>')}}
  %0 = "stablehlo.collective_reduce"(%a) <{
    replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_permute_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_permute_self(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<0> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @collective_permute_none(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<> : tensor<0x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C1) source_target_pairs of two columns, got 'tensor<1x3xi64>'}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c1_rank(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C1) source_target_pairs of two columns, got 'tensor<2xi64>'}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[0, 1]> : tensor<2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C2) source_target_pairs without repeated sources, got 0 more than once}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c2_splat(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C2) source_target_pairs without repeated sources, got dense<1> : tensor<4611686018427387903x2xi64>}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<1> : tensor<4611686018427387903x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C3) source_target_pairs without repeated targets, got 1 more than once}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c4(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C4) source_target_pairs without negative ids, got [0, -1]}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @collective_permute_c5(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires (C5) a result of type 'tensor<2x4xf32>', got 'tensor<2x5xf32>'}}
  %0 = "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// Valid.
func.func @reduce_scatter_valid(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

// Valid.
func.func @reduce_scatter_promoted(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<f64>):
      stablehlo.return %a0 : tensor<f64>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf64>
  func.return
}

// -----

// Valid.
func.func @reduce_scatter_partitions(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0]]> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

func.func @reduce_scatter_i3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (I3) replica_groups of rank 2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[0, 1]> : tensor<2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c1(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C1) dimension 1 of operand to be a multiple of the group's size, got 4 and 3}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}

// -----

func.func @reduce_scatter_c2(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C2) scatter_dimension in [0, 2), got 2}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c3(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C3) replica_groups without repetition, got dense<1> : tensor<1x2xi64>}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c4(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C4) replica_groups that are not empty with use_global_device_ids}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<> : tensor<0x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c5(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C5) replica_groups of ids from 0 below their number, got -1}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c6(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C6) a positive channel with use_global_device_ids, got 0}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    use_global_device_ids
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c7(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C7) computation with arguments ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>')}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @reduce_scatter_c7_kind(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C7) computation on elements that hold those of the input, 'f32', got 'i32'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
      stablehlo.return %a0 : tensor<i32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xi32>
  func.return
}

// -----

func.func @reduce_scatter_c8(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C8) the same shape for a part of operand and the result, got 'tensor<2x2xf32>' and 'tensor<2x4xf32>'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @reduce_scatter_c8_multiple(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C8) operand to be a multiple of the result along dimension 1, got 'tensor<2x4xf32>' and 'tensor<2x3xf32>'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<> : tensor<0x0xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @reduce_scatter_c8_zero(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C8) operand to be a multiple of the result along dimension 1, got 'tensor<2x4xf32>' and 'tensor<2x0xf32>'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<> : tensor<0x0xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x0xf32>
  func.return
}

// -----

func.func @reduce_scatter_c9(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires (C9) the same element type for the computation and the result, got 'f32' and 'f64'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
      stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf64>
  func.return
}
