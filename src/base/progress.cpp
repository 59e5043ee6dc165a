// SPDX-License-Identifier: Apache-2.0
#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/printable.h"

namespace tapestry {

Progress::Progress()
    : terminal_(isatty(STDERR_FILENO) != 0), since_(std::chrono::steady_clock::now()) {}

Progress::~Progress() { clear(); }

std::optional<double> Progress::seconds_to_show(const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    if (what != what_) {
        what_ = what;
        since_ = now;
    }
    const double seconds = std::chrono::duration<double>(now - since_).count();
    if (!terminal_ || seconds < 1) return std::nullopt;
    return seconds;
}

void Progress::put(const std::string& line) {
    std::fputs(("\r\033[K" + for_locale(line)).c_str(), stderr);
    std::fflush(stderr);
    shown_ = true;
}

void Progress::show(const std::string& what, std::uint64_t cycles) {
    const std::optional<double> seconds = seconds_to_show(what);
    if (!seconds) return;
    static constexpr const char* kSpin[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"};
    const char* spin =
        !locale_has_unicode() ? "*" : kSpin[static_cast<std::size_t>(*seconds * 8) % 8];
    std::string line = fmt::format("{} {} … {:.0f} s", spin, what, *seconds);
    if (cycles)
        line += fmt::format(", {} cycles, {:.0f} a second", cycles,
                            static_cast<double>(cycles) / *seconds);
    put(line);
}

void Progress::show_share(const std::string& what, double share) {
    constexpr int kCells = 24;
    const std::optional<double> seconds = seconds_to_show(what);
    if (!seconds) return;
    const int full = std::clamp(static_cast<int>(share * kCells), 0, kCells);
    std::string bar;
    const bool unicode = locale_has_unicode();
    for (int i = 0; i < kCells; ++i)
        bar += i < full ? (unicode ? "█" : "#") : (unicode ? "░" : ".");
    const double left = share > 0 ? *seconds / share - *seconds : 0;
    put(fmt::format("{} {} {:3.0f}%, {:.0f} s left", what, bar, share * 100, left));
}

void Progress::clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
}

}  // namespace tapestry
