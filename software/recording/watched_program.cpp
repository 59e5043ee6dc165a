// SPDX-License-Identifier: Apache-2.0
#include "software/recording/watched_program.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>

namespace tapestry {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeBeforeTerm{1};  // after INT or HUP
constexpr std::chrono::seconds kTimeToReport{5};  // as for simulations that Tapestry starts itself

// The parent of a process; 0 if it no longer exists.
pid_t parent_of(const char* process) {
    const std::string name = std::string("/proc/") + process + "/stat";
    const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[512];
    const ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[std::max<ssize_t>(size, 0)] = '\0';
    // "12 (name) S 7 ...", where the name may contain any character.
    const char* const behind = std::strrchr(text, ')');
    return behind && std::strlen(behind) > 4 ? std::atoi(behind + 4) : 0;
}

// All descendants of this process.
std::set<pid_t> descendants() {
    std::multimap<pid_t, pid_t> children;
    DIR* const folder = opendir("/proc");
    while (const dirent* const entry = folder ? readdir(folder) : nullptr) {
        const pid_t process = std::atoi(entry->d_name);
        if (process > 0) children.emplace(parent_of(entry->d_name), process);
    }
    if (folder) closedir(folder);
    std::set<pid_t> found;
    std::set<pid_t> next = {getpid()};
    while (!next.empty()) {
        const pid_t parent = *next.begin();
        next.erase(next.begin());
        const auto [from, to] = children.equal_range(parent);
        for (auto it = from; it != to; ++it)
            if (found.insert(it->second).second) next.insert(it->second);
    }
    return found;
}

void tell_all(int number) {
    for (const pid_t process : descendants()) kill(process, number);
}

// Kills all descendants. New and newly adopted ones are found in the next round; a process we may
// not kill, such as one of root, is left alone.
void end_all() {
    constexpr int kMostRounds = 2000;
    for (int round = 0; round < kMostRounds; ++round) {
        while (waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        const std::set<pid_t> left = descendants();
        if (left.empty()) return;
        for (const pid_t process : left) kill(process, SIGKILL);
        usleep(1000);
    }
}

sigset_t watched_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD})
        sigaddset(&signals, number);
    return signals;
}

// Starts the program, which dies with the watcher if somebody kills that.
pid_t start(const std::function<void()>& become, const sigset_t& mask, WatchedEnd& end) {
    int failed[2];
    if (pipe2(failed, O_CLOEXEC) != 0) {
        end.error = errno;
        return -1;
    }
    const pid_t program = fork();
    if (program == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigprocmask(SIG_SETMASK, &mask, nullptr);
        become();
        const int error = errno;
        [[maybe_unused]] const ssize_t sent = write(failed[1], &error, sizeof error);
        _exit(127);
    }
    if (program < 0) end.error = errno;
    close(failed[1]);
    int error = 0;
    if (read(failed[0], &error, sizeof error) == sizeof error) end.error = error;
    close(failed[0]);
    return program;
}

// Waits for the end of the program and forwards signals to it.
class Watch {
public:
    Watch(int socket, pid_t program, WatchedEnd& end)
        : socket_(socket), program_(program), end_(end) {}

    void go_on(int signals) {
        pollfd files[] = {{socket_, POLLIN, 0}, {signals, POLLIN, 0}};
        while (!is_over()) {
            poll(files, 2, is_told_ ? kPause : -1);
            signalfd_siginfo seen;
            while (read(signals, &seen, sizeof seen) > 0) {
            }
            if (files[0].revents != 0) hear();
            insist();
        }
    }

private:
    static constexpr int kPause = 20;  // milliseconds, once it is asked to end

    // waitpid may also report processes that the program left behind.
    bool is_over() {
        int status = 0;
        for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
            if (ended != program_) continue;
            end_.status = status;
            return true;
        }
        return false;
    }

    void hear() {
        char number = 0;
        if (recv(socket_, &number, 1, 0) <= 0) {
            end_all();
            _exit(0);
        }
        is_told_twice_ = is_told_;
        if (is_told_twice_) return;
        is_told_ = true;
        told_ = Clock::now();
        has_term_ = number == SIGTERM;
        tell_all(number);
    }

    // Some programs, such as simulators, prompt on INT instead of ending, so TERM follows.
    void insist() {
        if (!is_told_) return;
        const auto passed = Clock::now() - told_;
        if (is_told_twice_ || passed > kTimeToReport) {
            tell_all(SIGKILL);
        } else if (!has_term_ && passed > kTimeBeforeTerm) {
            tell_all(SIGTERM);
            has_term_ = true;
        }
    }

    const int socket_;
    const pid_t program_;
    WatchedEnd& end_;
    Clock::time_point told_;
    bool is_told_ = false;
    bool has_term_ = false;
    bool is_told_twice_ = false;
};

}  // namespace

void watch_program(int socket, const std::function<void()>& become) {
    const sigset_t signals = watched_signals();
    sigset_t before;
    sigprocmask(SIG_BLOCK, &signals, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const int file = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    WatchedEnd end;
    const pid_t program = start(become, before, end);
    if (program > 0) Watch(socket, program, end).go_on(file);
    end_all();
    send(socket, &end, sizeof end, MSG_NOSIGNAL);
    _exit(0);
}

}  // namespace tapestry
