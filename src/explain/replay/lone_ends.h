// SPDX-License-Identifier: Apache-2.0
// What moves without a queue, and whether all else of its visit waits for it. An end that does
// nothing else, as an outside end does, keeps nobody waiting for anything else; one that is always
// ready keeps nobody waiting at all.
#pragma once

#include <set>

#include "explain/replay/thread_visits.h"

namespace tapestry {

class LoneEnds {
public:
    // The ends of each thread, before any is settled.
    void add(const std::vector<ThreadEnd>& ends, const std::vector<OperationChannel>& channels);

    // Of one visit, what is given without a queue moves together: false when it was seen not to,
    // true when that is settled. `of_hls`: its visits go in groups.
    bool settle(OperationThread& thread, bool of_hls,
                std::vector<OperationChannel>& channels) const;

private:
    bool settle_set(OperationThread& thread, std::vector<ChannelOperation>& set,
                    const std::vector<OperationChannel>& channels) const;
    bool settle_groups(OperationThread& thread, std::vector<ChannelOperation>& set,
                       std::vector<OperationChannel>& channels) const;

    std::set<std::uint32_t> lone_, taken_at_once_;  // channels
};

}  // namespace tapestry
