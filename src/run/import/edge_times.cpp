// SPDX-License-Identifier: Apache-2.0
#include "run/import/edge_times.h"

namespace tapestry {

EdgeTimer::EdgeTimer(const CountPlan& plan, const WaveHeader& header, std::vector<WaveMark>& marks)
    : wanted_(header.widths.size()), slot_of_signal_(header.widths.size()) {
    for (std::size_t slot = 0; slot < plan.signals.size(); ++slot) {
        values_.add(header.widths[plan.signals[slot]]);
        slot_of_signal_[plan.signals[slot]] = static_cast<std::uint32_t>(slot);
    }
    for (const PlannedTap& planned : plan.taps) {
        Watch watch{planned.clock, false, 0, {}, 0};
        for (WaveMark& mark : marks)
            if (mark.tap == planned.tap->tap) watch.marks.push_back(&mark);
        if (watch.marks.empty()) continue;
        for (const std::uint32_t slot : watch.clock.slots()) wanted_[plan.signals[slot]] = true;
        watches_.push_back(std::move(watch));
    }
}

void EdgeTimer::on_time(std::uint64_t time) {
    if (has_time_) end_of_time_stamp();
    has_time_ = true;
    time_ = time;
}

void EdgeTimer::on_change(std::uint32_t signal, WaveValue value) {
    if (!wanted_[signal]) return;
    values_.set(slot_of_signal_[signal], value.ones, value.unknown);
    moved_ = true;
}

void EdgeTimer::end_of_time_stamp() {
    for (Watch& watch : watches_) {
        if (!moved_) break;
        const bool now = is_one(watch.clock, values_, evaluator_);
        if (now && !watch.was_one && !is_start_ && time_ > 0) {
            while (watch.next < watch.marks.size() && watch.marks[watch.next]->edge == watch.edges)
                watch.marks[watch.next++]->time = time_;
            ++watch.edges;
        }
        watch.was_one = now;
    }
    moved_ = false;
    is_start_ = false;
}

}  // namespace tapestry
