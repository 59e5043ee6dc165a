// SPDX-License-Identifier: Apache-2.0
#include "show/export/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "show/export/program_names.h"
#include "show/export/timeline_row.h"

namespace tapestry {

namespace {

std::uint64_t count(const Cell& cell) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(cell)));
}

class TimelineReader {
public:
    TimelineReader(const RunView& run, Diagnostics& diagnostics)
        : run_(run), diagnostics_(diagnostics) {}

    Result<Timeline> read() {
        read_run();
        read_taps();
        read_totals();
        read_frames();
        read_traces();
        for (std::size_t i = 0; i < out_.rows.size(); ++i) fill(i);
        read_nested();
        if (out_.is_time) put_on_one_time();
        read_graph();
        if (!good_) return good_.failure();
        return std::move(out_);
    }

private:
    void each(const char* sql, const std::function<void(const Row&)>& take) {
        if (good_) good_ = run_.for_each_row(sql, take, diagnostics_);
    }

    void read_run() {
        each("SELECT key, value FROM run",
             [&](const Row& r) { out_.facts[text(r[0])] = text(r[1]); });
        out_.name = out_.facts.count("design") ? out_.facts["design"] : out_.facts["top"];
        each("SELECT clock, path, edges, unit, offset_ns, rate_hz FROM clocks ORDER BY clock",
             [&](const Row& r) {
                 clock_index_[integer(r[0])] = out_.clocks.size();
                 TimelineClock c{text(r[1]), count(r[2]), text(r[3]) == "ns", {}, 0, {}};
                 if (!is_null(r[4]) && !is_null(r[5]) && real(r[5]) > 0) {
                     c.offset_ns = real(r[4]);
                     c.ns_an_edge = 1e9 / real(r[5]);
                     const auto steps =
                         out_.facts.find(fmt::format("{}{}", kClockSteps, integer(r[0])));
                     if (steps != out_.facts.end())
                         c.steps = clock_steps_of(steps->second).value_or(std::vector<ClockStep>());
                 }
                 out_.clocks.push_back(std::move(c));
             });
        each("SELECT path FROM places WHERE kind = 'process' ORDER BY place",
             [&](const Row& r) { out_.processes.push_back(text(r[0])); });
        out_.is_time = std::any_of(out_.clocks.begin(), out_.clocks.end(),
                                   [](const TimelineClock& c) { return c.is_host; });
        if (out_.clocks.empty()) out_.clocks.emplace_back();
    }

    void read_taps() {
        each(
            "SELECT tap, kind, path, quality, source, clock, observed_cycles, reset_cycles FROM "
            "taps WHERE observed_cycles IS NOT NULL AND kind NOT IN ('value', 'trace') ORDER BY "
            "tap",
            [&](const Row& r) {
                TimelineRow row;
                row.tap = integer(r[0]);
                row.kind = text(r[1]);
                row.path = text(r[2]);
                row.quality = text(r[3]);
                row.source = text(r[4]);
                const auto clock = clock_index_.find(integer(r[5]));
                if (!is_null(r[5]) && clock != clock_index_.end()) row.clock = clock->second;
                index_[row.tap] = out_.rows.size();
                totals_.push_back(
                    {0, count(r[6]) + count(r[7]), {{"observed_cycles", count(r[6])}}});
                out_.rows.push_back(std::move(row));
            });
        frames_.resize(out_.rows.size());
        visits_.resize(out_.rows.size());
    }

    void read_totals() {
        each("SELECT tap, name, value FROM numbers", [&](const Row& r) {
            const auto it = index_.find(integer(r[0]));
            if (it != index_.end()) totals_[it->second].growth[text(r[1])] = count(r[2]);
        });
        each("SELECT tap, state, category, cycles, source FROM states ORDER BY tap, state",
             [&](const Row& r) {
                 const auto it = index_.find(integer(r[0]));
                 if (it != index_.end()) add_state(it->second, r);
             });
    }

    // States with the same name are merged, since frames do not distinguish them.
    void add_state(std::size_t row, const Row& r) {
        std::vector<RowState>& states = out_.rows[row].states;
        if (states.empty() || states.back().name != text(r[1])) {
            states.push_back({text(r[1]), text(r[2]), 0, text(r[4])});
        }
        states.back().cycles += count(r[3]);
        totals_[row].growth["state." + text(r[1])] = states.back().cycles;
    }

