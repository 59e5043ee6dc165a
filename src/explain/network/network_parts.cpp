// SPDX-License-Identifier: Apache-2.0
#include "explain/network/network_parts.h"

namespace tapestry {

namespace {

// Whether beats of this bus channel go from the master to the slave.
bool is_request(const Tap& tap) {
    return tap.bus().part == "request" || tap.bus().part == "single" ||
           (tap.bus().part == "data" && tap.bus().direction == "write");
}

}  // namespace

std::size_t NetworkParts::block(const std::string& path) {
    const auto [at, fresh] = net_.by_path.emplace(path, static_cast<int>(net_.blocks.size()));
    if (fresh) {
        net_.blocks.emplace_back().path = path;
        net_.links_of.emplace_back();
    }
    return static_cast<std::size_t>(at->second);
}

int NetworkParts::outside(const Tap& tap) {
    const bool is_bus = !tap.bus().name.empty();
    const std::size_t id = block("(outside) " + (is_bus ? tap.bus().name : tap.path));
    net_.blocks[id].path = is_bus ? tap.bus().name : tap.path;
    net_.blocks[id].beyond = true;
    const bool request = is_request(tap);
    net_.blocks[id].kind = !is_bus                                  ? BottleneckKind::outside
                           : request == tap.ends().consumer.empty() ? BottleneckKind::memory
                                                                    : BottleneckKind::host;
    return static_cast<int>(id);
}

int NetworkParts::outside_port(const std::string& port) {
    const std::size_t id = block("(outside) " + port);
    net_.blocks[id].path = port;
    net_.blocks[id].beyond = true;
    net_.blocks[id].kind = BottleneckKind::host;
    return static_cast<int>(id);
}

void NetworkParts::link(int by, const std::vector<int>& on, WaitKind kind, int channel) {
    for (const int other : on) {
        if (other == by) continue;
        links_of(by).push_back(net_.links.size());
        net_.links.push_back(
            {by, other, kind, channel, 1.0 / static_cast<double>(on.size()), {}, -1, -1, {}});
    }
}

}  // namespace tapestry
