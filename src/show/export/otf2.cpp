// SPDX-License-Identifier: Apache-2.0
// An OTF2 archive for Vampir and other HPC tools: a location per row, states as regions that are
// entered and left, counts as metrics. Written with the OTF2 library; a build without it uses
// no_otf2.cpp instead.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <memory>

#include "base/codes.h"
#include "base/file.h"
#include "base/printable.h"
#include "show/export/export.h"
#include "show/export/timeline.h"

namespace tapestry {

namespace {

OTF2_FlushType on_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }
OTF2_TimeStamp after_flush(void*, OTF2_FileType, OTF2_LocationRef) { return 0; }
constexpr OTF2_FlushCallbacks kFlush = {on_flush, after_flush};
constexpr std::uint64_t kTicksPerSecond = 1'000'000'000;

struct CloseArchive {
    void operator()(OTF2_Archive* archive) const { OTF2_Archive_Close(archive); }
};
using Archive = std::unique_ptr<OTF2_Archive, CloseArchive>;

struct Event {
    std::uint64_t time = 0;
    enum Kind { leave, count, enter } kind = leave;  // the order of events at equal times
    std::uint32_t what = 0;                          // region or metric
    std::uint64_t value = 0;
};

class ArchiveWriter {
public:
    ArchiveWriter(const Timeline& timeline, OTF2_Archive* archive)
        : timeline_(timeline), archive_(archive) {}

    bool write() {
        OTF2_Archive_SetFlushCallbacks(archive_, &kFlush, nullptr);
        OTF2_Archive_SetSerialCollectiveCallbacks(archive_);
        OTF2_Archive_SetCreator(archive_, "tapestry");
        OTF2_Archive_SetDescription(archive_, timeline_.note());
        check(OTF2_Archive_OpenEvtFiles(archive_));
        number_names();
        for (std::size_t row = 0; row < timeline_.rows.size(); ++row) write_events(row);
        check(OTF2_Archive_CloseEvtFiles(archive_));
        write_local_definitions();
        write_definitions();
        return is_fine_;
    }

private:
    void check(OTF2_ErrorCode code) { is_fine_ = is_fine_ && code == OTF2_SUCCESS; }

    // The number of a string. Its definition is written before any definition that refers to it.
    OTF2_StringRef string(const std::string& text) {
        const auto number = static_cast<OTF2_StringRef>(strings_.size());
        const auto [entry, is_new] = strings_.emplace(printable(text), number);
        if (is_new) check(OTF2_GlobalDefWriter_WriteString(writer_, number, entry->first.c_str()));
        return entry->second;
    }

    // A region for each state of each row, plus a last one per row for reset; a metric for each
    // name of a count.
    void number_names() {
        for (const TimelineRow& row : timeline_.rows) {
            first_region_.push_back(regions_);
            regions_ += static_cast<std::uint32_t>(row.states.size()) + 1;
            for (const RowCount& count : row.counts) add_metric(count.name);
        }
    }

    void add_metric(const std::string& name) {
        const auto number = static_cast<std::uint32_t>(metrics_.size());
        if (metric_of_.emplace(name, number).second) metrics_.push_back(name);
    }

    std::uint32_t region_of(std::size_t row, std::size_t state) const {
        const std::size_t states = timeline_.rows[row].states.size();
        return first_region_[row] + static_cast<std::uint32_t>(std::min(state, states));
    }

