// SPDX-License-Identifier: Apache-2.0
// An OTF2 archive for Vampir and other HPC tools: a location per row, states as regions that are
// entered and left, counts as metrics, messages and collective calls of MPI as its events. The wait
// in a call is part of the call there, since those tools find waits themselves. Written with the
// OTF2 library; a build without it uses no_otf2.cpp instead.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/printable.h"
#include "show/export/export.h"
#include "show/export/program_calls.h"
#include "show/export/rank_traffic.h"
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
    // The order of events at equal times where nothing else says it.
    enum Kind { leave, count, enter } kind = leave;
    std::uint32_t what = 0;  // region or metric
    std::uint64_t value = 0;
};

OTF2_RegionRole role_of(const ProgramCall& call) {
    switch (call.role) {
        case ProgramCall::point_to_point:
            return OTF2_REGION_ROLE_POINT2POINT;
        case ProgramCall::barrier:
            return OTF2_REGION_ROLE_BARRIER;
        case ProgramCall::one_to_all:
            return OTF2_REGION_ROLE_COLL_ONE2ALL;
        case ProgramCall::all_to_one:
            return OTF2_REGION_ROLE_COLL_ALL2ONE;
        case ProgramCall::all_to_all:
            return OTF2_REGION_ROLE_COLL_ALL2ALL;
        case ProgramCall::other_collective:
            return OTF2_REGION_ROLE_COLL_OTHER;
        case ProgramCall::one_sided:
            return OTF2_REGION_ROLE_RMA;
        case ProgramCall::file:
            return OTF2_REGION_ROLE_FILE_IO;
        case ProgramCall::parallel:
            return OTF2_REGION_ROLE_PARALLEL;
        case ProgramCall::task:
            return OTF2_REGION_ROLE_TASK;
        default:
            return OTF2_REGION_ROLE_CODE;
    }
}

OTF2_Paradigm paradigm_of(const ProgramCall& call) {
    switch (call.library) {
        case ProgramCall::mpi:
            return OTF2_PARADIGM_MPI;
        case ProgramCall::openmp:
            return OTF2_PARADIGM_OPENMP;
        case ProgramCall::threads:
            return OTF2_PARADIGM_PTHREAD;
        default:
            return OTF2_PARADIGM_USER;
    }
}

