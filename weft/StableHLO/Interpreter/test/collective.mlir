// Operations between processes, on grids of two replicas (2x1), two partitions
// (1x2) and both (2x2). Process (r, p) of a grid is replica r, partition p; the
// processes of a test take and return their values in row-major order.
// RUN: weft-run --check %s

//===-- Groups -------------------------------------------------------------===//

func.func private @two_replicas_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @two_replicas() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@two_replicas_program], [@two_replicas_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  return
}

func.func private @two_partitions_reduce_with_themselves_across_replicas_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @two_partitions_reduce_with_themselves_across_replicas() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@two_partitions_reduce_with_themselves_across_replicas_program, @two_partitions_reduce_with_themselves_across_replicas_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<2> : tensor<i32>
  return
}

func.func private @two_partitions_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @two_partitions() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@two_partitions_program, @two_partitions_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  return
}

// Each partition on its own.
func.func private @cross_replica_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @cross_replica() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@cross_replica_program, @cross_replica_program], [@cross_replica_program, @cross_replica_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<5> : tensor<i32>
  check.expect_eq_const %0#1, dense<10> : tensor<i32>
  check.expect_eq_const %0#2, dense<5> : tensor<i32>
  check.expect_eq_const %0#3, dense<10> : tensor<i32>
  return
}

func.func private @cross_replica_groups_of_one_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @cross_replica_groups_of_one() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@cross_replica_groups_of_one_program, @cross_replica_groups_of_one_program], [@cross_replica_groups_of_one_program, @cross_replica_groups_of_one_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<2> : tensor<i32>
  check.expect_eq_const %0#2, dense<4> : tensor<i32>
  check.expect_eq_const %0#3, dense<8> : tensor<i32>
  return
}

// The partitions of a replica belong together.
func.func private @cross_replica_and_partition_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @cross_replica_and_partition() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@cross_replica_and_partition_program, @cross_replica_and_partition_program], [@cross_replica_and_partition_program, @cross_replica_and_partition_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  check.expect_eq_const %0#2, dense<12> : tensor<i32>
  check.expect_eq_const %0#3, dense<12> : tensor<i32>
  return
}

func.func private @cross_replica_and_partition_of_all_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @cross_replica_and_partition_of_all() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@cross_replica_and_partition_of_all_program, @cross_replica_and_partition_of_all_program], [@cross_replica_and_partition_of_all_program, @cross_replica_and_partition_of_all_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<15> : tensor<i32>
  check.expect_eq_const %0#1, dense<15> : tensor<i32>
  check.expect_eq_const %0#2, dense<15> : tensor<i32>
  check.expect_eq_const %0#3, dense<15> : tensor<i32>
  return
}

// Process (r, p) has the number 2 r + p.
func.func private @flattened_ids_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @flattened_ids() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@flattened_ids_program, @flattened_ids_program], [@flattened_ids_program, @flattened_ids_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<9> : tensor<i32>
  check.expect_eq_const %0#1, dense<6> : tensor<i32>
  check.expect_eq_const %0#2, dense<6> : tensor<i32>
  check.expect_eq_const %0#3, dense<9> : tensor<i32>
  return
}

func.func private @groups_padded_with_minus_one_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_padded_with_minus_one() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_padded_with_minus_one_program, @groups_padded_with_minus_one_program], [@groups_padded_with_minus_one_program, @groups_padded_with_minus_one_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<7> : tensor<i32>
  check.expect_eq_const %0#1, dense<7> : tensor<i32>
  check.expect_eq_const %0#2, dense<7> : tensor<i32>
  check.expect_eq_const %0#3, dense<8> : tensor<i32>
  return
}

func.func private @no_groups_means_everyone_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @no_groups_means_everyone() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@no_groups_means_everyone_program], [@no_groups_means_everyone_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  return
}

func.func private @groups_of_mesh_axes_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_mesh_axes() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_mesh_axes_program, @groups_of_mesh_axes_program], [@groups_of_mesh_axes_program, @groups_of_mesh_axes_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<5> : tensor<i32>
  check.expect_eq_const %0#1, dense<10> : tensor<i32>
  check.expect_eq_const %0#2, dense<5> : tensor<i32>
  check.expect_eq_const %0#3, dense<10> : tensor<i32>
  return
}

