// SPDX-License-Identifier: Apache-2.0
#include "software/recording/wait_states.h"

#include <fmt/format.h>

#include <tuple>

#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

// A thread that waited for more others than this in one call and pattern has one state for the
// rest of them: their number is not bounded, that of states has to be.
constexpr std::size_t kMostCauses = 64;

std::string wait_category(const std::string& pattern) {
    if (pattern == "late_sender") return "wait_recv";
    return pattern == "late_receiver" ? "wait_send" : "wait_sync";
}

class WaitStates {
public:
    WaitStates(const std::vector<RunPlace>& places, std::vector<TapState>& states)
        : places_(places), states_(states) {}

    std::vector<std::uint32_t> calls;  // of each state that was added

    std::uint32_t state_of(std::uint32_t call, const CallWait& wait) {
        const auto known = index_.find({call, wait.pattern, wait.cause});
        if (known != index_.end()) return known->second;
        const bool is_named = wait.cause >= 0 && causes_[{call, wait.pattern}] < kMostCauses;
        const int cause = is_named ? wait.cause : -1;
        const auto [at, is_new] = index_.try_emplace({call, wait.pattern, cause},
                                                     static_cast<std::uint32_t>(states_.size()));
        if (is_new) add(call, wait.pattern, cause);
        return at->second;
    }

private:
    void add(std::uint32_t call, const std::string& pattern, int cause) {
        const std::string name = states_[call].name;
        const std::string from =
            cause < 0 ? "others" : places_[static_cast<std::size_t>(cause)].path;
        TapState s{fmt::format("{} {} {}", name, pattern, from), std::to_string(states_.size()),
                   wait_category(pattern), states_[call].source};
        s.category_reason = fmt::format("{} in {}", pattern, name);
        if (cause >= 0) {
            s.waits.push_back({name, from, "", ""});
            ++causes_[{call, pattern}];
        }
        states_.push_back(std::move(s));
        calls.push_back(call);
    }

    const std::vector<RunPlace>& places_;
    std::vector<TapState>& states_;
    std::map<std::tuple<std::uint32_t, std::string, int>, std::uint32_t> index_;
    std::map<std::pair<std::uint32_t, std::string>, std::size_t> causes_;
};

}  // namespace

std::vector<std::uint32_t> add_wait_states(std::span<const CallWait> waits,
                                           const std::map<std::uint32_t, std::uint32_t>& state_of,
                                           const std::vector<RunPlace>& places,
                                           std::vector<TapState>& states,
                                           std::vector<ThreadVisit>& visits) {
    WaitStates added(places, states);
    for (const CallWait& w : waits) {
        const auto call = state_of.find(w.id);
        if (call == state_of.end()) continue;
        visits.push_back({w.start, w.end, 0, added.state_of(call->second, w), TAPESTRY_MOST_OPEN});
    }
    return added.calls;
}

void set_call_categories(std::vector<TapState>& states) {
    for (TapState& s : states) {
        if (!s.category.empty() || !s.name.starts_with("MPI_")) continue;
        s.category = "transfer";
        s.category_reason = "a call of MPI, without its waits";
    }
}

}  // namespace tapestry
