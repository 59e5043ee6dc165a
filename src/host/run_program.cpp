// SPDX-License-Identifier: Apache-2.0
#include "host/run_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace tapestry {

namespace {

volatile sig_atomic_t program = 0;
void pass_on(int number) {
    if (program > 0) kill(static_cast<pid_t>(program), number);
}

// While it lives, signals are the program's business.
class Signals {
public:
    Signals() {
        for (std::size_t i = 0; i < kNumbers.size(); ++i) {
            struct sigaction action {};
            const bool from_keyboard = kNumbers[i] == SIGINT || kNumbers[i] == SIGQUIT;
            action.sa_handler = from_keyboard ? SIG_IGN : pass_on;
            action.sa_flags = SA_RESTART;
            sigaction(kNumbers[i], &action, &old_[i]);
        }
    }
    ~Signals() {
        for (std::size_t i = 0; i < kNumbers.size(); ++i) sigaction(kNumbers[i], &old_[i], nullptr);
    }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    // In the child: as they were.
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

// Our environment and what is set beside it. It is made before we divide: other threads of ours may
// hold any lock then.
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

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& environment) {
    std::vector<char*> argv;
    for (const std::string& w : words) argv.push_back(const_cast<char*>(w.c_str()));
    argv.push_back(nullptr);
    const std::vector<std::string> texts = with_ours(environment);
    std::vector<char*> variables;
    for (const std::string& text : texts) variables.push_back(const_cast<char*>(text.c_str()));
    variables.push_back(nullptr);
    int failed[2];
    if (words.empty() || pipe2(failed, O_CLOEXEC) != 0) return {errno ? errno : EINVAL, 0, 0, 0};
    const auto start = std::chrono::steady_clock::now();
    const Signals signals;
    const pid_t child = fork();
    if (child == 0) {
        signals.give_back();
        environ = variables.data();
        execvp(argv[0], argv.data());
        const int error = errno;
        [[maybe_unused]] const ssize_t sent = write(failed[1], &error, sizeof error);
        _exit(127);
    }
    ProgramEnd end;
    if (child < 0) end.error = errno;
    program = child;
    close(failed[1]);
    int error = 0;
    if (read(failed[0], &error, sizeof error) == sizeof error) end.error = error;
    close(failed[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    program = 0;
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    end.status = end.signal != 0 ? 128 + end.signal : WEXITSTATUS(status);
    end.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return end;
}

}  // namespace tapestry
