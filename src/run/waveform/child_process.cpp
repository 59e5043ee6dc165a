// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/child_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace tapestry {

namespace {

constexpr int kSilenceSeconds = 120;
constexpr std::uint64_t kMegabyte = 1 << 20;

void limit(int what, std::uint64_t most) {
    const rlimit value{most, most};
    setrlimit(static_cast<__rlimit_resource>(what), &value);
}

// Limits the damage that a process can do on corrupt input: no core file, no child processes,
// bounded time and memory. It does not outlive us.
void confine(const ChildLimits& limits) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NPROC, 0);
    limit(RLIMIT_CPU, limits.cpu_seconds);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    limit(RLIMIT_AS, limits.memory_bytes);  // sanitizers reserve more than any limit
#endif
}

}  // namespace

ChildLimits limits_for(std::uint64_t file_bytes) {
    return {10 + file_bytes / kMegabyte * 2,
            std::min(2048 * kMegabyte + file_bytes * 100, 16384 * kMegabyte)};
}

ChildProcess::ChildProcess(const ChildLimits& limits, const std::function<void(int pipe)>& work)
    : limits_(limits) {
    int ends[2];
    if (pipe(ends) != 0) return;
    std::fflush(nullptr);
    process_ = fork();
    if (process_ == 0) {
        ::close(ends[0]);
        confine(limits);
        // Signal handlers of the parent must not run in the fork.
        for (int number :
             {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGINT, SIGTERM, SIGHUP})
            signal(number, SIG_DFL);
        work(ends[1]);
        _exit(1);
    }
    ::close(ends[1]);
    pipe_ = ends[0];
}

ChildProcess::~ChildProcess() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    if (pipe_ >= 0) ::close(pipe_);
}

std::size_t ChildProcess::read(char* to, std::size_t size) {
    for (;;) {
        pollfd waiting{pipe_, POLLIN, 0};
        const int ready = poll(&waiting, 1, kSilenceSeconds * 1000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) silent_ = true;
        if (ready <= 0) return 0;
        const ssize_t n = ::read(pipe_, to, size);
        if (n < 0 && errno == EINTR) continue;
        return n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

std::string ChildProcess::ending() {
    if (process_ < 0) return "no process could be started to read it";
    if (silent_) return fmt::format("nothing was read from it for {} s", kSilenceSeconds);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        return fmt::format("reading it took more than {} s, which its size does not explain",
                           limits_.cpu_seconds);
    if (WIFSIGNALED(status)) return "its content is damaged (reading it crashed)";
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) return "its content is damaged";
    return {};
}

}  // namespace tapestry
