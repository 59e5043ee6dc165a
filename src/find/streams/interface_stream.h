// SPDX-License-Identifier: Apache-2.0
// Streams that are SystemVerilog interfaces with a valid and a ready.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// Takes the interfaces that the module instantiates, and those at the ports of the top.
void find_interface_streams(const Subject& on);

}  // namespace tapestry
