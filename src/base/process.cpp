// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

namespace tapestry {

namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t caught_signal = 0;
void remember_signal(int number) { caught_signal = number; }

// While it lives, TERM and INT are noted instead of ending us.
class SignalGuard {
public:
    SignalGuard() {
        caught_signal = 0;
        struct sigaction action {};
        action.sa_handler = remember_signal;
        sigaction(SIGTERM, &action, &old_term_);
        sigaction(SIGINT, &action, &old_int_);
    }
    ~SignalGuard() {
        sigaction(SIGTERM, &old_term_, nullptr);
        sigaction(SIGINT, &old_int_, nullptr);
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;

private:
    struct sigaction old_term_ {};
    struct sigaction old_int_ {};
};

constexpr int kExecFailed = 127;

// TERM and INT wait while a child is being made, so that none falls between its two lives.
void set_blocked(int how) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigprocmask(how, &signals, nullptr);
}

[[noreturn]] void become(const Command& command, std::vector<char*>& argv) {
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    set_blocked(SIG_UNBLOCK);
    if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(kExecFailed);
    int in = open("/dev/null", O_RDONLY);
    if (in >= 0) dup2(in, STDIN_FILENO);
    if (!command.output.empty()) {
        int out = open(command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (out < 0) _exit(kExecFailed);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
    }
    execvp(argv[0], argv.data());
    _exit(kExecFailed);
}

Exit wait_for(pid_t child, const Command& command) {
    const auto start = Clock::now();
    Exit exit;
    std::optional<Clock::time_point> kill_at;
    auto terminate = [&](Exit::How how) {
        exit.how = how;
        kill(-child, SIGTERM);
        kill_at = Clock::now() + std::chrono::seconds(5);
    };
    auto pause = std::chrono::milliseconds(1);
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::milliseconds(100));
        const auto now = Clock::now();
        if (!kill_at && caught_signal != 0) terminate(Exit::How::interrupted);
        if (!kill_at && command.timeout.count() > 0 && now - start > command.timeout) {
            terminate(Exit::How::timed_out);
        }
        if (kill_at && now > *kill_at) kill(-child, SIGKILL);
        if (command.on_tick) command.on_tick();
    }
    exit.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    exit.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (exit.how == Exit::How::exited && WIFSIGNALED(status)) exit.how = Exit::How::signalled;
    return exit;
}

}  // namespace

std::string Exit::to_text() const {
    switch (how) {
        case How::exited:
            return fmt::format("exited with status {}", status);
        case How::signalled:
            return fmt::format("was ended by signal {} ({})", status, strsignal(status));
        case How::timed_out:
            return fmt::format("ran out of its time after {:.0f} s", seconds);
        case How::interrupted:
            return "was interrupted";
        case How::not_found:
            return "could not be started";
    }
    return {};
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
    auto usable = [](const std::filesystem::path& path) {
        std::error_code ec;
        return access(path.c_str(), X_OK) == 0 && !std::filesystem::is_directory(path, ec);
    };
    if (name.find('/') != std::string::npos) {
        return usable(name) ? std::optional(std::filesystem::path(name)) : std::nullopt;
    }
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::filesystem::path candidate = std::filesystem::path(folder) / name;
        if (usable(candidate)) return candidate;
    }
    return std::nullopt;
}

Exit run(const Command& command) {
    if (!find_program(command.words.at(0))) return {Exit::How::not_found, 0, 0};
    std::vector<char*> argv;
    for (const std::string& w : command.words) argv.push_back(const_cast<char*>(w.c_str()));
    argv.push_back(nullptr);
    SignalGuard guard;
    set_blocked(SIG_BLOCK);
    const pid_t child = fork();
    if (child == 0) become(command, argv);
    const int error = errno;
    if (child > 0) setpgid(child, child);  // as the child does itself: whoever comes first
    set_blocked(SIG_UNBLOCK);
    if (child < 0) return {Exit::How::not_found, error, 0};
    return wait_for(child, command);
}

}  // namespace tapestry
