// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/nested_streams.h"

#include <algorithm>
#include <set>

namespace tapestry {

namespace {

bool is_within(const std::string& path, const std::string& block) {
    return !block.empty() && path.size() > block.size() && path.starts_with(block) &&
           path[block.size()] == '.';
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('.') + 1); }

bool includes(const std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Marks the cycles in which `part` waits and `whole` does not transfer as waiting.
void add_waiting_of_part(const RecordedHandshake& part, StretchKind waiting,
                         RecordedHandshake& whole) {
    std::set<std::uint64_t> starts;
    for (const HandshakeStretch& s : whole.stretches) starts.insert(s.start);
    for (const HandshakeStretch& s : part.stretches) starts.insert(s.start);
    std::vector<HandshakeStretch> joined;
    std::size_t w = 0, p = 0;
    for (const std::uint64_t start : starts) {
        while (w + 1 < whole.stretches.size() && whole.stretches[w + 1].start <= start) ++w;
        while (p + 1 < part.stretches.size() && part.stretches[p + 1].start <= start) ++p;
        StretchKind kind = whole.stretches[w].kind;
        if (kind != StretchKind::transfer && part.stretches[p].kind == waiting) kind = waiting;
        if (joined.empty() || joined.back().kind != kind) joined.push_back({start, kind});
    }
    whole.stretches = std::move(joined);
}

class Joiner {
public:
    Joiner(const Run& run, std::map<int, RecordedHandshake>& handshakes)
        : run_(run), handshakes_(handshakes) {
        for (const TapNumbers& n : run.taps)
            if (n.tap.is(TapKind::queue)) regions_.insert(parent_of(n.tap.path));
        for (const auto& [stream, handshake] : handshakes) {
            ends_[stream] = tap(stream).stream().ends;
            times_[stream] = handshake.transfers();
        }
    }

    std::map<int, ChannelEnds> join() {
        std::map<int, std::vector<int>> parts;  // by the stream that contains them
        for (const auto& [part, ends] : ends_) {
            const int whole = whole_of(part);
            if (whole != part) parts[whole].push_back(part);
        }
        for (const auto& [whole, all] : parts) add_parts(whole, all);
        for (const auto& [whole, all] : parts)
            for (const int part : all) {
                handshakes_.erase(part);
                ends_.erase(part);
            }
        hand_over();
        return std::move(ends_);
    }

private:
    const Tap& tap(int t) const { return run_.taps[static_cast<std::size_t>(t)].tap; }

    bool is_part(int part, int whole) const {
        const ChannelEnds &inner = ends_.at(part), &outer = ends_.at(whole);
        const bool takes = inner.producer == outer.producer &&
                           is_within(inner.consumer, outer.consumer),
                   gives = inner.consumer == outer.consumer &&
                           is_within(inner.producer, outer.producer);
        if (!takes && !gives) return false;
        const bool from_outside = takes ? inner.producer.empty() : inner.consumer.empty();
        if (from_outside && last_part(tap(part).path) != last_part(tap(whole).path)) return false;
        return tap(part).clock == tap(whole).clock && includes(times_.at(whole), times_.at(part));
    }

    // The outermost stream that contains `part`, or `part` itself.
    int whole_of(int part) const {
        int best = part;
        for (const auto& [stream, ends] : ends_)
            if (stream != part && is_of_hls(tap(stream)) && is_of_hls(tap(part)) &&
                is_part(part, stream) && (best == part || is_part(best, stream)))
                best = stream;
        return best;
    }

    void add_parts(int whole, const std::vector<int>& parts) {
        ChannelEnds& ends = ends_.at(whole);
        const bool takes = is_within(ends_.at(parts[0]).consumer, ends.consumer);
        for (const int part : parts)
            add_waiting_of_part(handshakes_.at(part),
                                takes ? StretchKind::starved : StretchKind::blocked,
                                handshakes_.at(whole));
        std::string& end = takes ? ends.consumer : ends.producer;
        while (regions_.contains(end) && descend(end, parts, takes)) {
        }
    }

    // Moves `block` down to the one process of a region that contains all parts.
    bool descend(std::string& block, const std::vector<int>& parts, bool takes) const {
        std::set<std::string> processes;
        for (const int part : parts) {
            const ChannelEnds& ends = ends_.at(part);
            const std::string& inner = takes ? ends.consumer : ends.producer;
            if (!is_within(inner, block)) return false;
            processes.insert(inner.substr(0, inner.find('.', block.size() + 1)));
        }
        if (processes.size() != 1) return false;
        block = *processes.begin();
        return true;
    }

    // A child with an output but no input of its own, such as a register at a port, is fed by an
    // input of its block; the same holds for a child with an input and no output.
    void hand_over() {
        for (const auto& [inner, ends] : ends_) {
            if (is_within(ends.producer, ends.consumer) &&
                !is_end(&ChannelEnds::consumer, ends.producer))
                hand_over(inner, ends.producer, &ChannelEnds::consumer, &ChannelEnds::producer);
            if (is_within(ends.consumer, ends.producer) &&
                !is_end(&ChannelEnds::producer, ends.consumer))
                hand_over(inner, ends.consumer, &ChannelEnds::producer, &ChannelEnds::consumer);
        }
    }

    using End = std::string ChannelEnds::*;

    bool is_end(End end, const std::string& block) const {
        return std::any_of(ends_.begin(), ends_.end(),
                           [&](const auto& stream) { return stream.second.*end == block; });
    }

    // `here` is the side of the wanted stream at which the block is.
    void hand_over(int inner, const std::string& child, End here, End there) {
        std::vector<int> found;
        for (const auto& [stream, ends] : ends_) {
            const bool outer = stream != inner && ends.*here == ends_.at(inner).*here &&
                               !is_within(ends.*there, ends.*here);
            const bool takes = here == &ChannelEnds::consumer;
            if (outer && tap(stream).clock == tap(inner).clock &&
                follows(takes ? times_.at(stream) : times_.at(inner),
                        takes ? times_.at(inner) : times_.at(stream)))
                found.push_back(stream);
        }
        if (found.size() == 1) ends_.at(found[0]).*here = child;
    }

    // Whether each beat of `after` can be a beat of `before`, with few beats left in flight.
    static bool follows(const std::vector<std::uint64_t>& before,
                        const std::vector<std::uint64_t>& after) {
        constexpr std::size_t kMostUnderWay = 16;
        if (after.empty() || before.size() < after.size() ||
            before.size() - after.size() > kMostUnderWay)
            return false;
        for (std::size_t n = 0; n < after.size(); ++n)
            if (before[n] > after[n]) return false;
        return true;
    }

    static std::string parent_of(const std::string& path) {
        const std::size_t dot = path.rfind('.');
        return dot == std::string::npos ? "" : path.substr(0, dot);
    }

    const Run& run_;
    std::map<int, RecordedHandshake>& handshakes_;
    std::map<int, ChannelEnds> ends_;
    std::map<int, std::vector<std::uint64_t>> times_;
    std::set<std::string> regions_;  // blocks that have queues
};

}  // namespace

bool is_of_hls(const Tap& stream) {
    const std::string& protocol = stream.stream().protocol;
    return protocol == "empty_n_read" || protocol == "full_n_write";
}

std::map<int, ChannelEnds> join_parts(const Run& run,
                                      std::map<int, RecordedHandshake>& handshakes) {
    return Joiner(run, handshakes).join();
}

}  // namespace tapestry
