module @jit_walk attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<37x9xf32>, %arg1: tensor<2xui32>) -> (tensor<37x9xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<37x9xf32>, tensor<2xui32>
    cond {
      %c_2 = stablehlo.constant dense<4> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @closed_call(%iterArg_0, %iterArg_1) : (tensor<37x9xf32>, tensor<2xui32>) -> (tensor<37x9xf32>, tensor<2xui32>)
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %2, %1#0, %1#1 : tensor<i32>, tensor<37x9xf32>, tensor<2xui32>
    }
    return %0#1 : tensor<37x9xf32>
  }
  func.func private @closed_call(%arg0: tensor<37x9xf32>, %arg1: tensor<2xui32>) -> (tensor<37x9xf32>, tensor<2xui32>) {
    %0 = call @_threefry_split(%arg1) : (tensor<2xui32>) -> tensor<3x2xui32>
    %1 = stablehlo.slice %0 [0:1, 0:2] : (tensor<3x2xui32>) -> tensor<1x2xui32>
    %2 = stablehlo.reshape %1 : (tensor<1x2xui32>) -> tensor<2xui32>
    %3 = stablehlo.slice %0 [1:2, 0:2] : (tensor<3x2xui32>) -> tensor<1x2xui32>
    %4 = stablehlo.reshape %3 : (tensor<1x2xui32>) -> tensor<2xui32>
    %5 = stablehlo.slice %0 [2:3, 0:2] : (tensor<3x2xui32>) -> tensor<1x2xui32>
    %6 = stablehlo.reshape %5 : (tensor<1x2xui32>) -> tensor<2xui32>
    %7 = call @_normal(%4) : (tensor<2xui32>) -> tensor<37x9xf32>
    %cst = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<37x9xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<37x9xf32>
    %10 = stablehlo.add %arg0, %9 : tensor<37x9xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = call @_uniform_1(%6, %cst_0, %cst_1) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<37xf32>
    %12 = stablehlo.multiply %arg0, %arg0 : tensor<37x9xf32>
    %13 = stablehlo.multiply %10, %10 : tensor<37x9xf32>
    %14 = stablehlo.subtract %12, %13 : tensor<37x9xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<37x9xf32>, tensor<f32>) -> tensor<37xf32>
    %16 = stablehlo.exponential %15 : tensor<37xf32>
    %17 = stablehlo.compare LT, %11, %16, FLOAT : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<37xi1>) -> tensor<37x1xi1>
    %19 = call @_where(%18, %10, %arg0) : (tensor<37x1xi1>, tensor<37x9xf32>, tensor<37x9xf32>) -> tensor<37x9xf32>
    return %19, %2 : tensor<37x9xf32>, tensor<2xui32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xui32>) -> tensor<3x2xui32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<3xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<3xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<3xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<3xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<3xui64>
    %9 = stablehlo.convert %6 : (tensor<3xui64>) -> tensor<3xui32>
    %10 = stablehlo.convert %8 : (tensor<3xui64>) -> tensor<3xui32>
    %11:2 = call @threefry2x32(%1, %3, %10, %9) : (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)
    %12 = stablehlo.broadcast_in_dim %11#0, dims = [0] : (tensor<3xui32>) -> tensor<3x1xui32>
    %13 = stablehlo.broadcast_in_dim %11#1, dims = [0] : (tensor<3xui32>) -> tensor<3x1xui32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<3x1xui32>, tensor<3x1xui32>) -> tensor<3x2xui32>
    return %14 : tensor<3x2xui32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<3xui32>, %arg3: tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>) {
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<3xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<3xui32>
    %6 = stablehlo.add %3, %5 : tensor<3xui32>
    %c_0 = stablehlo.constant dense<13> : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %8 = stablehlo.shift_left %5, %7 : tensor<3xui32>
    %c_1 = stablehlo.constant dense<19> : tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %10 = stablehlo.shift_right_logical %5, %9 : tensor<3xui32>
    %11 = stablehlo.or %8, %10 : tensor<3xui32>
    %12 = stablehlo.xor %6, %11 : tensor<3xui32>
    %13 = stablehlo.add %6, %12 : tensor<3xui32>
    %c_2 = stablehlo.constant dense<15> : tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %15 = stablehlo.shift_left %12, %14 : tensor<3xui32>
    %c_3 = stablehlo.constant dense<17> : tensor<ui32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %17 = stablehlo.shift_right_logical %12, %16 : tensor<3xui32>
    %18 = stablehlo.or %15, %17 : tensor<3xui32>
    %19 = stablehlo.xor %13, %18 : tensor<3xui32>
    %20 = stablehlo.add %13, %19 : tensor<3xui32>
    %c_4 = stablehlo.constant dense<26> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %22 = stablehlo.shift_left %19, %21 : tensor<3xui32>
    %c_5 = stablehlo.constant dense<6> : tensor<ui32>
    %23 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %24 = stablehlo.shift_right_logical %19, %23 : tensor<3xui32>
    %25 = stablehlo.or %22, %24 : tensor<3xui32>
    %26 = stablehlo.xor %20, %25 : tensor<3xui32>
    %27 = stablehlo.add %20, %26 : tensor<3xui32>
    %c_6 = stablehlo.constant dense<6> : tensor<ui32>
    %28 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %29 = stablehlo.shift_left %26, %28 : tensor<3xui32>
    %c_7 = stablehlo.constant dense<26> : tensor<ui32>
    %30 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %31 = stablehlo.shift_right_logical %26, %30 : tensor<3xui32>
    %32 = stablehlo.or %29, %31 : tensor<3xui32>
    %33 = stablehlo.xor %27, %32 : tensor<3xui32>
    %34 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %35 = stablehlo.add %27, %34 : tensor<3xui32>
    %36 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %37 = stablehlo.add %33, %36 : tensor<3xui32>
    %c_8 = stablehlo.constant dense<1> : tensor<ui32>
    %38 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %39 = stablehlo.add %37, %38 : tensor<3xui32>
    %40 = stablehlo.add %35, %39 : tensor<3xui32>
    %c_9 = stablehlo.constant dense<17> : tensor<ui32>
    %41 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %42 = stablehlo.shift_left %39, %41 : tensor<3xui32>
    %c_10 = stablehlo.constant dense<15> : tensor<ui32>
    %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %44 = stablehlo.shift_right_logical %39, %43 : tensor<3xui32>
    %45 = stablehlo.or %42, %44 : tensor<3xui32>
    %46 = stablehlo.xor %40, %45 : tensor<3xui32>
    %47 = stablehlo.add %40, %46 : tensor<3xui32>
    %c_11 = stablehlo.constant dense<29> : tensor<ui32>
    %48 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %49 = stablehlo.shift_left %46, %48 : tensor<3xui32>
    %c_12 = stablehlo.constant dense<3> : tensor<ui32>
    %50 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %51 = stablehlo.shift_right_logical %46, %50 : tensor<3xui32>
    %52 = stablehlo.or %49, %51 : tensor<3xui32>
    %53 = stablehlo.xor %47, %52 : tensor<3xui32>
    %54 = stablehlo.add %47, %53 : tensor<3xui32>
    %c_13 = stablehlo.constant dense<16> : tensor<ui32>
    %55 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %56 = stablehlo.shift_left %53, %55 : tensor<3xui32>
    %c_14 = stablehlo.constant dense<16> : tensor<ui32>
    %57 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %58 = stablehlo.shift_right_logical %53, %57 : tensor<3xui32>
    %59 = stablehlo.or %56, %58 : tensor<3xui32>
    %60 = stablehlo.xor %54, %59 : tensor<3xui32>
    %61 = stablehlo.add %54, %60 : tensor<3xui32>
    %c_15 = stablehlo.constant dense<24> : tensor<ui32>
    %62 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %63 = stablehlo.shift_left %60, %62 : tensor<3xui32>
    %c_16 = stablehlo.constant dense<8> : tensor<ui32>
    %64 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %65 = stablehlo.shift_right_logical %60, %64 : tensor<3xui32>
    %66 = stablehlo.or %63, %65 : tensor<3xui32>
    %67 = stablehlo.xor %61, %66 : tensor<3xui32>
    %68 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %69 = stablehlo.add %61, %68 : tensor<3xui32>
    %70 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %71 = stablehlo.add %67, %70 : tensor<3xui32>
    %c_17 = stablehlo.constant dense<2> : tensor<ui32>
    %72 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %73 = stablehlo.add %71, %72 : tensor<3xui32>
    %74 = stablehlo.add %69, %73 : tensor<3xui32>
    %c_18 = stablehlo.constant dense<13> : tensor<ui32>
    %75 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %76 = stablehlo.shift_left %73, %75 : tensor<3xui32>
    %c_19 = stablehlo.constant dense<19> : tensor<ui32>
    %77 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %78 = stablehlo.shift_right_logical %73, %77 : tensor<3xui32>
    %79 = stablehlo.or %76, %78 : tensor<3xui32>
    %80 = stablehlo.xor %74, %79 : tensor<3xui32>
    %81 = stablehlo.add %74, %80 : tensor<3xui32>
    %c_20 = stablehlo.constant dense<15> : tensor<ui32>
    %82 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %83 = stablehlo.shift_left %80, %82 : tensor<3xui32>
    %c_21 = stablehlo.constant dense<17> : tensor<ui32>
    %84 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %85 = stablehlo.shift_right_logical %80, %84 : tensor<3xui32>
    %86 = stablehlo.or %83, %85 : tensor<3xui32>
    %87 = stablehlo.xor %81, %86 : tensor<3xui32>
    %88 = stablehlo.add %81, %87 : tensor<3xui32>
    %c_22 = stablehlo.constant dense<26> : tensor<ui32>
    %89 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %90 = stablehlo.shift_left %87, %89 : tensor<3xui32>
    %c_23 = stablehlo.constant dense<6> : tensor<ui32>
    %91 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %92 = stablehlo.shift_right_logical %87, %91 : tensor<3xui32>
    %93 = stablehlo.or %90, %92 : tensor<3xui32>
    %94 = stablehlo.xor %88, %93 : tensor<3xui32>
    %95 = stablehlo.add %88, %94 : tensor<3xui32>
    %c_24 = stablehlo.constant dense<6> : tensor<ui32>
    %96 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %97 = stablehlo.shift_left %94, %96 : tensor<3xui32>
    %c_25 = stablehlo.constant dense<26> : tensor<ui32>
    %98 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %99 = stablehlo.shift_right_logical %94, %98 : tensor<3xui32>
    %100 = stablehlo.or %97, %99 : tensor<3xui32>
    %101 = stablehlo.xor %95, %100 : tensor<3xui32>
    %102 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %103 = stablehlo.add %95, %102 : tensor<3xui32>
    %104 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %105 = stablehlo.add %101, %104 : tensor<3xui32>
    %c_26 = stablehlo.constant dense<3> : tensor<ui32>
    %106 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %107 = stablehlo.add %105, %106 : tensor<3xui32>
    %108 = stablehlo.add %103, %107 : tensor<3xui32>
    %c_27 = stablehlo.constant dense<17> : tensor<ui32>
    %109 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %110 = stablehlo.shift_left %107, %109 : tensor<3xui32>
    %c_28 = stablehlo.constant dense<15> : tensor<ui32>
    %111 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %112 = stablehlo.shift_right_logical %107, %111 : tensor<3xui32>
    %113 = stablehlo.or %110, %112 : tensor<3xui32>
    %114 = stablehlo.xor %108, %113 : tensor<3xui32>
    %115 = stablehlo.add %108, %114 : tensor<3xui32>
    %c_29 = stablehlo.constant dense<29> : tensor<ui32>
    %116 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %117 = stablehlo.shift_left %114, %116 : tensor<3xui32>
    %c_30 = stablehlo.constant dense<3> : tensor<ui32>
    %118 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %119 = stablehlo.shift_right_logical %114, %118 : tensor<3xui32>
    %120 = stablehlo.or %117, %119 : tensor<3xui32>
    %121 = stablehlo.xor %115, %120 : tensor<3xui32>
    %122 = stablehlo.add %115, %121 : tensor<3xui32>
    %c_31 = stablehlo.constant dense<16> : tensor<ui32>
    %123 = stablehlo.broadcast_in_dim %c_31, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %124 = stablehlo.shift_left %121, %123 : tensor<3xui32>
    %c_32 = stablehlo.constant dense<16> : tensor<ui32>
    %125 = stablehlo.broadcast_in_dim %c_32, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %126 = stablehlo.shift_right_logical %121, %125 : tensor<3xui32>
    %127 = stablehlo.or %124, %126 : tensor<3xui32>
    %128 = stablehlo.xor %122, %127 : tensor<3xui32>
    %129 = stablehlo.add %122, %128 : tensor<3xui32>
    %c_33 = stablehlo.constant dense<24> : tensor<ui32>
    %130 = stablehlo.broadcast_in_dim %c_33, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %131 = stablehlo.shift_left %128, %130 : tensor<3xui32>
    %c_34 = stablehlo.constant dense<8> : tensor<ui32>
    %132 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %133 = stablehlo.shift_right_logical %128, %132 : tensor<3xui32>
    %134 = stablehlo.or %131, %133 : tensor<3xui32>
    %135 = stablehlo.xor %129, %134 : tensor<3xui32>
    %136 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %137 = stablehlo.add %129, %136 : tensor<3xui32>
    %138 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %139 = stablehlo.add %135, %138 : tensor<3xui32>
    %c_35 = stablehlo.constant dense<4> : tensor<ui32>
    %140 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %141 = stablehlo.add %139, %140 : tensor<3xui32>
    %142 = stablehlo.add %137, %141 : tensor<3xui32>
    %c_36 = stablehlo.constant dense<13> : tensor<ui32>
    %143 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %144 = stablehlo.shift_left %141, %143 : tensor<3xui32>
    %c_37 = stablehlo.constant dense<19> : tensor<ui32>
    %145 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %146 = stablehlo.shift_right_logical %141, %145 : tensor<3xui32>
    %147 = stablehlo.or %144, %146 : tensor<3xui32>
    %148 = stablehlo.xor %142, %147 : tensor<3xui32>
    %149 = stablehlo.add %142, %148 : tensor<3xui32>
    %c_38 = stablehlo.constant dense<15> : tensor<ui32>
    %150 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %151 = stablehlo.shift_left %148, %150 : tensor<3xui32>
    %c_39 = stablehlo.constant dense<17> : tensor<ui32>
    %152 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %153 = stablehlo.shift_right_logical %148, %152 : tensor<3xui32>
    %154 = stablehlo.or %151, %153 : tensor<3xui32>
    %155 = stablehlo.xor %149, %154 : tensor<3xui32>
    %156 = stablehlo.add %149, %155 : tensor<3xui32>
    %c_40 = stablehlo.constant dense<26> : tensor<ui32>
    %157 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %158 = stablehlo.shift_left %155, %157 : tensor<3xui32>
    %c_41 = stablehlo.constant dense<6> : tensor<ui32>
    %159 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %160 = stablehlo.shift_right_logical %155, %159 : tensor<3xui32>
    %161 = stablehlo.or %158, %160 : tensor<3xui32>
    %162 = stablehlo.xor %156, %161 : tensor<3xui32>
    %163 = stablehlo.add %156, %162 : tensor<3xui32>
    %c_42 = stablehlo.constant dense<6> : tensor<ui32>
    %164 = stablehlo.broadcast_in_dim %c_42, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %165 = stablehlo.shift_left %162, %164 : tensor<3xui32>
    %c_43 = stablehlo.constant dense<26> : tensor<ui32>
    %166 = stablehlo.broadcast_in_dim %c_43, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %167 = stablehlo.shift_right_logical %162, %166 : tensor<3xui32>
    %168 = stablehlo.or %165, %167 : tensor<3xui32>
    %169 = stablehlo.xor %163, %168 : tensor<3xui32>
    %170 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %171 = stablehlo.add %163, %170 : tensor<3xui32>
    %172 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %173 = stablehlo.add %169, %172 : tensor<3xui32>
    %c_44 = stablehlo.constant dense<5> : tensor<ui32>
    %174 = stablehlo.broadcast_in_dim %c_44, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %175 = stablehlo.add %173, %174 : tensor<3xui32>
    return %171, %175 : tensor<3xui32>, tensor<3xui32>
  }
  func.func private @_normal(%arg0: tensor<2xui32>) -> tensor<37x9xf32> {
    %0 = call @_normal_real(%arg0) : (tensor<2xui32>) -> tensor<37x9xf32>
    return %0 : tensor<37x9xf32>
  }
  func.func private @_normal_real(%arg0: tensor<2xui32>) -> tensor<37x9xf32> {
    %cst = stablehlo.constant dense<-0.99999994> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<37x9xf32>
    %1 = chlo.erf_inv %0 : tensor<37x9xf32> -> tensor<37x9xf32>
    %cst_1 = stablehlo.constant dense<1.41421354> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<37x9xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<37x9xf32>
    return %3 : tensor<37x9xf32>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<37x9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %2 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.iota dim = 0 : tensor<37x9xui64>
    %7 = stablehlo.iota dim = 1 : tensor<37x9xui64>
    %c = stablehlo.constant dense<9> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<37x9xui64>
    %9 = stablehlo.multiply %8, %6 : tensor<37x9xui64>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<37x9xui64>
    %11 = stablehlo.multiply %10, %7 : tensor<37x9xui64>
    %12 = stablehlo.add %9, %11 : tensor<37x9xui64>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %13 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<37x9xui64>
    %14 = stablehlo.shift_right_logical %12, %13 : tensor<37x9xui64>
    %15 = stablehlo.convert %12 : (tensor<37x9xui64>) -> tensor<37x9xui32>
    %16 = stablehlo.convert %14 : (tensor<37x9xui64>) -> tensor<37x9xui32>
    %17:2 = call @threefry2x32_0(%3, %5, %16, %15) : (tensor<ui32>, tensor<ui32>, tensor<37x9xui32>, tensor<37x9xui32>) -> (tensor<37x9xui32>, tensor<37x9xui32>)
    %18 = stablehlo.xor %17#0, %17#1 : tensor<37x9xui32>
    %c_2 = stablehlo.constant dense<9> : tensor<ui32>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %20 = stablehlo.shift_right_logical %18, %19 : tensor<37x9xui32>
    %c_3 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %22 = stablehlo.or %20, %21 : tensor<37x9xui32>
    %23 = stablehlo.bitcast_convert %22 : (tensor<37x9xui32>) -> tensor<37x9xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<37x9xf32>
    %25 = stablehlo.subtract %23, %24 : tensor<37x9xf32>
    %26 = stablehlo.subtract %1, %0 : tensor<1x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<37x9xf32>
    %28 = stablehlo.multiply %25, %27 : tensor<37x9xf32>
    %29 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<37x9xf32>
    %30 = stablehlo.add %28, %29 : tensor<37x9xf32>
    %31 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<37x9xf32>
    %32 = stablehlo.maximum %31, %30 : tensor<37x9xf32>
    return %32 : tensor<37x9xf32>
  }
  func.func private @threefry2x32_0(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<37x9xui32>, %arg3: tensor<37x9xui32>) -> (tensor<37x9xui32>, tensor<37x9xui32>) {
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<37x9xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<37x9xui32>
    %6 = stablehlo.add %3, %5 : tensor<37x9xui32>
    %c_0 = stablehlo.constant dense<13> : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %8 = stablehlo.shift_left %5, %7 : tensor<37x9xui32>
    %c_1 = stablehlo.constant dense<19> : tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %10 = stablehlo.shift_right_logical %5, %9 : tensor<37x9xui32>
    %11 = stablehlo.or %8, %10 : tensor<37x9xui32>
    %12 = stablehlo.xor %6, %11 : tensor<37x9xui32>
    %13 = stablehlo.add %6, %12 : tensor<37x9xui32>
    %c_2 = stablehlo.constant dense<15> : tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %15 = stablehlo.shift_left %12, %14 : tensor<37x9xui32>
    %c_3 = stablehlo.constant dense<17> : tensor<ui32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %17 = stablehlo.shift_right_logical %12, %16 : tensor<37x9xui32>
    %18 = stablehlo.or %15, %17 : tensor<37x9xui32>
    %19 = stablehlo.xor %13, %18 : tensor<37x9xui32>
    %20 = stablehlo.add %13, %19 : tensor<37x9xui32>
    %c_4 = stablehlo.constant dense<26> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %22 = stablehlo.shift_left %19, %21 : tensor<37x9xui32>
    %c_5 = stablehlo.constant dense<6> : tensor<ui32>
    %23 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %24 = stablehlo.shift_right_logical %19, %23 : tensor<37x9xui32>
    %25 = stablehlo.or %22, %24 : tensor<37x9xui32>
    %26 = stablehlo.xor %20, %25 : tensor<37x9xui32>
    %27 = stablehlo.add %20, %26 : tensor<37x9xui32>
    %c_6 = stablehlo.constant dense<6> : tensor<ui32>
    %28 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %29 = stablehlo.shift_left %26, %28 : tensor<37x9xui32>
    %c_7 = stablehlo.constant dense<26> : tensor<ui32>
    %30 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %31 = stablehlo.shift_right_logical %26, %30 : tensor<37x9xui32>
    %32 = stablehlo.or %29, %31 : tensor<37x9xui32>
    %33 = stablehlo.xor %27, %32 : tensor<37x9xui32>
    %34 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %35 = stablehlo.add %27, %34 : tensor<37x9xui32>
    %36 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %37 = stablehlo.add %33, %36 : tensor<37x9xui32>
    %c_8 = stablehlo.constant dense<1> : tensor<ui32>
    %38 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %39 = stablehlo.add %37, %38 : tensor<37x9xui32>
    %40 = stablehlo.add %35, %39 : tensor<37x9xui32>
    %c_9 = stablehlo.constant dense<17> : tensor<ui32>
    %41 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %42 = stablehlo.shift_left %39, %41 : tensor<37x9xui32>
    %c_10 = stablehlo.constant dense<15> : tensor<ui32>
    %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %44 = stablehlo.shift_right_logical %39, %43 : tensor<37x9xui32>
    %45 = stablehlo.or %42, %44 : tensor<37x9xui32>
    %46 = stablehlo.xor %40, %45 : tensor<37x9xui32>
    %47 = stablehlo.add %40, %46 : tensor<37x9xui32>
    %c_11 = stablehlo.constant dense<29> : tensor<ui32>
    %48 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %49 = stablehlo.shift_left %46, %48 : tensor<37x9xui32>
    %c_12 = stablehlo.constant dense<3> : tensor<ui32>
    %50 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %51 = stablehlo.shift_right_logical %46, %50 : tensor<37x9xui32>
    %52 = stablehlo.or %49, %51 : tensor<37x9xui32>
    %53 = stablehlo.xor %47, %52 : tensor<37x9xui32>
    %54 = stablehlo.add %47, %53 : tensor<37x9xui32>
    %c_13 = stablehlo.constant dense<16> : tensor<ui32>
    %55 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %56 = stablehlo.shift_left %53, %55 : tensor<37x9xui32>
    %c_14 = stablehlo.constant dense<16> : tensor<ui32>
    %57 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %58 = stablehlo.shift_right_logical %53, %57 : tensor<37x9xui32>
    %59 = stablehlo.or %56, %58 : tensor<37x9xui32>
    %60 = stablehlo.xor %54, %59 : tensor<37x9xui32>
    %61 = stablehlo.add %54, %60 : tensor<37x9xui32>
    %c_15 = stablehlo.constant dense<24> : tensor<ui32>
    %62 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %63 = stablehlo.shift_left %60, %62 : tensor<37x9xui32>
    %c_16 = stablehlo.constant dense<8> : tensor<ui32>
    %64 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %65 = stablehlo.shift_right_logical %60, %64 : tensor<37x9xui32>
    %66 = stablehlo.or %63, %65 : tensor<37x9xui32>
    %67 = stablehlo.xor %61, %66 : tensor<37x9xui32>
    %68 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %69 = stablehlo.add %61, %68 : tensor<37x9xui32>
    %70 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %71 = stablehlo.add %67, %70 : tensor<37x9xui32>
    %c_17 = stablehlo.constant dense<2> : tensor<ui32>
    %72 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %73 = stablehlo.add %71, %72 : tensor<37x9xui32>
    %74 = stablehlo.add %69, %73 : tensor<37x9xui32>
    %c_18 = stablehlo.constant dense<13> : tensor<ui32>
    %75 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %76 = stablehlo.shift_left %73, %75 : tensor<37x9xui32>
    %c_19 = stablehlo.constant dense<19> : tensor<ui32>
    %77 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %78 = stablehlo.shift_right_logical %73, %77 : tensor<37x9xui32>
    %79 = stablehlo.or %76, %78 : tensor<37x9xui32>
    %80 = stablehlo.xor %74, %79 : tensor<37x9xui32>
    %81 = stablehlo.add %74, %80 : tensor<37x9xui32>
    %c_20 = stablehlo.constant dense<15> : tensor<ui32>
    %82 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %83 = stablehlo.shift_left %80, %82 : tensor<37x9xui32>
    %c_21 = stablehlo.constant dense<17> : tensor<ui32>
    %84 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %85 = stablehlo.shift_right_logical %80, %84 : tensor<37x9xui32>
    %86 = stablehlo.or %83, %85 : tensor<37x9xui32>
    %87 = stablehlo.xor %81, %86 : tensor<37x9xui32>
    %88 = stablehlo.add %81, %87 : tensor<37x9xui32>
    %c_22 = stablehlo.constant dense<26> : tensor<ui32>
    %89 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %90 = stablehlo.shift_left %87, %89 : tensor<37x9xui32>
    %c_23 = stablehlo.constant dense<6> : tensor<ui32>
    %91 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %92 = stablehlo.shift_right_logical %87, %91 : tensor<37x9xui32>
    %93 = stablehlo.or %90, %92 : tensor<37x9xui32>
    %94 = stablehlo.xor %88, %93 : tensor<37x9xui32>
    %95 = stablehlo.add %88, %94 : tensor<37x9xui32>
    %c_24 = stablehlo.constant dense<6> : tensor<ui32>
    %96 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %97 = stablehlo.shift_left %94, %96 : tensor<37x9xui32>
    %c_25 = stablehlo.constant dense<26> : tensor<ui32>
    %98 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %99 = stablehlo.shift_right_logical %94, %98 : tensor<37x9xui32>
    %100 = stablehlo.or %97, %99 : tensor<37x9xui32>
    %101 = stablehlo.xor %95, %100 : tensor<37x9xui32>
    %102 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %103 = stablehlo.add %95, %102 : tensor<37x9xui32>
    %104 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %105 = stablehlo.add %101, %104 : tensor<37x9xui32>
    %c_26 = stablehlo.constant dense<3> : tensor<ui32>
    %106 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %107 = stablehlo.add %105, %106 : tensor<37x9xui32>
    %108 = stablehlo.add %103, %107 : tensor<37x9xui32>
    %c_27 = stablehlo.constant dense<17> : tensor<ui32>
    %109 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %110 = stablehlo.shift_left %107, %109 : tensor<37x9xui32>
    %c_28 = stablehlo.constant dense<15> : tensor<ui32>
    %111 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %112 = stablehlo.shift_right_logical %107, %111 : tensor<37x9xui32>
    %113 = stablehlo.or %110, %112 : tensor<37x9xui32>
    %114 = stablehlo.xor %108, %113 : tensor<37x9xui32>
    %115 = stablehlo.add %108, %114 : tensor<37x9xui32>
    %c_29 = stablehlo.constant dense<29> : tensor<ui32>
    %116 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %117 = stablehlo.shift_left %114, %116 : tensor<37x9xui32>
    %c_30 = stablehlo.constant dense<3> : tensor<ui32>
    %118 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %119 = stablehlo.shift_right_logical %114, %118 : tensor<37x9xui32>
    %120 = stablehlo.or %117, %119 : tensor<37x9xui32>
    %121 = stablehlo.xor %115, %120 : tensor<37x9xui32>
    %122 = stablehlo.add %115, %121 : tensor<37x9xui32>
    %c_31 = stablehlo.constant dense<16> : tensor<ui32>
    %123 = stablehlo.broadcast_in_dim %c_31, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %124 = stablehlo.shift_left %121, %123 : tensor<37x9xui32>
    %c_32 = stablehlo.constant dense<16> : tensor<ui32>
    %125 = stablehlo.broadcast_in_dim %c_32, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %126 = stablehlo.shift_right_logical %121, %125 : tensor<37x9xui32>
    %127 = stablehlo.or %124, %126 : tensor<37x9xui32>
    %128 = stablehlo.xor %122, %127 : tensor<37x9xui32>
    %129 = stablehlo.add %122, %128 : tensor<37x9xui32>
    %c_33 = stablehlo.constant dense<24> : tensor<ui32>
    %130 = stablehlo.broadcast_in_dim %c_33, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %131 = stablehlo.shift_left %128, %130 : tensor<37x9xui32>
    %c_34 = stablehlo.constant dense<8> : tensor<ui32>
    %132 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %133 = stablehlo.shift_right_logical %128, %132 : tensor<37x9xui32>
    %134 = stablehlo.or %131, %133 : tensor<37x9xui32>
    %135 = stablehlo.xor %129, %134 : tensor<37x9xui32>
    %136 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %137 = stablehlo.add %129, %136 : tensor<37x9xui32>
    %138 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %139 = stablehlo.add %135, %138 : tensor<37x9xui32>
    %c_35 = stablehlo.constant dense<4> : tensor<ui32>
    %140 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %141 = stablehlo.add %139, %140 : tensor<37x9xui32>
    %142 = stablehlo.add %137, %141 : tensor<37x9xui32>
    %c_36 = stablehlo.constant dense<13> : tensor<ui32>
    %143 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %144 = stablehlo.shift_left %141, %143 : tensor<37x9xui32>
    %c_37 = stablehlo.constant dense<19> : tensor<ui32>
    %145 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %146 = stablehlo.shift_right_logical %141, %145 : tensor<37x9xui32>
    %147 = stablehlo.or %144, %146 : tensor<37x9xui32>
    %148 = stablehlo.xor %142, %147 : tensor<37x9xui32>
    %149 = stablehlo.add %142, %148 : tensor<37x9xui32>
    %c_38 = stablehlo.constant dense<15> : tensor<ui32>
    %150 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %151 = stablehlo.shift_left %148, %150 : tensor<37x9xui32>
    %c_39 = stablehlo.constant dense<17> : tensor<ui32>
    %152 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %153 = stablehlo.shift_right_logical %148, %152 : tensor<37x9xui32>
    %154 = stablehlo.or %151, %153 : tensor<37x9xui32>
    %155 = stablehlo.xor %149, %154 : tensor<37x9xui32>
    %156 = stablehlo.add %149, %155 : tensor<37x9xui32>
    %c_40 = stablehlo.constant dense<26> : tensor<ui32>
    %157 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %158 = stablehlo.shift_left %155, %157 : tensor<37x9xui32>
    %c_41 = stablehlo.constant dense<6> : tensor<ui32>
    %159 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %160 = stablehlo.shift_right_logical %155, %159 : tensor<37x9xui32>
    %161 = stablehlo.or %158, %160 : tensor<37x9xui32>
    %162 = stablehlo.xor %156, %161 : tensor<37x9xui32>
    %163 = stablehlo.add %156, %162 : tensor<37x9xui32>
    %c_42 = stablehlo.constant dense<6> : tensor<ui32>
    %164 = stablehlo.broadcast_in_dim %c_42, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %165 = stablehlo.shift_left %162, %164 : tensor<37x9xui32>
    %c_43 = stablehlo.constant dense<26> : tensor<ui32>
    %166 = stablehlo.broadcast_in_dim %c_43, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %167 = stablehlo.shift_right_logical %162, %166 : tensor<37x9xui32>
    %168 = stablehlo.or %165, %167 : tensor<37x9xui32>
    %169 = stablehlo.xor %163, %168 : tensor<37x9xui32>
    %170 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %171 = stablehlo.add %163, %170 : tensor<37x9xui32>
    %172 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %173 = stablehlo.add %169, %172 : tensor<37x9xui32>
    %c_44 = stablehlo.constant dense<5> : tensor<ui32>
    %174 = stablehlo.broadcast_in_dim %c_44, dims = [] : (tensor<ui32>) -> tensor<37x9xui32>
    %175 = stablehlo.add %173, %174 : tensor<37x9xui32>
    return %171, %175 : tensor<37x9xui32>, tensor<37x9xui32>
  }
  func.func private @_uniform_1(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<37xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.convert %arg2 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.iota dim = 0 : tensor<37xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<37xui64>
    %10 = stablehlo.multiply %9, %8 : tensor<37xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<37xui64>
    %12 = stablehlo.shift_right_logical %10, %11 : tensor<37xui64>
    %13 = stablehlo.convert %10 : (tensor<37xui64>) -> tensor<37xui32>
    %14 = stablehlo.convert %12 : (tensor<37xui64>) -> tensor<37xui32>
    %15:2 = call @threefry2x32_2(%5, %7, %14, %13) : (tensor<ui32>, tensor<ui32>, tensor<37xui32>, tensor<37xui32>) -> (tensor<37xui32>, tensor<37xui32>)
    %16 = stablehlo.xor %15#0, %15#1 : tensor<37xui32>
    %c_1 = stablehlo.constant dense<9> : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %18 = stablehlo.shift_right_logical %16, %17 : tensor<37xui32>
    %c_2 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %20 = stablehlo.or %18, %19 : tensor<37xui32>
    %21 = stablehlo.bitcast_convert %20 : (tensor<37xui32>) -> tensor<37xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<37xf32>
    %23 = stablehlo.subtract %21, %22 : tensor<37xf32>
    %24 = stablehlo.subtract %3, %2 : tensor<1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0] : (tensor<1xf32>) -> tensor<37xf32>
    %26 = stablehlo.multiply %23, %25 : tensor<37xf32>
    %27 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<37xf32>
    %28 = stablehlo.add %26, %27 : tensor<37xf32>
    %29 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<37xf32>
    %30 = stablehlo.maximum %29, %28 : tensor<37xf32>
    return %30 : tensor<37xf32>
  }
  func.func private @threefry2x32_2(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<37xui32>, %arg3: tensor<37xui32>) -> (tensor<37xui32>, tensor<37xui32>) {
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<37xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<37xui32>
    %6 = stablehlo.add %3, %5 : tensor<37xui32>
    %c_0 = stablehlo.constant dense<13> : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %8 = stablehlo.shift_left %5, %7 : tensor<37xui32>
    %c_1 = stablehlo.constant dense<19> : tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %10 = stablehlo.shift_right_logical %5, %9 : tensor<37xui32>
    %11 = stablehlo.or %8, %10 : tensor<37xui32>
    %12 = stablehlo.xor %6, %11 : tensor<37xui32>
    %13 = stablehlo.add %6, %12 : tensor<37xui32>
    %c_2 = stablehlo.constant dense<15> : tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %15 = stablehlo.shift_left %12, %14 : tensor<37xui32>
    %c_3 = stablehlo.constant dense<17> : tensor<ui32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %17 = stablehlo.shift_right_logical %12, %16 : tensor<37xui32>
    %18 = stablehlo.or %15, %17 : tensor<37xui32>
    %19 = stablehlo.xor %13, %18 : tensor<37xui32>
    %20 = stablehlo.add %13, %19 : tensor<37xui32>
    %c_4 = stablehlo.constant dense<26> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %22 = stablehlo.shift_left %19, %21 : tensor<37xui32>
    %c_5 = stablehlo.constant dense<6> : tensor<ui32>
    %23 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %24 = stablehlo.shift_right_logical %19, %23 : tensor<37xui32>
    %25 = stablehlo.or %22, %24 : tensor<37xui32>
    %26 = stablehlo.xor %20, %25 : tensor<37xui32>
    %27 = stablehlo.add %20, %26 : tensor<37xui32>
    %c_6 = stablehlo.constant dense<6> : tensor<ui32>
    %28 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %29 = stablehlo.shift_left %26, %28 : tensor<37xui32>
    %c_7 = stablehlo.constant dense<26> : tensor<ui32>
    %30 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %31 = stablehlo.shift_right_logical %26, %30 : tensor<37xui32>
    %32 = stablehlo.or %29, %31 : tensor<37xui32>
    %33 = stablehlo.xor %27, %32 : tensor<37xui32>
    %34 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %35 = stablehlo.add %27, %34 : tensor<37xui32>
    %36 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %37 = stablehlo.add %33, %36 : tensor<37xui32>
    %c_8 = stablehlo.constant dense<1> : tensor<ui32>
    %38 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %39 = stablehlo.add %37, %38 : tensor<37xui32>
    %40 = stablehlo.add %35, %39 : tensor<37xui32>
    %c_9 = stablehlo.constant dense<17> : tensor<ui32>
    %41 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %42 = stablehlo.shift_left %39, %41 : tensor<37xui32>
    %c_10 = stablehlo.constant dense<15> : tensor<ui32>
    %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %44 = stablehlo.shift_right_logical %39, %43 : tensor<37xui32>
    %45 = stablehlo.or %42, %44 : tensor<37xui32>
    %46 = stablehlo.xor %40, %45 : tensor<37xui32>
    %47 = stablehlo.add %40, %46 : tensor<37xui32>
    %c_11 = stablehlo.constant dense<29> : tensor<ui32>
    %48 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %49 = stablehlo.shift_left %46, %48 : tensor<37xui32>
    %c_12 = stablehlo.constant dense<3> : tensor<ui32>
    %50 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %51 = stablehlo.shift_right_logical %46, %50 : tensor<37xui32>
    %52 = stablehlo.or %49, %51 : tensor<37xui32>
    %53 = stablehlo.xor %47, %52 : tensor<37xui32>
    %54 = stablehlo.add %47, %53 : tensor<37xui32>
    %c_13 = stablehlo.constant dense<16> : tensor<ui32>
    %55 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %56 = stablehlo.shift_left %53, %55 : tensor<37xui32>
    %c_14 = stablehlo.constant dense<16> : tensor<ui32>
    %57 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %58 = stablehlo.shift_right_logical %53, %57 : tensor<37xui32>
    %59 = stablehlo.or %56, %58 : tensor<37xui32>
    %60 = stablehlo.xor %54, %59 : tensor<37xui32>
    %61 = stablehlo.add %54, %60 : tensor<37xui32>
    %c_15 = stablehlo.constant dense<24> : tensor<ui32>
    %62 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %63 = stablehlo.shift_left %60, %62 : tensor<37xui32>
    %c_16 = stablehlo.constant dense<8> : tensor<ui32>
    %64 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %65 = stablehlo.shift_right_logical %60, %64 : tensor<37xui32>
    %66 = stablehlo.or %63, %65 : tensor<37xui32>
    %67 = stablehlo.xor %61, %66 : tensor<37xui32>
    %68 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %69 = stablehlo.add %61, %68 : tensor<37xui32>
    %70 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %71 = stablehlo.add %67, %70 : tensor<37xui32>
    %c_17 = stablehlo.constant dense<2> : tensor<ui32>
    %72 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %73 = stablehlo.add %71, %72 : tensor<37xui32>
    %74 = stablehlo.add %69, %73 : tensor<37xui32>
    %c_18 = stablehlo.constant dense<13> : tensor<ui32>
    %75 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %76 = stablehlo.shift_left %73, %75 : tensor<37xui32>
    %c_19 = stablehlo.constant dense<19> : tensor<ui32>
    %77 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %78 = stablehlo.shift_right_logical %73, %77 : tensor<37xui32>
    %79 = stablehlo.or %76, %78 : tensor<37xui32>
    %80 = stablehlo.xor %74, %79 : tensor<37xui32>
    %81 = stablehlo.add %74, %80 : tensor<37xui32>
    %c_20 = stablehlo.constant dense<15> : tensor<ui32>
    %82 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %83 = stablehlo.shift_left %80, %82 : tensor<37xui32>
    %c_21 = stablehlo.constant dense<17> : tensor<ui32>
    %84 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %85 = stablehlo.shift_right_logical %80, %84 : tensor<37xui32>
    %86 = stablehlo.or %83, %85 : tensor<37xui32>
    %87 = stablehlo.xor %81, %86 : tensor<37xui32>
    %88 = stablehlo.add %81, %87 : tensor<37xui32>
    %c_22 = stablehlo.constant dense<26> : tensor<ui32>
    %89 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %90 = stablehlo.shift_left %87, %89 : tensor<37xui32>
    %c_23 = stablehlo.constant dense<6> : tensor<ui32>
    %91 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %92 = stablehlo.shift_right_logical %87, %91 : tensor<37xui32>
    %93 = stablehlo.or %90, %92 : tensor<37xui32>
    %94 = stablehlo.xor %88, %93 : tensor<37xui32>
    %95 = stablehlo.add %88, %94 : tensor<37xui32>
    %c_24 = stablehlo.constant dense<6> : tensor<ui32>
    %96 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %97 = stablehlo.shift_left %94, %96 : tensor<37xui32>
    %c_25 = stablehlo.constant dense<26> : tensor<ui32>
    %98 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %99 = stablehlo.shift_right_logical %94, %98 : tensor<37xui32>
    %100 = stablehlo.or %97, %99 : tensor<37xui32>
    %101 = stablehlo.xor %95, %100 : tensor<37xui32>
    %102 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %103 = stablehlo.add %95, %102 : tensor<37xui32>
    %104 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %105 = stablehlo.add %101, %104 : tensor<37xui32>
    %c_26 = stablehlo.constant dense<3> : tensor<ui32>
    %106 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %107 = stablehlo.add %105, %106 : tensor<37xui32>
    %108 = stablehlo.add %103, %107 : tensor<37xui32>
    %c_27 = stablehlo.constant dense<17> : tensor<ui32>
    %109 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %110 = stablehlo.shift_left %107, %109 : tensor<37xui32>
    %c_28 = stablehlo.constant dense<15> : tensor<ui32>
    %111 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %112 = stablehlo.shift_right_logical %107, %111 : tensor<37xui32>
    %113 = stablehlo.or %110, %112 : tensor<37xui32>
    %114 = stablehlo.xor %108, %113 : tensor<37xui32>
    %115 = stablehlo.add %108, %114 : tensor<37xui32>
    %c_29 = stablehlo.constant dense<29> : tensor<ui32>
    %116 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %117 = stablehlo.shift_left %114, %116 : tensor<37xui32>
    %c_30 = stablehlo.constant dense<3> : tensor<ui32>
    %118 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %119 = stablehlo.shift_right_logical %114, %118 : tensor<37xui32>
    %120 = stablehlo.or %117, %119 : tensor<37xui32>
    %121 = stablehlo.xor %115, %120 : tensor<37xui32>
    %122 = stablehlo.add %115, %121 : tensor<37xui32>
    %c_31 = stablehlo.constant dense<16> : tensor<ui32>
    %123 = stablehlo.broadcast_in_dim %c_31, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %124 = stablehlo.shift_left %121, %123 : tensor<37xui32>
    %c_32 = stablehlo.constant dense<16> : tensor<ui32>
    %125 = stablehlo.broadcast_in_dim %c_32, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %126 = stablehlo.shift_right_logical %121, %125 : tensor<37xui32>
    %127 = stablehlo.or %124, %126 : tensor<37xui32>
    %128 = stablehlo.xor %122, %127 : tensor<37xui32>
    %129 = stablehlo.add %122, %128 : tensor<37xui32>
    %c_33 = stablehlo.constant dense<24> : tensor<ui32>
    %130 = stablehlo.broadcast_in_dim %c_33, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %131 = stablehlo.shift_left %128, %130 : tensor<37xui32>
    %c_34 = stablehlo.constant dense<8> : tensor<ui32>
    %132 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %133 = stablehlo.shift_right_logical %128, %132 : tensor<37xui32>
    %134 = stablehlo.or %131, %133 : tensor<37xui32>
    %135 = stablehlo.xor %129, %134 : tensor<37xui32>
    %136 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %137 = stablehlo.add %129, %136 : tensor<37xui32>
    %138 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %139 = stablehlo.add %135, %138 : tensor<37xui32>
    %c_35 = stablehlo.constant dense<4> : tensor<ui32>
    %140 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %141 = stablehlo.add %139, %140 : tensor<37xui32>
    %142 = stablehlo.add %137, %141 : tensor<37xui32>
    %c_36 = stablehlo.constant dense<13> : tensor<ui32>
    %143 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %144 = stablehlo.shift_left %141, %143 : tensor<37xui32>
    %c_37 = stablehlo.constant dense<19> : tensor<ui32>
    %145 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %146 = stablehlo.shift_right_logical %141, %145 : tensor<37xui32>
    %147 = stablehlo.or %144, %146 : tensor<37xui32>
    %148 = stablehlo.xor %142, %147 : tensor<37xui32>
    %149 = stablehlo.add %142, %148 : tensor<37xui32>
    %c_38 = stablehlo.constant dense<15> : tensor<ui32>
    %150 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %151 = stablehlo.shift_left %148, %150 : tensor<37xui32>
    %c_39 = stablehlo.constant dense<17> : tensor<ui32>
    %152 = stablehlo.broadcast_in_dim %c_39, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %153 = stablehlo.shift_right_logical %148, %152 : tensor<37xui32>
    %154 = stablehlo.or %151, %153 : tensor<37xui32>
    %155 = stablehlo.xor %149, %154 : tensor<37xui32>
    %156 = stablehlo.add %149, %155 : tensor<37xui32>
    %c_40 = stablehlo.constant dense<26> : tensor<ui32>
    %157 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %158 = stablehlo.shift_left %155, %157 : tensor<37xui32>
    %c_41 = stablehlo.constant dense<6> : tensor<ui32>
    %159 = stablehlo.broadcast_in_dim %c_41, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %160 = stablehlo.shift_right_logical %155, %159 : tensor<37xui32>
    %161 = stablehlo.or %158, %160 : tensor<37xui32>
    %162 = stablehlo.xor %156, %161 : tensor<37xui32>
    %163 = stablehlo.add %156, %162 : tensor<37xui32>
    %c_42 = stablehlo.constant dense<6> : tensor<ui32>
    %164 = stablehlo.broadcast_in_dim %c_42, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %165 = stablehlo.shift_left %162, %164 : tensor<37xui32>
    %c_43 = stablehlo.constant dense<26> : tensor<ui32>
    %166 = stablehlo.broadcast_in_dim %c_43, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %167 = stablehlo.shift_right_logical %162, %166 : tensor<37xui32>
    %168 = stablehlo.or %165, %167 : tensor<37xui32>
    %169 = stablehlo.xor %163, %168 : tensor<37xui32>
    %170 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %171 = stablehlo.add %163, %170 : tensor<37xui32>
    %172 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %173 = stablehlo.add %169, %172 : tensor<37xui32>
    %c_44 = stablehlo.constant dense<5> : tensor<ui32>
    %174 = stablehlo.broadcast_in_dim %c_44, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %175 = stablehlo.add %173, %174 : tensor<37xui32>
    return %171, %175 : tensor<37xui32>, tensor<37xui32>
  }
  func.func private @_where(%arg0: tensor<37x1xi1>, %arg1: tensor<37x9xf32>, %arg2: tensor<37x9xf32>) -> tensor<37x9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<37x1xi1>) -> tensor<37x9xi1>
    %1 = stablehlo.select %0, %arg1, %arg2 : tensor<37x9xi1>, tensor<37x9xf32>
    return %1 : tensor<37x9xf32>
  }
}
