// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/thread_waits.h"

#include <algorithm>

#include "explain/replay/thread_visits.h"

namespace tapestry {

namespace {

class Finder {
public:
    Finder(const Operations& operations, const std::vector<std::uint64_t>& periods,
           const std::vector<ChannelSetting>& settings,
           const std::vector<std::vector<std::uint64_t>>& ends)
        : operations_(operations),
          periods_(periods),
          settings_(settings),
          ends_(ends),
          offered_(operations.channels.size()),
          taken_(operations.channels.size()) {
        out_.channels.assign(operations.channels.size(), Waits{});
    }

    ReplayWaits find() {
        for (std::size_t t = 0; t < threads().size(); ++t)
            if (keeps_order(t)) note_offers(t);
        for (std::size_t t = 0; t < threads().size(); ++t)
            out_.threads.push_back(waits_of_thread(t));
        for (std::size_t t = 0; t < threads().size(); ++t)
            if (!keeps_order(t)) forget_channels(t);
        return std::move(out_);
    }

private:
    const std::vector<OperationThread>& threads() const { return operations_.threads; }
    std::uint64_t period(std::size_t t) const { return periods_.empty() ? 1 : periods_[t]; }
    bool keeps_order(std::size_t t) const {
        return threads()[t].arbitrations.empty() && ends_[t].size() <= threads()[t].visits.size();
    }

    // Calls `what` for each visit that took place, with its set, its earliest possible end and its
    // end.
    template <typename What>
    void for_each_visit(std::size_t t, What what) const {
        std::uint64_t now = 0;
        for (std::size_t v = 0; v < ends_[t].size(); ++v) {
            const Visit& visit = threads()[t].visits[v];
            const std::uint64_t end = ends_[t][v];
            what(threads()[t].sets[visit.set], std::min(end, now + visit.delay * period(t)), end);
            now = end;
        }
    }

    // Notes when each beat is available: without a queue, when its producer is ready.
    void note_offers(std::size_t t) {
        for_each_visit(t, [&](const auto& set, std::uint64_t ready, std::uint64_t end) {
            for (const ChannelOperation& o : set) {
                if (!o.push || o.group == kLooks) continue;
                const ChannelSetting& setting = settings_[o.channel];
                const bool by_hand = operations_.channels[o.channel].capacity == 0;
                offered_[o.channel].push_back(by_hand ? ready : end + setting.latency);
            }
        });
    }

    void forget_channels(std::size_t t) {
        for (const auto& set : threads()[t].sets)
            for (const ChannelOperation& o : set) out_.channels[o.channel].reset();
    }

    Waits waits_of_thread(std::size_t t) {
        Waits waits;
        if (!keeps_order(t)) {
            std::uint64_t work = 0;
            for (std::size_t v = 0; v < std::min(ends_[t].size(), threads()[t].visits.size()); ++v)
                work += threads()[t].visits[v].delay * period(t);
            const std::uint64_t end = ends_[t].empty() ? 0 : ends_[t].back();
            waits.receive = end - std::min(end, work);
            return waits;
        }
        for_each_visit(t, [&](const auto& set, std::uint64_t ready, std::uint64_t end) {
            const std::uint64_t there = std::clamp(beats_there(set, ready, end), ready, end);
            waits.receive += there - ready;
            waits.send += end - there;
            for (const ChannelOperation& o : set)
                if (o.push && o.group != kLooks) out_.channels[o.channel]->send += end - there;
        });
        return waits;
    }

    // When all beats that a visit takes were there. A visit without a push can only have waited for
    // beats.
    std::uint64_t beats_there(const std::vector<ChannelOperation>& set, std::uint64_t ready,
                              std::uint64_t end) {
        bool gives = false;
        std::uint64_t there = ready;
        for (const ChannelOperation& o : set) {
            gives = gives || o.push;
            if (o.push || o.group == kLooks) continue;
            const std::vector<std::uint64_t>& offered = offered_[o.channel];
            const std::size_t n = taken_[o.channel]++;
            const std::uint64_t here = n < offered.size() ? offered[n] : end;
            there = std::max(there, here);
            out_.channels[o.channel]->receive += std::clamp(here, ready, end) - ready;
        }
        return gives ? there : end;
    }

    const Operations& operations_;
    const std::vector<std::uint64_t>& periods_;
    const std::vector<ChannelSetting>& settings_;
    const std::vector<std::vector<std::uint64_t>>& ends_;
    std::vector<std::vector<std::uint64_t>> offered_;  // by channel
    std::vector<std::size_t> taken_;                   // by channel: beats
    ReplayWaits out_;
};

}  // namespace

ReplayWaits waits_of(const Operations& operations, const std::vector<std::uint64_t>& periods,
                     const std::vector<ChannelSetting>& settings,
                     const std::vector<std::vector<std::uint64_t>>& ends) {
    return Finder(operations, periods, settings, ends).find();
}

}  // namespace tapestry
