// SPDX-License-Identifier: Apache-2.0
// Handshakes that were found on the wires between blocks, as their ports at either end spell them.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"

namespace tapestry {

struct PortHandshake {
    std::string valid;  // expressions over ports of the module
    std::string ready;
    bool has_data = false;
};

// Of a module, over all its instances.
std::vector<PortHandshake> handshakes_outside(const Design& design, std::int32_t module,
                                              const Findings& findings);

}  // namespace tapestry
