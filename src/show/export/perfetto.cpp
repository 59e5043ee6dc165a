// SPDX-License-Identifier: Apache-2.0
// Perfetto's native format: a Trace is a sequence of packets with a track for each row and each
// count, and slices and counter values on the tracks. Threads of software are threads of their
// processes, and messages are flows from sender to receiver. Field numbers are those of Perfetto's
// public schema; tests/exports has the subset used here and decodes the files with it.
#include <fmt/format.h>

#include <map>

#include "base/printable.h"
#include "show/export/export.h"
#include "show/export/protobuf.h"
#include "show/export/timeline.h"
#include "show/store/long_file.h"

namespace tapestry {

namespace {

// Trace
constexpr std::uint32_t kPacket = 1;
// TracePacket
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kSequenceId = 10;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kTrackDescriptor = 60;
// TrackDescriptor
constexpr std::uint32_t kUuid = 1;
constexpr std::uint32_t kTrackName = 2;
constexpr std::uint32_t kProcess = 3;
constexpr std::uint32_t kThread = 4;
constexpr std::uint32_t kParentUuid = 5;
constexpr std::uint32_t kCounter = 8;
// ProcessDescriptor
constexpr std::uint32_t kPid = 1;
constexpr std::uint32_t kProcessName = 6;
// ThreadDescriptor
constexpr std::uint32_t kThreadPid = 1;
constexpr std::uint32_t kThreadTid = 2;
constexpr std::uint32_t kThreadName = 5;
// CounterDescriptor
constexpr std::uint32_t kUnitName = 6;
// TrackEvent
constexpr std::uint32_t kDebugAnnotation = 4;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kTrackUuid = 11;
constexpr std::uint32_t kCategory = 22;
constexpr std::uint32_t kName = 23;
constexpr std::uint32_t kCounterValue = 30;
constexpr std::uint32_t kDoubleCounterValue = 44;
constexpr std::uint32_t kFlowId = 47;
constexpr std::uint32_t kTerminatingFlowId = 48;
// DebugAnnotation
constexpr std::uint32_t kAnnotationText = 6;
constexpr std::uint32_t kAnnotationName = 10;

enum EventType : std::uint64_t { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounterEvent = 4 };

class PerfettoWriter {
public:
    PerfettoWriter(const Timeline& timeline, const std::filesystem::path& out)
        : timeline_(timeline), file_(out) {}

    Result<Done> write(const RunView& run, Diagnostics& diagnostics) {
        for (std::size_t clock = 0; clock < timeline_.clocks.size(); ++clock)
            if (clock == 0 || !timeline_.clocks[clock].is_host)
                add_process(process_uuid(clock), clock + 1, timeline_.clock_name(clock));
        for (const std::string& process : timeline_.processes) {
            const std::uint64_t number = timeline_.clocks.size() + process_of_.size() + 1;
            process_of_[process] = number;
            add_process(number, number, process);
        }
        add_note();
        for (const TimelineRow& row : timeline_.rows) add_row(row);
        const auto messages = run.for_each_row(
            "SELECT sender, receiver, send_start_ns, receive_end_ns, bytes, tag FROM messages "
            "WHERE receive_end_ns >= send_start_ns ORDER BY message",
            [&](const Row& message) { add_message(message); }, diagnostics);
        const auto events = run.for_each_row(
            "SELECT path, kind, name, time_ns, value FROM host_events ORDER BY path, time_ns",
            [&](const Row& event) { add_host_event(event); }, diagnostics);
        if (!messages || !events) return failure_of(messages, events);
        return file_.finish(diagnostics);
    }

private:
    static std::uint64_t process_uuid(std::size_t clock) { return clock + 1; }

    void add_packet(ProtobufMessage packet) {
        packet.add_number(kSequenceId, 1);
        ProtobufMessage trace;
        trace.add_message(kPacket, packet);
        file_.add(trace.bytes());
    }

    void add_descriptor(const ProtobufMessage& descriptor) {
        ProtobufMessage packet;
        packet.add_message(kTrackDescriptor, descriptor);
        add_packet(packet);
    }

    void add_event(std::uint64_t time, const ProtobufMessage& event) {
        ProtobufMessage packet;
        packet.add_number(kTimestamp, time);
        packet.add_message(kTrackEvent, event);
        add_packet(packet);
    }

    static ProtobufMessage event_of(EventType type, std::uint64_t track) {
        ProtobufMessage event;
        event.add_number(kType, type);
        event.add_number(kTrackUuid, track);
        return event;
    }

    void add_process(std::uint64_t uuid, std::uint64_t pid, const std::string& name) {
        ProtobufMessage process;
        process.add_number(kPid, pid);
        process.add_text(kProcessName, printable(name));
        ProtobufMessage descriptor;
        descriptor.add_number(kUuid, uuid);
        descriptor.add_message(kProcess, process);
        add_descriptor(descriptor);
    }

    // The format has no field for notes on the trace as a whole, so an event at its start has them.
    void add_note() {
        ProtobufMessage event = event_of(kInstant, process_uuid(0));
        event.add_text(kName, "tapestry");
        auto annotate = [&](const std::string& name, const std::string& text) {
            ProtobufMessage annotation;
            annotation.add_text(kAnnotationName, printable(name));
            annotation.add_text(kAnnotationText, printable(text));
            event.add_message(kDebugAnnotation, annotation);
        };
        annotate("note", timeline_.note());
        for (const auto& [key, value] : timeline_.facts) annotate(key, value);
        add_event(0, event);
    }

