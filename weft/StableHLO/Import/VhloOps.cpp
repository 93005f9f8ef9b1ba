// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of VHLO, every version of each. Properties are written in the
// alphabetical order of the attributes' names.

#include "weft/StableHLO/Import/PortableOp.h"

#include <llvm/ADT/STLExtras.h>

using namespace llvm;
using namespace weft::stablehlo;

namespace {

constexpr StringLiteral kAllGatherV1[] = {
    "all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"};
constexpr StringLiteral kAllGatherV2[] = {
    "all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"};
constexpr StringLiteral kAllReduceV1[] = {"channel_id", "replica_groups",
                                          "use_global_device_ids"};
constexpr StringLiteral kAllReduceV2[] = {"channel_id", "replica_groups",
                                          "use_global_device_ids"};
constexpr StringLiteral kAllToAllV1[] = {"channel_id", "concat_dimension",
                                         "replica_groups", "split_count",
                                         "split_dimension"};
constexpr StringLiteral kAllToAllV2[] = {"channel_id", "concat_dimension",
                                         "replica_groups", "split_count",
                                         "split_dimension"};
constexpr StringLiteral kBatchNormGradV1[] = {"epsilon", "feature_index"};
constexpr StringLiteral kBatchNormInferenceV1[] = {"epsilon", "feature_index"};
constexpr StringLiteral kBatchNormTrainingV1[] = {"epsilon", "feature_index"};
constexpr StringLiteral kBroadcastInDimV1[] = {"broadcast_dimensions"};
constexpr StringLiteral kBroadcastV1[] = {"broadcast_sizes"};
constexpr StringLiteral kCallV1[] = {"callee"};
constexpr StringLiteral kCbrtV2[] = {"result_accuracy"};
constexpr StringLiteral kCholeskyV1[] = {"lower"};
constexpr StringLiteral kCollectiveBroadcastV1[] = {"channel_id",
                                                    "replica_groups"};
constexpr StringLiteral kCollectiveBroadcastV2[] = {
    "channel_id", "has_dynamic_root", "replica_groups"};
constexpr StringLiteral kCollectivePermuteV1[] = {"channel_id",
                                                  "source_target_pairs"};
constexpr StringLiteral kCollectiveReduceV1[] = {
    "channel_id", "has_dynamic_root", "replica_groups",
    "use_global_device_ids"};
constexpr StringLiteral kCompareV1[] = {"compare_type", "comparison_direction"};
constexpr StringLiteral kCompositeV1[] = {"composite_attributes",
                                          "decomposition", "name", "version"};
constexpr StringLiteral kCompositeV2[] = {"composite_attributes",
                                          "decomposition", "name", "version"};
constexpr StringLiteral kConcatenateV1[] = {"dimension"};
constexpr StringLiteral kConstantV1[] = {"value"};
constexpr StringLiteral kConvolutionV1[] = {"batch_group_count",
                                            "feature_group_count",
                                            "input_batch_dimension",
                                            "input_feature_dimension",
                                            "input_spatial_dimensions",
                                            "kernel_input_feature_dimension",
                                            "kernel_output_feature_dimension",
                                            "kernel_spatial_dimensions",
                                            "lhs_dilation",
                                            "output_batch_dimension",
                                            "output_feature_dimension",
                                            "output_spatial_dimensions",
                                            "padding",
                                            "precision_config",
                                            "rhs_dilation",
                                            "window_reversal",
                                            "window_strides"};
constexpr StringLiteral kCosineV2[] = {"result_accuracy"};
constexpr StringLiteral kCrossReplicaSumV1[] = {"replica_groups"};
constexpr StringLiteral kCustomCallV1[] = {"api_version",
                                           "backend_config",
                                           "call_target_name",
                                           "called_computations",
                                           "has_side_effect",
                                           "operand_layouts",
                                           "output_operand_aliases",
                                           "result_layouts"};
constexpr StringLiteral kCustomCallV2[] = {"api_version",
                                           "backend_config",
                                           "call_target_name",
                                           "called_computations",
                                           "has_side_effect",
                                           "operand_layouts",
                                           "output_operand_aliases",
                                           "result_layouts",
                                           "result_tilings"};
constexpr StringLiteral kDotGeneralV1[] = {
    "lhs_batching_dimensions", "lhs_contracting_dimensions", "precision_config",
    "rhs_batching_dimensions", "rhs_contracting_dimensions"};
constexpr StringLiteral kDotGeneralV2[] = {
    "accumulation_type",          "allow_imprecise_accumulation",
    "lhs_batching_dimensions",    "lhs_component_count",
    "lhs_contracting_dimensions", "lhs_precision_type",
    "num_primitive_operations",   "precision_config",
    "rhs_batching_dimensions",    "rhs_component_count",
    "rhs_contracting_dimensions", "rhs_precision_type"};
constexpr StringLiteral kDotV1[] = {"precision_config"};
constexpr StringLiteral kDynamicBroadcastInDimV1[] = {
    "broadcast_dimensions", "known_expanding_dimensions",
    "known_nonexpanding_dimensions"};
constexpr StringLiteral kDynamicConvV1[] = {"batch_group_count",
                                            "feature_group_count",
                                            "input_batch_dimension",
                                            "input_feature_dimension",
                                            "input_spatial_dimensions",
                                            "kernel_input_feature_dimension",
                                            "kernel_output_feature_dimension",
                                            "kernel_spatial_dimensions",
                                            "lhs_dilation",
                                            "output_batch_dimension",
                                            "output_feature_dimension",
                                            "output_spatial_dimensions",
                                            "padding",
                                            "precision_config",
                                            "rhs_dilation",
                                            "window_reversal",
                                            "window_strides"};
constexpr StringLiteral kDynamicConvV2[] = {"batch_group_count",
                                            "feature_group_count",
                                            "input_batch_dimension",
                                            "input_feature_dimension",
                                            "input_spatial_dimensions",
                                            "kernel_input_feature_dimension",
                                            "kernel_output_feature_dimension",
                                            "kernel_spatial_dimensions",
                                            "lhs_dilation",
                                            "output_batch_dimension",
                                            "output_feature_dimension",
                                            "output_spatial_dimensions",
                                            "precision_config",
                                            "rhs_dilation",
                                            "window_reversal",
                                            "window_strides"};
constexpr StringLiteral kDynamicGatherV1[] = {
    "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted",
    "offset_dims", "start_index_map"};
constexpr StringLiteral kDynamicGatherV2[] = {
    "collapsed_slice_dims",       "index_vector_dim",
    "indices_are_sorted",         "offset_dims",
    "operand_batching_dims",      "start_index_map",
    "start_indices_batching_dims"};
constexpr StringLiteral kDynamicIotaV1[] = {"iota_dimension"};
constexpr StringLiteral kDynamicSliceV1[] = {"slice_sizes"};
constexpr StringLiteral kEinsumV1[] = {"einsum_config"};
constexpr StringLiteral kExponentialMinusOneV2[] = {"result_accuracy"};
constexpr StringLiteral kExponentialV2[] = {"result_accuracy"};
constexpr StringLiteral kFftV1[] = {"fft_length", "fft_type"};
constexpr StringLiteral kFuncV1[] = {"arg_attrs", "function_type", "res_attrs",
                                     "sym_name", "sym_visibility"};
constexpr StringLiteral kGatherV1[] = {
    "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted",
    "offset_dims",          "slice_sizes",      "start_index_map"};
constexpr StringLiteral kGatherV2[] = {
    "collapsed_slice_dims", "index_vector_dim",           "indices_are_sorted",
    "offset_dims",          "operand_batching_dims",      "slice_sizes",
    "start_index_map",      "start_indices_batching_dims"};
constexpr StringLiteral kGetDimensionSizeV1[] = {"dimension"};
constexpr StringLiteral kGetTupleElementV1[] = {"index"};
constexpr StringLiteral kInfeedV1[] = {"infeed_config", "layout"};
constexpr StringLiteral kIotaV1[] = {"iota_dimension"};
constexpr StringLiteral kLogPlusOneV2[] = {"result_accuracy"};
constexpr StringLiteral kLogV2[] = {"result_accuracy"};
constexpr StringLiteral kLogisticV2[] = {"result_accuracy"};
constexpr StringLiteral kMapV1[] = {"dimensions"};
constexpr StringLiteral kOutfeedV1[] = {"outfeed_config"};
constexpr StringLiteral kPadV1[] = {"edge_padding_high", "edge_padding_low",
                                    "interior_padding"};
constexpr StringLiteral kRecvV1[] = {"channel_id", "channel_type",
                                     "is_host_transfer"};
constexpr StringLiteral kRecvV2[] = {"channel_id", "channel_type",
                                     "is_host_transfer", "source_target_pairs"};
constexpr StringLiteral kReducePrecisionV1[] = {"exponent_bits",
                                                "mantissa_bits"};
constexpr StringLiteral kReduceScatterV1[] = {"channel_id", "replica_groups",
                                              "scatter_dimension",
                                              "use_global_device_ids"};
constexpr StringLiteral kReduceV1[] = {"dimensions"};
constexpr StringLiteral kReduceWindowV1[] = {
    "base_dilations", "padding", "window_dilations", "window_dimensions",
    "window_strides"};
constexpr StringLiteral kReverseV1[] = {"dimensions"};
constexpr StringLiteral kRngBitGeneratorV1[] = {"rng_algorithm"};
constexpr StringLiteral kRngV1[] = {"rng_distribution"};
constexpr StringLiteral kRsqrtV2[] = {"result_accuracy"};
constexpr StringLiteral kScatterV1[] = {
    "index_vector_dim",     "indices_are_sorted",
    "inserted_window_dims", "scatter_dims_to_operand_dims",
    "unique_indices",       "update_window_dims"};
constexpr StringLiteral kScatterV2[] = {"index_vector_dim",
                                        "indices_are_sorted",
                                        "input_batching_dims",
                                        "inserted_window_dims",
                                        "scatter_dims_to_operand_dims",
                                        "scatter_indices_batching_dims",
                                        "unique_indices",
                                        "update_window_dims"};
constexpr StringLiteral kSelectAndScatterV1[] = {"padding", "window_dimensions",
                                                 "window_strides"};
constexpr StringLiteral kSendV1[] = {"channel_id", "channel_type",
                                     "is_host_transfer"};
constexpr StringLiteral kSendV2[] = {"channel_id", "channel_type",
                                     "is_host_transfer", "source_target_pairs"};
constexpr StringLiteral kSetDimensionSizeV1[] = {"dimension"};
constexpr StringLiteral kSineV2[] = {"result_accuracy"};
constexpr StringLiteral kSliceV1[] = {"limit_indices", "start_indices",
                                      "strides"};
constexpr StringLiteral kSortV1[] = {"dimension", "is_stable"};
constexpr StringLiteral kSqrtV2[] = {"result_accuracy"};
constexpr StringLiteral kTanV2[] = {"result_accuracy"};
constexpr StringLiteral kTanhV2[] = {"result_accuracy"};
constexpr StringLiteral kTorchIndexSelectV1[] = {"batch_dims", "dim"};
constexpr StringLiteral kTransposeV1[] = {"permutation"};
constexpr StringLiteral kTriangularSolveV1[] = {"left_side", "lower",
                                                "transpose_a", "unit_diagonal"};
constexpr StringLiteral kUnaryEinsumV1[] = {"einsum_config"};

/// Sorted by name.
constexpr VhloOp kOps[] = {
    {"abs_v1", {}},
    {"add_v1", {}},
    {"after_all_v1", {}},
    {"all_gather_v1", kAllGatherV1},
    {"all_gather_v2", kAllGatherV2},
    {"all_reduce_v1", kAllReduceV1},
    {"all_reduce_v2", kAllReduceV2},
    {"all_to_all_v1", kAllToAllV1},
    {"all_to_all_v2", kAllToAllV2},
    {"and_v1", {}},
    {"async_done_v1", {}},
    {"async_start_v1", {}},
    {"atan2_v1", {}},
    {"batch_norm_grad_v1", kBatchNormGradV1},
    {"batch_norm_inference_v1", kBatchNormInferenceV1},
    {"batch_norm_training_v1", kBatchNormTrainingV1},
    {"bitcast_convert_v1", {}},
    {"broadcast_in_dim_v1", kBroadcastInDimV1},
    {"broadcast_v1", kBroadcastV1},
    {"call_v1", kCallV1},
    {"case_v1", {}},
    {"cbrt_v1", {}},
    {"cbrt_v2", kCbrtV2},
    {"ceil_v1", {}},
    {"cholesky_v1", kCholeskyV1},
    {"clamp_v1", {}},
    {"collective_broadcast_v1", kCollectiveBroadcastV1},
    {"collective_broadcast_v2", kCollectiveBroadcastV2},
    {"collective_permute_v1", kCollectivePermuteV1},
    {"collective_reduce_v1", kCollectiveReduceV1},
    {"compare_v1", kCompareV1},
    {"complex_v1", {}},
    {"composite_v1", kCompositeV1},
    {"composite_v2", kCompositeV2},
    {"concatenate_v1", kConcatenateV1},
    {"constant_v1", kConstantV1},
    {"convert_v1", {}},
    {"convolution_v1", kConvolutionV1},
    {"cosine_v1", {}},
    {"cosine_v2", kCosineV2},
    {"count_leading_zeros_v1", {}},
    {"create_token_v1", {}},
    {"cross-replica-sum_v1", kCrossReplicaSumV1},
    {"custom_call_v1", kCustomCallV1},
    {"custom_call_v2", kCustomCallV2},
    {"divide_v1", {}},
    {"dot_general_v1", kDotGeneralV1},
    {"dot_general_v2", kDotGeneralV2},
    {"dot_v1", kDotV1},
    {"dynamic_broadcast_in_dim_v1", kDynamicBroadcastInDimV1},
    {"dynamic_conv_v1", kDynamicConvV1},
    {"dynamic_conv_v2", kDynamicConvV2},
    {"dynamic_gather_v1", kDynamicGatherV1},
    {"dynamic_gather_v2", kDynamicGatherV2},
    {"dynamic_iota_v1", kDynamicIotaV1},
    {"dynamic_pad_v1", {}},
    {"dynamic_reshape_v1", {}},
    {"dynamic_slice_v1", kDynamicSliceV1},
    {"dynamic_update_slice_v1", {}},
    {"einsum_v1", kEinsumV1},
    {"exponential_minus_one_v1", {}},
    {"exponential_minus_one_v2", kExponentialMinusOneV2},
    {"exponential_v1", {}},
    {"exponential_v2", kExponentialV2},
    {"fft_v1", kFftV1},
    {"floor_v1", {}},
    {"func_v1", kFuncV1},
    {"gather_v1", kGatherV1},
    {"gather_v2", kGatherV2},
    {"get_dimension_size_v1", kGetDimensionSizeV1},
    {"get_tuple_element_v1", kGetTupleElementV1},
    {"if_v1", {}},
    {"imag_v1", {}},
    {"infeed_v1", kInfeedV1},
    {"iota_v1", kIotaV1},
    {"is_finite_v1", {}},
    {"log_plus_one_v1", {}},
    {"log_plus_one_v2", kLogPlusOneV2},
    {"log_v1", {}},
    {"log_v2", kLogV2},
    {"logistic_v1", {}},
    {"logistic_v2", kLogisticV2},
    {"map_v1", kMapV1},
    {"maximum_v1", {}},
    {"minimum_v1", {}},
    {"multiply_v1", {}},
    {"negate_v1", {}},
    {"not_v1", {}},
    {"optimization_barrier_v1", {}},
    {"or_v1", {}},
    {"outfeed_v1", kOutfeedV1},
    {"pad_v1", kPadV1},
    {"partition_id_v1", {}},
    {"popcnt_v1", {}},
    {"power_v1", {}},
    {"real_dynamic_slice_v1", {}},
    {"real_v1", {}},
    {"recv_v1", kRecvV1},
    {"recv_v2", kRecvV2},
    {"reduce_precision_v1", kReducePrecisionV1},
    {"reduce_scatter_v1", kReduceScatterV1},
    {"reduce_v1", kReduceV1},
    {"reduce_window_v1", kReduceWindowV1},
    {"remainder_v1", {}},
    {"replica_id_v1", {}},
    {"reshape_v1", {}},
    {"return_v1", {}},
    {"reverse_v1", kReverseV1},
    {"rng_bit_generator_v1", kRngBitGeneratorV1},
    {"rng_v1", kRngV1},
    {"round_nearest_afz_v1", {}},
    {"round_nearest_even_v1", {}},
    {"rsqrt_v1", {}},
    {"rsqrt_v2", kRsqrtV2},
    {"scatter_v1", kScatterV1},
    {"scatter_v2", kScatterV2},
    {"select_and_scatter_v1", kSelectAndScatterV1},
    {"select_v1", {}},
    {"send_v1", kSendV1},
    {"send_v2", kSendV2},
    {"set_dimension_size_v1", kSetDimensionSizeV1},
    {"shift_left_v1", {}},
    {"shift_right_arithmetic_v1", {}},
    {"shift_right_logical_v1", {}},
    {"sign_v1", {}},
    {"sine_v1", {}},
    {"sine_v2", kSineV2},
    {"slice_v1", kSliceV1},
    {"sort_v1", kSortV1},
    {"sqrt_v1", {}},
    {"sqrt_v2", kSqrtV2},
    {"subtract_v1", {}},
    {"tan_v1", {}},
    {"tan_v2", kTanV2},
    {"tanh_v1", {}},
    {"tanh_v2", kTanhV2},
    {"torch_index_select_v1", kTorchIndexSelectV1},
    {"transpose_v1", kTransposeV1},
    {"triangular_solve_v1", kTriangularSolveV1},
    {"tuple_v1", {}},
    {"unary_einsum_v1", kUnaryEinsumV1},
    {"uniform_dequantize_v1", {}},
    {"uniform_quantize_v1", {}},
    {"while_v1", {}},
    {"xor_v1", {}},
};

} // namespace

const VhloOp *weft::stablehlo::findVhloOp(StringRef name) {
  const VhloOp *row =
      lower_bound(kOps, name, [](const VhloOp &op, StringRef key) {
        return op.name < key;
      });
  return row != std::end(kOps) && row->name == name ? row : nullptr;
}
