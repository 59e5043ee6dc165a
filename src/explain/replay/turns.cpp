// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/turns.h"

#include <algorithm>

#include "explain/replay/arbitration.h"
#include "explain/replay/openings.h"

namespace tapestry {

namespace {

Turns cut(const OperationThread& thread, std::vector<std::uint32_t> channels, ChoicePolicy policy) {
    Turns turns;
    turns.of_beat.resize(channels.size());
    const std::size_t visits = moving_visits(thread);
    for (const TurnStart& start : turn_starts(thread, visits, channels)) {
        const auto at = std::find(channels.begin(), channels.end(), start.channel);
        turns.of_beat[static_cast<std::size_t>(at - channels.begin())].push_back(
            static_cast<std::uint32_t>(turns.starts.size()));
        turns.starts.push_back(start.visit);
    }
    turns.starts.push_back(visits);
    turns.channels = std::move(channels);
    turns.policy = policy;
    return turns;
}

class Follower {
public:
    explicit Follower(const Operations& operations)
        : operations_(operations),
          turns_(operations.threads.size()),
          reader_(operations.channels.size(), kNobody),
          seen_(operations.channels.size()) {}

    std::vector<Turns> follow() {
        for (std::size_t t = 0; t < turns_.size(); ++t)
            for (const auto& set : operations_.threads[t].sets)
                for (const ChannelOperation& o : set)
                    if (!o.push) reader_[o.channel] = t;
        for (std::size_t t = 0; t < turns_.size(); ++t) {
            const OperationThread& thread = operations_.threads[t];
            if (thread.arbitrations.empty()) continue;
            const Arbitration& a = thread.arbitrations.front();
            if (a.policy != ChoicePolicy::recorded && !a.channels.empty())
                set(t, cut(thread, a.channels, a.policy));
        }
        while (!work_.empty()) {
            const std::size_t t = work_.back();
            work_.pop_back();
            pass_on(t);
        }
        return std::move(turns_);
    }

private:
    static constexpr std::size_t kNobody = ~std::size_t{0};

    void set(std::size_t t, Turns turns) {
        turns_[t] = std::move(turns);
        work_.push_back(t);
    }

    // The readers of the thread's outputs take beats in the order in which it gives them.
    void pass_on(std::size_t t) {
        for (const auto& operations : operations_.threads[t].sets)
            for (const ChannelOperation& o : operations) {
                if (!o.push || o.group == kLooks || seen_[o.channel]) continue;
                seen_[o.channel] = true;
                const std::size_t reader = reader_[o.channel];
                if (reader != kNobody && turns_[reader].empty())
                    set(reader,
                        cut(operations_.threads[reader], {o.channel}, ChoicePolicy::recorded));
            }
    }

    const Operations& operations_;
    std::vector<Turns> turns_;
    std::vector<std::size_t> reader_;  // by channel
    std::vector<bool> seen_;           // by channel
    std::vector<std::size_t> work_;
};

}  // namespace

std::vector<Turns> turns_of(const Operations& operations) { return Follower(operations).follow(); }

}  // namespace tapestry
