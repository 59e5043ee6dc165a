// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/operations_of.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/codes/predictions.h"
#include "explain/network/network.h"
#include "explain/replay/answers.h"
#include "explain/replay/block_threads.h"
#include "explain/replay/channel_facts.h"
#include "explain/replay/credits.h"
#include "explain/replay/crossing.h"
#include "explain/replay/drains.h"
#include "explain/replay/elastic.h"
#include "explain/replay/handshakes.h"
#include "explain/replay/machine_waits.h"
#include "explain/replay/nested_streams.h"
#include "explain/replay/openings.h"
#include "explain/replay/replay.h"
#include "explain/replay/thread_visits.h"
#include "explain/replay/ticks.h"
#include "model/pragma.h"
#include "model/recording.h"

namespace tapestry {

namespace {

// Resets that came while the design was active. They discard beats, and how many depends on the
// position of each beat at that time; the recording does not show this for other depths.

class RecordedResets {
public:
    // A trace leaves out edges in reset and begins anew after them, possibly with the same value.
    void add(const TapNumbers& trace);

    // Whether a beat had moved before a reset. It is assumed so if no trace shows when the reset
    // was.
    bool come_after_a_move(const std::map<int, RecordedHandshake>& handshakes) const;

private:
    bool later_ = false;     // a reset after the first record of a trace
    std::uint64_t end_ = 0;  // end of the last reset seen; 0: none
};

void RecordedResets::add(const TapNumbers& trace) {
    const std::vector<TraceRecord>& rows = trace.trace;
    if (rows.empty()) return;
    later_ = later_ || trace.observed_cycles < trace.edges - std::min(trace.edges, rows[0].edge);
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].value == rows[i - 1].value && rows[i].known == rows[i - 1].known)
            end_ = std::max(end_, rows[i].edge);
}

bool RecordedResets::come_after_a_move(const std::map<int, RecordedHandshake>& handshakes) const {
    if (!later_ || end_ == 0) return later_;
    return std::any_of(handshakes.begin(), handshakes.end(), [&](const auto& row) {
        const std::vector<HandshakeStretch>& all = row.second.stretches;
        return std::any_of(all.begin(), all.end(), [&](const HandshakeStretch& s) {
            return s.kind == StretchKind::transfer && s.start < end_;
        });
    });
}

// Direct handshakes (no queue), and whether the rest of a visit waits for them. A thread with a
// single end, as an outside end is, delays only this handshake; if it is always ready, it delays
// nobody.

class LoneEnds {
public:
    // Takes the ends of each thread; called for all threads before the first settle().
    void add(const std::vector<ThreadEnd>& ends, const std::vector<OperationChannel>& channels);

    // Decides the groups of the direct handshakes of each visit, which have to move together. False
    // if they were seen not to. `of_hls`: the operations of a visit have groups.
    bool settle(OperationThread& thread, bool of_hls,
                std::vector<OperationChannel>& channels) const;

private:
    bool settle_set(OperationThread& thread, std::vector<ChannelOperation>& set,
                    const std::vector<OperationChannel>& channels) const;
    bool settle_groups(OperationThread& thread, std::vector<ChannelOperation>& set,
                       std::vector<OperationChannel>& channels) const;

    std::set<std::uint32_t> lone_, taken_at_once_;  // channels
};

bool in_groups(const std::vector<ChannelOperation>& set) {
    return std::any_of(set.begin(), set.end(),
                       [](const auto& o) { return o.group != 0 && o.group != kLooks; });
}

// Puts all operations that have a group into one; this is a guess and counted as such.
void go_together(OperationThread& thread, std::vector<ChannelOperation>& set) {
    for (ChannelOperation& o : set) {
        if (o.group == kLooks || o.group == 0) continue;
        ++thread.guessed;
        o.group = 0;
    }
}

void LoneEnds::add(const std::vector<ThreadEnd>& ends,
                   const std::vector<OperationChannel>& channels) {
    if (ends.size() != 1 || channels[ends[0].channel].capacity != 0) return;
    lone_.insert(ends[0].channel);
    if (!ends[0].push && is_always_ready(*ends[0].handshake))
        taken_at_once_.insert(ends[0].channel);
}

bool LoneEnds::settle(OperationThread& thread, bool of_hls,
                      std::vector<OperationChannel>& channels) const {
    for (std::vector<ChannelOperation>& set : thread.sets)
        if (!(of_hls && in_groups(set) ? settle_groups(thread, set, channels)
                                       : settle_set(thread, set, channels)))
            return false;
    return true;
}

