// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/lone_ends.h"

#include <algorithm>

#include "explain/replay/credits.h"
#include "explain/replay/replay.h"

namespace tapestry {

namespace {

bool in_groups(const std::vector<ChannelOperation>& set) {
    return std::any_of(set.begin(), set.end(),
                       [](const auto& o) { return o.group != 0 && o.group != kLooks; });
}

// Puts all operations that have a group into one; this is a guess and counted as such.
void go_together(OperationThread& thread, std::vector<ChannelOperation>& set) {
    for (ChannelOperation& o : set) {
        if (o.group == kLooks || o.group == 0) continue;
        ++thread.guessed;
        o.group = 0;
    }
}

}  // namespace

void LoneEnds::add(const std::vector<ThreadEnd>& ends,
                   const std::vector<OperationChannel>& channels) {
    if (ends.size() != 1 || channels[ends[0].channel].capacity != 0) return;
    lone_.insert(ends[0].channel);
    if (!ends[0].push && is_always_ready(*ends[0].handshake))
        taken_at_once_.insert(ends[0].channel);
}

bool LoneEnds::settle(OperationThread& thread, bool of_hls,
                      std::vector<OperationChannel>& channels) const {
    for (std::vector<ChannelOperation>& set : thread.sets)
        if (!(of_hls && in_groups(set) ? settle_groups(thread, set, channels)
                                       : settle_set(thread, set, channels)))
            return false;
    return true;
}

bool LoneEnds::settle_set(OperationThread& thread, std::vector<ChannelOperation>& set,
                          const std::vector<OperationChannel>& channels) const {
    std::set<std::uint32_t> apart;  // groups
    bool by_hand = false;
    for (const ChannelOperation& o : set) {
        if (!o.push || o.group == kLooks) continue;
        if (o.group < kPerhapsApart && !taken_at_once_.contains(o.channel)) apart.insert(o.group);
        by_hand = by_hand || channels[o.channel].capacity == 0;
    }
    if (by_hand) go_together(thread, set);
    return !by_hand || apart.size() < 2;
}

// A push that is always taken at once waits for nothing. All other direct handshakes have to be in
// one group. If the thread at the other end has more ends, the whole visit is assumed to go
// together.
bool LoneEnds::settle_groups(OperationThread& thread, std::vector<ChannelOperation>& set,
                             std::vector<OperationChannel>& channels) const {
    std::set<std::uint32_t> groups;
    for (const ChannelOperation& o : set) {
        if (o.group == kLooks || channels[o.channel].capacity != 0) continue;
        if (taken_at_once_.contains(o.channel)) {
            channels[o.channel].room = kTakenAtOnce;
        } else if (lone_.contains(o.channel)) {
            groups.insert(o.group);
        } else {
            go_together(thread, set);
            return true;
        }
    }
    if (groups.size() < 2) return true;
    ++thread.guessed;  // replay moves them together
    return is_perhaps_apart(*groups.rbegin());
}

}  // namespace tapestry
