// SPDX-License-Identifier: Apache-2.0
// A network under construction: blocks by their paths, the outside, and links between them.
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
    // The block beyond a port of the design. All channels of one bus lead to one memory or, if
    // requests come in through it, to one host.
    int outside(const Tap& tap);
    int outside_port(const std::string& port);
    // `by` waits for each of `on`, with an equal share.
    void link(int by, const std::vector<int>& on, WaitKind kind, int channel);

    Network net_;
};

}  // namespace tapestry