bool LoneEnds::settle_set(OperationThread& thread, std::vector<ChannelOperation>& set,
                          const std::vector<OperationChannel>& channels) const {
    std::set<std::uint32_t> apart;  // groups
    bool by_hand = false;
    for (const ChannelOperation& o : set) {
        if (!o.push || o.group == kLooks) continue;
        if (o.group < kPerhapsApart && !taken_at_once_.contains(o.channel)) apart.insert(o.group);
        by_hand = by_hand || channels[o.channel].capacity == 0;
    }
    if (by_hand) go_together(thread, set);
    return !by_hand || apart.size() < 2;
}

// A push that is always taken at once waits for nothing. All other direct handshakes have to be in
// one group. If the thread at the other end has more ends, the whole visit is assumed to go
// together.
bool LoneEnds::settle_groups(OperationThread& thread, std::vector<ChannelOperation>& set,
                             std::vector<OperationChannel>& channels) const {
    std::set<std::uint32_t> groups;
    for (const ChannelOperation& o : set) {
        if (o.group == kLooks || channels[o.channel].capacity != 0) continue;
        if (taken_at_once_.contains(o.channel)) {
            channels[o.channel].room = kTakenAtOnce;
        } else if (lone_.contains(o.channel)) {
            groups.insert(o.group);
        } else {
            go_together(thread, set);
            return true;
        }
    }
    if (groups.size() < 2) return true;
    ++thread.guessed;  // replay moves them together
    return is_perhaps_apart(*groups.rbegin());
}

constexpr const char* kSourceOf = "(source of ";
constexpr const char* kSinkOf = "(sink of ";

bool is_recording(const TapNumbers& n) {
    return n.tap.is(TapKind::trace) && n.tap.reason == kRecordsHandshake;
}

bool is_part_of_recording(const TapNumbers& n) {
    return is_recording(n) || (n.tap.is(TapKind::trace) && n.tap.reason == kRecordsMachine);
}

// Whether a state waits for a beat of any one of several streams.
bool takes_what_comes_first(const Tap& machine) {
    return std::any_of(machine.states().begin(), machine.states().end(), [](const TapState& state) {
        std::set<std::string> channels;
        for (const StateWait& w : state.waits)
            if (w.role == "valid") channels.insert(w.channel);
        return channels.size() > 1;
    });
}

class Builder {
public:
    Builder(const Run& run, Diagnostics& diagnostics) : run_(run), diagnostics_(diagnostics) {}

    Operations build() {
        read_handshakes();
        if (handshakes_.empty()) return {};
        ends_ = join_parts(run_, handshakes_);
        read_machines();
        add_queues();
        add_crossings();
        for (const auto& [stream, handshake] : handshakes_) add_stream(stream, handshake);
        for (const auto& [path, ends] : ends_of_) lone_ends_.add(ends, out_.channels);
        for (const auto& [path, ends] : ends_of_) add_thread(path, ends);
        add_drains(out_);
        for (const auto& [stream, handshake] : handshakes_)
            if (ends_.at(stream).producer.empty()) add_answers(stream, handshake);
        if (resets_.come_after_a_move(handshakes_))
            for (OperationThread& thread : out_.threads)
                thread.choice = "a reset in the run may have taken beats away";
        return std::move(out_);
    }

private:
    const Tap& tap(int t) const { return run_.taps[static_cast<std::size_t>(t)].tap; }

    void read_handshakes() {
        std::map<std::string, int> streams;
        for (const TapNumbers& n : run_.taps)
            if (n.tap.is(TapKind::stream)) streams[n.tap.path] = n.tap.tap;
        for (const TapNumbers& n : run_.taps) {
            if (!is_recording(n)) continue;
            recorded_ = true;
            const auto stream = streams.find(n.tap.path);
            if (stream != streams.end() && !n.silent) read_handshake(stream->second, n);
            resets_.add(n);
        }
        for (const auto& [path, stream] : streams)
            if (recorded_ && !handshakes_.contains(stream) && !lacking_.contains(stream))
                lack(stream, "its signals cannot be traced");
    }

    // If a block has exactly one machine, and it has waiting states, it shows when the block waits.
    void read_machines() {
        for (const auto& [stream, handshake] : handshakes_) by_path_[tap(stream).path] = &handshake;
        std::map<std::string, std::vector<int>> machines;  // by scope
        for (const TapNumbers& n : run_.taps)
            if (n.tap.is(TapKind::fsm) && !is_pragma_machine(n.tap))
                machines[n.tap.scope].push_back(n.tap.tap);
        for (const TapNumbers& n : run_.taps) {
            if (!n.tap.is(TapKind::trace) || n.tap.states().empty() || n.number("lost") != 0)
                continue;
            const auto here = machines.find(n.tap.scope);
            if (here == machines.end() || here->second.size() != 1) continue;
            const Tap& machine = tap(here->second[0]);
            if (machine.path == n.tap.path) read_machine(machine, n);
        }
    }

