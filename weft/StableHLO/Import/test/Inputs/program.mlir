// Operations whose attributes the portable artifact writes in another form, with
// defaults and without, and what surrounds them: shardings, attributes on
// arguments and operations, regions, calls, tokens.

module @program attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>

  func.func public @main(
      %image: tensor<1x8x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {?}, {}]>, tf.aliasing_output = 0 : i32},
      %kernel: tensor<3x3x4x4xf32> {mhlo.memory_kind = "device"},
      %matrix: tensor<8x8xf32>) -> (tensor<1x8x8x4xf32> {jax.result_info = "y"}) {
    %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x8x8x4xf32>
    %1 = stablehlo.convolution(%0, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [2, 9]], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x8x8x4xf32>
    %2 = stablehlo.dot_general %matrix, %matrix, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.dot_general %2, %matrix, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [HIGH, HIGHEST] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
    %4 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"y":(2)2}> : tensor<8x8xf32>
    call @structure(%4) : (tensor<8x8xf32>) -> ()
    call @windows(%4, %3) : (tensor<8x8xf32>, tensor<8xf32>) -> ()
    call @effects(%4) : (tensor<8x8xf32>) -> ()
    call @collectives(%4) : (tensor<8x8xf32>) -> ()
    call @types() : () -> ()
    return %1 : tensor<1x8x8x4xf32>
  }

  func.func private @structure(%x: tensor<8x8xf32>) {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %index = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xi64>
    %start = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.reverse %0, dims = [0] : tensor<8x8xf32>
    %2 = stablehlo.slice %1 [0:4:2, 1:8] : (tensor<8x8xf32>) -> tensor<2x7xf32>
    %3 = stablehlo.pad %2, %zero, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x7xf32>, tensor<f32>) -> tensor<3x18xf32>
    %4 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x18xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<3x18xf32>, tensor<3x18xf32>) -> tensor<3x36xf32>
    %6 = stablehlo.dynamic_slice %x, %start, %start, sizes = [2, 3] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %7 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %8 = "stablehlo.gather"(%x, %index) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 8>}> : (tensor<8x8xf32>, tensor<2x1xi64>) -> tensor<2x8xf32>
    %9 = "stablehlo.scatter"(%x, %index, %8) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<8x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %10:2 = "stablehlo.sort"(%x, %9) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
    %11 = stablehlo.cholesky %x, lower = true : tensor<8x8xf32>
    %12 = "stablehlo.triangular_solve"(%11, %x) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %13 = stablehlo.exponential %12 : tensor<8x8xf32>
    %14 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8x8xf32>) -> tensor<8x5xcomplex<f32>>
    %15 = stablehlo.reduce_precision %13, format = e5m10 : tensor<8x8xf32>
    return
  }

  func.func private @windows(%x: tensor<8x8xf32>, %y: tensor<8xf32>) {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %2 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x7xf32>
    %3 = "stablehlo.batch_norm_inference"(%x, %y, %y, %y, %y) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
    %4 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %negated = stablehlo.negate %a : tensor<f32>
      stablehlo.return %negated : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return
  }

  func.func private @effects(%x: tensor<8x8xf32>) {
    %true = stablehlo.constant dense<true> : tensor<i1>
    %token = stablehlo.create_token : !stablehlo.token
    %0 = "stablehlo.send"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<8x8xf32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<8x8xf32>, !stablehlo.token)
    %2:2 = "stablehlo.infeed"(%1#1) <{infeed_config = "config", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<8x8xf32>, !stablehlo.token)
    %3 = stablehlo.custom_call @plain(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.custom_call @full(%3) {api_version = 2 : i32, backend_config = "config", called_computations = [@callee], has_side_effect = true, mhlo.frontend_attributes = {key = "value"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = "stablehlo.if"(%true) ({
      stablehlo.return %x : tensor<8x8xf32>
    }, {
      %abs = stablehlo.abs %x : tensor<8x8xf32>
      stablehlo.return %abs : tensor<8x8xf32>
    }) : (tensor<i1>) -> tensor<8x8xf32>
    %6:2 = stablehlo.while(%going = %true, %value = %5) : tensor<i1>, tensor<8x8xf32>
    cond {
      stablehlo.return %going : tensor<i1>
    } do {
      %stop = stablehlo.not %going : tensor<i1>
      stablehlo.return %stop, %value : tensor<i1>, tensor<8x8xf32>
    }
    return
  }

  func.func private @callee(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    return %x : tensor<8x8xf32>
  }

  func.func private @collectives(%x: tensor<8x8xf32>) {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<8x16xf32>
    %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<8x8xf32>) -> tensor<32x2xf32>
    %3 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.partition_id : tensor<ui32>
    return
  }

  func.func private @types() {
    %0 = stablehlo.constant dense<[true, false, true, true, false, true, true, false, true]> : tensor<9xi1>
    %1 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
    %2 = stablehlo.constant dense<[15, 0]> : tensor<2xui4>
    %3 = stablehlo.constant dense<[1.000000e+00, -2.000000e+00]> : tensor<2xf8E4M3FN>
    %4 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f32>>
    %5 = stablehlo.constant dense<> : tensor<0x3xf64>
    %6 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %7 = stablehlo.tuple %0, %1 : tuple<tensor<9xi1>, tensor<2xi4>>
    %8 = stablehlo.get_tuple_element %7[1] : (tuple<tensor<9xi1>, tensor<2xi4>>) -> tensor<2xi4>
    %9 = stablehlo.optimization_barrier %8 : tensor<2xi4>
    return
  }
}
