// SPDX-License-Identifier: Apache-2.0
#include "predict/operations_of.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/codes.h"
#include "model/pragma.h"
#include "model/recording.h"
#include "network/network.h"
#include "predict/channel_facts.h"
#include "predict/elastic.h"
#include "predict/machine_waits.h"
#include "predict/openings.h"
#include "predict/thread_visits.h"

namespace tapestry {

namespace {

bool is_recording(const TapNumbers& n) {
    return n.tap.is(TapKind::trace) && n.tap.reason == kRecordsHandshake;
}

bool is_part_of_recording(const TapNumbers& n) {
    return is_recording(n) || (n.tap.is(TapKind::trace) && n.tap.reason == kRecordsMachine);
}

// Whether there is a state that waits for a beat of either of several streams.
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
        read_machines();
        add_queues();
        for (const auto& [stream, handshake] : handshakes_) add_stream(stream, handshake);
        for (const auto& [path, ends] : ends_of_) add_thread(path, ends);
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
        }
        for (const auto& [path, stream] : streams)
            if (recorded_ && !handshakes_.contains(stream) && !lacking_.contains(stream))
                lack(stream, "its signals cannot be traced");
    }

    // The only machine of a block tells when it waits, when it has states that do.
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
        if (clock_ < 0) clock_ = tap(stream).clock;
        std::string problem = "its clock is another one than that of " + run_.top;
        std::optional<RecordedHandshake> handshake;
        if (tap(stream).clock == clock_)
            handshake = handshake_of(run_.taps[static_cast<std::size_t>(stream)], trace, problem);
        if (handshake)
            handshakes_.emplace(stream, std::move(*handshake));
        else
            lack(stream, problem);
    }

    void lack(int stream, const std::string& why) {
        lacking_[stream] = why;
        diagnostics_.report(Code::recording_lacks, {}, tap(stream).path, why);
    }

    // A queue is a channel when one recorded stream goes in and one comes out.
    void add_queues() {
        const Network network = network_of(run_, categories_of(run_));
        for (const auto& [queue, q] : network.queues) {
            if (q.inputs.size() != 1 || q.outputs.size() != 1) continue;
            const auto in = handshakes_.find(q.inputs[0]), out = handshakes_.find(q.outputs[0]);
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

    // The ends of a stream that are blocks, not queues.
    void add_stream(int stream, const RecordedHandshake& handshake) {
        const auto in = into_queue_.find(stream), out = out_of_queue_.find(stream);
        const bool to_queue = in != into_queue_.end(), from_queue = out != out_of_queue_.end();
        const ChannelEnds& ends = tap(stream).stream().ends;
        if (to_queue && from_queue) {
            // A wire from one queue to the next.
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

    void add_end(const std::string& path, const ThreadEnd& end) { ends_of_[path].push_back(end); }

    void add_thread(const std::string& path, const std::vector<ThreadEnd>& ends) {
        if (ends.size() > kMostEnds) {
            diagnostics_.report(Code::recording_lacks, {}, path, "it has too many channels");
            return;
        }
        if (is_outside(path))
            if (std::optional<OperationThread> thread = thread_with_openings(ends[0]))
                return add(std::move(*thread), path);
        const auto machine = machine_waits_.find(path);
        const bool has_machine = machine != machine_waits_.end();
        ThreadVisits made = visits_of(ends, has_machine ? &machine->second : nullptr);
        const std::uint64_t doubtful = made.overlaps + made.thread.guessed + made.choices;
        if (!has_machine && doubtful > 0 && add_elastic(path, ends, doubtful)) return;
        OperationThread& thread = made.thread;
        thread.guessed += made.overlaps;
        if (made.choices > 0 || (choosing_.contains(path) && takes_apart(thread)))
            thread.choice = "it takes from several channels, whichever has a beat";
        add(std::move(thread), path);
    }

    static bool is_outside(const std::string& path) { return path.starts_with("("); }

    // As a block with beats under way, when that explains it better.
    bool add_elastic(const std::string& path, const std::vector<ThreadEnd>& ends,
                     std::uint64_t doubtful) {
        std::optional<ElasticBlock> block =
            elastic_block(ends, static_cast<std::uint32_t>(out_.channels.size()));
        if (!block || block->wrong >= doubtful) return false;
        block->inside.path = inside_of(path);
        out_.channels.push_back(std::move(block->inside));
        block->reader.guessed = block->wrong;
        add(std::move(block->reader), path);
        add(std::move(block->writer), path);
        out_.threads.back().path += " (gives)";
        return true;
    }

    void add(OperationThread thread, const std::string& path) {
        thread.path = path;
        thread.clock = clock_;
        for (const auto& [stream, why] : lacking_)
            if (is_end_of(tap(stream), path)) thread.choice = "not all its channels are recorded";
        if (!settle_handshakes(thread))
            thread.choice = "it gives one beat to several at different times, without queues";
        out_.threads.push_back(std::move(thread));
    }

    // Whether it does not take from all that it takes from at once.
    static bool takes_apart(const OperationThread& thread) {
        std::set<std::set<std::uint32_t>> taken;
        for (const auto& set : thread.sets) {
            std::set<std::uint32_t> pops;
            for (const ChannelOperation& o : set)
                if (!o.push && o.group != kLooks) pops.insert(o.channel);
            if (!pops.empty()) taken.insert(std::move(pops));
        }
        return taken.size() > 1;
    }

    static bool is_end_of(const Tap& stream, const std::string& path) {
        return stream.stream().ends.producer == path || stream.stream().ends.consumer == path;
    }

    // Of one visit, what is given without a queue moves together: false when it was seen not to,
    // true when that is settled.
    bool settle_handshakes(OperationThread& thread) const {
        for (auto& set : thread.sets) {
            bool known_apart = false, by_hand = false;
            for (const ChannelOperation& o : set) {
                if (!o.push || o.group == kLooks) continue;
                known_apart = known_apart || (o.group > 0 && o.group < kPerhapsApart);
                by_hand = by_hand || out_.channels[o.channel].capacity == 0;
            }
            if (by_hand && known_apart) return false;
            if (!by_hand) continue;
            for (ChannelOperation& o : set) {
                thread.guessed += is_perhaps_apart(o.group) ? 1 : 0;
                if (is_perhaps_apart(o.group)) o.group = 0;
            }
        }
        return true;
    }

    const Run& run_;
    Diagnostics& diagnostics_;
    bool recorded_ = false;
    int clock_ = -1;
    std::map<int, RecordedHandshake> handshakes_;  // by the tap of the stream
    std::map<std::string, const RecordedHandshake*> by_path_;
    std::map<int, std::string> lacking_;
    std::map<std::string, MachineWaits> machine_waits_;       // by block
    std::set<std::string> choosing_;                          // blocks that take what comes first
    std::map<int, std::uint32_t> into_queue_, out_of_queue_;  // stream -> channel
    std::map<std::string, std::vector<ThreadEnd>> ends_of_;   // by thread
    Operations out_;
};

}  // namespace

std::string outside_source(const std::string& stream) { return "(source of " + stream + ")"; }
std::string outside_sink(const std::string& stream) { return "(sink of " + stream + ")"; }

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
