// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/size.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "base/codes/predictions.h"
#include "explain/prediction/outside_doubt.h"
#include "explain/prediction/recorded_operations.h"
#include "explain/prediction/unexplained.h"
#include "explain/replay/elastic.h"
#include "model/program_parts.h"
#include "model/queue_texts.h"
#include "model/size_parameter.h"

namespace tapestry {

namespace {

// The parameter for that many entries. One that was twice the depth, as one in bytes is, stays so.
std::uint64_t value_for(const QueuePart& queue, std::uint64_t entries) {
    if (queue.is_power_of_two) entries = std::bit_ceil(entries);
    const std::uint64_t value =
        SizeParameter{queue.parameter, 0, queue.is_logarithm}.value_for(entries);
    if (queue.is_logarithm || queue.depth == 0 || queue.parameter_value <= queue.depth)
        return value;
    return queue.parameter_value % queue.depth == 0 ? value * (queue.parameter_value / queue.depth)
                                                    : value + queue.parameter_value - queue.depth;
}

// Removes what is taken to stay as it was, and returns it.
std::vector<Unexplained> without_assumed(std::vector<Unexplained>& all) {
    const auto first = std::stable_partition(all.begin(), all.end(),
                                             [](const Unexplained& u) { return !u.may_stay; });
    std::vector<Unexplained> assumed(first, all.end());
    all.erase(first, all.end());
    return assumed;
}

class Sizer {
public:
    Sizer(const Run& run, const RecordedOperations& recording, double loss)
        : run_(run),
          recording_(recording),
          unexplained_(unexplained_of(run, recording.operations)),
          assumed_(without_assumed(unexplained_)),
          settings_(recording.replay.recorded_settings()),
          recorded_(settings_) {
        recording.replay.run(settings_, &recorded_ends_);
        const double now = static_cast<double>(recording.cycles(recording.replay.run(settings_)));
        most_cycles_ = now * (1 + loss);
        for (std::size_t c = 0; c < settings_.size(); ++c)
            if (settings_[c].capacity > 0 && !is_inside(channel(c))) queues_.push_back(c);
        find_texts();
    }

    Sizing size() {
        const std::vector<std::uint64_t> held = most_held();
        for (const Together& all : together_) take_held(all, held);
        std::stable_sort(together_.begin(), together_.end(),
                         [&](const Together& a, const Together& b) { return bits(a) > bits(b); });
        for (const Together& all : together_) shrink(all);
        Sizing sizing;
        sizing.measured_cycles = static_cast<double>(recording_.measured_cycles);
        sizing.predicted_cycles = recording_.corrected_cycles(recording_.replay.run(settings_));
        for (const std::size_t c : queues_) sizing.queues.push_back(row(c, held[c]));
        note_never_full(sizing);
        for (const std::string& why : kept_for_) sizing.remarks.push_back(why);
        const Unexplained* const assumed = touched(assumed_, settings_);
        if (assumed) sizing.remarks.push_back(assumed->why + ", taken to stay as it was");
        const bool exact = recording_.is_exact() && !assumed &&
                           outside_doubt(recording_, recording_.replay, settings_).empty();
        sizing.label = exact ? PredictionLabel::exact : PredictionLabel::approximate;
        return sizing;
    }

private:
    using Together = std::vector<std::size_t>;  // channels

    const OperationChannel& channel(std::size_t c) const {
        return recording_.operations.channels[c];
    }

    // Entries beyond the depth in the source.
    std::uint64_t extra(std::size_t c) const {
        const OperationChannel& q = channel(c);
        return q.depth == 0 || q.capacity < q.depth ? 0 : q.capacity - q.depth;
    }

    // Entries of the memory that stay free even when the queue is full.
    std::uint64_t kept_free(std::size_t c) const {
        const OperationChannel& q = channel(c);
        return q.depth > q.capacity ? q.depth - q.capacity : 0;
    }

    std::uint64_t width(std::size_t c) const { return entry_bits(run_, channel(c).path); }
    std::uint64_t bits(const Together& all) const {
        std::uint64_t sum = 0;
        for (const std::size_t c : all)
            sum += settings_[c].capacity * std::max<std::uint64_t>(1, width(c));
        return sum;
    }

    // Queues of one text have one depth; one whose parameter is needed elsewhere stays as it is.
    void find_texts() {
        std::map<std::string, std::size_t> of_text;
        const std::vector<QueueText> texts = queue_texts(run_.facts);
        for (const std::size_t c : queues_) {
            const auto text = std::find_if(texts.begin(), texts.end(), [&](const QueueText& t) {
                return t.queue == channel(c).path;
            });
            if (text != texts.end() && !text->kept_by.empty()) {
                kept_for_.push_back(
                    fmt::format("{} also decides other things than the depth of {}: not changed",
                                text->kept_by, channel(c).path));
                continue;
            }
            const bool alone = text == texts.end() || text->text.empty();
            const auto at =
                alone ? of_text.end() : of_text.try_emplace(text->text, together_.size()).first;
            if (alone || at->second == together_.size()) together_.emplace_back();
            together_[alone ? together_.size() - 1 : at->second].push_back(c);
        }
    }