    void read_machine(const Tap& machine, const TapNumbers& trace) {
        MachineWaits waits = machine_waits(machine, trace, by_path_);
        if (waits.empty()) return;
        machine_waits_[machine.scope] = std::move(waits);
        if (takes_what_comes_first(machine)) choosing_.insert(machine.scope);
    }

    void read_handshake(int stream, const TapNumbers& trace) {
        std::string problem;
        std::optional<RecordedHandshake> handshake =
            handshake_of(run_.taps[static_cast<std::size_t>(stream)], trace, problem);
        if (handshake)
            handshakes_.emplace(stream, std::move(*handshake));
        else
            lack(stream, problem);
    }

    void lack(int stream, const std::string& why) {
        lacking_[stream] = why;
        diagnostics_.report(code::recording_lacks, {}, tap(stream).path, why);
    }

    // A queue is a channel if one recorded stream goes in and one comes out.
    void add_queues() {
        const Network network = network_of(run_, categories_of(run_));
        for (const auto& [queue, q] : network.queues) {
            const auto in = only_recorded(q.inputs), out = only_recorded(q.outputs);
            if (in == handshakes_.end() || out == handshakes_.end()) continue;
            const auto channel = static_cast<std::uint32_t>(out_.channels.size());
            if (into_queue_.contains(in->first) || out_of_queue_.contains(out->first)) continue;
            OperationChannel& c = out_.channels.emplace_back();
            c.path = tap(queue).path;
            c.depth = tap(queue).queue().depth;
            find_facts(in->second, out->second, c);
            into_queue_[in->first] = channel;
            out_of_queue_[out->first] = channel;
        }
    }

    // The only recorded stream among `streams`, parts of others not counted.
    std::map<int, RecordedHandshake>::const_iterator only_recorded(
        const std::vector<int>& streams) const {
        auto found = handshakes_.end();
        for (const int stream : streams) {
            const auto here = handshakes_.find(stream);
            if (here == handshakes_.end()) {
                if (lacking_.contains(stream)) return here;
                continue;
            }
            if (found != handshakes_.end()) return handshakes_.end();
            found = here;
        }
        return found;
    }

    // A block with one stream in, on one clock, and one out, on another, is a clock crossing.
    void add_crossings() {
        std::map<std::string, std::vector<int>> inputs, outputs;
        for (const auto& [stream, handshake] : handshakes_) {
            const ChannelEnds& ends = ends_.at(stream);
            if (!ends.consumer.empty()) inputs[ends.consumer].push_back(stream);
            if (!ends.producer.empty()) outputs[ends.producer].push_back(stream);
        }
        const Ticks ticks = ticks_of(run_);
        for (const auto& [block, in] : inputs) {
            const std::vector<int>& out = outputs[block];
            if (in.size() != 1 || out.size() != 1 || machine_waits_.contains(block)) continue;
            const int from = tap(in[0]).clock, to = tap(out[0]).clock;
            if (from == to || into_queue_.contains(in[0]) || out_of_queue_.contains(out[0]))
                continue;
            into_queue_[in[0]] = out_of_queue_[out[0]] =
                static_cast<std::uint32_t>(out_.channels.size());
            OperationChannel& c = out_.channels.emplace_back();
            c.path = block;
            find_crossing({&handshakes_.at(in[0]), ticks.of(from)},
                          {&handshakes_.at(out[0]), ticks.of(to)}, c);
        }
    }

    // Adds the ends of a stream that are blocks, not queues.
    void add_stream(int stream, const RecordedHandshake& handshake) {
        const auto in = into_queue_.find(stream), out = out_of_queue_.find(stream);
        const bool to_queue = in != into_queue_.end(), from_queue = out != out_of_queue_.end();
        const ChannelEnds& ends = ends_.at(stream);
        if (to_queue && from_queue) {
            // A wire from one queue to the next is a thread of its own.
            add_end(tap(stream).path, {&handshake, out->second, false});
            add_end(tap(stream).path, {&handshake, in->second, true});
            return;
        }
        std::uint32_t channel = to_queue ? in->second : from_queue ? out->second : 0;
        if (!to_queue && !from_queue) {
            if (!ends.producer.empty() && ends.producer == ends.consumer) return;
            channel = static_cast<std::uint32_t>(out_.channels.size());
            out_.channels.push_back({tap(stream).path, 0, 0, 0, 0});
        }
        const std::string& path = tap(stream).path;
        if (!from_queue)
            add_end(ends.producer.empty() ? outside_source(path) : ends.producer,
                    {&handshake, channel, true});
        if (!to_queue)
            add_end(ends.consumer.empty() ? outside_sink(path) : ends.consumer,
                    {&handshake, channel, false});
    }