    void read_frames() {
        each(
            "SELECT tap, frame, start_edge, end_edge, name, value FROM frames "
            "ORDER BY tap, frame",
            [&](const Row& r) {
                const auto it = index_.find(integer(r[0]));
                if (it == index_.end()) return;
                std::vector<TapFrame>& frames = frames_[it->second];
                if (frames.empty() || frames.back().begin != count(r[2])) {
                    frames.push_back({count(r[2]), count(r[3]), {}});
                }
                frames.back().growth[text(r[4])] += count(r[5]);
            });
    }

    // The trace of a machine goes to the row of the machine; any other trace gets its own row.
    void read_traces() {
        std::map<std::string, std::size_t> machines;
        for (std::size_t i = 0; i < out_.rows.size(); ++i) {
            if (out_.rows[i].kind == "fsm") machines.emplace(out_.rows[i].path, i);
        }
        const std::size_t rows = out_.rows.size();
        std::map<std::int64_t, std::size_t> row_of;
        each(
            "SELECT r.tap, r.path, r.quality, r.source, t.clock FROM traces r JOIN taps t ON "
            "t.tap = r.tap ORDER BY r.tap",
            [&](const Row& r) {
                const auto machine = machines.find(text(r[1]));
                row_of[integer(r[0])] = machine != machines.end() ? machine->second : add_trace(r);
            });
        each("SELECT tap, edge, value, name FROM trace ORDER BY tap, record", [&](const Row& r) {
            const auto it = row_of.find(integer(r[0]));
            if (it == row_of.end()) return;
            if (it->second < rows) {
                add_visit(it->second, r);
            } else {
                std::optional<std::uint64_t> value;
                if (!is_null(r[2])) value = count(r[2]);
                out_.rows[it->second].marks.push_back({count(r[1]), value, text(r[3])});
            }
        });
    }

    std::size_t add_trace(const Row& r) {
        TimelineRow row;
        row.tap = integer(r[0]);
        row.kind = "trace";
        row.path = text(r[1]);
        row.quality = text(r[2]);
        row.source = text(r[3]);
        const auto clock = clock_index_.find(integer(r[4]));
        if (!is_null(r[4]) && clock != clock_index_.end()) row.clock = clock->second;
        out_.rows.push_back(std::move(row));
        totals_.emplace_back();
        frames_.emplace_back();
        visits_.emplace_back();
        return out_.rows.size() - 1;
    }

    static std::size_t state_of(const TimelineRow& row, const std::string& name) {
        const std::vector<RowState>& states = row.states;
        const auto it =
            std::lower_bound(states.begin(), states.end(), name,
                             [](const RowState& s, const std::string& n) { return s.name < n; });
        const bool is_known = it != states.end() && it->name == name;
        return is_known ? static_cast<std::size_t>(it - states.begin()) : kResetState;
    }

    void add_visit(std::size_t row, const Row& r) {
        visits_[row].push_back(
            {count(r[1]), state_of(out_.rows[row], is_null(r[3]) ? "other" : text(r[3]))});
    }

    void fill(std::size_t index) {
        TimelineRow& row = out_.rows[index];
        if (row.kind == "trace") return;
        row.is_traced = add_visits(visits_[index], totals_[index], row);
        if (!row.is_traced) add_frames(frames_[index], totals_[index], row);
    }

    // Whether the visits of a row are shown: always if its trace is complete; of the others as many
    // as fit into memory, in their order.
    std::vector<bool> rows_with_visits() {
        constexpr std::uint64_t kMostVisits = 3'000'000;
        std::vector<bool> are_shown(out_.rows.size(), false);
        std::uint64_t untraced = 0;
        each("SELECT tap, COUNT(*) FROM host_visits GROUP BY tap ORDER BY tap", [&](const Row& r) {
            const auto row = index_.find(integer(r[0]));
            if (row == index_.end() || !out_.clocks[out_.rows[row->second].clock].is_host) return;
            const bool is_traced = out_.rows[row->second].is_traced;
            if (!is_traced && untraced + count(r[1]) > kMostVisits) return;
            untraced += is_traced ? 0 : count(r[1]);
            are_shown[row->second] = true;
        });
        return are_shown;
    }

