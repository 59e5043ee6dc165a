// SPDX-License-Identifier: Apache-2.0
// A network in the making: blocks by their paths, what lies outside, and links between them.
#pragma once

#include <string>
#include <vector>

#include "explain/network/network.h"

namespace tapestry {

class NetworkParts {
protected:
    std::size_t block(const std::string& path);
    std::vector<std::size_t>& links_of(int block) {
        return net_.links_of[static_cast<std::size_t>(block)];
    }
    // What lies beyond a port of the design. The channels of one bus lead to one memory; or, when
    // requests come in through it, to one host.
    int outside(const Tap& tap);
    int outside_port(const std::string& port);
    // `by` waits for all of `on`, each its share.
    void link(int by, const std::vector<int>& on, WaitKind kind, int channel);

    Network net_;
};

}  // namespace tapestry
