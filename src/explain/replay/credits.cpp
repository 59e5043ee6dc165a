// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/credits.h"

#include <algorithm>

namespace tapestry {

namespace {

using Times = std::vector<std::uint64_t>;

constexpr std::uint64_t kLongestDelay = 4;  // cycles from a credit to the push that it allows

struct Wait {
    std::uint64_t start = 0;
    std::size_t push = 0;  // the push that ends the wait
};

bool awaits(const MachineWaits& machine, const MachineLook& look, const RecordedHandshake& gives) {
    const std::vector<AwaitedSignal>& state = machine.states[look.state];
    return std::any_of(state.begin(), state.end(),
                       [&](const AwaitedSignal& s) { return s.handshake == &gives && !s.valid; });
}

// The stretches before a push in which the output was ready and no beat was offered.
std::vector<Wait> waits_of(const MachineWaits& machine, const RecordedHandshake& gives,
                           const Times& pushes) {
    std::vector<Wait> waits;
    for (const MachineLook& look : machine.looks) {
        if (!awaits(machine, look, gives)) continue;
        const auto push = std::upper_bound(pushes.begin(), pushes.end(), look.edge);
        waits.push_back({look.edge, static_cast<std::size_t>(push - pushes.begin())});
    }
    return waits;
}

// The most beats without a returned credit, if a credit counts `room` cycles after it comes.
std::uint64_t most_under_way(const Times& pushes, const Times& credits, std::uint64_t room) {
    std::uint64_t most = 0;
    std::size_t back = 0;
    for (std::size_t n = 0; n < pushes.size(); ++n) {
        while (back < credits.size() && credits[back] + room <= pushes[n]) ++back;
        most = std::max<std::uint64_t>(most, n + 1 - std::min(back, n + 1));
    }
    return most;
}

bool holds(const Credit& law, const std::vector<Wait>& waits, const Times& pushes,
           const Times& credits) {
    return std::all_of(waits.begin(), waits.end(), [&](const Wait& wait) {
        if (wait.push >= pushes.size()) return true;  // the run ended during this wait
        if (wait.push < law.most || wait.push - law.most >= credits.size()) return false;
        return pushes[wait.push] == credits[wait.push - law.most] + law.room;
    });
}

bool waits_at(const std::vector<MachineStretch>& stretches, std::uint64_t time) {
    const auto next =
        std::partition_point(stretches.begin(), stretches.end(),
                             [&](const MachineStretch& s) { return s.start <= time; });
    return next != stretches.begin() && std::prev(next)->waits;
}

void set_waiting(std::vector<MachineStretch>& stretches, std::uint64_t start, std::uint64_t end) {
    const bool after = waits_at(stretches, end);
    const auto first =
        std::partition_point(stretches.begin(), stretches.end(),
                             [&](const MachineStretch& s) { return s.start < start; });
    const auto last = std::partition_point(first, stretches.end(),
                                           [&](const MachineStretch& s) { return s.start <= end; });
    stretches.insert(stretches.erase(first, last), {{start, true}, {end, after}});
}

void mend(const std::vector<Wait>& waits, const RecordedHandshake& gives, const Times& pushes,
          MachineWaits& machine) {
    for (const Wait& wait : waits)
        set_waiting(machine.stretches, wait.start,
                    wait.push < pushes.size() ? pushes[wait.push] : gives.end);
    std::erase_if(machine.looks,
                  [&](const MachineLook& look) { return awaits(machine, look, gives); });
}

}  // namespace

bool is_always_ready(const RecordedHandshake& handshake) {
    std::size_t moved = 0;  // skips the stretches before the first beat, which may be a reset
    while (moved < handshake.stretches.size() &&
           handshake.stretches[moved].kind != StretchKind::transfer)
        ++moved;
    return moved < handshake.stretches.size() &&
           std::all_of(handshake.stretches.begin() + static_cast<std::ptrdiff_t>(moved),
                       handshake.stretches.end(), [](const HandshakeStretch& s) {
                           return s.kind == StretchKind::transfer || s.kind == StretchKind::starved;
                       });
}

bool is_awaited(const MachineWaits& machine, const ThreadEnd& end) {
    for (const std::vector<AwaitedSignal>& state : machine.states)
        for (const AwaitedSignal& signal : state)
            if (signal.handshake == end.handshake && signal.valid != end.push) return true;
    return false;
}

std::optional<Credit> find_credit(const RecordedHandshake& gives, const RecordedHandshake& back,
                                  MachineWaits& machine) {
    const Times pushes = gives.transfers(), credits = back.transfers();
    const std::vector<Wait> waits = waits_of(machine, gives, pushes);
    const bool seen = std::any_of(waits.begin(), waits.end(),
                                  [&](const Wait& w) { return w.push < pushes.size(); });
    if (!seen) return std::nullopt;
    for (std::uint64_t room = 0; room <= kLongestDelay; ++room) {
        const Credit law{most_under_way(pushes, credits, room), room};
        if (law.most == 0 || !holds(law, waits, pushes, credits)) continue;
        mend(waits, gives, pushes, machine);
        return law;
    }
    return std::nullopt;
}

}  // namespace tapestry
