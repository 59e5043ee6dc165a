// SPDX-License-Identifier: Apache-2.0
#include "software/recording/judge_calls.h"

#include <fmt/format.h>

namespace tapestry {

namespace {

std::string wait_word(const std::string& pattern) {
    if (pattern == "late_sender") return "wait_recv";
    return pattern == "late_receiver" ? "wait_send" : "wait_sync";
}

struct CallWait {
    std::uint64_t ns = 0;
    const HostWait* longest = nullptr;
};
CallWait wait_of(const Run& run, int place, const std::string& call) {
    CallWait wait;
    for (const HostWait& w : run.host.waits) {
        if (w.place != place || w.call != call) continue;
        if (!wait.longest) wait.longest = &w;
        wait.ns += w.wait_ns;
    }
    return wait;
}

void judge(const Run& run, int place, std::uint64_t time_ns, TapState& call) {
    const CallWait wait = wait_of(run, place, call.name);
    if (wait.longest && 2 * wait.ns > time_ns) {
        if (call.category.empty()) call.category = wait_word(wait.longest->pattern);
        call.category_reason =
            fmt::format("{} for {} of its {} ns", wait.longest->pattern, wait.ns, time_ns);
        if (wait.longest->cause >= 0) {
            const auto cause = static_cast<std::size_t>(wait.longest->cause);
            call.waits = {{call.name, run.places[cause].path, "", ""}};
        }
    } else if (call.category.empty()) {
        call.category = "transfer";
        call.category_reason = "a call of MPI that hardly waited";
    }
}

}  // namespace

void judge_calls(Run& run) {
    for (TapNumbers& n : run.taps) {
        if (!n.tap.is(TapKind::fsm)) continue;
        std::vector<TapState>& states = n.tap.machine().states;
        for (std::size_t i = 0; i < states.size(); ++i)
            if (states[i].name.starts_with("MPI_"))
                judge(run, n.place, n.states[i].cycles, states[i]);
    }
}

}  // namespace tapestry
