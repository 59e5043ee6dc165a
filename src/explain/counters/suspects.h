// SPDX-License-Identifier: Apache-2.0
// Who can be to blame: blocks, replicas together.
#pragma once

#include <string>
#include <vector>

#include "explain/network/load.h"

namespace tapestry {

class Suspects {
public:
    Suspects(const Run& run, const Network& network, const Periods& periods);

    std::size_t size() const { return blocks_.size(); }
    const std::vector<std::size_t>& blocks(std::size_t suspect) const { return blocks_[suspect]; }
    const std::vector<std::size_t>& by_block() const { return of_block_; }

    // What blocks have, as sums of suspects.
    std::vector<double> folded(const std::vector<double>& by_block) const;
    // A replica that stands for nearly all of its group is to blame alone.
    void part_outliers(const Load& load, const std::vector<double>& spent);

    std::string path(std::size_t suspect) const;
    BottleneckKind kind(std::size_t suspect) const;
    Quality quality(std::size_t suspect) const;

private:
    const Run& run_;
    const Network& net_;
    const Periods& periods_;
    std::vector<std::vector<std::size_t>> blocks_;  // of each suspect
    std::vector<std::size_t> of_block_;
};

// A memory beyond the edge of the design.
bool is_outer_memory(const NetworkBlock& block);
// Whether the channel of a link carries data in nearly all cycles.
bool is_saturated(const Link& link, const Period& period);

}  // namespace tapestry
