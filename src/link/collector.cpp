// SPDX-License-Identifier: Apache-2.0
#include "link/collector.h"

#include <algorithm>
#include <utility>

namespace tapestry {

namespace {

// Flags of a frame: the operation and whether it is for one tap, running, and the frame's number.
constexpr std::uint8_t kOperation = 7, kCut = 0, kClear = 1, kOneTap = 8;
constexpr int kNumberShift = 5;
constexpr std::uint8_t kNumbers = 8;  // frames are numbered modulo this
// Position and frame in one word.
constexpr std::uint64_t kPositionMask = 0x3ff;
constexpr int kWordNumberShift = 13;
// A cut falls on an edge that is this modulo 256.
constexpr std::uint64_t kCutPhase = 26;
constexpr std::uint8_t kBank = 1, kDisabled = 2, kStopped = 8;
constexpr std::size_t kMostRecords =
    4'000'000;  // a stream that never ends must not fill the memory

// Numbers of a payload, low byte first. Reading behind its end gives 0 and is noticed.
class Fields {
public:
    explicit Fields(const Bytes& bytes) : bytes_(bytes) {}

    std::uint64_t number(std::size_t size) {
        std::uint64_t n = 0;
        for (std::size_t i = 0; i < size; ++i) {
            if (at_ >= bytes_.size()) {
                short_ = true;
                return 0;
            }
            n |= static_cast<std::uint64_t>(bytes_[at_++]) << (8 * i);
        }
        return n;
    }
    std::size_t left() const { return bytes_.size() - at_; }
    bool good() const { return !short_; }

private:
    const Bytes& bytes_;
    std::size_t at_ = 0;
    bool short_ = false;
};

}  // namespace

Collector::Collector(const TapMap& map)
    : map_(map),
      places_(map.link.positions),
      identities_(map.link.positions),
      last_record_(map.taps.size()) {
    place_taps();
}

void Collector::place_taps() {
    const LinkMap& link = map_.link;
    for (std::size_t c = 0; c < link.clocks.size(); ++c) {
        if (link.clocks[c].port.position < 0) continue;
        const auto port = static_cast<std::size_t>(link.clocks[c].port.position);
        places_[port].totals = TapTotals({WordRule::sum}, link.counter_width);
        for (std::size_t p = port; p < places_.size(); ++p) places_[p].clock = c;
    }
    for (const Tap& tap : map_.taps) {
        if (tap.place.position < 0) continue;
        Place& place = places_[static_cast<std::size_t>(tap.place.position)];
        place.tap = &tap;
        place.totals = TapTotals(word_rules(tap, link), link.counter_width);
        if (tap.kind() == TapKind::trace) place.trace = TraceTally(tap, link);
    }
}

bool Collector::note_sequence(const Packet& packet) {
    const bool first = !sequence_;
    const auto step = static_cast<std::uint8_t>(packet.sequence - sequence_.value_or(0));
    if (!first && step == 0) {
        ++losses_.repeated;
        return false;
    }
    if (!first) losses_.lost += step - 1U;
    sequence_ = packet.sequence;
    return true;
}

void Collector::take(const Packet& packet) {
    if (!note_sequence(packet)) return;
    switch (static_cast<PacketType>(packet.type)) {
        case PacketType::hello:
            return take_hello(packet.payload);
        case PacketType::frame:
            return take_frame(packet.payload);
        case PacketType::record:
            return take_record(packet.payload);
        case PacketType::identity:
            return take_identity(packet.payload);
        case PacketType::end:
            return take_end(packet.payload);
        case PacketType::trace:
            return;
    }
    ++losses_.strange;
}

void Collector::take_hello(const Bytes& payload) {
    Fields f(payload);
    Hello hello;
    f.number(1);  // flags
    hello.version = static_cast<std::uint8_t>(f.number(1));
    hello.identity = f.number(8);
    hello.positions = static_cast<std::uint32_t>(f.number(2));
    hello.counter_width = static_cast<std::uint32_t>(f.number(1));
    if (f.good())
        hello_ = hello;
    else
        ++losses_.strange;
}

void Collector::take_frame(const Bytes& payload) {
    close_frame();  // its END was lost
    Fields f(payload);
    OpenFrame frame;
    frame.flags = static_cast<std::uint8_t>(f.number(1));
    frame.number = static_cast<std::uint8_t>(frame.flags >> kNumberShift);
    frame.edges = f.number(5) * 256 + kCutPhase;
    const std::uint64_t skipped = f.number(1);
    if (!f.good()) {
        ++losses_.strange;
        return;
    }
    losses_.skipped += skipped;
    if (frame.edges < last_cut_edges_) start_anew();
    if (last_frame_ && frame.number != (*last_frame_ + 1) % kNumbers) forget_all();
    for (Place& place : places_) place.in_frame = false;
    frame_ = frame;
}

// Edges go back when the board has started anew. What it had counted before is another run.
void Collector::start_anew() {
    ++losses_.strange;
    for (Place& place : places_) {
        place.totals.restart();
        place.trace.restart();
    }
    forget_records();
    last_frame_.reset();
    last_cut_edges_ = cut_before_ = 0;
    late_ = paused_ = overlong_ = false;
}

// Counts begin anew.
void Collector::forget_records() {
    records_.clear();
    last_record_.assign(map_.taps.size(), {});
    base_edges_.reset();
    last_cut_ = frames_ = 0;
    last_complete_ = false;
}

// Cuts between were not heard: banks may be old.
void Collector::forget_all() {
    for (Place& place : places_) place.totals.forget();
}

void Collector::take_record(const Bytes& payload) {
    Fields f(payload);
    const std::uint64_t word = f.number(2);
    const std::uint64_t number = word >> kWordNumberShift;
    const std::uint64_t position = position_in(word);
    const bool expected = f.good() && frame_ && is_cut() && number == frame_->number &&
                          position < places_.size() && !places_[position].in_frame;
    if (!expected) {
        ++losses_.strange;
        return;
    }
    Place& place = places_[position];
    const std::size_t word_bytes = (map_.link.counter_width + 7) / 8;
    const std::size_t words = place.totals.words();
    if (words == 0) {  // ignored
        place.in_frame = true;
        return;
    }
    if (f.left() != words * word_bytes + 1) {
        ++losses_.strange;
        return;
    }
    std::vector<std::uint64_t> values(words);
    for (std::uint64_t& value : values) value = f.number(word_bytes);
    const std::uint64_t status = f.number(1);
    const bool traced = place.tap && place.tap->kind() == TapKind::trace;
    if (traced && !place.trace.take(values)) {
        ++losses_.strange;
        return;
    }
    place.totals.take(status & kBank, values);
    place.rests = (status & (kDisabled | kStopped)) != 0;
    place.in_frame = true;
    ++taken_;
}

// In a frame of one tap the position is told with its sign turned.
std::uint64_t Collector::position_in(std::uint64_t word) const {
    const bool one = frame_ && (frame_->flags & kOneTap) != 0;
    return (one ? 0 - word : word) & kPositionMask;
}

void Collector::take_identity(const Bytes& payload) {
    Fields f(payload);
    const std::uint64_t position = position_in(f.number(2));
    PlaceIdentity identity;
    identity.kind = static_cast<std::uint8_t>(f.number(1));
    identity.site = static_cast<std::uint32_t>(f.number(2));
    identity.words = static_cast<std::uint32_t>(f.number(2));
    if (f.good() && position < identities_.size())
        identities_[position] = identity;
    else
        ++losses_.strange;
}

void Collector::take_end(const Bytes& payload) {
    Fields f(payload);
    const std::uint64_t number = f.number(2) >> kWordNumberShift;
    if (!f.good() || !frame_ || number != frame_->number) {
        ++losses_.strange;
        return;
    }
    close_frame();
}

// Writes the records of all taps whose numbers at this cut are known.
void Collector::close_frame() {
    if (!frame_) return;
    last_frame_ = frame_->number;
    ++frames_ended_;
    if (is_cut()) close_cut();
    frame_.reset();
}

bool Collector::is_cut() const {
    const int operation = frame_->flags & kOperation;
    return operation == kCut || operation == kClear;
}

void Collector::close_cut() {
    const bool one = (frame_->flags & kOneTap) != 0;
    for (Place& place : places_) {
        if (!place.in_frame && !one) place.totals.forget();
    }
    if (!one) note_length(frame_->edges);
    if ((frame_->flags & kOperation) == kClear) return clear();
    if (!find_base(frame_->edges) || records_.size() >= kMostRecords) return;
    const std::uint64_t open_before = losses_.open;
    const std::size_t written = write_taps();
    if (one) return;
    last_complete_ = written + resting() == map_.taps.size();
    ++frames_;
    if (written == 0 && all_open()) {
        forget_records();
        losses_.open = open_before;
        paused_ = set_base(frame_->edges);
    }
}

// The taps have forgotten their extremes; counts begin here when all are known, else at the first
// cut at which they are.
void Collector::clear() {
    forget_records();
    for (Place& place : places_) place.totals.forget_extremes();
    paused_ = false;
    losses_.open = 0;  // of records that are forgotten
    late_ = !set_base(frame_->edges);
}

std::size_t Collector::resting() const {
    return static_cast<std::size_t>(
        std::count_if(places_.begin(), places_.end(),
                      [](const Place& place) { return place.tap != nullptr && place.rests; }));
}

// No record of this cut closes, though nothing was lost: the taps were stopped for a while.
bool Collector::all_open() const {
    return resting() < map_.taps.size() &&
           std::all_of(places_.begin(), places_.end(), [](const Place& place) {
               return place.totals.words() == 0 || (place.in_frame && place.totals.fresh());
           });
}

// Each bank counts every second frame. Sums over more edges than the counters can tell apart need
// not close any more; then they are lower bounds.
void Collector::note_length(std::uint64_t edges) {
    const std::uint32_t width = map_.link.counter_width;
    if (base_edges_ && width < 64 && edges - cut_before_ >= (std::uint64_t{1} << width))
        overlong_ = true;
    cut_before_ = std::exchange(last_cut_edges_, edges);
    last_cut_ = frames_ended_;
}

// Numbers count from power-up, unless the counters may have gone round since: then from the first
// cut at which all taps are known.
bool Collector::find_base(std::uint64_t edges) {
    if (base_edges_) return true;
    const std::uint32_t width = map_.link.counter_width;
    if (!late_ && (width >= 64 || edges < (std::uint64_t{1} << width))) {
        base_edges_ = 0;
        return true;
    }
    late_ = true;
    set_base(edges);
    return false;  // nothing has been counted yet
}

// From this cut on, if all taps are known at it.
bool Collector::set_base(std::uint64_t edges) {
    for (const Place& place : places_) {
        if (place.totals.words() > 0 && !(place.in_frame && place.totals.fresh())) return false;
    }
    for (Place& place : places_) {
        if (place.totals.words() > 0) place.totals.set_base();
        place.trace.set_base();
    }
    base_edges_ = edges;
    return true;
}

std::optional<std::uint64_t> Collector::edges_of(std::size_t clock) const {
    const int port = map_.link.clocks[clock].port.position;
    if (port < 0) return frame_->edges - *base_edges_;  // the cut of all taps
    const Place& place = places_[static_cast<std::size_t>(port)];
    if (!place.in_frame || !place.totals.fresh()) return std::nullopt;
    return place.totals.totals()[0];
}

// Edges since configuration, as far as a counter can tell.
std::uint64_t Collector::edges_since_start(std::size_t clock) const {
    const int port = map_.link.clocks[clock].port.position;
    return port < 0 ? frame_->edges : places_[static_cast<std::size_t>(port)].totals.raw_total(0);
}

std::size_t Collector::write_taps() {
    std::size_t written = 0;
    // The hub's own clock comes first on the ring. A tap of it whose sum closes with one bank alone
    // shows that this is the first cut of all, which bridges cannot tell by themselves.
    for (Place& place : places_) {
        if (!place.tap || !place.in_frame || !write_tap(place)) continue;
        ++written;
        if (place.clock > 0 || (place.totals.heard(0) && place.totals.heard(1))) continue;
        for (const LinkClock& clock : map_.link.clocks) {
            if (clock.port.position >= 0)
                places_[static_cast<std::size_t>(clock.port.position)].totals.is_first_cut();
        }
    }
    write_clocks();
    return written;
}

bool Collector::write_tap(Place& place) {
    std::optional<std::uint64_t> edges = edges_of(place.clock);
    if (!edges || place.rests) return false;
    // A cut of one tap alone is not delayed until it has reached all.
    std::uint64_t earlier = 0;
    if ((frame_->flags & kOneTap) != 0)
        earlier = places_.size() - static_cast<std::size_t>(place.tap->place.position);
    *edges -= earlier;
    auto words = reading_words(*place.tap, map_.link, place.totals.totals(), *edges, overlong_);
    if (!words) {
        // Old banks and the first frame explain an open sum; else some byte is wrong.
        if (place.totals.fresh()) ++losses_.open;
        return false;
    }
    ReadingRecord record;
    record.kind = to_word(place.tap->kind());
    record.path = place.tap->instance;
    record.words = std::move(*words);
    if (place.tap->kind() == TapKind::trace)
        place.trace.write(*edges, edges_since_start(place.clock) - earlier, record);
    records_.push_back(std::move(record));
    last_record_[static_cast<std::size_t>(place.tap->tap)] = {records_.size() - 1, frames_ended_};
    return true;
}

void Collector::write_clocks() {
    for (std::size_t c = 0; c < map_.link.clocks.size(); ++c) {
        const std::optional<std::uint64_t> edges = edges_of(c);
        if (!edges) continue;
        ReadingRecord record;
        record.kind = "clock";
        record.path = map_.top + ".tapestry_hub";
        record.words = {{"edges", {*edges}},
                        {"reset_cycles", {0}},
                        {"observed_cycles", {*edges}},
                        {"end", {0}},
                        {"saturated", {0}},
                        {"clock", {static_cast<std::uint64_t>(map_.link.clocks[c].clock)}},
                        {"time", {0}}};
        records_.push_back(std::move(record));
    }
}

Reading Collector::reading(bool ended) const {
    Reading reading;
    reading.records = records_;
    reading.lost_records = losses_.lost + losses_.strange + losses_.open;
    reading.extremes_since_start = late_;
    if (!ended) return reading;
    for (const LastRecord& last : last_record_) {
        if (last.frame == 0 || last.frame < last_cut_) continue;
        for (ReadingWord& word : reading.records[last.record].words) {
            if (word.word == "end") word.numbers = {1};
        }
    }
    return reading;
}

}  // namespace tapestry