    std::uint64_t add_track(const std::string& name, std::uint64_t parent, const char* unit) {
        ProtobufMessage descriptor;
        descriptor.add_number(kUuid, ++last_uuid_);
        descriptor.add_text(kTrackName, printable(name));
        descriptor.add_number(kParentUuid, parent);
        if (unit) {
            ProtobufMessage counter;
            counter.add_text(kUnitName, unit);
            descriptor.add_message(kCounter, counter);
        }
        add_descriptor(descriptor);
        return last_uuid_;
    }

    // A thread of a process, named without the path of the process.
    std::uint64_t add_thread(const std::string& process, const std::string& name,
                             const std::string& path) {
        ProtobufMessage thread;
        thread.add_number(kThreadPid, process_of_.at(process));
        thread.add_number(kThreadTid, ++last_uuid_);
        thread.add_text(kThreadName, printable(name));
        ProtobufMessage descriptor;
        descriptor.add_number(kUuid, last_uuid_);
        descriptor.add_text(kTrackName, printable(path));
        descriptor.add_message(kThread, thread);
        add_descriptor(descriptor);
        return last_uuid_;
    }

    std::uint64_t add_row_track(const TimelineRow& row) {
        const std::string trust = row.quality == "exact" ? "" : fmt::format(" [{}]", row.quality);
        const std::string process = timeline_.process_of(row);
        if (process.empty()) return add_track(row.path + trust, process_uuid(row.clock), nullptr);
        return add_thread(process, row.path.substr(process.size() + 1) + trust, row.path + trust);
    }

    // A device that is no row, because nothing of it was measured, has a track of its own.
    std::map<std::string, std::uint64_t>::iterator track_of_end(const std::string& path) {
        const auto known = track_of_.find(path);
        if (known != track_of_.end()) return known;
        const std::size_t dot = path.rfind('.');
        const auto process = process_of_.find(path.substr(0, dot));
        const std::uint64_t parent =
            process == process_of_.end() ? process_uuid(0) : process->second;
        return track_of_.emplace(path, add_track(path, parent, nullptr)).first;
    }

    void add_message(const Row& m) {
        if (is_null(m[0]) || is_null(m[1])) return;
        const auto from = track_of_end(text(m[0])), to = track_of_end(text(m[1]));
        ++last_flow_;
        const std::string name =
            fmt::format("message, {} bytes, tag {}", integer(m[4]), integer(m[5]));
        for (const bool sends : {true, false}) {
            ProtobufMessage event = event_of(kInstant, sends ? from->second : to->second);
            event.add_text(kName, name);
            event.add_fixed(sends ? kFlowId : kTerminatingFlowId, last_flow_);
            add_event(static_cast<std::uint64_t>(integer(m[sends ? 2 : 3])), event);
        }
    }

    void add_host_event(const Row& e) {
        const auto thread = track_of_.find(text(e[0]));
        if (thread == track_of_.end()) return;
        const auto time = static_cast<std::uint64_t>(integer(e[3]));
        if (text(e[1]) == "mark") {
            ProtobufMessage mark = event_of(kInstant, thread->second);
            mark.add_text(kName, printable(fmt::format("{} {}", text(e[2]), real(e[4]))));
            return add_event(time, mark);
        }
        const std::string name = text(e[0]) + " " + text(e[2]);
        const auto [counter, is_new] = counters_.emplace(name, 0);
        if (is_new) counter->second = add_track(name, thread->second, "value");
        ProtobufMessage value = event_of(kCounterEvent, counter->second);
        value.add_real(kDoubleCounterValue, real(e[4]));
        add_event(time, value);
    }

    void name_slice(const TimelineRow& row, std::size_t state, ProtobufMessage& slice) const {
        const bool is_reset = state == kResetState;
        const std::string category = is_reset ? "reset" : row.states[state].category;
        if (!category.empty()) slice.add_text(kCategory, category);
        slice.add_text(kName,
                       is_reset ? timeline_.reset_name(row) : printable(row.states[state].name));
    }

    void add_row(const TimelineRow& row) {
        const std::uint64_t process = process_uuid(row.clock);
        const std::uint64_t track = track_of_[row.path] = add_row_track(row);
        for (const RowStep& s : steps_of(visits_of(row))) {
            ProtobufMessage event = event_of(s.enters ? kSliceBegin : kSliceEnd, track);
            if (s.enters) name_slice(row, s.state, event);
            add_event(s.time, event);
        }
        for (const TraceMark& mark : row.marks) {
            ProtobufMessage instant = event_of(kInstant, track);
            instant.add_text(kName, printable(mark.text()));
            add_event(mark.edge, instant);
        }
        for (const RowCount& count : row.counts) {
            const std::uint64_t counter =
                add_track(fmt::format("{} {}", row.path, count.name), process, "per frame");
            for (const CountStep& step : count.steps) {
                ProtobufMessage event = event_of(kCounterEvent, counter);
                event.add_number(kCounterValue, step.growth);
                add_event(step.begin, event);
            }
        }
    }

    const Timeline& timeline_;
    LongFile file_;
    std::map<std::string, std::uint64_t> process_of_;  // path -> uuid, which is also its pid
    std::map<std::string, std::uint64_t> track_of_;    // path of a row -> uuid
    std::map<std::string, std::uint64_t> counters_;
    std::uint64_t last_uuid_ = 1'000'000;
    std::uint64_t last_flow_ = 0;
};

}  // namespace

Result<Done> export_perfetto(const RunView& run, const std::filesystem::path& out,
                             Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline) return timeline.failure();
    return PerfettoWriter(*timeline, out).write(run, diagnostics);
}

}  // namespace tapestry
