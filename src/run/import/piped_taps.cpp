// SPDX-License-Identifier: Apache-2.0
#include "run/import/piped_taps.h"

#include "run/import/import.h"

namespace tapestry {

namespace {

std::string piped_port(const std::string& port) {
    if (port == "clk" || port == "rst") return port + "_i";
    if (port == "when") return "tap_trigger_i";
    return "tap_" + port + "_i";
}

// Each tap looks at its own ports: whatever expression stands there, the simulator has evaluated.
TapMap piped_map(TapMap map) {
    for (Tap& tap : map.taps) {
        tap.scope = tap.instance;
        tap.synced.clear();
        for (auto& [port, text] : tap.observe) {
            if (!text.empty()) text = piped_port(port);
        }
        if (!tap.is(TapKind::stream)) continue;
        StreamPart& stream = tap.stream();
        if (!stream.data.empty()) stream.data = "tap_beat";
        stream.lanes_of.clear();
    }
    return map;
}

// Records hold the time in the unit of the taps' module, rounded as $time is.
std::uint64_t time_unit(const WaveHeader& header) {
    std::uint64_t unit = 1;
    for (const WaveVar& var : header.vars) {
        if (var.name != "tapestry_time_digits") continue;
        for (std::uint32_t digit = 1; digit < var.width; ++digit) unit *= 10;
        break;
    }
    return unit;
}

void scale_time(std::uint64_t unit, ReadingRecord& record) {
    if (record.kind != "clock") return;
    for (ReadingWord& word : record.words) {
        if (word.word == "time") word.numbers[0] = (word.numbers[0] + unit / 2) / unit;
    }
}

GlimpseOptions scaled(GlimpseOptions glimpses, std::uint64_t unit) {
    if (!glimpses.tell) return glimpses;
    glimpses.tell = [tell = std::move(glimpses.tell), unit](Glimpse glimpse) {
        for (ReadingRecord& record : glimpse.records) scale_time(unit, record);
        tell(glimpse);
    };
    return glimpses;
}

}  // namespace

Result<Done> import_piped(std::unique_ptr<ByteSource> piped, const TapMap& map, std::uint64_t frame,
                          const std::function<void(ReadingRecord)>& on_record,
                          const GlimpseOptions& glimpses, Diagnostics& diagnostics) {
    const Result<std::unique_ptr<Waveform>> waveform =
        open_vcd(std::move(piped), "what the simulation writes", diagnostics);
    if (!waveform) return waveform.failure();
    ImportOptions options{frame, {}, {}};
    const std::uint64_t unit = time_unit((*waveform)->header());
    options.glimpses = scaled(glimpses, unit);
    options.on_record = [&, unit](ReadingRecord record) {
        scale_time(unit, record);
        on_record(std::move(record));
    };
    if (const auto done =
            import_with_map(**waveform, piped_map(map), nullptr, options, diagnostics);
        !done)
        return done.failure();
    return Done{};
}

}  // namespace tapestry
