// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/live_files.h"

#include <fmt/format.h>

#include <fstream>

#include "base/file.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr int kMostClocks = 64;

fs::path progress_file(const fs::path& reading) { return reading.string() + ".progress"; }

fs::path glimpse_file(const fs::path& reading, int clock) {
    return fmt::format("{}.now.{}", reading.string(), clock);
}

// Whoever reads it sees the one before or this one, never a part. What cannot be written is not
// worth a word: the run itself goes on.
void replace_file(const fs::path& file, const std::string& text) {
    const fs::path part = file.string() + ".part";
    std::ofstream(part, std::ios::binary) << text;
    std::error_code ignored;
    fs::rename(part, file, ignored);
}

void tell(const fs::path& reading, const Glimpse& glimpse) {
    if (glimpse.records.empty())
        return replace_file(progress_file(reading), fmt::format("{}\n", glimpse.edges));
    replace_file(glimpse_file(reading, glimpse.clock), to_text(Reading{glimpse.records}));
}

}  // namespace

std::uint64_t progress_of(const fs::path& reading) {
    std::ifstream in(progress_file(reading));
    std::uint64_t cycles = 0;
    in >> cycles;
    return cycles;
}

std::string glimpses_of(const fs::path& reading) {
    std::string text;
    Diagnostics ignored;
    std::error_code ec;
    for (int clock = 0; clock < kMostClocks; ++clock) {
        const fs::path file = glimpse_file(reading, clock);
        if (fs::exists(file, ec)) text += read_file(file, ignored).value_or("");
    }
    return text;
}

GlimpseOptions glimpses_beside(const fs::path& reading) {
    GlimpseOptions options;
    options.tell = [reading](const Glimpse& glimpse) { tell(reading, glimpse); };
    options.outdate = [reading](int clock) {
        std::error_code ignored;
        fs::remove(glimpse_file(reading, clock), ignored);
    };
    return options;
}

void remove_live_files(const fs::path& reading) {
    std::error_code ignored;
    fs::remove(progress_file(reading), ignored);
    for (int clock = 0; clock < kMostClocks; ++clock)
        fs::remove(glimpse_file(reading, clock), ignored);
}

}  // namespace tapestry
