# bridle_thrift(<target> files...): an object library of the C++ made from IDL at build time. src/wire/thrift stands
# first in the include path, since the hand-written dsn_types.h there replaces the generated one (see idl/README.md).
function(bridle_thrift target)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/gen)
  file(MAKE_DIRECTORY ${out})
  set(sources)
  # Files of the same folder may be included by those listed.
  get_filename_component(folder ${ARGV1} DIRECTORY)
  file(GLOB included CONFIGURE_DEPENDS ${folder}/*.thrift)
  foreach(idl ${ARGN})
    get_filename_component(base ${idl} NAME_WE)
    add_custom_command(
      OUTPUT ${out}/${base}_types.cpp ${out}/${base}_types.h ${out}/${base}_types.tcc
      COMMAND ${BRIDLE_THRIFT_COMPILER} --gen cpp:templates,moveable_types,no_skeleton -out ${out} ${idl}
      # A peer may send any number: a fixed underlying type makes each a valid value of the enum.
      COMMAND sed -i "s/^  enum type {/  enum type : int32_t {/" ${out}/${base}_types.h
      DEPENDS ${included}
      COMMENT "thrift ${base}")
    list(APPEND sources ${out}/${base}_types.cpp)
  endforeach()
  add_library(${target} OBJECT ${sources})
  target_include_directories(${target} SYSTEM PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/thrift ${out})
  target_link_libraries(${target} PUBLIC bridle_options PkgConfig::thrift)
endfunction()
