# `cmake --install` first builds what it installs, so that it works whatever was built before.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
add_custom_target(everything_installed)
# Rules run in the order in which they are given, and this one is the first.
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_BINARY_DIR}\" --target everything_installed
                COMMAND_ERROR_IS_FATAL ANY)")

# A program or a library is installed where its kind belongs.
function(tapestry_install)
  cmake_parse_arguments(arg "" "EXPORT" "" ${ARGN})
  set(export)
  if(arg_EXPORT)
    set(export EXPORT ${arg_EXPORT})
  endif()
  install(TARGETS ${arg_UNPARSED_ARGUMENTS} ${export} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  add_dependencies(everything_installed ${arg_UNPARSED_ARGUMENTS})
endfunction()
