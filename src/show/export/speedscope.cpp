// SPDX-License-Identifier: Apache-2.0
// speedscope's native JSON. State machines run in parallel, so each is a profile of its own, whose
// samples are its segments, weighted by cycles; in a thread a sample has all states that are open.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/file.h"
#include "base/path_name.h"
#include "show/export/export.h"
#include "show/export/timeline.h"

namespace tapestry {

namespace {

// {"name": …, "file": …, "line": …}; a source is file:line.
std::string frame_json(const std::string& name, const std::string& source) {
    const std::size_t colon = source.rfind(':');
    int line = 0;
    if (colon != std::string::npos) {
        std::from_chars(source.data() + colon + 1, source.data() + source.size(), line);
    }
    if (line <= 0) return fmt::format("{{\"name\": {}}}", json_string(name));
    return fmt::format("{{\"name\": {}, \"file\": {}, \"line\": {}}}", json_string(name),
                       json_string(source.substr(0, colon)), line);
}

class SpeedscopeWriter {
public:
    explicit SpeedscopeWriter(const Timeline& timeline) : timeline_(timeline) {}

    // The active profile is the machine of the bottleneck.
    std::string text(const std::string& bottleneck) {
        std::size_t active = 0;
        std::size_t count = 0;
        for (const TimelineRow& row : timeline_.rows) {
            if (row.kind != "fsm") continue;
            if (is_under(row.path, bottleneck) && active == 0) active = count;
            ++count;
            add_profile(row);
        }
        return fmt::format(
            "{{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\",\n"
            " \"exporter\": \"tapestry; times are {}\",\n \"name\": {},\n "
            "\"activeProfileIndex\": {},\n"
            " \"shared\": {{\"frames\": [{}]}},\n \"profiles\": [{}]}}\n",
            timeline_.is_time ? "nanoseconds" : "clock cycles", json_string(timeline_.name), active,
            frames_, profiles_);
    }

private:
    std::size_t add_frame(const std::string& name, const std::string& source) {
        frames_ += (frame_count_ ? ",\n  " : "\n  ") + frame_json(name, source);
        return frame_count_++;
    }

    // The title of the profile includes the unit, since the format has no unit `cycle`.
    void add_profile(const TimelineRow& row) {
        const std::size_t machine = add_frame(row.path, row.source);
        std::vector<std::size_t> states;
        for (const RowState& s : row.states) states.push_back(add_frame(s.name, s.source));
        std::string samples, weights;
        std::vector<std::size_t> open;
        std::uint64_t end = 0;
        for (const RowStep& step : steps_of(visits_of(row))) {
            if (step.time > end || (samples.empty() && !step.enters)) {
                const char* comma = samples.empty() ? "" : ",";
                samples += fmt::format("{}[{}]", comma, fmt::join(open, ","));
                weights += fmt::format("{}{}", comma, step.time - end);
                end = step.time;
            }
            const bool is_reset = step.state == kResetState;
            if (step.enters && open.empty() && !is_reset) open.push_back(machine);
            if (step.enters && !is_reset) open.push_back(states[step.state]);
            if (!step.enters && !is_reset) open.pop_back();
            if (open.size() == 1) open.clear();
        }
        const std::string trust = row.quality == "exact" ? "" : " [" + row.quality + "]";
        profiles_ += fmt::format(
            "{}\n  {{\"type\": \"sampled\", \"name\": {}, \"unit\": \"{}\", \"startValue\": 0, "
            "\"endValue\": {},\n   \"samples\": [{}],\n   \"weights\": [{}]}}",
            profiles_.empty() ? "" : ",",
            json_string(row.path + trust + (timeline_.is_time ? "" : " (cycles)")),
            timeline_.is_time ? "nanoseconds" : "none", end, samples, weights);
    }

    const Timeline& timeline_;
    std::string frames_;
    std::size_t frame_count_ = 0;
    std::string profiles_;
};

}  // namespace

Result<Done> export_speedscope(const RunView& run, const std::filesystem::path& out,
                               Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline) return timeline.failure();
    const Result<Table> first =
        run.query("SELECT path FROM bottlenecks ORDER BY rank LIMIT 1", diagnostics);
    if (!first) return first.failure();
    const std::string bottleneck = first->rows.empty() ? "" : text(first->rows[0][0]);
    return write_file(out, SpeedscopeWriter(*timeline).text(bottleneck), diagnostics);
}

}  // namespace tapestry
