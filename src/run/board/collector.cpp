// SPDX-License-Identifier: Apache-2.0
#include "run/board/collector.h"

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

std::optional<Hello> hello_of(const Bytes& payload) {
    Fields f(payload);
    Hello hello;
    f.number(1);  // flags
    hello.version = static_cast<std::uint8_t>(f.number(1));
    hello.identity = f.number(8);
    hello.positions = static_cast<std::uint32_t>(f.number(2));
    hello.counter_width = static_cast<std::uint32_t>(f.number(1));
    return f.good() ? std::optional(hello) : std::nullopt;
}

PlaceIdentity identity_of(Fields& f) {
    PlaceIdentity identity;
    identity.kind = static_cast<std::uint8_t>(f.number(1));
    identity.site = static_cast<std::uint32_t>(f.number(2));
    identity.words = static_cast<std::uint32_t>(f.number(2));
    return identity;
}

// Whether a counter of this width can represent so many edges without wrapping.
bool fits_counter(std::uint64_t edges, std::uint32_t width) {
    return width >= 64 || edges < (std::uint64_t{1} << width);
}

// Reads the words of a record into its place; false if they do not fit it.
bool take_words(RingPlace& place, Fields& f, std::size_t word_bytes) {
    std::vector<std::uint64_t> values(place.totals.words());
    if (f.left() != values.size() * word_bytes + 1) return false;
    for (std::uint64_t& value : values) value = f.number(word_bytes);
    const std::uint64_t status = f.number(1);
    const bool traced = place.tap && place.tap->kind() == TapKind::trace;
    if (traced && !place.trace.take(values)) return false;
    place.totals.take(status & kBank, values);
    place.rests = (status & (kDisabled | kStopped)) != 0;
    return true;
}

}  // namespace

Collector::Collector(const TapMap& map)
    : map_(map), places_(map), identities_(map.link.positions), records_(map, places_) {}

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
    if (const auto hello = hello_of(payload))
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
    // Frames were lost in between, so the known banks may be stale.
    if (last_frame_ && frame.number != (*last_frame_ + 1) % kNumbers) places_.forget();
    places_.begin_frame();
    begun_ = {begun_.count + 1, frame.edges};
    frame_ = frame;
}

// Edge counts go back if the board was restarted. Its earlier counts belong to another run.
void Collector::start_anew() {
    ++losses_.strange;
    places_.restart();
    forget_records();
    last_frame_.reset();
    last_cut_edges_ = cut_before_ = 0;
    late_ = paused_ = overlong_ = false;
}

// Counts start again.
void Collector::forget_records() {
    records_.clear();
    base_edges_.reset();
    last_cut_ = 0;
    last_complete_ = false;
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
    RingPlace& place = places_[position];
    const bool ignored = place.totals.words() == 0;
    place.in_frame = ignored || take_words(place, f, (map_.link.counter_width + 7) / 8);
    if (!place.in_frame) ++losses_.strange;
    if (place.in_frame && !ignored) ++taken_;
}

// In a frame of one tap the position is sent negated.
std::uint64_t Collector::position_in(std::uint64_t word) const {
    const bool one = frame_ && (frame_->flags & kOneTap) != 0;
    return (one ? 0 - word : word) & kPositionMask;
}

void Collector::take_identity(const Bytes& payload) {
    Fields f(payload);
    const std::uint64_t position = position_in(f.number(2));
    const bool of_chain = f.left() == 1;  // the status alone
    const PlaceIdentity identity = of_chain ? PlaceIdentity{} : identity_of(f);
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
    if (!one) {
        places_.forget_unheard();
        note_length(frame_->edges);
    }
    if ((frame_->flags & kOperation) == kClear) return clear();
    if (!find_base(frame_->edges) || records_.full()) return;
    const std::uint64_t open_before = losses_.open;
    const Cut cut{frame_->edges, *base_edges_, one, overlong_, frames_ended_};
    const std::size_t written = records_.write(cut, losses_.open);
    if (one) return;
    last_complete_ = written + places_.resting() == map_.taps.size();
    if (written == 0 && all_open()) {
        forget_records();
        losses_.open = open_before;
        paused_ = set_base(frame_->edges);
    }
}

// The taps have cleared their extremes. Counts begin here if all taps are known, else at the first
// cut at which they are.
void Collector::clear() {
    forget_records();
    places_.forget_extremes();
    paused_ = false;
    losses_.open = 0;  // they belonged to discarded records
    late_ = !set_base(frame_->edges);
}

// No record of this cut has a closed sum although nothing was lost: the taps were stopped
// meanwhile.
bool Collector::all_open() const {
    return places_.resting() < map_.taps.size() && places_.all_fresh();
}

// Each bank counts every second frame. Over more edges than the counters can represent the sums
// need not close any more; the counts are then lower bounds.
void Collector::note_length(std::uint64_t edges) {
    if (base_edges_ && !fits_counter(edges - cut_before_, map_.link.counter_width))
        overlong_ = true;
    cut_before_ = std::exchange(last_cut_edges_, edges);
    last_cut_ = frames_ended_;
}

// Numbers count from power-up, unless the counters may have wrapped since: then from the first cut
// at which all taps are known.
bool Collector::find_base(std::uint64_t edges) {
    if (base_edges_) return true;
    if (!late_ && fits_counter(edges, map_.link.counter_width)) {
        base_edges_ = 0;
        return true;
    }
    late_ = true;
    set_base(edges);
    return false;  // nothing has been counted yet
}

// Starts the counts at this cut, if all taps are known at it.
bool Collector::set_base(std::uint64_t edges) {
    if (!places_.all_fresh()) return false;
    places_.set_base();
    base_edges_ = edges;
    return true;
}

Reading Collector::reading(bool ended) const {
    Reading reading;
    reading.records = records_.all();
    reading.lost_records = losses_.lost + losses_.strange + losses_.open;
    reading.extremes_since_start = late_;
    if (ended) records_.mark_ends(last_cut_, reading.records);
    return reading;
}

}  // namespace tapestry
