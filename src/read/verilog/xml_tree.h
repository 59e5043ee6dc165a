// SPDX-License-Identifier: Apache-2.0
// Reads the XML tree of Verilator up to 5.044 (`--xml-only`).
#pragma once

#include <istream>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "read/verilog/syntax_tree.h"

namespace tapestry {

Result<SyntaxTree> load_xml_tree(const std::string& path, Diagnostics& diagnostics);
// The same from a stream; `path` is for diagnostics.
Result<SyntaxTree> xml_tree(std::istream& text, const std::string& path, Diagnostics& diagnostics);

}  // namespace tapestry