    // The largest occupancy of each queue at the recorded settings: with this capacity nothing
    // comes later.
    std::vector<std::uint64_t> most_held() const {
        std::vector<std::vector<std::uint64_t>> ends;
        recording_.replay.run(recorded_, &ends);
        std::vector<std::vector<std::uint64_t>> pushes(settings_.size()), pops(settings_.size());
        for (std::size_t t = 0; t < ends.size(); ++t) {
            const OperationThread& thread = recording_.operations.threads[t];
            for (std::size_t v = 0; v < ends[t].size(); ++v)
                for (const ChannelOperation& o : thread.sets[thread.visits[v].set])
                    if (o.group != kLooks)
                        (o.push ? pushes : pops)[o.channel].push_back(ends[t][v]);
        }
        std::vector<std::uint64_t> held(settings_.size());
        const std::vector<std::uint64_t> room = rooms();
        for (const std::size_t c : queues_) {
            std::size_t left = 0;
            for (std::size_t n = 0; n < pushes[c].size(); ++n) {
                while (left < pops[c].size() && pops[c][left] + room[c] <= pushes[c][n]) ++left;
                held[c] = std::max<std::uint64_t>(held[c], n + 1 - std::min(left, n));
            }
        }
        return held;
    }

    // By channel, in ticks.
    std::vector<std::uint64_t> rooms() const {
        std::vector<std::uint64_t> room(settings_.size());
        for (std::size_t t = 0; t < recording_.operations.threads.size(); ++t)
            for (const auto& set : recording_.operations.threads[t].sets)
                for (const ChannelOperation& o : set)
                    if (o.push) room[o.channel] = recorded_[o.channel].room * recording_.period(t);
        return room;
    }

    // With as much as they held nothing comes later, unless somebody looks at their depth.
    void take_held(const Together& all, const std::vector<std::uint64_t>& held) {
        std::uint64_t most = 1;
        for (const std::size_t c : all) most = std::max(most, held[c]);
        std::vector<ChannelSetting> tried = settings_;
        for (const std::size_t c : all)
            tried[c].capacity = std::min(tried[c].capacity, std::max(most, extra(c) + 1));
        if (does(tried)) settings_ = tried;
    }

    // Whether what the recording does not explain goes on as it was recorded.
    bool is_explained(const std::vector<ChannelSetting>& settings) {
        const Unexplained* u = touched(unexplained_, settings);
        if (!u) return true;
        const std::string why = u->why + ": less room than it leaves untouched was not tried";
        if (std::find(kept_for_.begin(), kept_for_.end(), why) == kept_for_.end())
            kept_for_.push_back(why);
        return false;
    }

    const Unexplained* touched(const std::vector<Unexplained>& all,
                               const std::vector<ChannelSetting>& settings) const {
        if (all.empty()) return nullptr;
        VisitEnds ends;
        recording_.replay.run(settings, &ends);
        return first_touched(all, {recording_.operations, recording_.operations, recorded_,
                                   settings, recorded_ends_, ends});
    }

    bool does(const std::vector<ChannelSetting>& settings) {
        return does(settings, recording_.replay) && is_explained(settings) &&
               std::all_of(recording_.contraries.begin(), recording_.contraries.end(),
                           [&](const Contrary& c) { return does(settings, c.replay); });
    }
    bool does(const std::vector<ChannelSetting>& settings, const Replay& replay) const {
        const Replayed replayed = replay.run(settings);
        return replayed.stuck.empty() && !replayed.misordered &&
               static_cast<double>(recording_.cycles(replayed)) <= most_cycles_;
    }

    void shrink(const Together& all) {
        // Of entries in the source; `high` is sufficient.
        std::uint64_t low = 1, high = 1;
        for (const std::size_t c : all)
            high =
                std::max(high, settings_[c].capacity - std::min(settings_[c].capacity, extra(c)));
        const std::uint64_t now = high;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            does(with_depth(all, middle)) ? high = middle : low = middle + 1;
        }
        if (high < now) settings_ = with_depth(all, high);
    }

    std::vector<ChannelSetting> with_depth(const Together& all, std::uint64_t entries) const {
        std::vector<ChannelSetting> tried = settings_;
        for (const std::size_t c : all) tried[c].capacity = entries + extra(c);
        return tried;
    }