func.func private @groups_of_the_other_mesh_axis_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_the_other_mesh_axis() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_the_other_mesh_axis_program, @groups_of_the_other_mesh_axis_program], [@groups_of_the_other_mesh_axis_program, @groups_of_the_other_mesh_axis_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  check.expect_eq_const %0#2, dense<12> : tensor<i32>
  check.expect_eq_const %0#3, dense<12> : tensor<i32>
  return
}

func.func private @groups_of_both_mesh_axes_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_both_mesh_axes() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_both_mesh_axes_program, @groups_of_both_mesh_axes_program], [@groups_of_both_mesh_axes_program, @groups_of_both_mesh_axes_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<15> : tensor<i32>
  check.expect_eq_const %0#1, dense<15> : tensor<i32>
  check.expect_eq_const %0#2, dense<15> : tensor<i32>
  check.expect_eq_const %0#3, dense<15> : tensor<i32>
  return
}

func.func private @groups_of_no_mesh_axis_are_single_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = []>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_no_mesh_axis_are_single() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@groups_of_no_mesh_axis_are_single_program], [@groups_of_no_mesh_axis_are_single_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<2> : tensor<i32>
  return
}

// Devices 0 and 3 share a column, 1 and 2 the other.
func.func private @groups_of_a_mesh_with_device_ids_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>], device_ids = dense<[0, 1, 3, 2]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_a_mesh_with_device_ids() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_a_mesh_with_device_ids_program, @groups_of_a_mesh_with_device_ids_program], [@groups_of_a_mesh_with_device_ids_program, @groups_of_a_mesh_with_device_ids_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<9> : tensor<i32>
  check.expect_eq_const %0#1, dense<6> : tensor<i32>
  check.expect_eq_const %0#2, dense<6> : tensor<i32>
  check.expect_eq_const %0#3, dense<9> : tensor<i32>
  return
}

// An axis of 4 as 2 x 2: the slow part.
func.func private @groups_of_the_major_sub_axis_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_the_major_sub_axis() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_the_major_sub_axis_program], [@groups_of_the_major_sub_axis_program], [@groups_of_the_major_sub_axis_program], [@groups_of_the_major_sub_axis_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<5> : tensor<i32>
  check.expect_eq_const %0#1, dense<10> : tensor<i32>
  check.expect_eq_const %0#2, dense<5> : tensor<i32>
  check.expect_eq_const %0#3, dense<10> : tensor<i32>
  return
}

func.func private @groups_of_the_minor_sub_axis_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_the_minor_sub_axis() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_the_minor_sub_axis_program], [@groups_of_the_minor_sub_axis_program], [@groups_of_the_minor_sub_axis_program], [@groups_of_the_minor_sub_axis_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  check.expect_eq_const %0#2, dense<12> : tensor<i32>
  check.expect_eq_const %0#3, dense<12> : tensor<i32>
  return
}

sdy.mesh @grid = <["x"=2, "y"=2]>

func.func private @groups_of_axes_of_a_named_mesh_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "x">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @groups_of_axes_of_a_named_mesh() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@groups_of_axes_of_a_named_mesh_program, @groups_of_axes_of_a_named_mesh_program], [@groups_of_axes_of_a_named_mesh_program, @groups_of_axes_of_a_named_mesh_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<5> : tensor<i32>
  check.expect_eq_const %0#1, dense<10> : tensor<i32>
  check.expect_eq_const %0#2, dense<5> : tensor<i32>
  check.expect_eq_const %0#3, dense<10> : tensor<i32>
  return
}

//===-- Reductions ---------------------------------------------------------===//

func.func private @reduces_each_element_program(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @reduces_each_element() {
  %x0 = stablehlo.constant dense<[1, 20]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@reduces_each_element_program], [@reduces_each_element_program]]
  }> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[3, 20]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[3, 20]> : tensor<2xi32>
  return
}

func.func private @reduces_in_the_order_of_the_group_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @reduces_in_the_order_of_the_group() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@reduces_in_the_order_of_the_group_program], [@reduces_in_the_order_of_the_group_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<9> : tensor<i32>
  check.expect_eq_const %0#1, dense<9> : tensor<i32>
  return
}

func.func private @two_operands_program(%x: tensor<i32>, %y: tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>) {
  %0:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>, tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<i32>, tensor<2xi32>
}

