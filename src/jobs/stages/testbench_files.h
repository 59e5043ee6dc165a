// SPDX-License-Identifier: Apache-2.0
// Where the testbench stands: in files of its own, among the sources, or in one file with the
// design.
#pragma once

#include "base/diagnostics.h"
#include "model/project.h"

namespace tapestry {

// A file that is named as source and as testbench is the testbench, unless it holds the design too:
// then it is woven, with the testbench in it.
void part_testbench(Project& project, Diagnostics& diagnostics);

// Where no file is named as the testbench: finds it among the sources. They stay as they are when
// their texts do not say which it is.
void find_testbench(Project& project, Diagnostics& diagnostics);

// The module that a Verilog testbench tests, where none is named: the design may have others that
// no module instances.
void name_design(Project& project);

// Whether something is known that drives the design.
bool has_testbench(const Project& project);

// Whether a text of it opens files to write to: several simulations at a time need a folder each.
bool may_write_files(const Project& project);

// Whether it may look at what the design gives between two active edges of the clock, as at the
// falling one: then nothing may change there.
bool looks_between_edges(const Project& project);

}  // namespace tapestry
