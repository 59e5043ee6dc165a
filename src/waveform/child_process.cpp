// SPDX-License-Identifier: Apache-2.0
#include "waveform/child_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace tapestry {

namespace {

constexpr int kSilenceSeconds = 120;

}  // namespace

ChildProcess::ChildProcess(const std::function<void(int pipe)>& work) {
    int ends[2];
    if (pipe(ends) != 0) return;
    std::fflush(nullptr);
    process_ = fork();
    if (process_ == 0) {
        ::close(ends[0]);
        // What goes wrong there ends there.
        for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE})
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
    if (WIFSIGNALED(status)) return "its content is damaged (reading it crashed)";
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) return "its content is damaged";
    return {};
}

}  // namespace tapestry
