// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/channel_changes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/path_name.h"
#include "explain/replay/elastic.h"
#include "explain/replay/openings.h"
#include "explain/replay/operations_of.h"
#include "explain/replay/thread_visits.h"

namespace tapestry {

namespace {

// The internal channels of the pipelines that the path names.
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
    bool operator==(const StreamEnd&) const = default;
};

// A stream at a queue is an end of the queue's channel.
bool is_channel_of(const OperationChannel& channel, const Tap& stream) {
    const ChannelEnds& ends = stream.stream().ends;
    for (const std::string& end : {stream.path, ends.producer, ends.consumer})
        if (!end.empty() && (channel.path == end || parent_path(channel.path) == end)) return true;
    return false;
}

// The end of `stream` that operation `o` of thread `t` is at, if the thread is at one.
std::optional<StreamEnd> end_at(const ChannelOperation& o, std::size_t t, const Tap& stream,
                                const Operations& operations) {
    const ChannelEnds& ends = stream.stream().ends;
    const std::string& path = operations.threads[t].path;
    const bool is_there = o.push ? path == ends.producer || path == outside_source(stream.path)
                                 : path == ends.consumer || path == outside_sink(stream.path);
    if (!is_there || o.group == kLooks) return std::nullopt;
    if (!is_channel_of(operations.channels[o.channel], stream)) return std::nullopt;
    return StreamEnd{t, o.channel, o.push};
}

std::vector<StreamEnd> ends_of(const Tap& stream, const Operations& operations) {
    std::vector<StreamEnd> found;
    for (std::size_t t = 0; t < operations.threads.size(); ++t)
        for (const auto& set : operations.threads[t].sets)
            for (const ChannelOperation& o : set) {
                const std::optional<StreamEnd> end = end_at(o, t, stream, operations);
                if (end && std::find(found.begin(), found.end(), *end) == found.end())
                    found.push_back(*end);
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

// The cycles of a beat, at both ends: of beats that are merged the first takes all cycles.
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
