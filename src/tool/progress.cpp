// SPDX-License-Identifier: Apache-2.0
#include "tool/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tapestry {

Progress::Progress()
    : terminal_(isatty(STDERR_FILENO) != 0), since_(std::chrono::steady_clock::now()) {}

Progress::~Progress() { clear(); }

void Progress::show(const std::string& what, std::uint64_t cycles) {
    const auto now = std::chrono::steady_clock::now();
    if (what != what_) {
        what_ = what;
        since_ = now;
    }
    const double seconds = std::chrono::duration<double>(now - since_).count();
    if (!terminal_ || seconds < 1) return;
    static constexpr const char* kSpin[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"};
    const char* spin = kSpin[static_cast<std::size_t>(seconds * 8) % 8];
    std::string line = fmt::format("{} {} … {:.0f} s", spin, what, seconds);
    if (cycles)
        line += fmt::format(", {} cycles, {:.0f} a second", cycles,
                            static_cast<double>(cycles) / seconds);
    std::fputs(("\r\033[K" + line).c_str(), stderr);
    std::fflush(stderr);
    shown_ = true;
}

void Progress::clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
}

}  // namespace tapestry
