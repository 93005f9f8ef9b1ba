# Cross-building for x86-64 Linux: clang aims anywhere, what it needs of the other machine is the sysroot that
# scripts/make-sysroot unpacks.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)

get_filename_component(weft_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CMAKE_SYSROOT "${weft_root}/build/sysroot-x86_64")
if(NOT EXISTS "${CMAKE_SYSROOT}/usr")
  message(FATAL_ERROR "no sysroot at ${CMAKE_SYSROOT}: run scripts/make-sysroot first")
endif()

set(CMAKE_C_COMPILER /usr/bin/clang-22)
set(CMAKE_CXX_COMPILER /usr/bin/clang++-22)
set(CMAKE_C_COMPILER_TARGET x86_64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET x86_64-linux-gnu)

set(CMAKE_PREFIX_PATH "${CMAKE_SYSROOT}/usr/lib/llvm-22" CACHE STRING "" FORCE)
set(MLIR_DIR "${CMAKE_SYSROOT}/usr/lib/llvm-22/lib/cmake/mlir")
set(LLVM_DIR "${CMAKE_SYSROOT}/usr/lib/llvm-22/lib/cmake/llvm")
set(CMAKE_FIND_ROOT_PATH "${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
