# Finds LLVM and MLIR and makes their *static* libraries usable.
#
# Debian's exports name the shared libLLVM (and for some targets libMLIR) as interface libraries of the static targets. A
# program linked so holds two copies of LLVM and dies at start with an option "registered more than once"; so those names
# are removed here, and the LLVM components are named where they are needed.

find_package(MLIR 22.1 REQUIRED CONFIG)

get_property(weft_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(target IN LISTS weft_imported)
  if(NOT target MATCHES "^(MLIR|LLVM)")
    continue()
  endif()
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  if(libraries)
    list(REMOVE_ITEM libraries LLVM MLIR libz3 /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/libz3.so z3)
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  endif()
endforeach()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories("${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
add_compile_definitions(${LLVM_DEFINITIONS_LIST})