func.func @reduces_several_operands() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0:4 = "interpreter.run_parallel"(%x, %y, %x, %y) <{
    programs = [[@two_operands_program], [@two_operands_program]]
  }> : (tensor<i32>, tensor<2xi32>, tensor<i32>, tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<i32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<2> : tensor<i32>
  check.expect_eq_const %0#3, dense<[4, 6]> : tensor<2xi32>
  return
}

func.func private @promotes_program(%x: tensor<i8>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i8>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @reduces_in_a_wider_type() {
  %x = stablehlo.constant dense<100> : tensor<i8>
  %0:2 = "interpreter.run_parallel"(%x, %x) <{
    programs = [[@promotes_program], [@promotes_program]]
  }> : (tensor<i8>, tensor<i8>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<200> : tensor<i32>
  return
}

func.func private @reduce_scatter_gives_each_its_part_program(%x: tensor<4xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @reduce_scatter_gives_each_its_part() {
  %x0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %x1 = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@reduce_scatter_gives_each_its_part_program], [@reduce_scatter_gives_each_its_part_program]]
  }> : (tensor<4xi32>, tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[11, 22]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[33, 44]> : tensor<2xi32>
  return
}

func.func private @reduce_scatter_parts_follow_the_order_of_the_group_program(%x: tensor<2xi32>) -> tensor<1xi32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @reduce_scatter_parts_follow_the_order_of_the_group() {
  %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@reduce_scatter_parts_follow_the_order_of_the_group_program], [@reduce_scatter_parts_follow_the_order_of_the_group_program]]
  }> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  check.expect_eq_const %0#0, dense<[22]> : tensor<1xi32>
  check.expect_eq_const %0#1, dense<[11]> : tensor<1xi32>
  return
}

func.func private @reduce_scatter_inner_dimension_program(%x: tensor<2x2xi32>) -> tensor<2x1xi32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x2xi32>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

func.func @reduce_scatter_inner_dimension() {
  %x0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x1 = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@reduce_scatter_inner_dimension_program, @reduce_scatter_inner_dimension_program]]
  }> : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %0#0, dense<[[11], [33]]> : tensor<2x1xi32>
  check.expect_eq_const %0#1, dense<[[22], [44]]> : tensor<2x1xi32>
  return
}

func.func private @sum_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @cross_replica_sum() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<20> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x, %y) <{
    programs = [[@sum_program], [@sum_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<21> : tensor<i32>
  check.expect_eq_const %0#1, dense<21> : tensor<i32>
  return
}

//===-- Movement -----------------------------------------------------------===//

func.func private @all_gather_program(%x: tensor<2xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @all_gather() {
  %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@all_gather_program], [@all_gather_program]]
  }> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[1, 2, 3, 4]> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return
}

func.func private @all_gather_in_the_order_of_the_group_program(%x: tensor<2xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @all_gather_in_the_order_of_the_group() {
  %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@all_gather_in_the_order_of_the_group_program], [@all_gather_in_the_order_of_the_group_program]]
  }> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[3, 4, 1, 2]> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<[3, 4, 1, 2]> : tensor<4xi32>
  return
}

func.func private @all_gather_inner_dimension_program(%x: tensor<2x1xi32>) -> tensor<2x2xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2x1xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

func.func @all_gather_inner_dimension() {
  %x0 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %x1 = stablehlo.constant dense<[[3], [4]]> : tensor<2x1xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@all_gather_inner_dimension_program, @all_gather_inner_dimension_program]]
  }> : (tensor<2x1xi32>, tensor<2x1xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %0#1, dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>
  return
}

func.func private @all_gather_cross_replica_and_partition_takes_partitions_slowest_program(%x: tensor<1xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @all_gather_cross_replica_and_partition_takes_partitions_slowest() {
  %x0 = stablehlo.constant dense<[1]> : tensor<1xi32>
  %x1 = stablehlo.constant dense<[2]> : tensor<1xi32>
  %x2 = stablehlo.constant dense<[3]> : tensor<1xi32>
  %x3 = stablehlo.constant dense<[4]> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@all_gather_cross_replica_and_partition_takes_partitions_slowest_program, @all_gather_cross_replica_and_partition_takes_partitions_slowest_program], [@all_gather_cross_replica_and_partition_takes_partitions_slowest_program, @all_gather_cross_replica_and_partition_takes_partitions_slowest_program]]
  }> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[1, 3, 2, 4]> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<[1, 3, 2, 4]> : tensor<4xi32>
  check.expect_eq_const %0#2, dense<[1, 3, 2, 4]> : tensor<4xi32>
  check.expect_eq_const %0#3, dense<[1, 3, 2, 4]> : tensor<4xi32>
  return
}

