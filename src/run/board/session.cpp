// SPDX-License-Identifier: Apache-2.0
#include "run/board/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/codes/links.h"
#include "base/diagnostics.h"
#include "model/tap_map.h"
#include "run/board/collector.h"

namespace tapestry {

namespace {

// Checks that a board is the one that a tap map describes, from what each place reports.

using PlaceIdentities = std::vector<std::optional<PlaceIdentity>>;

constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kClockKind = 7;

std::uint8_t kind_number(TapKind kind) {
    switch (kind) {
        case TapKind::event:
            return 1;
        case TapKind::fsm:
            return 2;
        case TapKind::stream:
            return 3;
        case TapKind::queue:
            return 4;
        case TapKind::call:
            return 5;
        case TapKind::value:
        case TapKind::sum:  // of one bin
            return 6;
        case TapKind::trace:
            return 10;
        case TapKind::assertion:
            return 12;
    }
    return 0;
}

// What lean taps are, the identity of the whole map says.
bool fits(const std::optional<PlaceIdentity>& said, const TapPlace& place, std::uint8_t kind) {
    if (place.lean) return !said || said->kind == PlaceIdentity::kOfChain;
    return !said || (said->kind == kind && said->site == place.site && said->words == place.words);
}

bool all_identified(const PlaceIdentities& identities) {
    return std::all_of(identities.begin(), identities.end(),
                       [](const auto& identity) { return identity.has_value(); });
}

// Fails if it is another board.
Result<Done> is_expected(const Hello& hello, const TapMap& map, Diagnostics& diagnostics) {
    const bool same = hello.version == kVersion && hello.identity == map.link.identity &&
                      hello.positions == map.link.positions &&
                      hello.counter_width == map.link.counter_width;
    if (same) return Done{};
    return diagnostics.report(code::link_identity, {}, fmt::format("{:016x}", hello.identity),
                              fmt::format("{:016x}", map.link.identity));
}

// The same for each place that has reported its identity.
Result<Done> identities_fit(const PlaceIdentities& identities, const TapMap& map,
                            Diagnostics& diagnostics) {
    const auto is_there = [&](const TapPlace& place, std::uint8_t kind) {
        return place.position < 0 ||
               fits(identities[static_cast<std::size_t>(place.position)], place, kind);
    };
    for (const Tap& tap : map.taps)
        if (!is_there(tap.place, kind_number(tap.kind())))
            return diagnostics.report(code::link_tap_differs, {}, tap.place.position, tap.path);
    for (const auto& c : map.link.clocks)
        if (!is_there(c.port, kClockKind))
            return diagnostics.report(code::link_tap_differs, {}, c.port.position,
                                      map.clocks[static_cast<std::size_t>(c.clock)].path);
    return Done{};
}

using Clock = std::chrono::steady_clock;

constexpr int kTries = 5;
constexpr int kMostPatience = 30;  // for one answer, as long as parts of it keep coming
constexpr std::chrono::seconds kLeast{10};
constexpr int kSights = 200;
constexpr std::chrono::milliseconds kMoment{5};

std::uint64_t now_ns() {
    return static_cast<std::uint64_t>(
        std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
}

void rest(Clock::duration time) { std::this_thread::sleep_for(time); }

// Converts edges to those of the reading.
std::vector<CutSight> counted(std::vector<CutSight> sights, std::uint64_t base) {
    std::erase_if(sights, [&](const CutSight& s) { return s.edges < base; });
    for (CutSight& s : sights) s.edges -= base;
    return sights;
}

class Session {
public:
    Session(const TapMap& map, Transport& transport, const SessionOptions& options,
            Diagnostics& diagnostics)
        : map_(map),
          transport_(transport),
          options_(options),
          diagnostics_(diagnostics),
          collector_(map) {}

    Result<Collected> run() {
        const Result<Done> good = transport_.hears() ? talk() : wait_and_listen();
        if (!good) return good.failure();
        report_losses();
        return Collected{collector_.reading(complete_), complete_,
                         counted(sights_, collector_.base_edges().value_or(0))};
    }

private:
    // A board that cannot be sent requests is read afterwards.
    Result<Done> wait_and_listen() {
        if (options_.on_ready) options_.on_ready();
        while (goes_on()) rest(kMoment);
        return listen();
    }

    // Reads a recording: all of it, or the requested number of frames.
    Result<Done> listen() {
        Waiting waiting(*this);
        while (pump(options_.patience)) {
            const bool enough = options_.frames > 0 && collector_.frames_ended() >= options_.frames;
            if (enough || quiet_ > kTries || waiting.is_in_vain()) break;
        }
        if (collector_.hello()) {
            if (const auto same = is_expected(*collector_.hello(), map_, diagnostics_); !same)
                return same;
        }
        complete_ = collector_.last_frame_complete();
        return identities_fit(collector_.identities(), map_, diagnostics_);
    }

    // Gives up on a port that sends bytes but never ends a frame. Parts of a frame count as
    // progress, because a frame may take long on a slow link.
    class Waiting {
    public:
        explicit Waiting(const Session& session) : session_(session) {}
        bool is_in_vain() {
            const std::uint64_t progress = session_.collector_.progress();
            if (progress != progress_) heard_ = Clock::now();
            progress_ = progress;
            return Clock::now() - heard_ > kTries * session_.options_.patience;
        }

    private:
        const Session& session_;
        std::uint64_t progress_ = 0;
        Clock::time_point heard_ = Clock::now();
    };

    Result<Done> talk() {
        if (!until(
                Opcode::hello, 0, [&] { return collector_.hello().has_value(); },
                [] { return std::uint64_t{0}; }))
            return report_no_answer();
        if (const auto same = is_expected(*collector_.hello(), map_, diagnostics_); !same)
            return same;
        if (!until(
                Opcode::identify, 0, [&] { return all_identified(collector_.identities()); },
                [&] { return std::uint64_t{collector_.identities().size()}; }))
            return report_no_answer();
        if (const auto fit = identities_fit(collector_.identities(), map_, diagnostics_); !fit)
            return fit;
        complete_ = obey_all() && watch() && collect_frames() && take_last_cut() && stop_at_last();
        return Done{};
    }

    // Tells a device that is gone, one that sends something else and one that is silent apart.
    Reported report_no_answer() {
        if (gone_)
            return diagnostics_.report(code::device_unusable, {}, options_.device,
                                       fmt::format("it went away after {} bytes", bytes_));
        if (bytes_ > 0)
            return diagnostics_.report(
                code::device_unusable, {}, options_.device,
                fmt::format("it sent {} bytes and no answer of a board; {} packets of something "
                            "else were among them",
                            bytes_, understood_packets_));
        return diagnostics_.report(code::link_silent, {});
    }

    bool obey_all() {
        return std::all_of(options_.commands.begin(), options_.commands.end(),
                           [&](const BoardCommand& command) { return obey(command); });
    }

    bool obey(const BoardCommand& command) {
        switch (command.verb) {
            case BoardVerb::reset:
                return send(Opcode::period, 0) && send(Opcode::no_priority, 0) &&
                       answered(Opcode::enable) && answered(Opcode::start) && begin_anew();
            case BoardVerb::clear:
                return begin_anew();
            case BoardVerb::start:
                return answered(Opcode::start) && begin_anew();
            case BoardVerb::stop:
                return true;  // after the reading
            case BoardVerb::enable:
                return answered(Opcode::enable, command.position) && begin_anew();
            case BoardVerb::disable:
                return answered(Opcode::disable, command.position);
            case BoardVerb::report:
                return answered(Opcode::snapshot, command.position);
            case BoardVerb::priority:
                return send(Opcode::priority, minus(*command.position));
        }
        return false;
    }

    // Both banks must be known for counts to begin exactly at the cut that clears. Taps that do not
    // count have nothing to clear.
    bool begin_anew() {
        return answered(Opcode::snapshot) && answered(Opcode::snapshot) && answered(Opcode::clear);
    }

    // The reading ends at the last cut; edges between it and the stop of the board are not
    // reported.
    bool stop_at_last() {
        const bool stops =
            std::any_of(options_.commands.begin(), options_.commands.end(),
                        [](const BoardCommand& c) { return c.verb == BoardVerb::stop; });
        return !stops || answered(Opcode::stop);
    }

    // Sends a command and waits until every tap, or the one at the position, has obeyed.
    bool answered(Opcode opcode, std::optional<int> position = std::nullopt) {
        constexpr std::uint8_t kOnlyOneTap = 8;
        if (position) opcode = static_cast<Opcode>(static_cast<std::uint8_t>(opcode) | kOnlyOneTap);
        const std::uint64_t before = collector_.frames_ended();
        return until(opcode, position ? minus(*position) : std::uint16_t{0},
                     [&] { return collector_.frames_ended() > before; });
    }

    // Positions are sent negated.
    static std::uint16_t minus(int position) { return static_cast<std::uint16_t>(-position); }

    bool goes_on() const { return options_.goes_on && options_.goes_on(); }

    bool watch() {
        if (options_.on_ready) options_.on_ready();
        if (!options_.goes_on) return true;
        const auto start = Clock::now();
        while (goes_on()) {
            if (!take_sight()) return false;
            // The interval grows with the run, so that even a run of days has a bounded number of
            // samples.
            const auto pause =
                std::max<Clock::duration>(options_.pause, (Clock::now() - start) / kSights);
            const auto end = Clock::now() + pause;
            while (goes_on() && Clock::now() < end) rest(kMoment);
        }
        return take_sight();
    }

    // The board makes the cut after our command and before its answer. The answer to a command that
    // was sent again gives no time, and neither does one that may still be in flight.
    bool take_sight() {
        const std::uint64_t begun = collector_.begun().count;
        const std::uint64_t before = now_ns();
        tries_ = 0;
        if (!answered(Opcode::snapshot)) return false;
        if (tries_ == 1 && collector_.begun().count == begun + 1) {
            sights_.push_back({collector_.begun().edges, before, heard_ns_});
            return true;
        }
        const auto end = Clock::now() + options_.patience;
        while (Clock::now() < end)
            if (!pump(std::chrono::milliseconds(50))) return false;
        return true;
    }

    bool collect_frames() {
        if (options_.period_log2 == 0) return true;
        send(Opcode::period, options_.period_log2);
        const std::uint64_t before = collector_.frames_ended();
        Waiting waiting(*this);
        while (collector_.frames_ended() - before < options_.frames) {
            if (!pump(options_.patience) || quiet_ > kTries || waiting.is_in_vain()) return false;
            if (options_.on_progress) options_.on_progress(collector_.frames_ended() - before);
        }
        send(Opcode::period, 0);
        return true;
    }

    // A total is known after two consecutive cuts, so one more than those lost is enough.
    bool take_last_cut() {
        for (int i = 0; i < 2 * kTries; ++i) {
            if (!answered(Opcode::snapshot)) return false;
            if (collector_.last_frame_complete()) return true;
        }
        return true;  // the taps that are still missing are marked
    }

    bool send(Opcode opcode, std::uint16_t argument) {
        return transport_.send(command_bytes(opcode, argument));
    }

    // Reads what has arrived. False if nothing more will come.
    bool pump(std::chrono::milliseconds patience) {
        const std::optional<Bytes> bytes = transport_.receive(patience);
        gone_ = !bytes;
        if (!bytes) return false;
        bytes_ += bytes->size();
        const std::uint64_t now = now_ns();
        quiet_ = bytes->empty() ? quiet_ + 1 : 0;
        const auto packets = packets_.take(*bytes);
        understood_packets_ += packets.size();
        const std::uint64_t begun = collector_.begun().count;
        for (const Packet& packet : packets) collector_.take(packet);
        if (collector_.begun().count > begun) heard_ns_ = now;
        return true;
    }

    template <class IsDone>
    bool until(Opcode opcode, std::uint16_t argument, const IsDone& done) {
        return until(opcode, argument, done, [&] { return collector_.progress(); });
    }

    // Sends a command repeatedly until `done`. A long answer may take its time as long as it makes
    // progress; a port that only keeps talking has no more time than one that is silent.
    template <class IsDone, class Progress>
    bool until(Opcode opcode, std::uint16_t argument, const IsDone& done,
               const Progress& progress) {
        for (int i = 0; i < kTries; ++i) {
            gone_ = !send(opcode, argument);
            if (gone_) return false;
            ++tries_;
            const auto last =
                Clock::now() + std::max<Clock::duration>(kMostPatience * options_.patience, kLeast);
            auto end = Clock::now() + options_.patience;
            while (!done() && Clock::now() < std::min(end, last)) {
                const std::uint64_t before = progress();
                if (!pump(std::chrono::milliseconds(50))) return false;
                if (progress() != before) end = Clock::now() + options_.patience;
            }
            if (done()) return true;
        }
        return false;
    }

    void report_losses() {
        const LinkLosses& losses = collector_.losses();
        if (losses.any() || packets_.broken() > 0)
            diagnostics_.report(code::link_lossy, {}, losses.lost, packets_.broken(),
                                losses.repeated, losses.strange + losses.open);
        if (losses.skipped > 0) diagnostics_.report(code::link_skipped, {}, losses.skipped);
        if (collector_.resting() > 0)
            diagnostics_.report(code::link_stopped, {}, collector_.resting());
        if (collector_.was_paused()) diagnostics_.report(code::link_paused, {});
        if (!complete_) diagnostics_.report(code::link_broke_off, {});
    }

    const TapMap& map_;
    Transport& transport_;
    const SessionOptions& options_;
    Diagnostics& diagnostics_;
    Collector collector_;
    PacketReader packets_;
    int quiet_ = 0;
    bool gone_ = false;  // the device ended or refused what was sent
    std::uint64_t bytes_ = 0;
    std::uint64_t understood_packets_ = 0;
    bool complete_ = false;
    int tries_ = 0;                 // how often the last command was sent
    std::uint64_t heard_ns_ = 0;    // when the last frame began to come
    std::vector<CutSight> sights_;  // edges since the board began to count
};

}  // namespace

Result<Collected> collect(const TapMap& map, Transport& transport, const SessionOptions& options,
                          Diagnostics& diagnostics) {
    return Session(map, transport, options, diagnostics).run();
}

}  // namespace tapestry
