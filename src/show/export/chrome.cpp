// SPDX-License-Identifier: Apache-2.0
// Trace Event JSON. The unit of the format is a microsecond; for a run without software a cycle is
// written as one, and `otherData` says so.
#include <fmt/format.h>

#include "base/file.h"
#include "show/export/export.h"
#include "show/export/timeline.h"

namespace tapestry {

namespace {

class ChromeWriter {
public:
    explicit ChromeWriter(const Timeline& timeline) : timeline_(timeline) {}

    std::string text() {
        out_ = "{\"displayTimeUnit\": \"ns\",\n \"otherData\": {\"note\": ";
        out_ += json_string(timeline_.note()) +
                fmt::format(", \"time_unit\": \"{}\"", timeline_.is_time ? "us" : "cycle");
        for (const auto& [key, value] : timeline_.facts) {
            out_ += fmt::format(", {}: {}", json_string("run." + key), json_string(value));
        }
        out_ += "},\n \"traceEvents\": [";
        for (std::size_t i = 0; i < timeline_.clocks.size(); ++i) {
            add(fmt::format(R"("ph":"M","pid":{},"name":"process_name","args":{{"name":{}}})",
                            i + 1, json_string(timeline_.clock_name(i))));
        }
        for (std::size_t i = 0; i < timeline_.rows.size(); ++i) add_row(timeline_.rows[i], i + 1);
        return out_ + "\n]}\n";
    }

private:
    void add(const std::string& members) {
        out_ += (is_first_ ? "\n{" : ",\n{") + members + "}";
        is_first_ = false;
    }

    // The format counts microseconds.
    std::string stamp(std::uint64_t time) const {
        return timeline_.is_time ? fmt::format("{}.{:03}", time / 1000, time % 1000)
                                 : std::to_string(time);
    }

    void add_row(const TimelineRow& row, std::size_t tid) {
        const std::size_t pid = row.clock + 1;
        add(fmt::format(R"("ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}})",
                        pid, tid, json_string(row.path)));
        for (const RowVisit& s : visits_of(row)) {
            const bool is_reset = s.state == kResetState;
            const std::string name =
                is_reset ? timeline_.reset_name(row) : row.states[s.state].name;
            const std::string category = is_reset ? "reset" : row.states[s.state].category;
            add(fmt::format(
                R"("ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{},"cat":{},"args":{{"quality":{}}})",
                pid, tid, stamp(s.begin), stamp(s.end - s.begin), json_string(name),
                json_string(category), json_string(row.quality)));
        }
        for (const TraceMark& mark : row.marks) {
            add(fmt::format(R"("ph":"i","s":"t","pid":{},"tid":{},"ts":{},"name":{},"cat":"trace")",
                            pid, tid, stamp(mark.edge), json_string(mark.text())));
        }
        for (const RowCount& count : row.counts) {
            for (const CountStep& step : count.steps) {
                add(fmt::format(R"("ph":"C","pid":{},"ts":{},"name":{},"args":{{"per frame":{}}})",
                                pid, stamp(step.begin), json_string(row.path + " " + count.name),
                                step.growth));
            }
        }
    }

    const Timeline& timeline_;
    std::string out_;
    bool is_first_ = true;
};

}  // namespace

Result<Done> export_chrome(const RunView& run, const std::filesystem::path& out,
                           Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline) return timeline.failure();
    return write_file(out, ChromeWriter(*timeline).text(), diagnostics);
}

}  // namespace tapestry
