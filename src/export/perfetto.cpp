// SPDX-License-Identifier: Apache-2.0
// Perfetto's own format: a Trace is packets, a track for each row and each count, slices and
// counter values on them. Field numbers are those of Perfetto's public schema; tests/exports holds
// the subset that is used here and decodes the files with it.
#include <fmt/format.h>

#include "base/file.h"
#include "base/printable.h"
#include "export/export.h"
#include "export/protobuf.h"
#include "export/timeline.h"

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
constexpr std::uint32_t kParentUuid = 5;
constexpr std::uint32_t kCounter = 8;
// ProcessDescriptor
constexpr std::uint32_t kPid = 1;
constexpr std::uint32_t kProcessName = 6;
// CounterDescriptor
constexpr std::uint32_t kUnitName = 6;
// TrackEvent
constexpr std::uint32_t kDebugAnnotation = 4;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kTrackUuid = 11;
constexpr std::uint32_t kCategory = 22;
constexpr std::uint32_t kName = 23;
constexpr std::uint32_t kCounterValue = 30;
// DebugAnnotation
constexpr std::uint32_t kAnnotationText = 6;
constexpr std::uint32_t kAnnotationName = 10;

enum EventType : std::uint64_t { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounterEvent = 4 };

class PerfettoWriter {
public:
    explicit PerfettoWriter(const Timeline& timeline) : timeline_(timeline) {}

    std::string bytes() {
        for (std::size_t clock = 0; clock < timeline_.clocks.size(); ++clock) add_process(clock);
        add_note();
        for (const TimelineRow& row : timeline_.rows) add_row(row);
        return trace_.bytes();
    }

private:
    static std::uint64_t process_uuid(std::size_t clock) { return clock + 1; }

    void add_packet(ProtobufMessage packet) {
        packet.add_number(kSequenceId, 1);
        trace_.add_message(kPacket, packet);
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

    void add_process(std::size_t clock) {
        ProtobufMessage process;
        process.add_number(kPid, clock + 1);
        process.add_text(kProcessName, printable(fmt::format("{} (cycles of {})", timeline_.name,
                                                             timeline_.clocks[clock].path)));
        ProtobufMessage descriptor;
        descriptor.add_number(kUuid, process_uuid(clock));
        descriptor.add_message(kProcess, process);
        add_descriptor(descriptor);
    }

    // The format has no place for words about the trace as a whole: an event at its start holds
    // them.
    void add_note() {
        ProtobufMessage event = event_of(kInstant, process_uuid(0));
        event.add_text(kName, "tapestry");
        auto annotate = [&](const std::string& name, const std::string& text) {
            ProtobufMessage annotation;
            annotation.add_text(kAnnotationName, printable(name));
            annotation.add_text(kAnnotationText, printable(text));
            event.add_message(kDebugAnnotation, annotation);
        };
        annotate("note", Timeline::kNote);
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

    void add_row(const TimelineRow& row) {
        const std::string trust = row.quality == "exact" ? "" : fmt::format(" [{}]", row.quality);
        const std::uint64_t process = process_uuid(row.clock);
        const std::uint64_t track = add_track(row.path + trust, process, nullptr);
        for (const Segment& s : row.segments) {
            const bool is_reset = s.state == kResetState;
            ProtobufMessage begin = event_of(kSliceBegin, track);
            const std::string category = is_reset ? "reset" : row.states[s.state].category;
            if (!category.empty()) begin.add_text(kCategory, category);
            begin.add_text(kName, is_reset ? "reset" : printable(row.states[s.state].name));
            add_event(s.begin, begin);
            add_event(s.end, event_of(kSliceEnd, track));
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
    ProtobufMessage trace_;
    std::uint64_t last_uuid_ = 1'000'000;
};

}  // namespace

Result<Done> export_perfetto(const RunView& run, const std::filesystem::path& out,
                             Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline) return failure;
    return write_file(out, PerfettoWriter(*timeline).bytes(), diagnostics);
}

}  // namespace tapestry
