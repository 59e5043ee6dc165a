// SPDX-License-Identifier: Apache-2.0
// The states of a thread by what encloses them: sums for each path from an outermost state to an
// inner one, and the single visits in order.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/host_calls.h"

namespace tapestry {

// Visits are added from the end of the thread to its start, an outer one before those inside it.
class CallTree {
public:
    static constexpr std::uint32_t kNoPath = ~0u;

    // The path of a state that was entered on line `site` directly inside `parent`; `parent` itself
    // if there are too many paths.
    std::uint32_t path_of(std::uint32_t parent, std::uint32_t state, std::uint32_t site);
    void add(std::uint32_t path, const HostVisit& visit);
    void add_own(std::uint32_t path, std::uint64_t ns) { nodes_[path].own_ns += ns; }

    // Paths in depth-first order, of those in one state the longest first; `source` of each is
    // `sources[site]`. Visits by their beginnings, or none if there are too many.
    std::vector<CallPath> finish(const std::vector<std::string>& sources,
                                 std::vector<HostVisit>& visits);

private:
    struct Node {
        std::uint32_t parent, state, site, depth;
        std::uint64_t entries = 0, inclusive_ns = 0, own_ns = 0, min_ns = 0, max_ns = 0, bytes = 0;
    };
    static CallPath path_of_node(const Node& n);
    std::vector<std::size_t> in_depth_first_order() const;
    std::vector<HostVisit> in_order_of_time() const;

    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;  // by parent, state and site
    std::uint64_t last_key_ = ~std::uint64_t{0};              // nearly always asked for again
    std::uint32_t last_ = kNoPath;
    std::vector<HostVisit> visits_;
    bool has_too_many_ = false;
};

}  // namespace tapestry
