// SPDX-License-Identifier: Apache-2.0
// How a thread chooses among channels that have a beat. Each common policy is tested against every
// choice in the recording; all policies that explain every choice are kept.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

// An input of the arbiter, with its recorded handshake.
struct ChosenEnd {
    const RecordedHandshake* handshake = nullptr;
    std::uint32_t channel = 0;
};

struct Decision {
    std::uint64_t edge = 0;
    std::size_t chosen = 0;  // index of the end
};

// The choices that the visits of a thread make; `ends` as in ThreadVisits.
std::vector<Decision> decisions_of(const OperationThread& thread,
                                   const std::vector<std::uint64_t>& ends,
                                   const std::vector<ChosenEnd>& chosen);

// Whether every end is chosen again and again in a fixed rotation.
bool take_turns(const std::vector<Decision>& decisions, std::size_t ends);

// Empty if no known policy explains all choices.
std::vector<Arbitration> arbitrations_of(const std::vector<Decision>& decisions,
                                         const std::vector<ChosenEnd>& ends);

// The visits that begin a turn, with the channel that each of them takes from.
struct TurnStart {
    std::size_t visit = 0;
    std::uint32_t channel = 0;
};
std::vector<TurnStart> turn_starts(const OperationThread& thread, std::size_t visits,
                                   const std::vector<std::uint32_t>& channels);

// The state of an arbiter; channels are numbered by their place in Arbitration::channels.
class Chooser {
public:
    explicit Chooser(ChoicePolicy policy, std::size_t channels);

    struct Offer {
        bool present = false;
        std::uint64_t since = 0;
    };
    // The channel to serve next. At least one offer is present.
    std::size_t choose(const std::vector<Offer>& offers) const;
    void note(std::size_t chosen);  // updates the order for the policies that depend on history

private:
    ChoicePolicy policy_;
    std::vector<std::size_t> order_;  // by falling precedence: the first one present is chosen
};

}  // namespace tapestry
