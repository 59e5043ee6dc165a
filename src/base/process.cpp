// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <thread>

#include "base/fence.h"
#include "base/signals.h"

namespace tapestry {

namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t caught_signal = 0;
volatile sig_atomic_t caught_count = 0;
std::atomic<int> outlasting = 0;  // how many OutlastSignals exist

void remember_signal(int number) {
    caught_signal = number;
    caught_count = caught_count + 1;
}

}  // namespace

// While a guard exists, signals that would end us are recorded instead. Several programs may run at
// once, each in its own thread: the first guard installs the handlers, the last one restores the
// old ones.
class SignalGuard {
public:
    SignalGuard() {
        const std::lock_guard lock(mutex());
        if (alive()++ > 0) return;
        caught_signal = 0;
        caught_count = 0;
        struct sigaction action {};
        action.sa_handler = remember_signal;
        for (std::size_t i = 0; i < kEndingSignals.size(); ++i) {
            sigaction(kEndingSignals[i], nullptr, &old()[i]);
            if (!is_ignored_hangup(kEndingSignals[i]))
                sigaction(kEndingSignals[i], &action, nullptr);
        }
    }
    ~SignalGuard() {
        const std::lock_guard lock(mutex());
        if (--alive() > 0) return;
        for (std::size_t i = 0; i < kEndingSignals.size(); ++i)
            sigaction(kEndingSignals[i], &old()[i], nullptr);
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;

private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    static int& alive() {
        static int count = 0;
        return count;
    }
    static std::array<struct sigaction, kEndingSignals.size()>& old() {
        static std::array<struct sigaction, kEndingSignals.size()> all{};
        return all;
    }
};

namespace {

// A helper process that kills a process group when we die. It notices because the last write end of
// its pipe is then closed.
class Guardian {
public:
    explicit Guardian(pid_t group) {
        if (pipe2(ends_, O_CLOEXEC) != 0) return;
        process_ = fork();
        if (process_ == 0) guard(group);
    }
    ~Guardian() {
        if (process_ > 0) {
            kill(process_, SIGKILL);
            waitpid(process_, nullptr, 0);
        }
        for (const int end : ends_) {
            if (end >= 0) close(end);
        }
    }
    Guardian(const Guardian&) = delete;
    Guardian& operator=(const Guardian&) = delete;

private:
    [[noreturn]] void guard(pid_t group) const {
        setpgid(0, 0);  // do not receive the terminal's signals
        dup2(ends_[0], STDIN_FILENO);
        close_range(STDIN_FILENO + 1, ~0U, 0);  // inherit neither pipes nor locks of the parent
        char byte = 0;
        while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) {
        }
        kill(-group, SIGKILL);
        _exit(0);
    }