func.func private @all_to_all_program(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @all_to_all() {
  %x0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %x1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@all_to_all_program], [@all_to_all_program]]
  }> : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[1, 2, 5, 6]> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<[3, 4, 7, 8]> : tensor<4xi32>
  return
}

func.func private @all_to_all_between_dimensions_program(%x: tensor<1x2xi32>) -> tensor<2x1xi32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xi32>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

func.func @all_to_all_between_dimensions() {
  %x0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %x1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@all_to_all_between_dimensions_program, @all_to_all_between_dimensions_program]]
  }> : (tensor<1x2xi32>, tensor<1x2xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %0#0, dense<[[1], [3]]> : tensor<2x1xi32>
  check.expect_eq_const %0#1, dense<[[2], [4]]> : tensor<2x1xi32>
  return
}

func.func private @permute_ring_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_ring() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@permute_ring_program], [@permute_ring_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<2> : tensor<i32>
  check.expect_eq_const %0#1, dense<1> : tensor<i32>
  return
}

func.func private @permute_without_source_is_zero_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_without_source_is_zero() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@permute_without_source_is_zero_program], [@permute_without_source_is_zero_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<0> : tensor<i32>
  check.expect_eq_const %0#1, dense<1> : tensor<i32>
  return
}

func.func private @permute_without_pairs_is_zero_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_without_pairs_is_zero() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@permute_without_pairs_is_zero_program], [@permute_without_pairs_is_zero_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<0> : tensor<i32>
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  return
}

func.func private @permute_to_itself_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_to_itself() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@permute_to_itself_program], [@permute_to_itself_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  return
}

func.func private @permute_self_pairs_and_others_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 0], [1, 2], [2, 3], [3, 1]]> : tensor<4x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_self_pairs_and_others() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@permute_self_pairs_and_others_program], [@permute_self_pairs_and_others_program], [@permute_self_pairs_and_others_program], [@permute_self_pairs_and_others_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<8> : tensor<i32>
  check.expect_eq_const %0#2, dense<2> : tensor<i32>
  check.expect_eq_const %0#3, dense<4> : tensor<i32>
  return
}

func.func private @permute_partitions_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_partitions() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@permute_partitions_program, @permute_partitions_program], [@permute_partitions_program, @permute_partitions_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<2> : tensor<i32>
  check.expect_eq_const %0#1, dense<1> : tensor<i32>
  check.expect_eq_const %0#2, dense<8> : tensor<i32>
  check.expect_eq_const %0#3, dense<4> : tensor<i32>
  return
}

func.func private @permute_replicas_of_each_partition_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @permute_replicas_of_each_partition() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@permute_replicas_of_each_partition_program, @permute_replicas_of_each_partition_program], [@permute_replicas_of_each_partition_program, @permute_replicas_of_each_partition_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<4> : tensor<i32>
  check.expect_eq_const %0#1, dense<8> : tensor<i32>
  check.expect_eq_const %0#2, dense<1> : tensor<i32>
  check.expect_eq_const %0#3, dense<2> : tensor<i32>
  return
}

func.func private @broadcast_from_the_first_of_the_group_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @broadcast_from_the_first_of_the_group() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@broadcast_from_the_first_of_the_group_program], [@broadcast_from_the_first_of_the_group_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<2> : tensor<i32>
  check.expect_eq_const %0#1, dense<2> : tensor<i32>
  return
}

func.func private @broadcast_gives_zero_outside_the_groups_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @broadcast_gives_zero_outside_the_groups() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@broadcast_gives_zero_outside_the_groups_program], [@broadcast_gives_zero_outside_the_groups_program], [@broadcast_gives_zero_outside_the_groups_program], [@broadcast_gives_zero_outside_the_groups_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<4> : tensor<i32>
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  check.expect_eq_const %0#2, dense<4> : tensor<i32>
  check.expect_eq_const %0#3, dense<0> : tensor<i32>
  return
}

