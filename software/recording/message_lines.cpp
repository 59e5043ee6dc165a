// SPDX-License-Identifier: Apache-2.0
#include "software/recording/message_lines.h"

#include <algorithm>
#include <optional>

#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

bool is_receive(const RankMessage& e) {
    return (e.message.role & ~(kGone | TAPESTRY_AWAITED)) == TAPESTRY_RECEIVES;
}
bool is_completion(const RankMessage& e) { return (e.message.role & TAPESTRY_AWAITED) != 0; }

}  // namespace

MessageLines::Line MessageLines::line_of(const RankMessage& e) {
    const RecordedMessage& m = e.message;
    const bool receives = is_receive(e);
    return {e.communicator(), receives ? m.peer : e.rank, receives ? e.rank : m.peer, m.tag};
}

bool MessageLines::ByRank::operator()(const RankMessage& a, const RankMessage& b) const {
    const auto key = [](const RankMessage& e) {
        return std::tuple(e.rank, e.message.number, !is_completion(e));
    };
    return key(a) < key(b);
}

bool MessageLines::BySide::operator()(const MessageSide& a, const MessageSide& b) const {
    const auto key = [](const MessageSide& s) {
        return std::tuple(line_of(s.message), is_receive(s.message), s.message.message.number);
    };
    return key(a) < key(b);
}

bool MessageLines::ByIndex::operator()(const MessageSide& a, const MessageSide& b) const {
    const auto key = [](const MessageSide& s) {
        return std::tuple(line_of(s.message), s.index, is_receive(s.message));
    };
    return key(a) < key(b);
}

void MessageLines::add(const RankMessage& e) {
    if ((e.message.role & kGone) != 0) {
        Gone& gone = gone_[{line_of(e), is_receive(e)}];
        gone.count += e.message.bytes;
        gone.last = std::max(gone.last, e.message.number);
    } else if (is_receive(e)) {
        sides_.add({e});
    } else {
        sends_.add(e);
    }
}

void MessageLines::add_sends_with_their_ends() {
    std::optional<RankMessage> completion;
    sends_.each([&](const RankMessage& e) {
        if (is_completion(e)) {
            completion = e;
            return;
        }
        MessageSide side{e};
        side.is_awaited = completion && completion->rank == e.rank &&
                          completion->message.number == e.message.number;
        if (side.is_awaited) side.awaited = *completion;
        sides_.add(side);
    });
    sends_ = {};
}

// What was overwritten of a side came before what is there, except for a few that were posted early
// and ended late: which those are among the others is not known, and they are left out.
void MessageLines::put_into_lines() {
    std::optional<std::pair<Line, bool>> current;
    Gone gone;
    std::uint64_t next = 0;
    bool is_place_known = true;
    sides_.each([&](const MessageSide& s) {
        const std::pair key(line_of(s.message), is_receive(s.message));
        if (key != current) {
            current = key;
            const auto at = gone_.find(key);
            gone = at == gone_.end() ? Gone{} : at->second;
            next = gone.count;
            is_place_known = gone.count == 0;
            if (gone.count > 0) first_[key.first] = std::max(first_of(key.first), next);
        }
        is_place_known = is_place_known || s.message.message.number > gone.last;
        MessageSide placed = s;
        placed.index = next++;
        if (is_place_known)
            lines_.add(placed);
        else
            first_[key.first] = std::max(first_of(key.first), next);
    });
    sides_ = {};
    // A side of which all is gone.
    for (const auto& [key, all] : gone_)
        first_[key.first] = std::max(first_of(key.first), all.count);
}

std::uint64_t MessageLines::first_of(const Line& line) const {
    const auto at = first_.find(line);
    return at == first_.end() ? 0 : at->second;
}

bool MessageLines::is_known(const RankMessage& e) const {
    return not_known_.empty() ||
           (!not_known_.contains(e.rank) && !not_known_.contains(e.message.peer));
}

void MessageLines::each(const Take& take) {
    add_sends_with_their_ends();
    put_into_lines();
    std::optional<MessageSide> send;
    const auto take_alone = [&] {
        if (send) take(&*send, nullptr);
        send.reset();
    };
    lines_.each([&](const MessageSide& s) {
        if (!is_known(s.message) || (!first_.empty() && s.index < first_of(line_of(s.message))))
            return;
        if (!is_receive(s.message)) {
            take_alone();
            send = s;
            return;
        }
        const bool is_pair =
            send && send->index == s.index && line_of(send->message) == line_of(s.message);
        if (!is_pair) take_alone();
        take(is_pair ? &*send : nullptr, &s);
        send.reset();
    });
    take_alone();
    lines_ = {};
}

}  // namespace tapestry