    std::vector<Event> events_of(std::size_t number) const {
        const TimelineRow& row = timeline_.rows[number];
        std::vector<Event> events;
        for (const Segment& s : row.segments) {
            const std::uint32_t region = region_of(number, s.state);
            events.push_back({s.begin, Event::enter, region});
            events.push_back({s.end, Event::leave, region});
        }
        for (const RowCount& count : row.counts) {
            for (const CountStep& step : count.steps)
                events.push_back({step.edge, Event::count, metric_of_.at(count.name), step.growth});
        }
        std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
            return a.time != b.time ? a.time < b.time : a.kind < b.kind;
        });
        return events;
    }

    void write_events(std::size_t row) {
        OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, row);
        const std::vector<Event> events = events_of(row);
        for (const Event& e : events) {
            if (e.kind == Event::enter)
                check(OTF2_EvtWriter_Enter(writer, nullptr, e.time, e.what));
            if (e.kind == Event::leave)
                check(OTF2_EvtWriter_Leave(writer, nullptr, e.time, e.what));
            if (e.kind != Event::count) continue;
            const OTF2_Type type = OTF2_TYPE_UINT64;
            OTF2_MetricValue value;
            value.unsigned_int = e.value;
            check(OTF2_EvtWriter_Metric(writer, nullptr, e.time, e.what, 1, &type, &value));
        }
        events_.push_back(events.size());
        if (!events.empty()) end_ = std::max(end_, events.back().time);
        check(OTF2_Archive_CloseEvtWriter(archive_, writer));
    }

    // The format requires a definition file per location, even if all definitions are global.
    void write_local_definitions() {
        check(OTF2_Archive_OpenDefFiles(archive_));
        for (std::size_t row = 0; row < timeline_.rows.size(); ++row)
            check(OTF2_Archive_CloseDefWriter(archive_, OTF2_Archive_GetDefWriter(archive_, row)));
        check(OTF2_Archive_CloseDefFiles(archive_));
    }

    void write_definitions() {
        writer_ = OTF2_Archive_GetGlobalDefWriter(archive_);
        check(OTF2_GlobalDefWriter_WriteClockProperties(writer_, kTicksPerSecond, 0, end_ + 1,
                                                        OTF2_UNDEFINED_TIMESTAMP));
        check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
            writer_, 0, string(timeline_.name), string("design"), OTF2_UNDEFINED_SYSTEM_TREE_NODE));
        for (std::size_t row = 0; row < timeline_.rows.size(); ++row) write_regions(row);
        for (std::uint32_t m = 0; m < metrics_.size(); ++m) write_metric(metrics_[m], m);
        write_groups();
    }

    void write_region(std::uint32_t region, const std::string& name, const std::string& category) {
        check(OTF2_GlobalDefWriter_WriteRegion(
            writer_, region, string(name), string(name), string(category), OTF2_REGION_ROLE_CODE,
            OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, string(""), 0, 0));
    }

    void write_regions(std::size_t row) {
        const std::vector<RowState>& states = timeline_.rows[row].states;
        for (std::size_t i = 0; i < states.size(); ++i)
            write_region(region_of(row, i), states[i].name, states[i].category);
        write_region(region_of(row, states.size()), timeline_.reset_name(timeline_.rows[row]), "");
    }

    // A count, as its increment since the previous frame.
    void write_metric(const std::string& name, std::uint32_t metric) {
        check(OTF2_GlobalDefWriter_WriteMetricMember(
            writer_, metric, string(name), string(""), OTF2_METRIC_TYPE_OTHER,
            OTF2_METRIC_RELATIVE_LAST, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, string("1")));
        check(OTF2_GlobalDefWriter_WriteMetricClass(
            writer_, metric, 1, &metric, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_ABSTRACT));
    }

    // Locations are grouped by process, or by clock for the rows of a design.
    std::string group_name(const TimelineRow& row) const {
        const std::string process = timeline_.process_of(row);
        return process.empty() ? timeline_.clock_name(row.clock) : process;
    }
    static std::string location_name(const TimelineRow& row) {
        return row.quality == "exact" ? row.path : fmt::format("{} [{}]", row.path, row.quality);
    }

    void write_groups() {
        std::map<std::string, OTF2_LocationGroupRef> groups;
        for (const TimelineRow& row : timeline_.rows) {
            const auto [group, is_new] =
                groups.emplace(group_name(row), static_cast<OTF2_LocationGroupRef>(groups.size()));
            if (!is_new) continue;
            check(OTF2_GlobalDefWriter_WriteLocationGroup(
                writer_, group->second, string(group->first), OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                OTF2_UNDEFINED_LOCATION_GROUP));
        }
        for (std::size_t row = 0; row < timeline_.rows.size(); ++row) {
            check(OTF2_GlobalDefWriter_WriteLocation(writer_, row,
                                                     string(location_name(timeline_.rows[row])),
                                                     OTF2_LOCATION_TYPE_CPU_THREAD, events_[row],
                                                     groups.at(group_name(timeline_.rows[row]))));
        }
    }

    const Timeline& timeline_;
    OTF2_Archive* archive_;
    OTF2_GlobalDefWriter* writer_ = nullptr;
    std::map<std::string, OTF2_StringRef> strings_;
    std::vector<std::string> metrics_;
    std::map<std::string, std::uint32_t> metric_of_;
    std::vector<std::uint32_t> first_region_;  // by row
    std::uint32_t regions_ = 0;
    std::vector<std::uint64_t> events_;  // by row
    std::uint64_t end_ = 0;
    bool is_fine_ = true;
};

}  // namespace

Result<Done> export_otf2(const RunView& run, const std::filesystem::path& out,
                         Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline || !make_folder(out, diagnostics)) return failure;
    // The library never overwrites an archive, so one from an earlier export is removed first; a
    // folder of the user's that merely has the same name is not.
    std::error_code ignored;
    const bool was_archive = std::filesystem::exists(out / "traces.otf2", ignored);
    if (!was_archive && std::filesystem::exists(out / "traces", ignored)) {
        diagnostics.report(Code::file_unwritable, {}, (out / "traces").string(),
                           "it is there, and belongs to no OTF2 archive");
        return failure;
    }
    for (const char* name : {"traces", "traces.otf2", "traces.def"})
        std::filesystem::remove_all(out / name, ignored);
    const Archive archive(OTF2_Archive_Open(out.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20,
                                            4 << 20, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
    if (archive && ArchiveWriter(*timeline, archive.get()).write()) return Done{};
    diagnostics.report(Code::file_unwritable, {}, (out / "traces.otf2").string(),
                       "its library refuses");
    return failure;
}

}  // namespace tapestry
