// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/openings.h"

#include <algorithm>

namespace tapestry {

namespace {

bool is_open(const ThreadEnd& end, StretchKind kind) {
    return kind == StretchKind::transfer ||
           kind == (end.push ? StretchKind::blocked : StretchKind::starved);
}

// Whether the end was open, nothing moved, and it was closed in the next cycle.
bool gives_up(const ThreadEnd& end) {
    const std::vector<HandshakeStretch>& all = end.handshake->stretches;
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        if (all[i].kind != StretchKind::transfer && is_open(end, all[i].kind) &&
            !is_open(end, all[i + 1].kind))
            return true;
    return false;
}

void add_beats(const ThreadEnd& end, OperationThread& thread) {
    std::uint64_t last = 0;
    for (const std::uint64_t time : end.handshake->transfers()) {
        const std::uint64_t delay = thread.visits.empty() ? 0 : 1, stalled = time - last - delay;
        thread.visits.push_back({delay, 0, stalled > 0});
        if (stalled > 0) thread.stalls.push_back(stalled);
        last = time;
    }
    thread.rest = end.handshake->end - last;
}

void add_openings(const ThreadEnd& end, OperationThread& thread) {
    bool open = false;
    std::uint64_t since = 0;
    auto close = [&](std::uint64_t now) {
        thread.visits.push_back({now - since, 1, false});
        since = now;
        open = !open;
    };
    for (const HandshakeStretch& s : end.handshake->stretches)
        if (is_open(end, s.kind) != open) close(s.start);
    close(end.handshake->end);
}

}  // namespace

std::optional<OperationThread> thread_with_openings(const ThreadEnd& end) {
    if (!gives_up(end)) return std::nullopt;
    OperationThread thread;
    thread.sets = {{{end.channel, end.push, 0}}, {}};
    add_beats(end, thread);
    add_openings(end, thread);
    return thread;
}

std::size_t moving_visits(const OperationThread& thread) {
    const auto end =
        std::partition_point(thread.visits.begin(), thread.visits.end(),
                             [&](const Visit& v) { return !thread.sets[v.set].empty(); });
    return static_cast<std::size_t>(end - thread.visits.begin());
}

bool has_openings(const OperationThread& thread) {
    return !thread.visits.empty() && thread.sets[thread.visits.back().set].empty();
}

void forget_openings(OperationThread& thread) { thread.visits.resize(moving_visits(thread)); }

Openings::Openings(const OperationThread& thread) {
    bool open = false;
    for (std::size_t v = moving_visits(thread); v < thread.visits.size(); ++v) {
        const std::uint64_t start = length_;
        length_ += thread.visits[v].delay;
        if (open && length_ > start) open_.push_back({start, length_});
        open = !open;
    }
}

std::uint64_t Openings::from(std::uint64_t time) const {
    const std::uint64_t before = time / length_ * length_, here = time - before;
    const auto found = std::partition_point(open_.begin(), open_.end(),
                                            [&](const OpenTime& s) { return s.end <= here; });
    if (found == open_.end()) return before + length_ + open_.front().start;
    return before + std::max(here, found->start);
}

}  // namespace tapestry
