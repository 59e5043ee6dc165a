// SPDX-License-Identifier: Apache-2.0
#include "software/recording/board_clock_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <tuple>

#include "base/text.h"
#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kClockId = ~std::uint32_t{0};  // ids of programs count from 1

std::optional<BoardClockPoint> sight_of(std::string_view line) {
    std::array<std::uint64_t, 3> numbers{};
    for (std::uint64_t& n : numbers) {
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), n);
        if (error != std::errc()) return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(end - line.data()));
        if (line.starts_with(' ')) line.remove_prefix(1);
    }
    if (!line.empty() || numbers[1] > numbers[2]) return std::nullopt;
    return BoardClockPoint{numbers[0], numbers[1], numbers[2]};
}

Recording* driver_of(std::vector<Recording>& recordings, const std::string& boot) {
    const auto order = [](const Recording& r) {
        return std::tuple(r.threads.empty(), r.rank, r.start, r.start_ticks, r.pid);
    };
    Recording* first = nullptr;
    for (Recording& r : recordings)
        if (r.boot == boot && (!first || order(r) < order(*first))) first = &r;
    return first;
}

}  // namespace

std::string own_boot() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string boot;
    std::getline(file, boot);
    return boot;
}

std::string to_text(const BoardClockPoints& sights) {
    std::string text = sights.boot + "\n" + sights.clock + "\n";
    for (const BoardClockPoint& s : sights.sights)
        text += fmt::format("{} {} {}\n", s.edges, s.before_ns, s.after_ns);
    return text;
}

std::optional<BoardClockPoints> clock_points_from_text(std::string_view text) {
    BoardClockPoints sights;
    sights.boot = take_line(text);
    sights.clock = take_line(text);
    if (sights.clock.empty()) return std::nullopt;
    while (!text.empty()) {
        const std::optional<BoardClockPoint> sight = sight_of(take_line(text));
        if (!sight) return std::nullopt;
        sights.sights.push_back(*sight);
    }
    return sights;
}

void add_board(std::vector<Recording>& recordings, const BoardClockPoints& sights,
               const std::string& reading) {
    Recording* driver = driver_of(recordings, sights.boot);
    if (!driver) return;
    driver->board = reading;
    // A process that recorded nothing has no start time of its own.
    if (driver->threads.empty() && !sights.sights.empty()) {
        driver->start = sights.sights.front().before_ns;
        driver->end = sights.sights.back().after_ns;
    }
    driver->names[kClockId].what = TAPESTRY_DEFINES_CLOCK;
    driver->names[kClockId].name = sights.clock;
    for (const BoardClockPoint& s : sights.sights) {
        const std::uint64_t half = (s.after_ns - s.before_ns + 1) / 2;
        driver->device_clocks.push_back({kClockId, s.before_ns + half, s.edges, half});
    }
}

}  // namespace tapestry
