// SPDX-License-Identifier: Apache-2.0
#include "software/recording/run_program.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "base/signals.h"
#include "software/recording/watched_program.h"

namespace tapestry {

namespace {

using Clock = std::chrono::steady_clock;

// Socket to the watcher; each byte is a signal to forward.
volatile sig_atomic_t to_watcher = -1;

// Signals received while the program ran. The program may have received them too and ended before
// its watcher hears of them.
volatile sig_atomic_t passed_on = 0;
std::atomic<Clock::rep> heard_at =
    0;  // the first signal to forward, else the last from the keyboard
static_assert(std::atomic<Clock::rep>::is_always_lock_free);

void pass_on(int number, siginfo_t* info, void*) {
    if (passed_on == 0) heard_at = Clock::now().time_since_epoch().count();
    // Signals from the keyboard go to the whole foreground process group.
    const bool from_keyboard =
        (number == SIGINT || number == SIGQUIT) && info && info->si_code == SI_KERNEL;
    if (from_keyboard || to_watcher < 0) return;
    if (passed_on == 0) passed_on = number;
    const char byte = static_cast<char>(number);
    const int kept = errno;
    send(static_cast<int>(to_watcher), &byte, 1, MSG_NOSIGNAL);
    errno = kept;
}

// While it lives, our signal handlers forward signals to the program.
class Signals {
public:
    Signals() {
        for (std::size_t i = 0; i < kNumbers.size(); ++i) {
            struct sigaction action {};
            action.sa_sigaction = pass_on;
            action.sa_flags = SA_RESTART | SA_SIGINFO;
            sigaction(kNumbers[i], nullptr, &old_[i]);
            if (!is_ignored_hangup(kNumbers[i])) sigaction(kNumbers[i], &action, nullptr);
        }
    }
    ~Signals() {
        for (std::size_t i = 0; i < kNumbers.size(); ++i) sigaction(kNumbers[i], &old_[i], nullptr);
    }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    // In the child: restores the original handlers.
    void give_back() const {
        for (std::size_t i = 0; i < kNumbers.size(); ++i) {
            struct sigaction action {};
            action.sa_handler = old_[i].sa_handler == SIG_IGN ? SIG_IGN : SIG_DFL;
            sigaction(kNumbers[i], &action, nullptr);
        }
        signal(SIGXFSZ, SIG_DFL);
    }

private:
    static constexpr std::array<int, 4> kNumbers = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    std::array<struct sigaction, kNumbers.size()> old_{};
};

// Our environment with the additions. It is built before the fork, after which locks of our other
// threads may be held forever.
std::vector<std::string> with_ours(
    const std::vector<std::pair<std::string, std::string>>& environment) {
    std::vector<std::string> texts;
    for (const auto& [name, value] : environment) texts.push_back(name + "=" + value);
    for (char** old = environ; *old; ++old) {
        const std::string_view name =
            std::string_view(*old).substr(0, std::string_view(*old).find('='));
        const bool is_set = std::any_of(environment.begin(), environment.end(),
                                        [&](const auto& e) { return e.first == name; });
        if (!is_set) texts.emplace_back(*old);
    }
    return texts;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// A program that runs on for longer than this after a keyboard signal has handled it.
constexpr double kTimeToAnswer = 5;

ProgramEnd end_of(const WatchedEnd& told) {
    ProgramEnd end;
    end.error = told.error;
    if (WIFSIGNALED(told.status)) end.signal = WTERMSIG(told.status);
    end.status = end.signal != 0 ? 128 + end.signal : WEXITSTATUS(told.status);
    const int signal = static_cast<int>(passed_on);
    if (signal != 0 && (end.status == 0 || end.signal != 0)) end.status = 128 + signal;
    end.interrupted = signal != 0 || end.signal == SIGINT;
    if (heard_at == 0) return end;
    const Clock::duration since = Clock::now().time_since_epoch() - Clock::duration(heard_at);
    end.seconds_since_heard = std::chrono::duration<double>(since).count();
    end.interrupted = end.interrupted || end.seconds_since_heard < kTimeToAnswer;
    return end;
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& environment) {
    const std::vector<char*> argv = pointers_to(words);
    const std::vector<std::string> texts = with_ours(environment);
    const std::vector<char*> variables = pointers_to(texts);
    int ends[2];
    if (words.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return {errno ? errno : EINVAL};
    const auto start = Clock::now();
    to_watcher = ends[0];
    passed_on = 0;
    heard_at = 0;
    const Signals signals;
    const pid_t watcher = fork();
    if (watcher == 0) {
        to_watcher = -1;
        close(ends[0]);
        watch_program(ends[1], [&] {
            signals.give_back();
            environ = const_cast<char**>(variables.data());
            execvp(argv[0], argv.data());
        });
    }
    close(ends[1]);
    WatchedEnd told{watcher < 0 ? errno : 0, SIGKILL};
    // The thread sanitizer delays signals while recv() waits.
    pollfd word{ends[0], POLLIN, 0};
    while (watcher > 0 && poll(&word, 1, -1) < 0 && errno == EINTR) {
    }
    while (watcher > 0 && recv(ends[0], &told, sizeof told, MSG_WAITALL) < 0 && errno == EINTR) {
    }
    while (watcher > 0 && waitpid(watcher, nullptr, 0) < 0 && errno == EINTR) {
    }
    to_watcher = -1;
    close(ends[0]);
    ProgramEnd end = end_of(told);
    end.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return end;
}

}  // namespace tapestry