func.func private @broadcast_partitions_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @broadcast_partitions() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@broadcast_partitions_program, @broadcast_partitions_program], [@broadcast_partitions_program, @broadcast_partitions_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<1> : tensor<i32>
  check.expect_eq_const %0#1, dense<1> : tensor<i32>
  check.expect_eq_const %0#2, dense<4> : tensor<i32>
  check.expect_eq_const %0#3, dense<4> : tensor<i32>
  return
}

func.func private @reduce_to_the_first_of_the_group_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @reduce_to_the_first_of_the_group() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x0, %x1) <{
    programs = [[@reduce_to_the_first_of_the_group_program], [@reduce_to_the_first_of_the_group_program]]
  }> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<0> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  return
}

func.func private @reduce_gives_zero_outside_the_groups_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @reduce_gives_zero_outside_the_groups() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@reduce_gives_zero_outside_the_groups_program], [@reduce_gives_zero_outside_the_groups_program], [@reduce_gives_zero_outside_the_groups_program], [@reduce_gives_zero_outside_the_groups_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<0> : tensor<i32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  check.expect_eq_const %0#3, dense<0> : tensor<i32>
  return
}

func.func private @reduce_partitions_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @reduce_partitions() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@reduce_partitions_program, @reduce_partitions_program], [@reduce_partitions_program, @reduce_partitions_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  check.expect_eq_const %0#2, dense<12> : tensor<i32>
  check.expect_eq_const %0#3, dense<0> : tensor<i32>
  return
}

func.func private @reduce_flattened_ids_program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @reduce_flattened_ids() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %x2 = stablehlo.constant dense<4> : tensor<i32>
  %x3 = stablehlo.constant dense<8> : tensor<i32>
  %0:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) <{
    programs = [[@reduce_flattened_ids_program, @reduce_flattened_ids_program], [@reduce_flattened_ids_program, @reduce_flattened_ids_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<9> : tensor<i32>
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  check.expect_eq_const %0#2, dense<6> : tensor<i32>
  check.expect_eq_const %0#3, dense<0> : tensor<i32>
  return
}

func.func private @root_program(%x: tensor<i32>, %y: tensor<i32>, %root: tensor<2xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %0:2 = "stablehlo.collective_broadcast"(%x, %y, %root) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
  %1:2 = "stablehlo.collective_reduce"(%x, %y, %root) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// With roots as data each operand has its own.
func.func @dynamic_roots() {
  %x0 = stablehlo.constant dense<1> : tensor<i32>
  %y0 = stablehlo.constant dense<10> : tensor<i32>
  %x1 = stablehlo.constant dense<2> : tensor<i32>
  %y1 = stablehlo.constant dense<20> : tensor<i32>
  %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %0:8 = "interpreter.run_parallel"(%x0, %y0, %root, %x1, %y1, %root) <{
    programs = [[@root_program], [@root_program]]
  }> : (tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<2xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<2> : tensor<i32>
  check.expect_eq_const %0#1, dense<10> : tensor<i32>
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  check.expect_eq_const %0#3, dense<30> : tensor<i32>
  check.expect_eq_const %0#4, dense<2> : tensor<i32>
  check.expect_eq_const %0#5, dense<10> : tensor<i32>
  check.expect_eq_const %0#6, dense<3> : tensor<i32>
  check.expect_eq_const %0#7, dense<0> : tensor<i32>
  return
}

//===-- Ids, messages and futures ------------------------------------------===//

func.func private @ids() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

func.func @replica_and_partition_ids() {
  %0:8 = "interpreter.run_parallel"() <{programs = [[@ids, @ids], [@ids, @ids]]}> : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %0#0, dense<0> : tensor<ui32>
  check.expect_eq_const %0#1, dense<0> : tensor<ui32>
  check.expect_eq_const %0#2, dense<0> : tensor<ui32>
  check.expect_eq_const %0#3, dense<1> : tensor<ui32>
  check.expect_eq_const %0#4, dense<1> : tensor<ui32>
  check.expect_eq_const %0#5, dense<0> : tensor<ui32>
  check.expect_eq_const %0#6, dense<1> : tensor<ui32>
  check.expect_eq_const %0#7, dense<1> : tensor<ui32>
  return
}

// A program that runs alone is a grid of one process.
func.func @alone() {
  %0:2 = func.call @ids() : () -> (tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %0#0, dense<0> : tensor<ui32>
  check.expect_eq_const %0#1, dense<0> : tensor<ui32>
  %x = stablehlo.constant dense<7> : tensor<1xi32>
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
  check.expect_eq_const %1, dense<7> : tensor<1xi32>
  %2 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %3 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
    stablehlo.return %3 : tensor<1xi32>
  }) : (tensor<1xi32>) -> !stablehlo.future<tensor<1xi32>>
  %4 = "stablehlo.async_done"(%2) : (!stablehlo.future<tensor<1xi32>>) -> tensor<1xi32>
  check.expect_eq_const %4, dense<7> : tensor<1xi32>
  %5 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
  check.expect_eq_const %5, dense<0> : tensor<1xi32>
  return
}

func.func private @sends_twice(%x: tensor<2xi32>, %y: tensor<2xi32>) {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t1 = "stablehlo.send"(%x, %t0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 2>, is_host_transfer = true}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %t2 = "stablehlo.send"(%y, %t1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 2>, is_host_transfer = true}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}

func.func private @receives_twice() -> (tensor<2xi32>, tensor<2xi32>) {
  %t0 = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.recv"(%t0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %1:2 = "stablehlo.recv"(%0#1) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %0#0, %1#0 : tensor<2xi32>, tensor<2xi32>
}

func.func @messages_arrive_in_order() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@sends_twice], [@receives_twice]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[3, 4]> : tensor<2xi32>
  return
}

func.func private @swaps(%x: tensor<i32>) -> tensor<i32> {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t1 = "stablehlo.send"(%x, %t0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %0:2 = "stablehlo.recv"(%t1) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %0#0 : tensor<i32>
}

func.func @messages_between_named_pairs() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@swaps, @swaps]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<2> : tensor<i32>
  check.expect_eq_const %0#1, dense<1> : tensor<i32>
  return
}

