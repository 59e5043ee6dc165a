// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/answers.h"

#include <algorithm>

#include "explain/replay/thread_visits.h"

namespace tapestry {

namespace {

using BeatTimes = std::vector<std::uint64_t>;

constexpr std::uint64_t kLongestReaction = 8;  // cycles from an answer to the beat that it allows
constexpr std::size_t kFewestPauses = 8;

// When each beat was offered first.
BeatTimes offers_of(const RecordedHandshake& source) {
    BeatTimes offers;
    std::uint64_t since = 0;
    bool offered = false;
    for (std::size_t i = 0; i < source.stretches.size(); ++i) {
        const HandshakeStretch& s = source.stretches[i];
        const bool valid = s.kind == StretchKind::blocked || s.kind == StretchKind::transfer;
        if (valid && !offered) since = s.start;
        offered = s.kind == StretchKind::blocked;
        if (s.kind != StretchKind::transfer) continue;
        offers.push_back(since);
        for (std::uint64_t t = s.start + 1; t < source.end_of(i); ++t) offers.push_back(t);
    }
    return offers;
}

// The most beats without an answer when one is offered.
std::uint64_t most_unanswered(const BeatTimes& offers, const BeatTimes& answers,
                              std::uint64_t room) {
    std::uint64_t most = 0;
    std::size_t back = 0;
    for (std::size_t n = 0; n < offers.size(); ++n) {
        while (back < answers.size() && answers[back] + room <= offers[n]) ++back;
        most = std::max<std::uint64_t>(most, n + 1 - std::min(back, n + 1));
    }
    return most;
}

}  // namespace

std::optional<AnswerLaw> find_answer_law(const RecordedHandshake& source,
                                         const RecordedHandshake& sink) {
    const BeatTimes offers = offers_of(source), beats = source.transfers(),
                    answers = sink.transfers();
    std::vector<std::size_t> paused;
    for (std::size_t n = 1; n < offers.size(); ++n)
        if (offers[n] > beats[n - 1] + 1) paused.push_back(n);
    if (paused.size() < kFewestPauses) return std::nullopt;
    for (std::uint64_t room = 1; room <= kLongestReaction; ++room) {
        const AnswerLaw law{most_unanswered(offers, answers, room), room};
        const bool holds = std::all_of(paused.begin(), paused.end(), [&](std::size_t n) {
            return n >= law.most && n - law.most < answers.size() &&
                   answers[n - law.most] + room == offers[n];
        });
        if (holds && law.most > 0) return law;
    }
    return std::nullopt;
}

void wait_for_answers(std::uint32_t inside, OperationThread& source, OperationThread& sink) {
    for (OperationThread* thread : {&source, &sink})
        for (std::vector<ChannelOperation>& set : thread->sets)
            if (!set.empty() && set.front().group != kLooks)
                set.push_back({inside, thread == &source, set.front().group});
    std::vector<std::uint64_t> stalls;
    std::size_t stall = 0;
    for (std::size_t v = 0; v < source.visits.size(); ++v) {
        Visit& visit = source.visits[v];
        std::uint64_t stalled = visit.blocked ? source.stalls[stall++] : 0;
        if (v > 0 && visit.delay > 1) {
            stalled += visit.delay - 1;
            visit.delay = 1;
        }
        visit.blocked = stalled > 0;
        if (stalled > 0) stalls.push_back(stalled);
    }
    source.stalls = std::move(stalls);
}

}  // namespace tapestry
