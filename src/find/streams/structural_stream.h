// SPDX-License-Identifier: Apache-2.0
// Streams recognised by the behaviour of their signals, whatever their names (handshake_rules.h).
// Names give the protocol, and the offering side if the data do not; at the ports of the top, where
// one side is outside, they decide whether it is a handshake at all.
#pragma once

#include <string>
#include <vector>

#include "find/module/subject.h"

namespace tapestry {

void find_structural_streams(const Subject& on);

// Two ports of a module that are a handshake at one of its instances, and so at all of them.
struct PortHandshake {
    std::string module;  // Module::source_name
    std::string valid;   // ports
    std::string ready;
    std::string data;  // may be empty
    bool valid_active = true;
    bool ready_active = true;

    friend auto operator<=>(const PortHandshake&, const PortHandshake&) = default;
};
std::vector<PortHandshake> port_handshakes(const Design& design, const Findings& findings);

// Takes those at other instances, also where the other side is not seen. To be called when all
// modules have been looked at.
void find_shared_handshakes(const Subject& on, const std::vector<PortHandshake>& known);

}  // namespace tapestry
