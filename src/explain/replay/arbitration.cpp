// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/arbitration.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace tapestry {

namespace {

// Up to this many channels every permutation is tried, beyond it only the rotations.
constexpr std::size_t kMostInAllOrders = 4;
// Two orders of one policy are enough to see whether the order makes a difference.
constexpr std::size_t kMostOfAPolicy = 2;

// The offers of all ends at the times of the choices.
class Offers {
public:
    explicit Offers(const std::vector<ChosenEnd>& ends)
        : ends_(ends), at_(ends.size()), since_(ends.size()) {}

    // Edges must not decrease from call to call.
    std::vector<Chooser::Offer> at(std::uint64_t edge) {
        std::vector<Chooser::Offer> offers;
        for (std::size_t e = 0; e < ends_.size(); ++e) offers.push_back(at(e, edge));
        return offers;
    }

private:
    static bool has_beat(StretchKind kind) {
        return kind == StretchKind::transfer || kind == StretchKind::blocked;
    }

    Chooser::Offer at(std::size_t e, std::uint64_t edge) {
        const RecordedHandshake& h = *ends_[e].handshake;
        std::size_t& i = at_[e];
        for (; h.end_of(i) <= edge && i + 1 < h.stretches.size(); ++i)
            if (h.stretches[i].kind != StretchKind::blocked) since_[e] = h.end_of(i);
        const HandshakeStretch& stretch = h.stretches[i];
        const bool moves = stretch.kind == StretchKind::transfer;
        return {has_beat(stretch.kind),
                moves && edge > stretch.start ? edge : std::min(since_[e], edge)};
    }

    const std::vector<ChosenEnd>& ends_;
    std::vector<std::size_t> at_;       // by end: the current stretch
    std::vector<std::uint64_t> since_;  // by end: the first cycle that can belong to the next beat
};

using Order = std::vector<std::size_t>;

std::vector<Order> orders_of(std::size_t ends) {
    Order order(ends);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<Order> orders;
    if (ends <= kMostInAllOrders) {
        do orders.push_back(order);
        while (std::next_permutation(order.begin(), order.end()));
        return orders;
    }
    for (int turned = 0; turned < 2; ++turned) {
        for (std::size_t i = 0; i < ends; ++i) {
            orders.push_back(order);
            std::rotate(order.begin(), order.begin() + 1, order.end());
        }
        std::reverse(order.begin(), order.end());
    }
    return orders;
}

struct SeenChoice {
    std::vector<Chooser::Offer> offers;
    std::size_t chosen = 0;
};

bool explains(ChoicePolicy policy, const Order& order, const std::vector<SeenChoice>& all) {
    Chooser chooser(policy, order.size());
    std::vector<Chooser::Offer> offers(order.size());
    for (const SeenChoice& seen : all) {
        std::size_t chosen = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            offers[i] = seen.offers[order[i]];
            if (order[i] == seen.chosen) chosen = i;
        }
        if (chooser.choose(offers) != chosen) return false;
        chooser.note(chosen);
    }
    return true;
}

}  // namespace

Chooser::Chooser(ChoicePolicy policy, std::size_t channels) : policy_(policy), order_(channels) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
}

std::size_t Chooser::choose(const std::vector<Offer>& offers) const {
    std::size_t best = offers.size();
    for (const std::size_t i : order_) {
        if (!offers[i].present) continue;
        if (best == offers.size()) best = i;
        if (policy_ != ChoicePolicy::oldest) return best;
        if (offers[i].since < offers[best].since) best = i;
    }
    CHECK(best < offers.size());
    return best;
}

void Chooser::note(std::size_t chosen) {
    const auto at = std::find(order_.begin(), order_.end(), chosen);
    if (policy_ == ChoicePolicy::round_robin) std::rotate(order_.begin(), at + 1, order_.end());
    if (policy_ == ChoicePolicy::least_recent) std::rotate(at, at + 1, order_.end());
}

std::vector<TurnStart> turn_starts(const OperationThread& thread, std::size_t visits,
                                   const std::vector<std::uint32_t>& channels) {
    std::vector<TurnStart> starts;
    bool open = false;
    for (std::size_t v = 0; v < visits; ++v)
        for (const ChannelOperation& o : thread.sets[thread.visits[v].set]) {
            const bool chosen =
                !o.push && std::find(channels.begin(), channels.end(), o.channel) != channels.end();
            if (!chosen) continue;
            if (!open) starts.push_back({v, o.channel});
            open = o.group == kLooks;
        }
    return starts;
}

std::vector<Decision> decisions_of(const OperationThread& thread,
                                   const std::vector<std::uint64_t>& ends,
                                   const std::vector<ChosenEnd>& chosen) {
    std::vector<std::uint32_t> channels;
    for (const ChosenEnd& end : chosen) channels.push_back(end.channel);
    std::vector<Decision> decisions;
    for (const TurnStart& start : turn_starts(thread, thread.visits.size(), channels)) {
        const auto at = std::find(channels.begin(), channels.end(), start.channel);
        decisions.push_back({ends[start.visit], static_cast<std::size_t>(at - channels.begin())});
    }
    return decisions;
}

bool take_turns(const std::vector<Decision>& decisions, std::size_t ends) {
    for (std::size_t k = ends; k < decisions.size(); ++k)
        if (decisions[k].chosen != decisions[k - ends].chosen) return false;
    return true;
}

std::vector<Arbitration> arbitrations_of(const std::vector<Decision>& decisions,
                                         const std::vector<ChosenEnd>& ends) {
    Offers offers(ends);
    std::vector<SeenChoice> all;
    for (const Decision& decision : decisions) {
        all.push_back({offers.at(decision.edge), decision.chosen});
        if (!all.back().offers[decision.chosen].present) return {};
    }
    std::vector<ChoicePolicy> policies = {ChoicePolicy::round_robin, ChoicePolicy::priority,
                                          ChoicePolicy::oldest};
    // With two channels this policy is the same as round robin.
    if (ends.size() > 2) policies.push_back(ChoicePolicy::least_recent);
    std::vector<Arbitration> found;
    for (const ChoicePolicy policy : policies) {
        std::size_t count = 0;
        for (const Order& order : orders_of(ends.size())) {
            if (count == kMostOfAPolicy || !explains(policy, order, all)) continue;
            ++count;
            Arbitration& a = found.emplace_back(Arbitration{policy, {}});
            for (const std::size_t e : order) a.channels.push_back(ends[e].channel);
        }
    }
    if (!found.empty() && take_turns(decisions, ends.size()))
        found.push_back({ChoicePolicy::recorded, found.front().channels});
    return found;
}

}  // namespace tapestry
