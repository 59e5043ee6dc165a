// SPDX-License-Identifier: Apache-2.0
#include "software/recording/meetings.h"

#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

using Entry = RankMessage;

int kind_of(const Entry& e) { return e.message.role & ~(TAPESTRY_BEGUN | TAPESTRY_AWAITED); }
bool is_begun(const Entry& e) { return (e.message.role & TAPESTRY_BEGUN) != 0; }
bool is_awaited(const Entry& e) { return (e.message.role & TAPESTRY_AWAITED) != 0; }

bool is_meeting(int kind) {
    return (kind >= TAPESTRY_BARRIER && kind <= TAPESTRY_TO_ROOT) || kind == TAPESTRY_FENCE;
}

// Other calls that need not wait, as MPI_Finalize, have the law of a fence.
WaitPattern pattern_of(const Entry& e, const MessageCalls& calls) {
    if (kind_of(e) == TAPESTRY_BARRIER) return WaitPattern::wait_at_barrier;
    return calls.all().at(e.call).call == "MPI_Win_fence" ? WaitPattern::wait_at_fence
                                                          : WaitPattern::wait_at_collective;
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

    void find(const MessageCalls& calls, const TakeWait& take) const {
        const int kind = kind_of(*members_.front());
        for (const Entry* e : members_) {
            const Entry* awaited = awaited_by(*e, kind);
            if (is_begun(*e) || !awaited) continue;
            // A member that left a fence before the last one arrived did not wait for it.
            const std::uint64_t came = awaited->message.start;
            if (kind == TAPESTRY_FENCE && e->message.end < came) continue;
            if (const auto w = wait_until(*e, came, pattern_of(*e, calls), *awaited)) take(*w);
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

bool is_part_of_meeting(const RankMessage& e) { return is_meeting(kind_of(e)); }

bool is_collective(const RankMessage& e) {
    const int kind = kind_of(e);
    return kind >= TAPESTRY_BARRIER && kind <= TAPESTRY_TO_ROOT && !is_begun(e);
}

void each_wait_at_meeting(const std::vector<RankMessage>& parts, const MessageCalls& calls,
                          const TakeWait& take) {
    Meeting meeting;
    for (const RankMessage& e : parts) meeting.add(e);
    if (!parts.empty()) meeting.find(calls, take);
}

}  // namespace tapestry