    int ends_[2] = {-1, -1};
    pid_t process_ = -1;
};

constexpr int kExecFailed = 127;

// Blocks or unblocks the ending signals, so that none arrives between fork and exec. Returns the
// previous mask.
sigset_t change_mask(int how) {
    sigset_t signals;
    sigset_t before;
    sigemptyset(&signals);
    for (const int number : kEndingSignals) sigaddset(&signals, number);
    pthread_sigmask(how, &signals, &before);
    return before;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

// Our environment; in a sandbox with a TMPDIR inside it.
std::vector<std::string> environment_of(const Command& command) {
    std::vector<std::string> all;
    for (char** at = environ; *at != nullptr; ++at) {
        const bool is_replaced =
            !command.fence.empty() && std::string_view(*at).starts_with("TMPDIR=");
        if (!is_replaced) all.emplace_back(*at);
    }
    if (!command.fence.empty()) all.push_back("TMPDIR=" + command.fence.string());
    return all;
}

// Everything the child needs, allocated before the fork.
struct Prepared {
    std::vector<std::string> words;
    std::vector<std::string> environment;
    Fence fence;
    std::vector<char*> argv = pointers_to(words);
    std::vector<char*> envp = pointers_to(environment);

    explicit Prepared(const Command& command)
        : words(command.words), environment(environment_of(command)), fence(command.fence) {}
};

bool limit_memory(const Command& command) {
    if (command.memory_bytes == 0) return true;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0) return false;
    limit.rlim_cur = std::min<rlim_t>(command.memory_bytes, limit.rlim_max);
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

void raise_stack_limit(const Command& command) {
    rlimit limit{};
    if (!command.unlimited_stack || getrlimit(RLIMIT_STACK, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

[[noreturn]] void become(const Command& command, const Prepared& prepared, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(kExecFailed);  // the parent has ended before the call above
    for (const int number : kEndingSignals) signal(number, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    change_mask(SIG_UNBLOCK);
    if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(kExecFailed);
    int in = open("/dev/null", O_RDONLY);
    if (in >= 0) dup2(in, STDIN_FILENO);
    if (!command.output.empty()) {
        int out = open(command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (out < 0) _exit(kExecFailed);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
    }
    raise_stack_limit(command);
    if (limit_memory(command) && prepared.fence.close_in())
        execvpe(prepared.argv[0], prepared.argv.data(), prepared.envp.data());
    _exit(kExecFailed);
}

bool is_over(pid_t child) {
    siginfo_t info{};  // WNOWAIT leaves a zombie, so that the process group id stays in use
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
}

// Waits until the process has ended, a signal has come, or a tenth of a second has passed.
class Nap {
public:
    explicit Nap(pid_t process) : handle_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))) {}
    ~Nap() {
        if (handle_ >= 0) close(handle_);
    }
    Nap(const Nap&) = delete;
    Nap& operator=(const Nap&) = delete;

    void take() {
        constexpr std::chrono::milliseconds kLongest{100};
        if (handle_ >= 0) {
            pollfd ended{handle_, POLLIN, 0};
            poll(&ended, 1, kLongest.count());
            return;
        }
        std::this_thread::sleep_for(pause_);  // where the system knows no handles of processes
        pause_ = std::min(pause_ * 2, kLongest);
    }

private:
    int handle_;
    std::chrono::milliseconds pause_{1};
};

Exit wait_for(pid_t child, const Command& command) {
    const auto start = Clock::now();
    Exit exit;
    std::optional<Clock::time_point> kill_at;
    auto terminate = [&](Exit::How how) {
        exit.how = how;
        kill(-child, SIGTERM);
        kill_at = Clock::now() + command.grace;
    };
    Nap nap(child);
    while (!is_over(child)) {
        nap.take();
        const auto now = Clock::now();
        if (!kill_at && caught_signal != 0) terminate(Exit::How::interrupted);
        if (!kill_at && command.timeout.count() > 0 && now - start > command.timeout) {
            terminate(Exit::How::timed_out);
        }
        if (kill_at && (now > *kill_at || caught_count > 1)) kill(-child, SIGKILL);
        if (command.on_tick) command.on_tick();
    }
    kill(-child, SIGKILL);  // kill what the program left running
    int status = 0;
    waitpid(child, &status, 0);
    exit.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    exit.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (exit.how == Exit::How::exited && WIFSIGNALED(status)) exit.how = Exit::How::signalled;
    return exit;
}

// Runs with the signal handlers installed.
Exit run_guarded(const Command& command) {
    const Prepared prepared(command);
    const sigset_t mask = change_mask(SIG_BLOCK);
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child == 0) become(command, prepared, self);
    const int fork_error = errno;
    // parent and child both call it, so that the order does not matter
    if (child > 0) setpgid(child, child);
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    if (child < 0) return {Exit::How::not_found, fork_error, 0};
    const Guardian guardian(child);
    return wait_for(child, command);
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
    Exit exit;
    int signal = 0;
    {
        const SignalGuard guard;
        exit = run_guarded(command);
        signal = caught_signal;
    }
    if (signal != 0 && !command.ends_alone && outlasting == 0) raise(signal);
    return exit;
}

OutlastSignals::OutlastSignals() : guard_(std::make_unique<SignalGuard>()) { ++outlasting; }
OutlastSignals::~OutlastSignals() { --outlasting; }
bool OutlastSignals::caught() const { return caught_signal != 0; }

}  // namespace tapestry
