# What `cmake --install` lays out, and the Debian package that `cpack` makes of it.
include(GNUInstallDirs)
install(TARGETS tapestry RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${TAPESTRY_MANUAL}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${TAPESTRY_MANUAL}/bash/tapestry DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${TAPESTRY_MANUAL}/zsh/_tapestry DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${TAPESTRY_MANUAL}/fish/tapestry.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md ARCHITECTURE.md CHANGELOG.md LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN out EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tapestry)
set(CPACK_PACKAGE_VENDOR "Tapestry")
set(CPACK_PACKAGE_CONTACT "Tapestry maintainers <maintainers@tapestry.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact runtime performance analysis of FPGA designs")
set(CPACK_PACKAGE_DESCRIPTION
    "Tapestry finds the state machines, streams, queues, calls and buses of a Verilog or SystemVerilog design, weaves
 measuring circuits into a copy of its sources, runs the user's own testbench and says where the cycles go.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Scanning takes Verilator, simulating Verilator with a compiler, or Icarus; cost and prove take Yosys.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "verilator (>= 5.006)")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, make, iverilog")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "yosys, nextpnr-ice40, gtkwave")
include(CPack)