func.func private @feeds_first() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func private @feeds_second() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func private @takes_two() -> (tensor<2xi32>, tensor<2xi32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %1:2 = "stablehlo.infeed"(%0#1) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %2 = "stablehlo.outfeed"(%1#0, %1#1) <{outfeed_config = ""}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %0#0, %1#0 : tensor<2xi32>, tensor<2xi32>
}

func.func @infeed_gives_one_function_after_the_other() {
  %0:2 = "interpreter.run_parallel"() <{infeed = [@feeds_first, @feeds_second], programs = [[@takes_two]]}> : () -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[5, 6]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[7, 8]> : tensor<2xi32>
  return
}

// Started in one order and finished in the other.
func.func private @two_futures(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>) {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi32>) -> tensor<2xi32>
    stablehlo.return %1 : tensor<2xi32>
  }) : (tensor<1xi32>) -> !stablehlo.future<tensor<2xi32>>
  %2 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %3 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
    stablehlo.return %3 : tensor<1xi32>
  }) : (tensor<1xi32>) -> !stablehlo.future<tensor<1xi32>>
  %4 = "stablehlo.async_done"(%2) : (!stablehlo.future<tensor<1xi32>>) -> tensor<1xi32>
  %5 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %5, %4 : tensor<2xi32>, tensor<1xi32>
}

func.func @futures() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %y = stablehlo.constant dense<2> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%x, %y) <{programs = [[@two_futures], [@two_futures]]}> : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>)
  check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<2> : tensor<1xi32>
  check.expect_eq_const %0#2, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<1> : tensor<1xi32>
  return
}

// A program need not wait for what it started.
func.func private @forgets(%x: tensor<1xi32>) -> tensor<1xi32> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi32>) -> tensor<2xi32>
    stablehlo.return %1 : tensor<2xi32>
  }) : (tensor<1xi32>) -> !stablehlo.future<tensor<2xi32>>
  return %x : tensor<1xi32>
}

func.func @futures_nobody_waits_for() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %0:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@forgets], [@forgets]]}> : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  check.expect_eq_const %0#0, dense<1> : tensor<1xi32>
  return
}

// The same collective in a loop meets once per iteration.
func.func private @loops(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

func.func @collectives_in_a_loop() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@loops], [@loops]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<12> : tensor<i32>
  check.expect_eq_const %0#1, dense<12> : tensor<i32>
  return
}
