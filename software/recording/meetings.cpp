// SPDX-License-Identifier: Apache-2.0
#include "software/recording/meetings.h"

#include <algorithm>
#include <map>

#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

using Entry = RankMessages;

int kind_of(const Entry& e) { return e.message.role & ~(TAPESTRY_BEGUN | TAPESTRY_AWAITED); }
bool is_begun(const Entry& e) { return (e.message.role & TAPESTRY_BEGUN) != 0; }
bool is_awaited(const Entry& e) { return (e.message.role & TAPESTRY_AWAITED) != 0; }

bool is_meeting(int kind) {
    return (kind >= TAPESTRY_BARRIER && kind <= TAPESTRY_TO_ROOT) || kind == TAPESTRY_FENCE;
}

// Other calls that need not wait, as MPI_Finalize, have the law of a fence.
const char* pattern_of(const Entry& e) {
    if (kind_of(e) == TAPESTRY_BARRIER) return "wait_at_barrier";
    return e.call == "MPI_Win_fence" ? "wait_at_fence" : "wait_at_collective";
}

// One collective call of all members. A member arrives with the call itself; if that is
// nonblocking, the member waits in the call that completes it.
class Meeting {
public:
    void add(const Entry& e) {
        members_.push_back(&e);
        if (is_awaited(e)) return;
        if (!last_ || e.message.start > last_->message.start) last_ = &e;
        if (e.rank == e.message.peer)
            root_ = &e;
        else if (!last_but_root_ || e.message.start > last_but_root_->message.start)
            last_but_root_ = &e;
    }

    void find(std::vector<FoundWait>& waits) const {
        const int kind = kind_of(*members_.front());
        for (const Entry* e : members_) {
            const Entry* awaited = awaited_by(*e, kind);
            if (is_begun(*e) || !awaited) continue;
            // A member that left a fence before the last one arrived did not wait for it.
            const std::uint64_t came = awaited->message.start;
            if (kind == TAPESTRY_FENCE && e->message.end < came) continue;
            if (const auto w = wait_until(*e, came, pattern_of(*e), *awaited)) waits.push_back(*w);
        }
    }

private:
    const Entry* awaited_by(const Entry& e, int kind) const {
        const bool at_root = e.rank == e.message.peer;
        if (kind == TAPESTRY_FROM_ROOT) return at_root ? nullptr : root_;
        if (kind == TAPESTRY_TO_ROOT) return at_root ? last_but_root_ : nullptr;
        return last_;
    }

    std::vector<const Entry*> members_;
    const Entry* last_ = nullptr;
    const Entry* root_ = nullptr;
    const Entry* last_but_root_ = nullptr;
};

}  // namespace

std::vector<FoundWait> waits_at_meetings(const std::vector<RankMessages>& all) {
    std::map<std::pair<std::pair<int, std::uint64_t>, std::uint64_t>, Meeting> meetings;
    for (const Entry& e : all)
        if (is_meeting(kind_of(e))) meetings[{e.communicator(), e.message.number}].add(e);
    std::vector<FoundWait> waits;
    for (const auto& [key, meeting] : meetings) meeting.find(waits);
    return waits;
}

std::vector<HostCollective> collectives_of(const std::vector<RankMessages>& all) {
    std::map<int, int> place_of;  // by rank
    for (const Entry& e : all)
        if (e.place >= 0) place_of.try_emplace(e.rank, e.place);
    std::vector<HostCollective> collectives;
    for (const Entry& e : all) {
        const int kind = kind_of(e);
        if (kind < TAPESTRY_BARRIER || kind > TAPESTRY_TO_ROOT || is_begun(e)) continue;
        const RecordedMessage& m = e.message;
        const auto root = place_of.find(m.peer);
        collectives.push_back({e.place, e.call, communicator_name(m.communicator), m.number,
                               m.peer < 0 || root == place_of.end() ? -1 : root->second, m.start,
                               m.end, m.bytes});
    }
    std::stable_sort(collectives.begin(), collectives.end(),
                     [](const auto& a, const auto& b) { return a.start_ns < b.start_ns; });
    return collectives;
}

}  // namespace tapestry
