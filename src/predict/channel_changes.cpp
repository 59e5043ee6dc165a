// SPDX-License-Identifier: Apache-2.0
#include "predict/channel_changes.h"

#include <algorithm>
#include <cmath>

#include "base/path_name.h"
#include "predict/elastic.h"
#include "predict/openings.h"
#include "predict/operations_of.h"
#include "predict/thread_visits.h"

namespace tapestry {

namespace {

bool names(const std::string& wanted, const std::string& path) {
    return wanted.find('*') == std::string::npos ? ends_with_name(path, wanted)
                                                 : matches("*" + wanted, path);
}

// The channels inside of pipelines that the path names.
std::vector<std::size_t> pipelines_called(const std::string& wanted, const Operations& operations) {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < operations.channels.size(); ++c) {
        const OperationChannel& channel = operations.channels[c];
        if (!is_inside(channel) || channel.latency == 0) continue;
        const std::string block = channel.path.substr(0, channel.path.rfind(" ("));
        if (names(wanted, block)) found.push_back(c);
    }
    return found;
}

// An end of a stream: a thread, and the channel that it moves its beats on.
struct StreamEnd {
    std::size_t thread = 0;
    std::uint32_t channel = 0;
    bool push = false;
};

// A stream at a queue is an end of the queue's channel.
bool is_channel_of(const OperationChannel& channel, const Tap& stream) {
    const ChannelEnds& ends = stream.stream().ends;
    for (const std::string& end : {stream.path, ends.producer, ends.consumer})
        if (!end.empty() && (channel.path == end || parent_path(channel.path) == end)) return true;
    return false;
}

std::vector<StreamEnd> ends_of(const Tap& stream, const Operations& operations) {
    const ChannelEnds& ends = stream.stream().ends;
    std::vector<StreamEnd> found;
    for (std::size_t t = 0; t < operations.threads.size(); ++t) {
        const OperationThread& thread = operations.threads[t];
        const bool gives =
                       thread.path == ends.producer || thread.path == outside_source(stream.path),
                   takes = thread.path == ends.consumer || thread.path == outside_sink(stream.path);
        for (const auto& set : thread.sets)
            for (const ChannelOperation& o : set) {
                const bool here = o.push ? gives : takes;
                if (!here || o.group == kLooks ||
                    !is_channel_of(operations.channels[o.channel], stream))
                    continue;
                const bool known = std::any_of(found.begin(), found.end(), [&](const StreamEnd& e) {
                    return e.thread == t && e.channel == o.channel && e.push == o.push;
                });
                if (!known) found.push_back({t, o.channel, o.push});
            }
    }
    return found;
}

// The only stream that the path names, or none.
const Tap* stream_called(const std::string& wanted, const Run& run) {
    const Tap* found = nullptr;
    for (const TapNumbers& n : run.taps) {
        if (!n.tap.is(TapKind::stream) || !names(wanted, n.tap.path)) continue;
        if (n.tap.path == wanted) return &n.tap;
        if (found) return nullptr;
        found = &n.tap;
    }
    return found;
}

// The cycles of a beat: of those that go together the first has them all, at both ends.
std::uint64_t cost_of(std::uint64_t beat, double factor) {
    if (beat == 0) return 1;
    const auto n = static_cast<double>(beat);
    return static_cast<std::uint64_t>(std::floor(n / factor) - std::floor((n - 1) / factor));
}

void widen(const StreamEnd& end, double factor, ReplayChanges& changes) {
    OperationThread& thread = changes.operations.threads[end.thread];
    forget_openings(thread);
    std::vector<bool> moves;  // by set
    for (const auto& set : thread.sets)
        moves.push_back(std::any_of(set.begin(), set.end(), [&](const ChannelOperation& o) {
            return o.channel == end.channel && o.push == end.push && o.group != kLooks;
        }));
    std::uint64_t beat = 0;
    for (Visit& visit : thread.visits) {
        if (!moves[visit.set]) continue;
        const std::uint64_t cost = cost_of(beat++, factor);
        visit.delay = visit.delay + cost - std::min<std::uint64_t>(visit.delay + cost, 1);
    }
}

}  // namespace

bool is_of_channels(const Change& change, const Run& run, const Operations& operations) {
    if (change.kind == ChangeKind::latency)
        return !pipelines_called(change.path, operations).empty();
    const Tap* const stream =
        change.kind == ChangeKind::width ? stream_called(change.path, run) : nullptr;
    return stream && !ends_of(*stream, operations).empty();
}

void change_channels(const Change& change, const Run& run, ReplayChanges& changes) {
    changes.only_channels = false;
    if (change.kind == ChangeKind::width) {
        const Tap& stream = *stream_called(change.path, run);
        for (const StreamEnd& end : ends_of(stream, changes.operations))
            widen(end, change.value, changes);
        const auto beats = static_cast<double>(
            run.taps[static_cast<std::size_t>(stream.tap)].number("transfer_cycles"));
        changes.work += beats * (1 / change.value - 1);
        return;
    }
    const auto latency = static_cast<std::uint64_t>(change.value);
    for (const std::size_t c : pipelines_called(change.path, changes.operations)) {
        ChannelSetting& setting = changes.settings[c];
        if (latency > setting.latency) setting.capacity += latency - setting.latency;
        setting.latency = latency;
    }
}

}  // namespace tapestry
