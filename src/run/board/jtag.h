// SPDX-License-Identifier: Apache-2.0
// Carries bytes through the test port of an FPGA, to and from tapestry_link_jtag.
#pragma once

#include <memory>

#include "run/board/test_port.h"
#include "run/board/transport.h"

namespace tapestry {

bool is_jtag(const std::string& link);

// For a link jtag-MAKER. Reports why there is no link behind the port.
Result<std::unique_ptr<Transport>> open_jtag(const TransportOptions& options,
                                             Diagnostics& diagnostics);
// The same with a port that is open; empty, with the reason in `why`, if no link answers.
std::unique_ptr<Transport> jtag_transport(std::unique_ptr<TestPort> port, const std::string& link,
                                          std::string& why);

}  // namespace tapestry