    void add_end(const std::string& path, ThreadEnd end) {
        const Tap& stream = tap(end.handshake->stream);
        end.says_waiting = is_of_hls(stream) || stream.reason.ends_with(kBlockNetSays);
        ends_of_[path].push_back(end);
    }

    void add_thread(const std::string& path, const std::vector<ThreadEnd>& ends) {
        if (ends.size() > kMostEnds) {
            diagnostics_.report(code::recording_lacks, {}, path, "it has too many channels");
            return;
        }
        const auto machine = machine_waits_.find(path);
        // The handshake signals of HLS code show more than its machine does.
        const bool has_machine = machine != machine_waits_.end() && !say_waiting(ends);
        BlockThreads made =
            threads_of(path, ends, has_machine ? &machine->second : nullptr,
                       choosing_.contains(path), static_cast<std::uint32_t>(out_.channels.size()));
        for (OperationChannel& channel : made.channels) out_.channels.push_back(std::move(channel));
        for (OperationThread& thread : made.threads) add(std::move(thread), path, ends);
    }

    void add(OperationThread thread, const std::string& path, const std::vector<ThreadEnd>& ends) {
        thread.clock = tap(ends[0].handshake->stream).clock;
        for (const ThreadEnd& end : ends)
            if (tap(end.handshake->stream).clock != thread.clock)
                thread.choice = "its channels are on several clocks";
        for (const auto& [stream, why] : lacking_)
            if (is_end_of(tap(stream), path)) thread.choice = "not all its channels are recorded";
        if (!lone_ends_.settle(thread, say_waiting(ends), out_.channels))
            thread.choice = "it gives one beat to several at different times, without queues";
        out_.threads.push_back(std::move(thread));
    }

    OperationThread* thread_at(const std::string& path) {
        const auto at = std::find_if(out_.threads.begin(), out_.threads.end(),
                                     [&](const OperationThread& t) { return t.path == path; });
        return at == out_.threads.end() || has_openings(*at) ? nullptr : &*at;
    }

    // Looks for a sink whose beats an outside source waits for.
    void add_answers(int stream, const RecordedHandshake& handshake) {
        const std::string path = outside_source(tap(stream).path);
        OperationThread* const source = thread_at(path);
        for (const auto& [other, answers] : handshakes_) {
            OperationThread* const sink = thread_at(outside_sink(tap(other).path));
            if (!source || !sink || source->clock != sink->clock) continue;
            const auto inside = static_cast<std::uint32_t>(out_.channels.size());
            if (const auto law = find_answer_law(handshake, answers)) {
                out_.channels.push_back({inside_of(path), 0, 0, law->room, law->most});
                return wait_for_answers(inside, *source, *sink);
            }
            const std::optional<BatchLaw> law = find_batch_law(handshake, answers);
            if (!law || !wait_for_batches(*law, inside, *source, *sink)) continue;
            out_.channels.push_back({inside_of(path), 0, law->think, 1, law->first.size() + 1});
            return;
        }
    }

    static bool is_end_of(const Tap& stream, const std::string& path) {
        return stream.stream().ends.producer == path || stream.stream().ends.consumer == path;
    }

    const Run& run_;
    Diagnostics& diagnostics_;
    bool recorded_ = false;
    RecordedResets resets_;
    std::map<int, RecordedHandshake> handshakes_;  // by the tap of the stream
    std::map<int, ChannelEnds> ends_;              // by the tap of the stream
    std::map<std::string, const RecordedHandshake*> by_path_;
    std::map<int, std::string> lacking_;
    std::map<std::string, MachineWaits> machine_waits_;       // by block
    std::set<std::string> choosing_;                          // blocks that take the first comer
    std::map<int, std::uint32_t> into_queue_, out_of_queue_;  // stream -> channel
    LoneEnds lone_ends_;
    std::map<std::string, std::vector<ThreadEnd>> ends_of_;  // by thread
    Operations out_;
};

}  // namespace

std::string outside_source(const std::string& stream) { return kSourceOf + stream + ")"; }
std::string outside_sink(const std::string& stream) { return kSinkOf + stream + ")"; }
bool is_outside_end(std::string_view thread) { return thread.starts_with('('); }
bool is_outside_sink(std::string_view thread) { return thread.starts_with(kSinkOf); }

Operations operations_of(const Run& run, Diagnostics& diagnostics) {
    return Builder(run, diagnostics).build();
}

void keep_operations(Run& run, Diagnostics& diagnostics) {
    Operations operations = operations_of(run, diagnostics);
    const std::size_t taps = run.taps.size();
    std::erase_if(run.taps, is_part_of_recording);
    if (run.taps.size() == taps) return;
    for (std::size_t i = 0; i < run.taps.size(); ++i) run.taps[i].tap.tap = static_cast<int>(i);
    place_in_device(run);
    run.operations = std::move(operations);
}

}  // namespace tapestry
