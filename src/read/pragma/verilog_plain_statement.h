// SPDX-License-Identifier: Apache-2.0
// Verilog statements without branches: declarations, assignments, calls.
#pragma once

#include <set>
#include <string>

#include "read/pragma/verilog_cursor.h"

namespace tapestry {

// Declared names are added to `declared`. A nonblocking assignment, a system call and an empty
// statement become an empty list.
ProcessStatement read_plain_statement(VerilogCursor& at, std::set<std::string>& declared);

}  // namespace tapestry
