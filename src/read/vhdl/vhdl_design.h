// SPDX-License-Identifier: Apache-2.0
// A design in VHDL: what GHDL has read, the Verilog made of it, and its taps in names of the VHDL.
#pragma once

#include <map>
#include <string>

#include "model/tap_map.h"
#include "read/vhdl/ghdl.h"
#include "read/vhdl/translate.h"

namespace tapestry {

// Files of ours that GHDL reads in place of others, which they lead to.
using StandIns = std::map<std::string, std::string>;

struct VhdlDesign {
    Ghdl ghdl;  // has read all VHDL, the testbench's too
    Translation translation;
    TapMap map = {};          // of all taps, in names of the VHDL
    StandIns stand_ins = {};  // they lead to files of the user
};

}  // namespace tapestry