    // What encloses what in threads of which all visits are known.
    void read_nested() {
        const std::vector<bool> are_shown = rows_with_visits();
        std::vector<std::map<std::int64_t, std::uint32_t>> levels(out_.rows.size());
        each("SELECT tap, call_path, parent FROM call_paths ORDER BY tap, call_path",
             [&](const Row& r) {
                 const auto row = index_.find(integer(r[0]));
                 if (row == index_.end()) return;
                 auto& of = levels[row->second];
                 of[integer(r[1])] = is_null(r[2]) ? 0 : of[integer(r[2])] + 1;
             });
        std::vector<std::vector<RowVisit>> visits(out_.rows.size());
        each("SELECT tap, call_path, state, start_ns, end_ns FROM host_visits ORDER BY tap, visit",
             [&](const Row& r) {
                 const auto row = index_.find(integer(r[0]));
                 if (row == index_.end() || !are_shown[row->second]) return;
                 visits[row->second].push_back({count(r[3]), count(r[4]),
                                                state_of(out_.rows[row->second], text(r[2])),
                                                levels[row->second][integer(r[1])]});
             });
        for (std::size_t i = 0; i < visits.size(); ++i)
            add_nested(visits[i], totals_[i].end, out_.rows[i]);
    }

    // Converts the clock edges of devices to nanoseconds in the time base of the run.
    void put_on_one_time() {
        for (TimelineRow& row : out_.rows) {
            const TimelineClock& clock = out_.clocks[row.clock];
            if (clock.is_host || !clock.offset_ns) continue;
            const auto turn = [&](std::uint64_t& edge) { edge = clock.ns(edge); };
            for (Segment& s : row.segments) turn(s.begin), turn(s.end);
            std::erase_if(row.segments, [](const Segment& s) { return s.begin >= s.end; });
            for (TraceMark& m : row.marks) turn(m.edge);
            for (RowCount& c : row.counts)
                for (CountStep& step : c.steps) turn(step.begin), turn(step.edge);
        }
        for (TimelineClock& c : out_.clocks)
            if (!c.is_host && c.offset_ns) c.edges = c.ns(c.edges);
    }

    void read_graph() {
        each("SELECT tap, producer, consumer FROM channels ORDER BY tap", [&](const Row& r) {
            const auto it = index_.find(integer(r[0]));
            if (it != index_.end()) out_.channels.push_back({it->second, text(r[1]), text(r[2])});
        });
        each("SELECT scope, tap FROM blocks WHERE tap IS NOT NULL ORDER BY tap", [&](const Row& r) {
            const auto it = index_.find(integer(r[1]));
            if (it != index_.end()) out_.row_of_block.emplace(text(r[0]), it->second);
        });
    }

    const RunView& run_;
    Diagnostics& diagnostics_;
    Result<Done> good_ = Done{};
    Timeline out_;
    std::map<std::int64_t, std::size_t> clock_index_;
    std::map<std::int64_t, std::size_t> index_;
    std::vector<TapFrame> totals_;
    std::vector<std::vector<TapFrame>> frames_;
    std::vector<std::vector<MachineVisit>> visits_;
};

}  // namespace

std::uint64_t TimelineClock::ns(std::uint64_t edge) const {
    const auto at = static_cast<double>(edge);
    const double time =
        steps.empty() ? *offset_ns + at * ns_an_edge : time_of_edge(steps, at, ns_an_edge);
    return static_cast<std::uint64_t>(std::llround(std::clamp(time, 0.0, 9e18)));
}

std::string Timeline::clock_name(std::size_t clock) const {
    const TimelineClock& c = clocks[clock];
    if (c.is_host) return name;
    return fmt::format("{} ({} {})", name, is_time && c.offset_ns ? "clock" : "cycles of", c.path);
}

std::string Timeline::process_of(const TimelineRow& row) const {
    if (!clocks[row.clock].is_host) return {};
    for (const std::string& p : processes)
        if (row.path.starts_with(p + ".")) return p;
    return {};
}

Result<Timeline> read_timeline(const RunView& run, Diagnostics& diagnostics) {
    Result<Timeline> timeline = TimelineReader(run, diagnostics).read();
    if (timeline) use_program_names(*timeline);
    return timeline;
}

}  // namespace tapestry
