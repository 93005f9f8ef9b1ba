// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Tensor.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/DialectResourceBlobManager.h>

#include <limits>
#include <new>

namespace weft::reference {
namespace {

std::string print(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The size of a tensor in bytes; nothing when it does not fit 63 bits.
std::optional<uint64_t> byteSize(llvm::ArrayRef<int64_t> shape,
                                 unsigned elementBytes) {
  if (llvm::is_contained(shape, 0)) {
    return 0;
  }
  int64_t size = elementBytes;
  for (int64_t extent : shape) {
    if (llvm::MulOverflow(size, extent, size)) {
      return std::nullopt;
    }
  }
  return static_cast<uint64_t>(size);
}

/// Brings bytes from outside into canonical form (see Element.h).
void canonicalize(llvm::MutableArrayRef<char> bytes, ElementType kind) {
  if (kind.isBoolean()) {
    for (char &byte : bytes) {
      byte = byte != 0 ? 1 : 0;
    }
  } else if (kind.bitWidth() < 8) {
    char mask = static_cast<char>((1u << kind.bitWidth()) - 1);
    for (char &byte : bytes) {
      byte = static_cast<char>(byte & mask);
    }
  }
}

/// Storage integers in the type an attribute can have.
mlir::Type attributeElementType(mlir::Type elementType) {
  auto quantized = mlir::dyn_cast<mlir::quant::QuantizedType>(elementType);
  if (!quantized) {
    return elementType;
  }
  return mlir::IntegerType::get(
      elementType.getContext(), quantized.getStorageTypeIntegralWidth(),
      quantized.isSigned() ? mlir::IntegerType::Signless
                           : mlir::IntegerType::Unsigned);
}

} // namespace

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

Storage::Storage(std::shared_ptr<Budget> budget, uint64_t size,
                 std::unique_ptr<char[]> bytes)
    : budget(std::move(budget)), size(size), bytes(std::move(bytes)) {}

Storage::~Storage() { budget->giveBytesBack(size); }

StatusOr<std::shared_ptr<Storage>>
Storage::create(Budget &budget, uint64_t size, mlir::Type what) {
  WEFT_RETURN_IF_ERROR(budget.takeBytes(size, [&] { return print(what); }));
  std::unique_ptr<char[]> bytes(new (std::nothrow) char[size]());
  if (!bytes) {
    budget.giveBytesBack(size);
    return Status::resourceExhausted(llvm::formatv(
        "the machine has no memory for {0}: {1} bytes", print(what), size));
  }
  return std::shared_ptr<Storage>(
      new Storage(budget.shared_from_this(), size, std::move(bytes)));
}

//===----------------------------------------------------------------------===//
// Tensor
//===----------------------------------------------------------------------===//

StatusOr<Tensor> Tensor::splat(Budget &budget, mlir::RankedTensorType type,
                               const Element &element) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                        TensorBuilder::create(budget, type));
  for (int64_t i = 0; i < builder.elementCount(); ++i) {
    builder.setAt(i, element);
  }
  return std::move(builder).finish();
}

Tensor Tensor::scalar(mlir::Type elementType, const Element &element) {
  assert(ElementType::from(elementType) == element.type());
  Tensor tensor(mlir::RankedTensorType::get({}, elementType), element.type(),
                1);
  element.store(tensor.local.data());
  return tensor;
}

StatusOr<Tensor> Tensor::fromAttribute(Budget &budget,
                                       mlir::ElementsAttr attribute,
                                       mlir::RankedTensorType type) {
  if (auto resource =
          mlir::dyn_cast<mlir::DenseResourceElementsAttr>(attribute)) {
    const mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob) {
      return Status::notFound(llvm::formatv("the resource '{0}' has no data",
                                            resource.getRawHandle().getKey()));
    }
    return fromBytes(budget, type, blob->getData());
  }
  auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(attribute);
  if (!dense) {
    return Status::unimplemented("only dense constants can be read");
  }
  WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                        TensorBuilder::create(budget, type));
  ElementType kind = builder.elementType();
  std::optional<ElementType> attributeKind =
      ElementType::from(dense.getElementType());
  bool readable = attributeKind == kind;
  if (mlir::isa<mlir::quant::QuantizedType>(type.getElementType())) {
    readable = attributeKind && attributeKind->isInteger() &&
               attributeKind->bitWidth() == kind.bitWidth();
  }
  if (!readable || dense.getNumElements() != builder.elementCount()) {
    return Status::invalidArgument(
        llvm::formatv("a constant of {0} cannot be read as {1}",
                      print(dense.getType()), print(type)));
  }
  llvm::MutableArrayRef<char> bytes = builder.bytes();
  if (kind.isBoolean()) {
    // Packed in some versions of MLIR and not in others; its own iterator
    // knows.
    size_t position = 0;
    for (bool value : dense.getValues<bool>()) {
      bytes[position++] = value ? 1 : 0;
    }
  } else if (dense.isSplat()) {
    llvm::ArrayRef<char> raw = dense.getRawData();
    for (size_t offset = 0; offset < bytes.size(); offset += raw.size()) {
      std::memcpy(bytes.data() + offset, raw.data(), raw.size());
    }
  } else {
    llvm::ArrayRef<char> raw = dense.getRawData();
    assert(raw.size() == bytes.size() && "layout of dense attributes changed");
    if (!raw.empty()) {
      std::memcpy(bytes.data(), raw.data(), raw.size());
    }
  }
  canonicalize(bytes, kind);
  return std::move(builder).finish();
}

StatusOr<Tensor> Tensor::fromAttribute(Budget &budget,
                                       mlir::ElementsAttr attribute) {
  return fromAttribute(
      budget, attribute,
      mlir::RankedTensorType::get(attribute.getShapedType().getShape(),
                                  attribute.getElementType()));
}

