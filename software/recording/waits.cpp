// SPDX-License-Identifier: Apache-2.0
#include "software/recording/waits.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "software/library/recording_layout.h"

namespace tapestry {

const char* to_word(WaitPattern pattern) {
    static constexpr const char* kWords[kWaitPatterns] = {
        "late_sender",     "late_receiver",  "wait_at_barrier", "wait_at_collective",
        "wait_at_fence",   "wait_for_lock",  "late_post",       "late_complete",
        "wait_for_signal", "wait_for_thread"};
    return kWords[static_cast<std::size_t>(pattern)];
}

FoundWait wait_of(const RankMessage& who, WaitPattern pattern, int cause, std::uint64_t start,
                  std::uint64_t end) {
    const RecordedMessage& m = who.message;
    return {{who.place, m.id, start, end, cause, pattern}, who.call, m.start, m.end};
}

std::optional<FoundWait> wait_until(const RankMessage& who, std::uint64_t moment,
                                    WaitPattern pattern, const RankMessage& cause) {
    const std::uint64_t end = std::min(moment, who.message.end);
    if (end <= who.message.start || who.place == cause.place) return std::nullopt;
    return wait_of(who, pattern, cause.place, who.message.start, end);
}

std::optional<FoundWait> wait_for_thread(const RankMessage& e) {
    static constexpr WaitPattern kPatterns[] = {
        WaitPattern::wait_for_lock, WaitPattern::wait_for_signal, WaitPattern::wait_for_thread};
    const RecordedMessage& m = e.message;
    if (m.role != TAPESTRY_AWAITS_THREAD || m.peer < 0 || m.peer == e.place) return std::nullopt;
    if (m.tag < 0 || m.tag > TAPESTRY_WAITS_FOR_END || m.end <= m.start) return std::nullopt;
    return wait_of(e, kPatterns[m.tag], m.peer, m.start, m.end);
}

namespace {

auto call_key(const FoundWait& w) { return std::tuple(w.wait.place, w.call_start, w.call_end); }

}  // namespace

// An exchange in which both sides wait for the same moment has a late sender: its own send may be
// long gone.
bool LongestWaits::LongestFirst::operator()(const FoundWait& a, const FoundWait& b) const {
    const auto key = [](const FoundWait& w) { return w.wait.pattern != WaitPattern::late_sender; };
    return std::tuple(call_key(a), b.ns(), key(a)) < std::tuple(call_key(b), a.ns(), key(b));
}

void LongestWaits::each(const TakeWait& take) {
    std::optional<FoundWait> last;
    waits_.each([&](const FoundWait& w) {
        if (!last || call_key(*last) != call_key(w)) take(w);
        last = w;
    });
}

void WaitSums::add(const FoundWait& w) {
    auto& [count, ns] = sums_[{w.wait.place, w.wait.pattern, w.wait.cause, w.call}];
    ++count;
    ns += w.ns();
}

std::vector<HostWait> WaitSums::sums(const MessageCalls& calls) const {
    std::map<std::tuple<int, std::string, int, MessageCall>, Sum> by_name;
    for (const auto& [key, sum] : sums_) {
        const auto& [place, pattern, cause, call] = key;
        by_name[{place, to_word(pattern), cause, calls.all().at(call)}] = sum;
    }
    std::vector<HostWait> out;
    for (const auto& [key, sum] : by_name) {
        const auto& [place, pattern, cause, call] = key;
        out.push_back({place, pattern, cause, call.call, sum.first, sum.second, call.source});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.wait_ns > b.wait_ns; });
    return out;
}

bool ThreadWaits::ByStart::operator()(const CallWait& a, const CallWait& b) const {
    return std::tuple(a.place, a.start, a.end, a.id, a.pattern, a.cause) <
           std::tuple(b.place, b.start, b.end, b.id, b.pattern, b.cause);
}

bool ThreadWaits::ByEndBackwards::operator()(const CallWait& a, const CallWait& b) const {
    return std::tuple(a.place, b.end, b.start) < std::tuple(b.place, a.end, a.start);
}

void ThreadWaits::add(const CallWait& wait) {
    by_start_.add(wait);
    by_end_.add(wait);
}

void ThreadWaits::finish() {
    by_start_.each([&](const CallWait& w) {
        Range& range = range_.try_emplace(w.place, forwards_.size(), 0).first->second;
        forwards_.add(w);
        range.second = forwards_.size();
    });
    by_end_.each([&](const CallWait& w) { backwards_.add(w); });
    by_start_ = {};
    by_end_ = {};
}

ThreadWaits::Range ThreadWaits::range_of(int place) const {
    const auto at = range_.find(place);
    return at == range_.end() ? Range{0, 0} : at->second;
}

void ThreadWaits::each(const Take& take) const {
    for (Cursor at(forwards_, 0, forwards_.size()); at.item(); at.next()) take(*at.item());
}

void ThreadWaits::each_of(int place, const Take& take) const {
    const auto [from, to] = range_of(place);
    for (Cursor at(forwards_, from, to); at.item(); at.next()) take(*at.item());
}

ThreadWaits::Cursor ThreadWaits::backwards(int place) const {
    const auto [from, to] = range_of(place);
    return {backwards_, from, to};
}

}  // namespace tapestry
