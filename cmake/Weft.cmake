# The few build verbs of Weft. A room's CMakeLists.txt reads as a list of what it holds.

# Precompiled headers, made once and reused by every target that is declared with their word; a file takes a third to a
# half of the time with them. STANDARD, for what says nothing: C++'s own. TEST, for unit tests that say nothing: those and
# GoogleTest. MLIR: its usual headers; STABLEHLO, PLAN, TILE: with the operations of these levels; CODE: tile programs and
# LLVM's language. PLAIN: none, for targets with options of their own.
find_package(GTest REQUIRED)
set(weft_precompiled STANDARD TEST MLIR STABLEHLO PLAN TILE CODE)
set(weft_precompiled_files Standard Test MLIR StableHLO Plan Tile Code)
foreach(word file IN ZIP_LISTS weft_precompiled weft_precompiled_files)
  add_library(WeftPrecompiled${word} OBJECT "${CMAKE_SOURCE_DIR}/cmake/Precompiled.cpp")
  target_precompile_headers(WeftPrecompiled${word} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/Precompiled${file}.h")
endforeach()
# Whoever links GoogleTest is told how it was configured.
target_link_libraries(WeftPrecompiledTEST PRIVATE GTest::gtest)
add_dependencies(WeftPrecompiledSTABLEHLO WeftStableHLOIRGenerated)
add_dependencies(WeftPrecompiledPLAN WeftStableHLOIRGenerated WeftPlanIRGenerated)
add_dependencies(WeftPrecompiledTILE WeftStableHLOIRGenerated WeftTileIRGenerated)
add_dependencies(WeftPrecompiledCODE WeftTileIRGenerated)

# Gives a target the headers of a word.
function(weft_precompile name word)
  if(NOT word STREQUAL PLAIN)
    target_precompile_headers(${name} REUSE_FROM WeftPrecompiled${word})
    get_target_property(in_c ${name} SOURCES)
    list(FILTER in_c INCLUDE REGEX "\\.c$")
    set_source_files_properties(${in_c} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
  if(word MATCHES "^(MLIR|STABLEHLO|PLAN|TILE|CODE)$")
    target_link_libraries(${name} PUBLIC MLIRIR MLIRSupport LLVMSupport)
  endif()
endfunction()

# The word among the arguments of a declaration, as `word`; without one it is the default. The others are left in `rest`.
macro(weft_take_word default)
  set(rest ${ARGN})
  set(word ${default})
  foreach(candidate ${weft_precompiled} PLAIN)
    if(candidate IN_LIST rest)
      set(word ${candidate})
      list(REMOVE_ITEM rest ${candidate})
    endif()
  endforeach()
endmacro()

# weft_library(NAME source... [WORD] [LINK library...])
#
# A static library. WORD: which headers are precompiled. LINK: what it uses; rooms above it and the imported static
# MLIR*/LLVM* targets. A library with weft_tablegen calls has them before this one.
function(weft_library name)
  weft_take_word(STANDARD ${ARGN})
  cmake_parse_arguments(arg "" "" "LINK" ${rest})
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  # Whoever links this library waits for its generated headers too: CMake's object order follows the link order.
  if(TARGET ${name}Generated)
    add_dependencies(${name} ${name}Generated)
  endif()
  weft_precompile(${name} ${word})
endfunction()

# weft_tablegen(LIBRARY file.td  out.h.inc -gen-x  out.cpp.inc "-gen-y -option" ...)
#
# Runs mlir-tblgen on file.td for each (output, options) pair, and adds the outputs to the target LIBRARYGenerated.
function(weft_tablegen library definitions)
  set(LLVM_TARGET_DEFINITIONS "${definitions}")
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest output options)
    separate_arguments(options)
    mlir_tablegen("${output}" ${options})
  endwhile()
  string(MAKE_C_IDENTIFIER "${library}_${definitions}" target)
  add_custom_target(${target} DEPENDS ${TABLEGEN_OUTPUT})
  if(NOT TARGET ${library}Generated)
    add_custom_target(${library}Generated)
  endif()
  add_dependencies(${library}Generated ${target})
endfunction()

# weft_executable(NAME source... [WORD] [LINK library...])
function(weft_executable name)
  weft_take_word(STANDARD ${ARGN})
  cmake_parse_arguments(arg "" "" "LINK" ${rest})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  weft_precompile(${name} ${word})
  # CMake compiles executables with -fPIE, but the headers were precompiled with -fPIC, and clang insists on the same.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
endfunction()

# weft_plugin(NAME source... EXPORTS file [LINK library...])
#
# A shared library, lib/libNAME.so, for processes that hold other copies of LLVM and of the C++ library: everything it uses
# is inside, and only the symbols that the version script EXPORTS names can be seen.
function(weft_plugin name)
  cmake_parse_arguments(arg "" "EXPORTS" "LINK" ${ARGN})
  cmake_path(ABSOLUTE_PATH arg_EXPORTS)
  add_library(${name} SHARED ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
    LINK_DEPENDS "${arg_EXPORTS}")
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  weft_precompile(${name} STANDARD)
  target_link_options(${name} PRIVATE "LINKER:--version-script=${arg_EXPORTS}"
    LINKER:--exclude-libs,ALL LINKER:--as-needed)
  # A sanitizer's own functions come with the program that loads the library; and so that it sees how the C++ library
  # allocates and how it guards static objects, that one comes from outside too.
  if(NOT WEFT_SANITIZE)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc LINKER:-z,defs)
  endif()
endfunction()

# weft_unittest(NAME source... [WORD] [LINK library...])
#
# A GoogleTest program, built by the target `unittests` and run by ctest under its own name.
add_custom_target(unittests)
function(weft_unittest name)
  weft_take_word(TEST ${ARGN})
  cmake_parse_arguments(arg "" "" "LINK" ${rest})
  weft_executable(${name} ${arg_UNPARSED_ARGUMENTS} ${word} LINK ${arg_LINK} GTest::gtest GTest::gtest_main)
  # GoogleTest's macros leave a trailing variadic argument empty, and its headers use RTTI only where it is on.
  target_compile_options(${name} PRIVATE -Wno-gnu-zero-variadic-macro-arguments)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unittests")
  add_dependencies(unittests ${name})
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# weft_fuzzer(NAME source... [LINK library...])
#
# A libFuzzer program. It sees the coverage of what is compiled for it: the libraries that ask for that, or everything
# where WEFT_FUZZ is on.
function(weft_fuzzer name)
  weft_executable(${name} MLIR ${ARGN})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzzers")
endfunction()
