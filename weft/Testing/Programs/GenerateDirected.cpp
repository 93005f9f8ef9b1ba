// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateDirected.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

#include <cmath>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Budget;
using weft::reference::Element;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::generate {
namespace {

/// Operands that say sizes, which recipes choose so that the program is valid.
bool saysSizes(Operation *op, unsigned group) {
  if (isa<DynamicIotaOp>(op)) {
    return true;
  }
  if (isa<DynamicBroadcastInDimOp, DynamicReshapeOp, RealDynamicSliceOp,
          SetDimensionSizeOp>(op)) {
    return group >= 1;
  }
  return isa<DynamicConvOp, DynamicGatherOp, DynamicPadOp, RngOp>(op) &&
         group >= 2;
}

/// A loop might not end.
bool mayCount(Operation *op, RankedTensorType type) {
  return isa<WhileOp>(op) && type.getRank() == 0 &&
         type.getElementType().isInteger();
}

/// Every element is combined by one operation with its counterpart.
bool isOneOperationEach(Region &region) {
  Block &body = region.front();
  unsigned count = body.getNumArguments() / 2;
  return llvm::all_of(body.without_terminator(), [&](Operation &op) {
    auto left = op.getNumOperands() == 2
                    ? dyn_cast<BlockArgument>(op.getOperand(0))
                    : BlockArgument();
    return left && left.getOwner() == &body && left.getArgNumber() < count &&
           op.getOperand(1) == body.getArgument(left.getArgNumber() + count);
  });
}

/// A body that depends on order has a neutral element, and keeps its laws for
/// elements made for it: no others may be put in their place.
bool hasOwnElements(Operation *op) {
  if (isa<ReduceOp, ReduceWindowOp>(op)) {
    return !isOneOperationEach(op->getRegion(0));
  }
  auto scatter = dyn_cast<SelectAndScatterOp>(op);
  return scatter && !isOneOperationEach(scatter.getScatter());
}

/// Quantized values get into operations that have no recipe for them, too.
bool isStray(const Recipe &recipe, RankedTensorType type) {
  return isa<quant::QuantizedType>(type.getElementType()) &&
         !llvm::is_contained(recipe.elements, type.getElementType());
}

/// The operands that are to meet special values, and their numbers as the
/// definition of the operation counts them.
template <typename Visit>
void forEachOperand(const Recipe &recipe, Operation *op, Visit visit) {
  unsigned group = 0;
  unsigned next = 0;
  while (recipe.operandGroup && next < op->getNumOperands()) {
    auto [start, length] = recipe.operandGroup(op, group);
    for (unsigned i = start; i < start + length; ++i) {
      auto type = dyn_cast<RankedTensorType>(op->getOperand(i).getType());
      if (type && !saysSizes(op, group) && !mayCount(op, type) &&
          !isStray(recipe, type)) {
        visit(group, op->getOpOperand(i), type);
      }
    }
    next = start + length;
    ++group;
  }
}

/// A conversion is another one for each type it converts to.
std::string operationName(Operation *op) {
  llvm::StringRef name = op->getName().getStringRef();
  if (!isa<ConvertOp>(op)) {
    return name.str();
  }
  auto to = cast<ShapedType>(op->getResult(0).getType());
  return conversionName(name, to.getElementType());
}

bool isOfTwoAlike(const Recipe &recipe, Operation *op) {
  return recipe.isElementwise && op->getNumOperands() == 2 &&
         op->getOperand(0).getType() == op->getOperand(1).getType();
}

/// The value of element `i` of operand `group`. Where there is room, the first
/// two operands go through all pairs.
size_t valueAt(size_t i, size_t size, unsigned group, size_t count,
               size_t turn) {
  if (size < count * count || group > 1) {
    return (i / count + i + turn * size + group) % count;
  }
  return (group == 0 ? i / count : i) % count;
}

Tensor specialTensor(Scope &scope, RankedTensorType type, bool isElementwise,
                     unsigned group, size_t turn) {
  std::vector<SpecialValue> values = specialValues(type.getElementType());
  TensorBuilder builder =
      std::move(TensorBuilder::create(*scope.session.budget, type)).value();
  size_t size = static_cast<size_t>(builder.elementCount());
  if (isElementwise && type.getRank() > 0) {
    for (size_t i = 0; i < size; ++i) {
      builder.setAt(
          static_cast<int64_t>(i),
          values[valueAt(i, size, group, values.size(), turn)].element);
    }
    return std::move(builder).finish();
  }
  for (size_t i = 0; i < size; ++i) {
    builder.setAt(static_cast<int64_t>(i),
                  ordinaryElement(builder.elementType(), scope.random));
  }
  // Few, but more than one, so that they also meet each other.
  constexpr size_t oneIn = 8;
  constexpr size_t apart = 5;
  size_t special = std::min(size, std::max(size / oneIn, size_t(size > 2) + 1));
  for (size_t i = 0; i < special; ++i) {
    size_t value = (turn * special + i + group * apart) % values.size();
    builder.setAt(scope.random.below(static_cast<int64_t>(size)),
                  values[value].element);
  }
  return std::move(builder).finish();
}

/// Numbers that are stored as these.
Tensor dequantized(Budget &budget, const Tensor &stored,
                   quant::UniformQuantizedType element) {
  TensorBuilder builder =
      std::move(TensorBuilder::create(
                    budget, cast<RankedTensorType>(stored.type().clone(
                                element.getExpressedType()))))
          .value();
  for (int64_t i = 0; i < builder.elementCount(); ++i) {
    double number =
        static_cast<double>(stored.at(i).asSigned() - element.getZeroPoint());
    builder.setAt(
        i, Element::real(builder.elementType(), number * element.getScale()));
  }
  return std::move(builder).finish();
}

} // namespace

std::string conversionName(llvm::StringRef operation, Type to) {
  return operation.str() + " to " + nameOf(to);
}

Dims shapeForPairs(Type element) {
  // At least as many as any type has.
  constexpr int64_t least = 8;
  int64_t count = static_cast<int64_t>(specialValues(element).size());
  return Dims(2, std::max(count, least));
}

void giveSpecials(Scope &scope, const Recipe &recipe, Operation *op,
                  int64_t turn) {
  if (!op || hasOwnElements(op)) {
    return;
  }
  forEachOperand(
      recipe, op,
      [&](unsigned group, OpOperand &operand, RankedTensorType type) {
        if (!type.hasStaticShape() || type.getEncoding()) {
          return;
        }
        Tensor tensor = specialTensor(scope, type, recipe.isElementwise, group,
                                      static_cast<size_t>(turn));
        auto quantized =
            dyn_cast<quant::UniformQuantizedType>(type.getElementType());
        if (!quantized) {
          operand.set(scope.given(tensor));
          return;
        }
        Value real =
            scope.given(dequantized(*scope.session.budget, tensor, quantized));
        OpBuilder builder(op);
        operand.set(UniformQuantizeOp::create(builder, scope.location,
                                              TypeRange(type), real));
      });
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {

class Known {
public:
  Known(ModuleOp module, ArrayRef<Tensor> inputs)
      : main(module.lookupSymbol<func::FuncOp>("main")), inputs(inputs),
        budget(Budget::create()) {}

  std::optional<Tensor> tensorOf(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != &main.getBody().front()) {
        return std::nullopt;
      }
      return inputs[argument.getArgNumber()];
    }
    if (auto constant = value.getDefiningOp<ConstantOp>()) {
      auto tensor = Tensor::fromAttribute(
          *budget, cast<ElementsAttr>(constant.getValue()));
      return tensor.ok() ? std::optional(*tensor) : std::nullopt;
    }
    auto quantize = value.getDefiningOp<UniformQuantizeOp>();
    return quantize ? quantized(quantize) : std::nullopt;
  }

private:
  std::optional<Tensor> quantized(UniformQuantizeOp op) const {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    auto element = dyn_cast<quant::UniformQuantizedType>(type.getElementType());
    std::optional<Tensor> real = tensorOf(op->getOperand(0));
    if (!element || !real || !real->elementType().isFloat()) {
      return std::nullopt;
    }
    TensorBuilder builder =
        std::move(TensorBuilder::create(*budget, type)).value();
    for (int64_t i = 0; i < builder.elementCount(); ++i) {
      double number = real->at(i).asReal() / element.getScale();
      double stored =
          std::isnan(number)
              ? 0
              : std::clamp(std::nearbyint(number) +
                               static_cast<double>(element.getZeroPoint()),
                           static_cast<double>(element.getStorageTypeMin()),
                           static_cast<double>(element.getStorageTypeMax()));
      builder.setAt(i, Element::integer(builder.elementType(),
                                        static_cast<uint64_t>(
                                            static_cast<int64_t>(stored))));
    }
    return std::move(builder).finish();
  }

  mutable func::FuncOp main;
  ArrayRef<Tensor> inputs;
  std::shared_ptr<Budget> budget;
};

} // namespace

