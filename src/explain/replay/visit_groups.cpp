// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/visit_groups.h"

#include <bit>

namespace tapestry {

namespace {

template <typename What>
void for_each_end(EndMask mask, What what) {
    for (; mask != 0; mask &= mask - 1) what(static_cast<std::size_t>(std::countr_zero(mask)));
}

EndMask at(const std::map<std::size_t, EndMask>& masks, std::size_t end) {
    const auto found = masks.find(end);
    return found == masks.end() ? 0 : found->second;
}

}  // namespace

void VisitGroups::note(std::uint32_t set, EndMask moved, EndMask held, EndMask waits) {
    if (waits == 0 || (moved | held) == 0) return;
    Seen& seen = seen_[set];
    for_each_end(moved, [&](std::size_t e) {
        seen.apart[e] |= waits;
        for_each_end(waits, [&](std::size_t w) { seen.apart[w] |= end_bit(e); });
    });
    // While several ends wait, it is unknown which of them holds the others.
    if (!std::has_single_bit(waits)) return;
    for_each_end(held, [&](std::size_t e) {
        seen.together[e] |= waits;
        seen.together[static_cast<std::size_t>(std::countr_zero(waits))] |= end_bit(e);
    });
}

std::vector<EndMask> VisitGroups::groups_of(const Seen& seen, EndMask all) {
    std::vector<EndMask> groups;
    while (all != 0) {
        EndMask group = all & (~all + 1), before = 0;
        while (group != before) {
            before = group;
            for_each_end(before, [&](std::size_t e) { group |= at(seen.together, e) & all; });
        }
        groups.push_back(group);
        all &= ~group;
    }
    return groups;
}

// Whether every other group was seen to move, or to wait, without this one.
bool VisitGroups::is_apart(const Seen& seen, EndMask group, EndMask other) {
    EndMask apart = 0;
    for_each_end(group, [&](std::size_t e) { apart |= at(seen.apart, e); });
    return (apart & other) != 0;
}

void VisitGroups::settle(OperationThread& thread, const std::vector<ThreadEnd>& ends) const {
    for (std::uint32_t s = 0; s < thread.sets.size(); ++s) {
        const auto found = seen_.find(s);
        const Seen seen = found == seen_.end() ? Seen() : found->second;
        std::map<std::pair<std::uint32_t, bool>, std::size_t> end_of;
        for (std::size_t e = 0; e < ends.size(); ++e) end_of[{ends[e].channel, ends[e].push}] = e;
        EndMask all = 0;
        for (const ChannelOperation& o : thread.sets[s])
            if (o.group != kLooks) all |= end_bit(end_of.at({o.channel, o.push}));
        const std::vector<EndMask> groups = groups_of(seen, all);
        if (groups.size() < 2) continue;
        for (ChannelOperation& o : thread.sets[s]) {
            if (o.group == kLooks) continue;
            const EndMask own = end_bit(end_of.at({o.channel, o.push}));
            bool known = true;
            for (std::uint32_t g = 0; g < groups.size(); ++g)
                if ((groups[g] & own) != 0) o.group = g;
            for (const EndMask other : groups)
                known =
                    known && (other == groups[o.group] || is_apart(seen, groups[o.group], other));
            o.group += known ? 1 : kPerhapsApart;
        }
    }
}

}  // namespace tapestry
