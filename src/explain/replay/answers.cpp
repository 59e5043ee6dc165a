// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/answers.h"

#include <algorithm>
#include <set>

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

// Beats that are not offered as soon as the one before has gone.
std::vector<std::size_t> paused_beats(const BeatTimes& offers, const BeatTimes& beats) {
    std::vector<std::size_t> paused;
    for (std::size_t n = 1; n < offers.size(); ++n)
        if (offers[n] > beats[n - 1] + 1) paused.push_back(n);
    return paused;
}

bool moves_one_beat(const OperationThread& thread, std::size_t beats) {
    return thread.sets.size() == 1 && thread.sets[0].size() == 1 &&
           thread.sets[0][0].group != kLooks && thread.visits.size() >= beats;
}

// The same operations with one more on the channel.
std::uint32_t add_set_with(OperationThread& thread, std::uint32_t channel, bool push) {
    thread.sets.push_back(thread.sets[0]);
    thread.sets.back().push_back({channel, push, thread.sets[0][0].group});
    return static_cast<std::uint32_t>(thread.sets.size()) - 1;
}

}  // namespace

std::optional<AnswerLaw> find_answer_law(const RecordedHandshake& source,
                                         const RecordedHandshake& sink) {
    const BeatTimes offers = offers_of(source), beats = source.transfers(),
                    answers = sink.transfers();
    const std::vector<std::size_t> paused = paused_beats(offers, beats);
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

std::optional<BatchLaw> find_batch_law(const RecordedHandshake& source,
                                       const RecordedHandshake& sink) {
    const BeatTimes offers = offers_of(source), beats = source.transfers(),
                    answers = sink.transfers();
    BatchLaw law{paused_beats(offers, beats), 0};
    if (law.first.size() < kFewestPauses) return std::nullopt;
    // Answers that always take as long would not tell the answer from the beat.
    std::set<std::uint64_t> taken;
    for (const std::size_t n : law.first) {
        if (n > answers.size() || answers[n - 1] >= offers[n]) return std::nullopt;
        const std::uint64_t think = offers[n] - answers[n - 1];
        if (law.think != 0 && think != law.think) return std::nullopt;
        law.think = think;
        taken.insert(answers[n - 1] - std::min(answers[n - 1], beats[n - 1]));
    }
    return taken.size() > 1 ? std::optional(law) : std::nullopt;
}

bool wait_for_batches(const BatchLaw& law, std::uint32_t inside, OperationThread& source,
                      OperationThread& sink) {
    const std::size_t last = law.first.back();
    if (!moves_one_beat(source, last + 1) || !moves_one_beat(sink, last)) return false;
    const std::uint32_t waits = add_set_with(source, inside, false),
                        answers = add_set_with(sink, inside, true);
    std::vector<std::uint64_t> stalls;
    std::size_t stall = 0;
    auto next = law.first.begin();
    for (std::size_t v = 0; v < source.visits.size(); ++v) {
        Visit& visit = source.visits[v];
        std::uint64_t stalled = visit.blocked ? source.stalls[stall++] : 0;
        if (next != law.first.end() && *next == v) {
            ++next;
            stalled += visit.delay - 1;
            visit = {1, waits, false};
            sink.visits[v - 1].set = answers;
        }
        visit.blocked = stalled > 0;
        if (stalled > 0) stalls.push_back(stalled);
    }
    source.stalls = std::move(stalls);
    return true;
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
