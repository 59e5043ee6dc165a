// SPDX-License-Identifier: Apache-2.0
#include "software/recording/modelled_time.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "software/library/recording_layout.h"
#include "software/library/tapestry.h"

namespace tapestry {

namespace {

// A monotonic piecewise-linear map from wall time to modelled time.
class ModelLine {
public:
    void add(const std::vector<RecordedStretch>& stretches) {
        for (const RecordedStretch& s : stretches) {
            points_.push_back({s.start, s.from_ns});
            points_.push_back({s.end, s.to_ns});
        }
    }

    void finish() {
        std::sort(points_.begin(), points_.end());
        for (std::size_t i = 1; i < points_.size(); ++i)
            points_[i].second = std::max(points_[i].second, points_[i - 1].second);
    }

    bool empty() const { return points_.empty(); }

    std::uint64_t at(std::uint64_t wall) const {
        const auto next = std::upper_bound(points_.begin(), points_.end(), Point{wall, ~0ull});
        if (next == points_.begin()) return next->second;
        const auto& [wall_0, ns_0] = *std::prev(next);
        if (next == points_.end()) return ns_0;
        const double share =
            static_cast<double>(wall - wall_0) / static_cast<double>(next->first - wall_0);
        return ns_0 + static_cast<std::uint64_t>(share * static_cast<double>(next->second - ns_0));
    }

private:
    using Point = std::pair<std::uint64_t, std::uint64_t>;
    std::vector<Point> points_;
};

void convert(RecordedThread& thread, const std::shared_ptr<const ModelLine>& line,
             std::uint64_t origin) {
    const auto turn = [&](std::uint64_t& time) { time = origin + line->at(time); };
    thread.turned = [line, origin](std::uint64_t time) { return origin + line->at(time); };
    if (!thread.ids.empty()) turn(thread.first), turn(thread.last);
    turn(thread.start);
    turn(thread.end);
    for (RecordedState& s : thread.states) turn(s.start), turn(s.end);
    for (RecordedEvent& e : thread.events) turn(e.time);
    for (RecordedMessage& m : thread.messages) turn(m.start), turn(m.end);
}

// A device's clock has a constant rate in modelled time, so its first and last point define it.
void convert_clocks(Recording& r, std::uint64_t origin) {
    std::vector<RecordedDeviceClock> clocks;
    for (const RecordedModelClock& c : r.model_clocks) {
        std::uint64_t edges = 0;
        for (const RecordedDeviceClock& d : r.device_clocks)
            if (d.id == c.id) edges = std::max(edges, d.edges);
        const double length = static_cast<double>(edges) * 1e9 / c.hz;
        if (!(c.hz > 0) || !(length < 4e18)) continue;
        clocks.push_back({c.id, origin + c.at_ns, 0, 0});
        clocks.push_back(
            {c.id, origin + c.at_ns + static_cast<std::uint64_t>(std::llround(length)), edges, 0});
    }
    r.device_clocks = std::move(clocks);
}

// Modelled time begins with the first event of a thread or device; the time to load the program is
// not modelled.
void begin_with_the_first(Recording& r) {
    std::uint64_t first = ~std::uint64_t{0};
    for (const RecordedThread& t : r.threads) {
        first = std::min(first, first_state_of(t));
        for (const RecordedEvent& e : t.events) first = std::min(first, e.time);
    }
    for (const RecordedDeviceClock& c : r.device_clocks) first = std::min(first, c.time);
    if (first == ~std::uint64_t{0}) return;
    r.start = std::max(r.start, first);
    for (RecordedThread& t : r.threads) {
        t.start = std::max(t.start, first);
        t.end = std::max(t.end, first);
    }
}

bool only_waits(const Recording& r, const RecordedThread& t) {
    const auto is_wait = [&](std::uint32_t id) {
        const auto name = r.names.find(id);
        return name != r.names.end() && name->second.category == TAPESTRY_WAIT_SYNC;
    };
    return std::all_of(t.ids.begin(), t.ids.end(), is_wait) &&
           std::all_of(t.states.begin(), t.states.end(),
                       [&](const RecordedState& s) { return is_wait(s.id); });
}

}  // namespace

bool has_modelled_time(const Recording& recording) {
    return std::any_of(recording.threads.begin(), recording.threads.end(),
                       [](const RecordedThread& t) { return !t.modelled.empty(); });
}

void to_modelled_time(Recording& r) {
    if (!has_modelled_time(r)) return;
    r.is_modelled = true;
    // Of a thread that only waits no work is known: it may be the one that simulates the device.
    std::erase_if(r.threads, [&](const RecordedThread& t) {
        return t.kind != TAPESTRY_THREAD_MAIN && t.events.empty() && t.modelled.empty() &&
               only_waits(r, t);
    });
    const auto process = std::make_shared<ModelLine>();
    for (const RecordedThread& t : r.threads) process->add(t.modelled);
    process->finish();
    const std::uint64_t origin = r.start;
    for (RecordedThread& t : r.threads) {
        const auto own = std::make_shared<ModelLine>();
        own->add(t.modelled);
        own->finish();
        convert(t, own->empty() ? process : own, origin);
    }
    convert_clocks(r, origin);
    r.end = origin + process->at(r.end);
    for (const RecordedThread& t : r.threads) r.end = std::max(r.end, t.end);
    begin_with_the_first(r);
}

}  // namespace tapestry
