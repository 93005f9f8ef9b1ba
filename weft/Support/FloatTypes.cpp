// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/FloatTypes.h"

#include <array>
#include <utility>

using namespace mlir;

namespace weft {
namespace {

struct FloatTypeRow {
  TypeID type;
  FloatType (*get)(MLIRContext *context);
};

/// One row per format, in the order of FloatKind.
template <typename... Types> struct FloatTypeTable {
  static_assert(sizeof...(Types) == floatFormats.size());

  template <size_t... kinds>
  static constexpr bool haveNames(std::index_sequence<kinds...>) {
    return ((std::string_view(Types::name)
                 .substr(std::string_view("builtin.").size()) ==
             floatFormats[kinds].name) &&
            ...);
  }
  static_assert(haveNames(std::index_sequence_for<Types...>()));

  static std::array<FloatTypeRow, sizeof...(Types)> rows() {
    return {{{TypeID::get<Types>(), [](MLIRContext *context) -> FloatType {
                return Types::get(context);
              }}...}};
  }
};

const auto &floatTypes() {
  static const auto rows =
      FloatTypeTable<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType,
                     Float8E3M4Type, Float8E4M3Type, Float8E4M3B11FNUZType,
                     Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
                     Float8E5M2FNUZType, Float8E8M0FNUType, BFloat16Type,
                     Float16Type, FloatTF32Type, Float32Type,
                     Float64Type>::rows();
  return rows;
}

} // namespace

std::optional<FloatKind> floatKindOf(Type type) {
  for (const FloatFormat &format : floatFormats) {
    if (floatTypes()[static_cast<size_t>(format.kind)].type ==
            type.getTypeID() &&
        format.kind != FloatKind::TF32) {
      return format.kind;
    }
  }
  return std::nullopt;
}

FloatType floatTypeOf(FloatKind kind, MLIRContext *context) {
  return floatTypes()[static_cast<size_t>(kind)].get(context);
}

bool hasZero(Type type) {
  std::optional<FloatKind> kind = floatKindOf(type);
  return !kind || formatOf(*kind).hasSignAndZero;
}

Type computeType(Type type) {
  // Products of its numbers leave the range of f32 and, having no zero to go
  // to, come back as the smallest.
  if (!hasZero(type)) {
    return Float64Type::get(type.getContext());
  }
  auto real = dyn_cast<FloatType>(type);
  return real && real.getWidth() < 32 ? Float32Type::get(type.getContext())
                                      : type;
}

llvm::APFloat roundTo(FloatType type, double value) {
  return hasZero(type) || value > 0
             ? roundToLeast(type, value)
             : llvm::APFloat::getNaN(type.getFloatSemantics());
}

llvm::APFloat roundToLeast(FloatType type, double value) {
  llvm::APFloat converted(value);
  bool losesInfo;
  converted.convert(type.getFloatSemantics(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return converted;
}

} // namespace weft
