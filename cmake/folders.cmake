# A folder of sources is a library: every .cpp in it, but for tests, fuzz programs, benchmarks and mains. Its unit tests are one
# program, its fuzz programs one each. So a new file is compiled because it is there.
#
#     tapestry_folder([DEPENDS FOLDER...] [LIBRARIES TARGET...] [EXCEPT FILE...] [GENERATED FILE...] [TESTS_NEED TARGET...] [SLOW_TESTS] [ALONE] [QUICK])
#
# DEPENDS names folders below src, or hls and software/...; LIBRARIES are those of others, known to this folder alone; EXCEPT
# leaves sources out; SLOW_TESTS says that there are tests whose names end in _Slow; ALONE: each source is compiled by
# itself; QUICK is code that users wait for: it is optimised fully.
#
# The folder src/find/queues is the library tapestry_find_queues with the tests find_queues_test.

# In the presets `release` and `sanitize` the sources of a folder are compiled several at a time, and so are its tests, with g++
# after headers that were read once: a third of the time. Names in anonymous namespaces are therefore unique among the sources of a
# folder, and among its tests. The other presets compile each file by itself, and so tell of one that lacks an include.
option(TAPESTRY_FAST_BUILD "Compile sources several at a time, with precompiled headers" OFF)
set(TAPESTRY_TOGETHER 8 CACHE STRING "How many sources are compiled at a time; 0: all of a folder, which shows names that clash")
option(TAPESTRY_FUZZ "Build the libFuzzer programs (clang only)" OFF)
set(TAPESTRY_PRECOMPILED_HEADERS <fmt/format.h> <algorithm> <filesystem> <functional> <map> <optional> <set> <span> <string>
    <string_view> <unordered_map> <variant> <vector>)

function(tapestry_precompile name)
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE fmt::fmt)
  target_precompile_headers(${name} PRIVATE ${TAPESTRY_PRECOMPILED_HEADERS} ${ARGN})
endfunction()

# clang takes no header that was compiled without what its fuzz programs need.
if(TAPESTRY_FAST_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(TAPESTRY_PRECOMPILE ON)
endif()
if(TAPESTRY_PRECOMPILE)
  # With a precompiled header g++ 12 warns falsely about std::string (GCC bug 105329); the other presets keep these warnings.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
  tapestry_precompile(library_headers)
  tapestry_precompile(test_headers <gtest/gtest.h>)
  target_compile_options(test_headers PRIVATE -O0)
  target_link_libraries(test_headers PRIVATE GTest::gtest_main)
endif()

function(tapestry_name_of folder out)
  string(REPLACE "/" "_" name "${folder}")
  set(${out} ${name} PARENT_SCOPE)
endfunction()

function(tapestry_folder)
  cmake_parse_arguments(arg "QUICK;ALONE;SLOW_TESTS" "" "DEPENDS;LIBRARIES;EXCEPT;GENERATED;TESTS_NEED" ${ARGN})
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^src/" "" folder "${folder}")
  tapestry_name_of(${folder} name)
  set(library tapestry_${name})

  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  set(tests ${sources})
  set(fuzzers ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "(_test|_fuzz|_bench|/main)\\.cpp$")
  foreach(file ${arg_EXCEPT})
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()

  add_library(${library} ${sources} ${arg_GENERATED})
  target_link_libraries(${library} PUBLIC fmt::fmt PRIVATE ${arg_LIBRARIES})
  foreach(needed ${arg_DEPENDS})
    tapestry_name_of(${needed} needed)
    target_link_libraries(${library} PUBLIC tapestry_${needed})
  endforeach()
  if(TAPESTRY_FAST_BUILD AND NOT arg_ALONE)
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TAPESTRY_TOGETHER})
    set_source_files_properties(${arg_GENERATED} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  if(arg_QUICK)
    target_compile_options(${library} PRIVATE $<$<CONFIG:Release>:-O2>)
  elseif(TAPESTRY_PRECOMPILE)
    target_precompile_headers(${library} REUSE_FROM library_headers)
    set_source_files_properties(${arg_GENERATED} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
  if(tests)
    tapestry_tests(${folder} ${name} "${tests}" "${arg_TESTS_NEED}" ${arg_SLOW_TESTS})
  endif()
  foreach(fuzzer ${fuzzers})
    tapestry_fuzz(${folder} ${library} ${fuzzer})
  endforeach()
endfunction()

# A test whose name ends in _Slow takes many seconds and has no label; the others are `fast`.
function(tapestry_tests folder name tests needed slow)
  set(program ${name}_test)
  add_executable(${program} ${tests})
  target_link_libraries(${program} PRIVATE tapestry_${name} ${needed} GTest::gtest_main)
  # Compiling them takes longer than running them.
  target_compile_options(${program} PRIVATE -O0)
  if(TAPESTRY_PRECOMPILE)
    target_precompile_headers(${program} REUSE_FROM test_headers)
  endif()
  if(TAPESTRY_FAST_BUILD)
    # g++ warns of fixtures in anonymous namespaces wherever they are included, and here every test is.
    target_compile_options(${program} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TAPESTRY_TOGETHER})
  endif()
  string(REPLACE "/" "." prefix "${folder}.")
  gtest_discover_tests(${program} TEST_PREFIX ${prefix} TEST_FILTER "-*_Slow" DISCOVERY_TIMEOUT 60 PROPERTIES LABELS fast)
  if(slow)
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} TEST_FILTER "*_Slow" DISCOVERY_TIMEOUT 60)
  endif()
  set_property(GLOBAL APPEND PROPERTY TAPESTRY_UNIT_TESTS ${program})
