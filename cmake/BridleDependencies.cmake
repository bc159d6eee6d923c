# Debian 12 packages; scripts/packages.txt names each of them.

find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(absl REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(thrift REQUIRED IMPORTED_TARGET thrift>=0.17)
pkg_check_modules(rocksdb REQUIRED IMPORTED_TARGET rocksdb>=7.8)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd>=1.5)
find_program(BRIDLE_THRIFT_COMPILER thrift REQUIRED)

add_library(bridle_asio INTERFACE)
target_link_libraries(bridle_asio INTERFACE Boost::headers Threads::Threads)
target_compile_definitions(bridle_asio INTERFACE BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_DISABLE_BOOST_COROUTINE)
