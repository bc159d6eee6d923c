# Language level, warnings, sanitizers, compiler cache: everything that holds for each of our targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(BRIDLE_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(BRIDLE_CCACHE ccache)
if(BRIDLE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${BRIDLE_CCACHE})
endif()

add_library(bridle_options INTERFACE)
target_compile_features(bridle_options INTERFACE cxx_std_20)
target_include_directories(bridle_options INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
if(BRIDLE_SANITIZE)
  target_compile_options(bridle_options INTERFACE -fsanitize=${BRIDLE_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(bridle_options INTERFACE -fsanitize=${BRIDLE_SANITIZE})
endif()

# Warnings are errors for our own code only; generated code and packages are system headers.
add_library(bridle_warnings INTERFACE)
target_compile_options(bridle_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports false positives of these three from inlined standard containers at -O2 and under sanitizers.
  target_compile_options(bridle_warnings INTERFACE -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-restrict)
  # Asio has a fence that the thread sanitizer does not know; Asio's locks, which it knows, order the same things.
  target_compile_options(bridle_warnings INTERFACE -Wno-tsan)
endif()
