# bridle_layer(<name> [libraries...]): one static library from all sources under src/<name>.
# The libraries say which layers stand to its left; tests/tidy checks the includes as well. Sanitizer builds
# compile several sources as one, which takes a third of the time.
function(bridle_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  add_library(bridle_${name} STATIC ${sources})
  set_target_properties(bridle_${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(BRIDLE_SANITIZE)
    set_target_properties(bridle_${name} PROPERTIES UNITY_BUILD ON)
  endif()
  target_link_libraries(bridle_${name} PUBLIC bridle_options ${ARGN} PRIVATE bridle_warnings)
endfunction()

# bridle_test(<name> SOURCES... [LIBS libraries...] [ARGS arguments...] [LABELS labels...] [NO_UNITY])
# NO_UNITY: its sources use the same names for different things, so they are compiled one by one.
function(bridle_test name)
  cmake_parse_arguments(arg "NO_UNITY" "TIMEOUT" "SOURCES;LIBS;ARGS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  if(BRIDLE_SANITIZE)
    # Half of the time of a sanitizer build went into optimising the tests themselves.
    target_compile_options(${name} PRIVATE -O0)
    if(NOT arg_NO_UNITY)
      set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
    endif()
  endif()
  target_link_libraries(${name} PRIVATE ${arg_LIBS} bridle_test_support bridle_warnings GTest::gmock GTest::gtest)
  target_compile_definitions(${name} PRIVATE BRIDLE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  add_test(NAME ${name} COMMAND ${name} ${arg_ARGS})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
endfunction()
