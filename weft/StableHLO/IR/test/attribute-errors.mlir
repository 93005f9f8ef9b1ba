// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{unknown attribute `gatherer` of the stablehlo dialect}}
func.func private @unknown_attribute() attributes {t.a = #stablehlo.gatherer<offset_dims = [0]>}

// -----

// expected-error@+1 {{unknown type `tokens` of the stablehlo dialect}}
func.func private @unknown_type(!stablehlo.tokens)

// -----

// expected-error@+1 {{expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`}}
func.func private @unknown_field() attributes {t.a = #stablehlo.dot<lhs = [0]>}

// -----

// expected-error@+1 {{duplicated `index_vector_dim` entry}}
func.func private @field_twice() attributes {t.a = #stablehlo.scatter<index_vector_dim = 0, index_vector_dim = 1>}

// -----

// expected-error@+1 {{unexpected dimension b, expecting b and f once each}}
func.func private @role_twice() attributes {t.a = #stablehlo.conv<[b, b, 0, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{unexpected dimension c, expecting i and o once each}}
func.func private @role_unknown() attributes {t.a = #stablehlo.conv<[b, 0, f]x[0, c, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{expected dimension f is not specified}}
func.func private @role_missing() attributes {t.a = #stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{spatial dimension 4000000000000000000 exceeds the number of spatial dimensions, 1}}
func.func private @spatial_large() attributes {t.a = #stablehlo.conv<[b, 4000000000000000000, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{duplicate entries for spatial dimension 0}}
func.func private @spatial_twice() attributes {t.a = #stablehlo.conv<[b, 0, 0, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{unexpected dimension -1}}
func.func private @spatial_negative() attributes {t.a = #stablehlo.conv<[b, -1, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{result accuracy has a negative tolerance}}
func.func private @negative_tolerance() attributes {t.a = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// -----

// expected-error@+1 {{result accuracy of mode HIGHEST must have zero tolerances}}
func.func private @needless_tolerance() attributes {t.a = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}

// -----

// expected-error@+1 {{precision and accumulation types of a dot algorithm must be floats, but got 'i8'}}
func.func private @algorithm_type() attributes {t.a = #stablehlo.dot_algorithm<lhs_precision_type = i8, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// -----

// expected-error@+1 {{lhs component count must be positive}}
func.func private @dot_general_c22() attributes {t.a = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// -----

// expected-error@+1 {{rhs component count must be positive}}
func.func private @dot_general_c23() attributes {t.a = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// -----

// expected-error@+1 {{num primitive operations must be positive}}
func.func private @dot_general_c24() attributes {t.a = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>}

// -----

// expected-error@+1 {{expected as many bounds as dimensions, but got 1 bounds for rank 2}}
func.func private @bounds_number(tensor<?x?xf32, #stablehlo.bounds<4>>)

// -----

// expected-error@+1 {{static dimension 0 cannot have a bound, write ? for it in tensor}}
func.func private @bounds_static(tensor<3x?xf32, #stablehlo.bounds<4, ?>>)

// -----

// expected-error@+1 {{bound -4 of dimension 0 is negative}}
func.func private @bounds_negative(tensor<?xf32, #stablehlo.bounds<-4>>)

// -----

// expected-error@+1 {{axis 'y' not found in mesh}}
func.func private @mesh_axis() attributes {t.a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>}

// -----

// expected-error@+1 {{axes of replica groups must be axis references, but got "x"}}
func.func private @axis_kind() attributes {t.a = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = ["x"]>}

// -----

// expected-error@+1 {{mesh of replica groups must be a symbol or a mesh, but got 3 : i64}}
func.func private @mesh_kind() attributes {t.a = #stablehlo.replica_group_mesh_axes<mesh = 3, axes = []>}

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'i1'}}
func.func private @future_element(!stablehlo.future<i1>)
