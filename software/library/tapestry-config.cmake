# find_package(tapestry): the targets tapestry::tapestry (shared) and tapestry::tapestry_static.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/tapestry-targets.cmake)