void countSpecials(const Recipes &recipes, ModuleOp module,
                   ArrayRef<Tensor> inputs, SpecialCoverage &coverage) {
  // What is longer is no place to look for them.
  constexpr int64_t mostElements = 4096;
  Known known(module, inputs);
  auto tensorOf = [&](Value value) -> std::optional<Tensor> {
    auto type = cast<RankedTensorType>(value.getType());
    if (!type.hasStaticShape() || type.getNumElements() > mostElements) {
      return std::nullopt;
    }
    return known.tensorOf(value);
  };
  module.walk([&](Operation *op) {
    const Recipe *recipe = recipes.find(op->getName().getStringRef());
    if (!recipe) {
      return;
    }
    std::string name = operationName(op);
    // Everything is converted to everything.
    if (isa<ConvertOp>(op)) {
      for (Type from : recipes.elements().plain()) {
        coverage.expect({name, 0, nameOf(from)}, from);
      }
    }
    forEachOperand(
        *recipe, op,
        [&](unsigned group, OpOperand &operand, RankedTensorType type) {
          Type element = type.getElementType();
          SpecialCoverage::Operand key = {name, group, nameOf(element)};
          std::optional<Tensor> tensor = tensorOf(operand.get());
          if (tensor) {
            coverage.meet(key, element, *tensor);
          } else {
            coverage.expect(key, element);
          }
        });
    if (!isOfTwoAlike(*recipe, op)) {
      return;
    }
    std::optional<Tensor> lhs = tensorOf(op->getOperand(0));
    std::optional<Tensor> rhs = tensorOf(op->getOperand(1));
    if (lhs && rhs) {
      auto type = cast<RankedTensorType>(op->getOperand(0).getType());
      coverage.meetPair(name, type.getElementType(), *lhs, *rhs);
    }
  });
}

} // namespace weft::generate
