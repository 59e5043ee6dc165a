// SPDX-License-Identifier: Apache-2.0
#include "base/sandbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace tapestry {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kLeastMemory = std::uint64_t{2} << 30;

std::uint64_t half_of_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long bytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || bytes <= 0) return kLeastMemory;
    return std::max(kLeastMemory,
                    static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) / 2);
}

// Global, because one process serves one command of the user.
SandboxLimits& limits_of_process() {
    static SandboxLimits limits{1800s, half_of_memory()};
    return limits;
}

bool ran_out_of_memory(const Exit& exit, const std::string& log) {
    if (exit.good() || exit.how == Exit::How::interrupted) return false;
    constexpr const char* kSayings[] = {"bad_alloc",
                                        "emory exhausted",
                                        "ut of memory",
                                        "annot allocate memory",
                                        "out of dynamic memory",
                                        "STORAGE_ERROR"};
    return std::any_of(std::begin(kSayings), std::end(kSayings),
                       [&](const char* saying) { return log.find(saying) != std::string::npos; });
}

}  // namespace

SandboxLimits sandbox_limits() { return limits_of_process(); }

void set_sandbox_limits(const SandboxLimits& limits) { limits_of_process() = limits; }

Exit look(Command command, const std::filesystem::path& folder) {
    const SandboxLimits limits = sandbox_limits();
    if (command.timeout.count() == 0) command.timeout = limits.timeout;
    command.memory_bytes = limits.memory_bytes;
    command.fence = std::filesystem::absolute(folder);
    return run(command);
}

std::string why_limited(const Exit& exit, const std::string& log) {
    if (exit.how == Exit::How::timed_out) return exit.to_text();
    if (!ran_out_of_memory(exit, log)) return {};
    return fmt::format("needs more than {} MB of memory", sandbox_limits().memory_bytes >> 20);
}

}  // namespace tapestry