// What kind of collective call it is; a barrier is what is left.
OTF2_CollectiveOp operation_of(const std::string& call) {
    static const std::map<std::string, OTF2_CollectiveOp> kOperations = {
        {"Bcast", OTF2_COLLECTIVE_OP_BCAST},
        {"Gather", OTF2_COLLECTIVE_OP_GATHER},
        {"Gatherv", OTF2_COLLECTIVE_OP_GATHERV},
        {"Scatter", OTF2_COLLECTIVE_OP_SCATTER},
        {"Scatterv", OTF2_COLLECTIVE_OP_SCATTERV},
        {"Allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
        {"Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
        {"Alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
        {"Alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
        {"Alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
        {"Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE},
        {"Reduce", OTF2_COLLECTIVE_OP_REDUCE},
        {"Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER},
        {"Reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK},
        {"Scan", OTF2_COLLECTIVE_OP_SCAN},
        {"Exscan", OTF2_COLLECTIVE_OP_EXSCAN}};
    const auto at = kOperations.find(blocking_name(std::string_view(call).substr(4)));
    if (at == kOperations.end()) return OTF2_COLLECTIVE_OP_BARRIER;
    return at->second;
}

class ArchiveWriter {
public:
    ArchiveWriter(const Timeline& timeline, const RankTraffic& traffic, OTF2_Archive* archive)
        : timeline_(timeline), traffic_(traffic), archive_(archive) {}

    bool write(Diagnostics& diagnostics) {
        OTF2_Archive_SetFlushCallbacks(archive_, &kFlush, nullptr);
        OTF2_Archive_SetSerialCollectiveCallbacks(archive_);
        OTF2_Archive_SetCreator(archive_, "tapestry");
        OTF2_Archive_SetDescription(archive_, timeline_.note());
        check(OTF2_Archive_OpenEvtFiles(archive_));
        number_names();
        is_fine_ = write_all_events(diagnostics) && is_fine_;
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

    // States of one name, category and line are one region, whatever rows they are of.
    struct Region {
        std::string name, category, source;
        auto operator<=>(const Region&) const = default;
    };

    std::uint32_t region_number(const Region& region) {
        const auto number = static_cast<std::uint32_t>(regions_.size());
        const auto [at, is_new] = region_of_.emplace(region, number);
        if (is_new) regions_.push_back(region);
        return at->second;
    }

    // A call of a library has no line of its own.
    Region region_of_state(const TimelineRow& row, const RowState& state) const {
        const bool is_call = timeline_.clocks[row.clock].is_host &&
                             program_call(state.name).library != ProgramCall::program;
        return {state.name, is_call ? "" : state.category, is_call ? "" : state.source};
    }

    // A metric for each name of a count.
    void number_names() {
        for (const TimelineRow& row : timeline_.rows) {
            std::vector<std::uint32_t>& regions = region_of_row_.emplace_back();
            for (const RowState& state : row.states)
                regions.push_back(region_number(region_of_state(row, state)));
            regions.push_back(region_number({timeline_.reset_name(row), "", ""}));
            for (const RowCount& count : row.counts) add_metric(count.name);
        }
    }

    void add_metric(const std::string& name) {
        const auto number = static_cast<std::uint32_t>(metrics_.size());
        if (metric_of_.emplace(name, number).second) metrics_.push_back(name);
    }

    std::uint32_t region_of(std::size_t row, std::size_t state) const {
        const std::vector<std::uint32_t>& regions = region_of_row_[row];
        return regions[std::min(state, regions.size() - 1)];
    }

    std::vector<Event> events_of(std::size_t number) const {
        const TimelineRow& row = timeline_.rows[number];
        std::vector<Event> events;
        for (const RowStep& step : steps_of(calls_of(row)))
            events.push_back({step.time, step.enters ? Event::enter : Event::leave,
                              region_of(number, step.state)});
        for (const RowCount& count : row.counts) {
            for (const CountStep& step : count.steps)
                events.push_back({step.edge, Event::count, metric_of_.at(count.name), step.growth});
        }
        if (!row.counts.empty())
            std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
                return a.time != b.time ? a.time < b.time : a.kind < b.kind;
            });
        return events;
    }

    // What a row has by itself is in memory, and merged with what ranks did, which is not.
    bool write_all_events(Diagnostics& diagnostics) {
        events_.assign(timeline_.rows.size(), 0);
        std::vector<bool> is_written(timeline_.rows.size(), false);
        std::optional<std::size_t> open;
        const auto go_to = [&](std::size_t row) {
            if (open == row) return;
            if (open) end_row(*open);
            begin_row(row);
            is_written[row] = true;
            open = row;
        };
        const auto told = traffic_.each_event(
            [&](const RankEvent& e) {
                go_to(e.row);
                write_traffic(e);
            },
            diagnostics);
        for (std::size_t row = 0; row < timeline_.rows.size(); ++row)
            if (!is_written[row]) go_to(row);
        if (open) end_row(*open);
        return told.has_value();
    }

    void begin_row(std::size_t row) {
        row_writer_ = OTF2_Archive_GetEvtWriter(archive_, row);
        own_ = events_of(row);
        next_ = 0;
        written_ = 0;
    }

    // Those before the moment; where something begins then, also those at it.
    void write_own(std::uint64_t until, bool with_last) {
        for (; next_ < own_.size(); ++next_) {
            const Event& e = own_[next_];
            if (e.time > until || (e.time == until && !with_last)) return;
            write_event(row_writer_, e);
            wrote(e.time);
        }
    }

    void write_traffic(const RankEvent& e) {
        write_own(e.time, e.kind == RankEvent::send || e.kind == RankEvent::begin);
        write_mpi(row_writer_, e);
        wrote(e.time);
    }

    void wrote(std::uint64_t time) {
        ++written_;
        end_ = std::max(end_, time);
    }

    void end_row(std::size_t row) {
        write_own(std::numeric_limits<std::uint64_t>::max(), true);
        events_[row] = written_;
        check(OTF2_Archive_CloseEvtWriter(archive_, row_writer_));
    }

    void write_event(OTF2_EvtWriter* writer, const Event& e) {
        switch (e.kind) {
            case Event::enter:
                return check(OTF2_EvtWriter_Enter(writer, nullptr, e.time, e.what));
            case Event::leave:
                return check(OTF2_EvtWriter_Leave(writer, nullptr, e.time, e.what));
            default: {
                const OTF2_Type type = OTF2_TYPE_UINT64;
                OTF2_MetricValue value;
                value.unsigned_int = e.value;
                return check(
                    OTF2_EvtWriter_Metric(writer, nullptr, e.time, e.what, 1, &type, &value));
            }
        }
    }

    void write_mpi(OTF2_EvtWriter* writer, const RankEvent& e) {
        const auto comm = static_cast<OTF2_CommRef>(e.communicator);
        const auto peer = static_cast<std::uint32_t>(e.peer);
        switch (e.kind) {
            case RankEvent::send:
                return check(
                    OTF2_EvtWriter_MpiSend(writer, nullptr, e.time, peer, comm, e.tag, e.bytes));
            case RankEvent::receive:
                return check(
                    OTF2_EvtWriter_MpiRecv(writer, nullptr, e.time, peer, comm, e.tag, e.bytes));
            case RankEvent::begin:
                return check(OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, e.time));
            case RankEvent::end:
                const auto none = static_cast<std::uint32_t>(OTF2_COLLECTIVE_ROOT_NONE);
                return check(OTF2_EvtWriter_MpiCollectiveEnd(writer, nullptr, e.time,
                                                             operation_of(e.call), comm,
                                                             e.peer < 0 ? none : peer, e.bytes, 0));
        }
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
        for (std::uint32_t i = 0; i < regions_.size(); ++i) write_region(i, regions_[i]);
        for (std::uint32_t m = 0; m < metrics_.size(); ++m) write_metric(metrics_[m], m);
        write_groups();
        if (!traffic_.ranks().empty()) write_communicators();
    }

    void write_region(std::uint32_t number, const Region& region) {
        const ProgramCall call = program_call(region.name);
        const std::size_t colon = region.source.rfind(':');
        std::uint32_t line = 0;
        if (colon != std::string::npos)
            std::from_chars(region.source.data() + colon + 1,
                            region.source.data() + region.source.size(), line);
        const bool is_line = line > 0;
        check(OTF2_GlobalDefWriter_WriteRegion(
            writer_, number, string(region.name), string(region.name), string(region.category),
            role_of(call), paradigm_of(call), OTF2_REGION_FLAG_NONE,
            string(is_line ? region.source.substr(0, colon) : ""), line, line));
    }

    // Ranks are numbers of the locations that have them.
    void write_communicators() {
        std::uint32_t group = 0;
        const auto write = [&](const std::string& name, OTF2_GroupType type,
                               const std::vector<std::size_t>& members) {
            const std::vector<std::uint64_t> numbers(members.begin(), members.end());
            check(OTF2_GlobalDefWriter_WriteGroup(
                writer_, group, string(name), type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                static_cast<std::uint32_t>(numbers.size()), numbers.data()));
            return group++;
        };
        write("", OTF2_GROUP_TYPE_COMM_LOCATIONS, traffic_.ranks());
        for (std::size_t i = 0; i < traffic_.communicators().size(); ++i) {
            const RankGroup& c = traffic_.communicators()[i];
            const std::uint32_t members = write("", OTF2_GROUP_TYPE_COMM_GROUP, c.members);
            check(OTF2_GlobalDefWriter_WriteComm(writer_, static_cast<OTF2_CommRef>(i),
                                                 string(c.name), members, OTF2_UNDEFINED_COMM,
                                                 OTF2_COMM_FLAG_NONE));
        }
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
    const RankTraffic& traffic_;
    OTF2_Archive* archive_;
    OTF2_GlobalDefWriter* writer_ = nullptr;
    std::map<std::string, OTF2_StringRef> strings_;
    std::vector<std::string> metrics_;
    std::map<std::string, std::uint32_t> metric_of_;
    std::vector<Region> regions_;
    std::map<Region, std::uint32_t> region_of_;
    std::vector<std::vector<std::uint32_t>> region_of_row_;  // by state, the last one is reset
    std::vector<std::uint64_t> events_;                      // by row
    // Of the row that is being written: what it has by itself, and how much of all is there.
    OTF2_EvtWriter* row_writer_ = nullptr;
    std::vector<Event> own_;
    std::size_t next_ = 0;
    std::uint64_t written_ = 0;
    std::uint64_t end_ = 0;
    bool is_fine_ = true;
};

}  // namespace

Result<Done> export_otf2(const RunView& run, const std::filesystem::path& out,
                         Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline) return timeline.failure();
    const Result<RankTraffic> traffic = RankTraffic::read(run, *timeline, diagnostics);
    if (!traffic) return traffic.failure();
    if (const auto made = make_folder(out, diagnostics); !made) return made.failure();
    // The library never overwrites an archive, so one from an earlier export is removed first; a
    // folder of the user's that merely has the same name is not.
    std::error_code ignored;
    const bool was_archive = std::filesystem::exists(out / "traces.otf2", ignored);
    if (!was_archive && std::filesystem::exists(out / "traces", ignored)) {
        return diagnostics.report(code::file_unwritable, {}, (out / "traces").string(),
                                  "it is there, and belongs to no OTF2 archive");
    }
    for (const char* name : {"traces", "traces.otf2", "traces.def"})
        std::filesystem::remove_all(out / name, ignored);
    const Archive archive(OTF2_Archive_Open(out.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20,
                                            4 << 20, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
    if (archive && ArchiveWriter(*timeline, *traffic, archive.get()).write(diagnostics))
        return Done{};
    return diagnostics.report(code::file_unwritable, {}, (out / "traces.otf2").string(),
                              "its library refuses");
}

}  // namespace tapestry