StatusOr<Tensor> Tensor::fromBytes(Budget &budget, mlir::RankedTensorType type,
                                   llvm::ArrayRef<char> bytes) {
  Status status = Status::success();
  WEFT_ASSIGN_OR_RETURN(
      Tensor tensor, written(budget, type, [&](MutableBytes target) {
        if (target.size() != bytes.size()) {
          status = Status::invalidArgument(
              llvm::formatv("{0} has {1} bytes, {2} were given", print(type),
                            target.size(), bytes.size()));
        } else if (!bytes.empty()) {
          std::memcpy(target.data(), bytes.data(), bytes.size());
        }
      }));
  WEFT_RETURN_IF_ERROR(status);
  return tensor;
}

StatusOr<Tensor> Tensor::written(Budget &budget, mlir::RankedTensorType type,
                                 llvm::function_ref<void(MutableBytes)> write) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                        TensorBuilder::create(budget, type));
  write(builder.bytes());
  canonicalize(builder.bytes(), builder.elementType());
  return std::move(builder).finish();
}

mlir::DenseElementsAttr Tensor::toAttribute() const {
  mlir::RankedTensorType type = mlir::RankedTensorType::get(
      shape(), attributeElementType(tensorType.getElementType()));
  if (count == 0) {
    return mlir::DenseElementsAttr::get(type,
                                        llvm::ArrayRef<mlir::Attribute>());
  }
  if (kind.isBoolean()) {
    llvm::SmallVector<bool> values;
    values.reserve(static_cast<size_t>(count));
    for (char byte : bytes()) {
      values.push_back(byte != 0);
    }
    return mlir::DenseElementsAttr::get(type, llvm::ArrayRef<bool>(values));
  }
  return mlir::DenseElementsAttr::getFromRawBuffer(type, bytes());
}

bool Tensor::isQuantized() const {
  return mlir::isa<mlir::quant::QuantizedType>(tensorType.getElementType());
}

llvm::SmallVector<int64_t> Tensor::toIndices() const {
  assert((kind.isInteger() || kind.isBoolean()) && "indices are integers");
  llvm::SmallVector<int64_t> values;
  values.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    Element element = at(i);
    bool tooLarge = kind.isUnsigned() && element.asSigned() < 0;
    values.push_back(tooLarge ? std::numeric_limits<int64_t>::max()
                              : element.asSigned());
  }
  return values;
}

Tensor Tensor::withType(mlir::RankedTensorType type) const {
  Tensor result = *this;
  result.tensorType =
      mlir::RankedTensorType::get(type.getShape(), type.getElementType());
  result.kind = *ElementType::from(type.getElementType());
  assert(type.getNumElements() == count && "another number of elements");
  assert(result.kind.byteWidth() == kind.byteWidth() && "another width");
  result.around = nullptr;
  return result;
}

Tensor Tensor::withBounds(std::shared_ptr<const Bounds> bounds) const {
  Tensor result = *this;
  result.around = std::move(bounds);
  return result;
}

bool operator==(const Tensor &left, const Tensor &right) {
  return left.type() == right.type() && left.bytes() == right.bytes();
}

//===----------------------------------------------------------------------===//
// TensorBuilder
//===----------------------------------------------------------------------===//

StatusOr<TensorBuilder> TensorBuilder::create(Budget &budget,
                                              mlir::RankedTensorType type) {
  std::optional<ElementType> kind = ElementType::from(type.getElementType());
  if (!kind) {
    return Status::invalidArgument(llvm::formatv(
        "{0} has an element type that StableHLO does not know", print(type)));
  }
  if (!type.hasStaticShape()) {
    return Status::internal(llvm::formatv(
        "the shape of {0} is not known where a tensor is made", print(type)));
  }
  std::optional<uint64_t> size = byteSize(type.getShape(), kind->byteWidth());
  if (!size) {
    return Status::resourceExhausted(
        llvm::formatv("{0} has more bytes than any machine", print(type)));
  }
  if (type.getEncoding()) {
    type = mlir::RankedTensorType::get(type.getShape(), type.getElementType());
  }
  TensorBuilder builder(
      Tensor(type, *kind, static_cast<int64_t>(*size / kind->byteWidth())));
  if (*size > sizeof(Tensor::local)) {
    WEFT_ASSIGN_OR_RETURN(builder.storage,
                          Storage::create(budget, *size, type));
    builder.tensor.shared = builder.storage;
  }
  return builder;
}

StatusOr<TensorBuilder> TensorBuilder::copyOf(Budget &budget,
                                              const Tensor &tensor) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder builder, create(budget, tensor.type()));
  std::memcpy(builder.data(), tensor.data(), tensor.bytes().size());
  return builder;
}

Tensor TensorBuilder::finish() && { return std::move(tensor); }

StatusOr<mlir::RankedTensorType> resolveType(mlir::RankedTensorType declared,
                                             llvm::ArrayRef<int64_t> shape) {
  if (!declared.getEncoding() && declared.getShape() == shape) {
    return declared;
  }
  auto actual = mlir::RankedTensorType::get(shape, declared.getElementType());
  bool agrees = static_cast<size_t>(declared.getRank()) == shape.size();
  for (size_t d = 0; agrees && d < shape.size(); ++d) {
    agrees = declared.isDynamicDim(d) || declared.getDimSize(d) == shape[d];
  }
  if (!agrees) {
    return Status::invalidArgument(
        llvm::formatv("the result is {0}, but the program declares {1}",
                      print(actual), print(declared)));
  }
  return actual;
}

} // namespace weft::reference
