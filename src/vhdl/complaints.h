// SPDX-License-Identifier: Apache-2.0
// What there is to say about VHDL, beside what is said about any source.
#pragma once

#include <string>

#include "base/diagnostics.h"

namespace tapestry {

// GHDL does not take the text.
void vhdl_rejected(const Place& place, const std::string& why, Diagnostics& diagnostics);
// GHDL takes it, but cannot synthesize it.
void vhdl_not_translated(const Place& place, const std::string& top, const std::string& why,
                         Diagnostics& diagnostics);
// An instance of something that there is not.
void vhdl_unbound(const Place& place, const std::string& what, Diagnostics& diagnostics);
// Without an elaborated design enumerations and records have no names.
void vhdl_names_unknown(const std::string& why, Diagnostics& diagnostics);
// A Verilog file under a VHDL testbench.
void verilog_under_vhdl(const std::string& file, Diagnostics& diagnostics);
// The simulation ended with an error of its own.
void vhdl_run_stopped(const Place& place, const std::string& why, Diagnostics& diagnostics);

}  // namespace tapestry