endfunction()

# `scripts/fuzz` builds and runs all libFuzzer programs. As a test the program reads, in a build without fuzzers too, what lies in
# tests/corpora: an input of each sort in NAME/, and in NAME.tar.xz those that a fuzzer kept because they reach new code.
function(tapestry_fuzz folder library source)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  target_link_libraries(${name} PRIVATE ${library})
  tapestry_corpus(${name} replay)
  if(TAPESTRY_FUZZ)
    target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    list(PREPEND replay -runs=0)
  else()
    if(NOT TARGET replay_corpus)
      add_library(replay_corpus OBJECT ${CMAKE_SOURCE_DIR}/src/base/replay_corpus.cpp)
    endif()
    target_link_libraries(${name} PRIVATE replay_corpus)
    if(TAPESTRY_PRECOMPILE)
      target_precompile_headers(${name} REUSE_FROM library_headers)
    endif()
  endif()
  string(REPLACE "/" "." prefix "${folder}")
  add_test(NAME ${prefix}.${name} COMMAND ${name} ${replay})
  set_tests_properties(${prefix}.${name} PROPERTIES LABELS fast)
  set_property(GLOBAL APPEND PROPERTY TAPESTRY_UNIT_TESTS ${name})
endfunction()

# The folders with the inputs of a fuzz program; its archive is unpacked when the program is built.
function(tapestry_corpus name folders)
  set(named ${CMAKE_SOURCE_DIR}/tests/corpora/${name})
  set(unpacked ${CMAKE_BINARY_DIR}/corpora/${name})
  set(found)
  if(EXISTS ${named}.tar.xz)
    add_custom_command(OUTPUT ${unpacked}.stamp
      COMMAND ${CMAKE_COMMAND} -E rm -rf ${unpacked}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${unpacked}
      COMMAND ${CMAKE_COMMAND} -E chdir ${unpacked} ${CMAKE_COMMAND} -E tar xf ${named}.tar.xz
      COMMAND ${CMAKE_COMMAND} -E touch ${unpacked}.stamp
      DEPENDS ${named}.tar.xz
      COMMENT "Unpacking the corpus of ${name}")
    target_sources(${name} PRIVATE ${unpacked}.stamp)
    list(APPEND found ${unpacked})
  endif()
  if(EXISTS ${named})
    list(APPEND found ${named})
  endif()
  if(NOT found)
    message(FATAL_ERROR "${name} has no input: put one into tests/corpora/${name}")
  endif()
  set(${folders} ${found} PARENT_SCOPE)
endfunction()