    double cycles_with(std::size_t c, std::uint64_t capacity) const {
        std::vector<ChannelSetting> tried = recorded_;
        tried[c].capacity = std::max(capacity, extra(c) + 1);
        const Replayed replayed = recording_.replay.run(tried);
        return replayed.stuck.empty() ? recording_.corrected_cycles(replayed) : 0;
    }

    QueueSize row(std::size_t c, std::uint64_t held) const {
        const std::uint64_t beyond = extra(c), deep = recorded_[c].capacity - beyond;
        QueueSize q;
        q.path = channel(c).path;
        q.depth = channel(c).depth - kept_free(c);
        q.most_held = held > beyond ? held - beyond : 0;
        q.width_bits = width(c);
        q.half_cycles = cycles_with(c, std::max<std::uint64_t>(1, deep / 2) + beyond);
        q.double_cycles = cycles_with(c, 2 * deep + beyond);
        set_needed(run_, settings_[c].capacity - beyond, q);
        return q;
    }

    // A queue that was never full does not show how many entries of its memory it uses.
    void note_never_full(Sizing& sizing) const {
        std::size_t count = 0;
        std::string first;
        for (const TapNumbers& n : run_.taps) {
            if (!n.tap.is(TapKind::queue) || n.number("full_cycles") > 0) continue;
            for (const QueueSize& q : sizing.queues)
                if (q.path == n.tap.path && !q.parameter.empty() && count++ == 0) first = q.path;
        }
        if (count > 0)
            sizing.remarks.push_back(fmt::format(
                "{} {} never full: taken to hold as much as its memory; a queue that keeps a place "
                "free needs a parameter one higher",
                first, count == 1 ? "was" : fmt::format("and {} more were", count - 1)));
    }

    const Run& run_;
    const RecordedOperations& recording_;
    std::vector<Unexplained> unexplained_;
    const std::vector<Unexplained> assumed_;  // taken to stay as it was
    VisitEnds recorded_ends_;
    std::vector<std::string> kept_for_;  // remarks
    std::vector<ChannelSetting> settings_;
    const std::vector<ChannelSetting> recorded_;
    std::vector<std::size_t> queues_;
    std::vector<Together> together_;
    double most_cycles_ = 0;
};

}  // namespace

void set_needed(const Run& run, std::uint64_t needed, QueueSize& q) {
    // No simulation checks a depth that no parameter sets, and a pointer that wraps where its bits
    // end has one bit at least.
    constexpr std::uint64_t kLeastUnchecked = 2;
    q.needed = needed;
    for (const TapNumbers& n : run.taps) {
        if (!n.tap.is(TapKind::queue) || n.tap.path != q.path) continue;
        const QueuePart& queue = n.tap.queue();
        const std::uint64_t kept_free = queue.depth > q.depth ? queue.depth - q.depth : 0;
        if (queue.is_power_of_two && kept_free == 0)
            q.needed =
                std::bit_ceil(queue.parameter.empty() ? std::max(needed, kLeastUnchecked) : needed);
        q.instance = n.tap.scope;
        q.parameter = queue.parameter;
        if (!queue.parameter.empty()) q.parameter_value = value_for(queue, q.needed + kept_free);
    }
    for (const QueueText& text : queue_texts(run.facts)) {
        if (text.queue != q.path) continue;
        q.instance = text.instance;
        q.parameter = text.kept_by.empty() ? text.parameter : "";
        q.tied = text.tied;
        q.text = text.text;
    }
}

std::uint64_t entry_bits(const Run& run, const std::string& queue) {
    for (const TapNumbers& n : run.taps) {
        if (!n.tap.is(TapKind::stream)) continue;
        const StreamPart& stream = n.tap.stream();
        if (stream.ends.producer == queue || stream.ends.consumer == queue)
            return 8 * stream.bytes_per_beat;
    }
    return 0;
}

Result<Sizing> size_queues(const Run& run, double loss, Diagnostics& diagnostics) {
    if (run.operations.empty()) {
        if (kept_program(run.facts))
            return diagnostics.report(code::change_refused, {}, "size",
                                      "what a stream holds is in the program",
                                      "the report says what each held at most; change it in "
                                      "co_stream_create, and profile the program again");
        return diagnostics.report(code::not_recorded, {});
    }
    const RecordedOperations recording = recorded_operations_of(run);
    if (const std::string against = contradiction_of(run, recording); !against.empty()) {
        return diagnostics.report(code::change_refused, {}, "size", against, "simulate it");
    }
    if (recording.wrong > 0)
        diagnostics.report(code::replay_differs, {}, recording.wrong, recording.visits,
                           recording.first_wrong);
    Sizing sizing = Sizer(run, recording, loss).size();
    sizing.loss = loss;
    return sizing;
}

}  // namespace tapestry
