// SPDX-License-Identifier: Apache-2.0
#include "software/recording/waits.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "software/library/recording_layout.h"

namespace tapestry {

std::optional<FoundWait> wait_until(const RankMessages& who, std::uint64_t moment,
                                    const char* pattern, const RankMessages& cause) {
    const std::uint64_t end = std::min(moment, who.message.end);
    if (end <= who.message.start || who.place == cause.place) return std::nullopt;
    return FoundWait{&who, pattern, cause.place, end - who.message.start, who.message.start};
}

std::vector<FoundWait> waits_for_threads(const std::vector<RankMessages>& all) {
    static constexpr const char* kPatterns[] = {"wait_for_lock", "wait_for_signal",
                                                "wait_for_thread"};
    std::vector<FoundWait> waits;
    for (const RankMessages& e : all) {
        const RecordedMessage& m = e.message;
        if (m.role != TAPESTRY_AWAITS_THREAD || m.peer < 0 || m.peer == e.place) continue;
        if (m.tag < 0 || m.tag > TAPESTRY_WAITS_FOR_END || m.end <= m.start) continue;
        waits.push_back({&e, kPatterns[m.tag], m.peer, m.end - m.start, m.start});
    }
    return waits;
}

std::vector<FoundWait> longest_of_each_call(std::vector<FoundWait> waits) {
    const auto call = [](const FoundWait& w) {
        return std::tuple(w.who->place, w.who->message.start, w.who->message.end);
    };
    std::stable_sort(waits.begin(), waits.end(), [&](const FoundWait& a, const FoundWait& b) {
        // An exchange in which both sides wait for the same moment has a late sender: its own send
        // may be long gone.
        const auto key = [](const FoundWait& w) {
            return w.pattern != std::string_view("late_sender");
        };
        return std::tuple(call(a), b.ns, key(a)) < std::tuple(call(b), a.ns, key(b));
    });
    const auto same = [&](const FoundWait& a, const FoundWait& b) { return call(a) == call(b); };
    waits.erase(std::unique(waits.begin(), waits.end(), same), waits.end());
    return waits;
}

std::vector<CallWait> call_waits(const std::vector<FoundWait>& waits) {
    std::vector<CallWait> out;
    for (const FoundWait& w : waits)
        out.push_back(
            {w.who->place, w.start, w.start + w.ns, w.who->message.id, w.pattern, w.cause});
    std::sort(out.begin(), out.end(), [](const CallWait& a, const CallWait& b) {
        return std::tuple(a.place, a.start, a.end) < std::tuple(b.place, b.start, b.end);
    });
    return out;
}

std::vector<HostWait> summed_waits(const std::vector<FoundWait>& waits) {
    std::map<std::tuple<int, std::string, int, std::string, std::string>,
             std::pair<std::uint64_t, std::uint64_t>>
        sums;
    for (const FoundWait& w : waits) {
        auto& [count, ns] = sums[{w.who->place, w.pattern, w.cause, w.who->call, w.who->source}];
        ++count;
        ns += w.ns;
    }
    std::vector<HostWait> out;
    for (const auto& [key, numbers] : sums) {
        const auto& [place, pattern, cause, call, source] = key;
        out.push_back({place, pattern, cause, call, numbers.first, numbers.second, source});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.wait_ns > b.wait_ns; });
    return out;
}

}  // namespace tapestry
