// SPDX-License-Identifier: Apache-2.0
// Scans through the test port of an FPGA (IEEE 1149.1), by a server that owns the cable: OpenOCD's
// Tcl port, or one that speaks Xilinx Virtual Cable.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/board/jtag_scan.h"

namespace tapestry {

struct PortShift {
    bool instruction = false;  // else data
    Bits bits;
};

class TestPort {
public:
    virtual ~TestPort() = default;
    // What came back for each shift of data, in order. Nothing when the server is gone or refuses;
    // why() then says what it said.
    virtual std::optional<std::vector<Bits>> shift(const std::vector<PortShift>& shifts) = 0;
    const std::string& why() const { return why_; }

protected:
    std::string why_;
};

// `server` is openocd:HOST:PORT or xvc:HOST:PORT, where the port may be left out; `tap` is a name
// that OpenOCD knows, empty for its first. Empty, with the reason in `why`, if it does not answer.
std::unique_ptr<TestPort> open_test_port(const std::string& server, const std::string& tap,
                                         std::string& why);

}  // namespace tapestry
