// SPDX-License-Identifier: Apache-2.0
// How a thread chooses among channels that have a beat: found by holding the usual ways to choose
// against every choice of the recording. What explains all of them is kept, all that does.
#pragma once

#include "explain/replay/thread_visits.h"

namespace tapestry {

// A channel that is chosen from, with what its stream did.
struct ChosenEnd {
    const RecordedHandshake* handshake = nullptr;
    std::uint32_t channel = 0;
};

struct Decision {
    std::uint64_t edge = 0;
    std::size_t chosen = 0;  // index of the end
};

// The choices that the visits of a thread make, with `ends` as of visits_of().
std::vector<Decision> decisions_of(const OperationThread& thread,
                                   const std::vector<std::uint64_t>& ends,
                                   const std::vector<ChosenEnd>& chosen);

// Whether each had its turn, again and again, as if in an order of its own.
bool take_turns(const std::vector<Decision>& decisions, std::size_t ends);

// Empty when no known way to choose explains them all.
std::vector<Arbitration> arbitrations_of(const std::vector<Decision>& decisions,
                                         const std::vector<ChosenEnd>& ends);

// Where the choices of a thread begin: a visit for each, with the channel that is chosen.
struct TurnStart {
    std::size_t visit = 0;
    std::uint32_t channel = 0;
};
std::vector<TurnStart> turn_starts(const OperationThread& thread, std::size_t visits,
                                   const std::vector<std::uint32_t>& channels);

// Who of several comes next; each goes by its place in Arbitration::channels.
class Chooser {
public:
    explicit Chooser(ChoicePolicy policy, std::size_t channels);

    struct Offer {
        bool present = false;
        std::uint64_t since = 0;
    };
    // One of those that are present, of which there is one at least.
    std::size_t choose(const std::vector<Offer>& offers) const;
    void note(std::size_t chosen);

private:
    ChoicePolicy policy_;
    std::vector<std::size_t> order_;  // the first that is present is chosen
};

}  // namespace tapestry
