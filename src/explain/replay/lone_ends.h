// SPDX-License-Identifier: Apache-2.0
// Direct handshakes (no queue), and whether the rest of a visit waits for them. A thread with a
// single end, as an outside end is, delays only this handshake; if it is always ready, it delays
// nobody.
#pragma once

#include <set>

#include "explain/replay/thread_visits.h"

namespace tapestry {

class LoneEnds {
public:
    // Takes the ends of each thread; called for all threads before the first settle().
    void add(const std::vector<ThreadEnd>& ends, const std::vector<OperationChannel>& channels);

    // Decides the groups of the direct handshakes of each visit, which have to move together. False
    // if they were seen not to. `of_hls`: the operations of a visit have groups.
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
