// SPDX-License-Identifier: Apache-2.0
// The statements of Verilog that branch nowhere: declarations, assignments, calls.
#pragma once

#include <set>
#include <string>

#include "read/pragma/verilog_cursor.h"

namespace tapestry {

// Names that it declares are added to `declared`. An assignment that waits for the edge, a call of
// the system and an empty statement are nothing: a list without parts.
ProcessStatement read_plain_statement(VerilogCursor& at, std::set<std::string>& declared);

}  // namespace tapestry
