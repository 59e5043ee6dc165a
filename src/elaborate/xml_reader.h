// SPDX-License-Identifier: Apache-2.0
// Turns Verilator's XML (`--xml-only`) into a Design.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/design.h"

namespace tapestry {

// `path` is the XML file. Design::top is the elaborated top of the file.
Result<Design> read_design_xml(const std::string& path, Diagnostics& diagnostics);

// Verilator writes `a[0].b` as a__BRA__0__KET____DOT__b and `a-b` as a__02Db; this undoes it.
std::string decode_name(std::string_view name);

}  // namespace tapestry
