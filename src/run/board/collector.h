// SPDX-License-Identifier: Apache-2.0
// From packets to a reading as the taps would have written it in a simulation.
//
// Every edge is counted in exactly one entry of a tap's table. So a record is taken over only at a
// cut at which the entries of the tap sum to the edges of its clock: a lost, repeated or damaged
// packet can cost a frame or the end of a tap, and never makes a wrong number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/reading.h"
#include "model/tap_map.h"
#include "run/board/cut_records.h"
#include "run/board/packet.h"

namespace tapestry {

struct Hello {
    std::uint8_t version = 0;
    std::uint64_t identity = 0;
    std::uint32_t positions = 0;
    std::uint32_t counter_width = 0;
};

// The identity that a place on the ring reports.
struct PlaceIdentity {
    static constexpr std::uint8_t kOfChain = 0;  // one of the lean taps, which do not say more
    std::uint8_t kind = kOfChain;
    std::uint32_t site = 0;
    std::uint32_t words = 0;
};

struct LinkLosses {
    std::uint64_t lost = 0;      // packets that never came, by their sequence numbers
    std::uint64_t repeated = 0;  // packets that came again
    std::uint64_t strange = 0;   // intact packets that are invalid at this point
    std::uint64_t skipped = 0;   // frames that the hub did not cut because the host was slow
    std::uint64_t open = 0;      // records whose entries did not sum to the edges

    bool any() const { return lost + repeated + strange + open > 0; }
};

struct FramesBegun {
    std::uint64_t count = 0;
    std::uint64_t edges = 0;  // of the last one
};

class Collector {
public:
    explicit Collector(const TapMap& map);
    Collector(const Collector&) = delete;
    Collector& operator=(const Collector&) = delete;

    void take(const Packet& packet);

    const std::optional<Hello>& hello() const { return hello_; }
    const std::vector<std::optional<PlaceIdentity>>& identities() const { return identities_; }
    const LinkLosses& losses() const { return losses_; }
    std::uint64_t frames_ended() const { return frames_ended_; }  // of any kind, identity included
    const FramesBegun& begun() const { return begun_; }
    std::optional<std::uint64_t> base_edges() const { return base_edges_; }  // start of the counts
    std::uint64_t progress() const { return frames_ended_ + taken_; }
    bool last_frame_complete() const { return last_complete_; }
    // Taps that reported at the last cut that they do not count.
    std::size_t resting() const { return places_.resting(); }
    bool was_paused() const { return paused_; }  // counts begin later than requested

    // The reading. `ended`: the host requested the last cut itself, so it is the end of the run for
    // every tap in it.
    Reading reading(bool ended) const;

private:
    struct OpenFrame {
        std::uint8_t number = 0;
        std::uint64_t edges = 0;
        std::uint8_t flags = 0;
    };

    void take_hello(const Bytes& payload);
    void take_frame(const Bytes& payload);
    void take_record(const Bytes& payload);
    void take_identity(const Bytes& payload);
    void take_end(const Bytes& payload);
    void close_frame();
    bool is_cut() const;
    std::uint64_t position_in(std::uint64_t word) const;
    void close_cut();
    void clear();
    void note_length(std::uint64_t edges);
    void start_anew();
    bool note_sequence(const Packet& packet);
    bool find_base(std::uint64_t edges);
    bool set_base(std::uint64_t edges);
    bool all_open() const;
    void forget_records();

    const TapMap& map_;
    RingPlaces places_;
    std::vector<std::optional<PlaceIdentity>> identities_;
    std::optional<Hello> hello_;
    std::optional<OpenFrame> frame_;
    std::optional<std::uint8_t> last_frame_;  // number of the last closed frame
    std::optional<std::uint8_t> sequence_;
    std::optional<std::uint64_t> base_edges_;  // of the hub's clock; none until the first cut
    bool late_ = false;                        // counters may have wrapped before
    bool paused_ = false;                      // counters were stopped for a while
    std::uint64_t frames_ended_ = 0;
    FramesBegun begun_;
    std::uint64_t taken_ = 0;  // records
    bool last_complete_ = false;
    LinkLosses losses_;
    CutRecords records_;
    std::uint64_t last_cut_ = 0;  // of all taps, as frames_ended_ counts
    std::uint64_t last_cut_edges_ = 0;
    std::uint64_t cut_before_ = 0;  // edges of the last cut of the other bank
    bool overlong_ = false;         // a frame was longer than the counters can count
};

}  // namespace tapestry
