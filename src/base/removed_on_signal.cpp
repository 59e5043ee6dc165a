// SPDX-License-Identifier: Apache-2.0
#include "base/removed_on_signal.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>

#include "base/check.h"
#include "base/codes/files.h"
#include "base/signals.h"

namespace tapestry {

namespace {

constexpr std::size_t kRm = 3;  // the words `rm -rf --`

// A signal handler may neither allocate nor lock, so everything it needs is prepared here.
std::array<std::atomic<const RemovedOnSignal*>, 16> registered = {};
static_assert(std::atomic<const RemovedOnSignal*>::is_always_lock_free);

const std::string& last_words() {
    static const std::string words = [] {
        Diagnostics diagnostics;
        diagnostics.report(code::interrupted, {}, "at work");
        return to_text(diagnostics.all().front());
    }();
    return words;
}

void remove_all(int number) {
    const std::string& words = last_words();
    if (write(STDERR_FILENO, words.data(), words.size()) < 0) errno = 0;  // stderr may be closed
    for (const auto& entry : registered) {
        if (const RemovedOnSignal* const one = entry.load()) one->remove();
    }
    signal(number, SIG_DFL);
    sigset_t now;
    sigemptyset(&now);
    sigaddset(&now, number);
    raise(number);
    // the pending signal is delivered here, inside the handler
    sigprocmask(SIG_UNBLOCK, &now, nullptr);
}

}  // namespace

RemovedOnSignal::RemovedOnSignal(std::vector<std::string> paths, std::string folder)
    : words_({"rm", "-rf", "--"}), folder_(std::move(folder)) {
    for (std::string& path : paths) words_.push_back(std::move(path));
    for (std::string& word : words_) argv_.push_back(word.data());
    argv_.push_back(nullptr);
    last_words();
    std::size_t place = 0;
    for (const RemovedOnSignal* free = nullptr;
         place < registered.size() && !registered[place].compare_exchange_strong(free, this);
         free = nullptr)
        ++place;
    CHECK(place < registered.size());
    for (const int number : kEndingSignals) {
        // Whoever holds the signals back meanwhile (base/process.h) gives them to us again.
        struct sigaction now {};
        const bool held = sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_DFL &&
                          now.sa_handler != SIG_IGN;
        if (is_ignored_hangup(number) || held) continue;
        struct sigaction action {};
        action.sa_handler = remove_all;
        sigaction(number, &action, nullptr);
    }
}

RemovedOnSignal::~RemovedOnSignal() {
    for (auto& entry : registered) {
        const RemovedOnSignal* self = this;
        entry.compare_exchange_strong(self, nullptr);
    }
}

void RemovedOnSignal::remove() const {
    bool any_left = false;
    for (std::size_t i = kRm; i < words_.size(); ++i) {
        if (unlink(words_[i].c_str()) != 0 && errno != ENOENT) any_left = true;
    }
    const pid_t child = any_left ? fork() : -1;
    if (child == 0) {
        execv("/bin/rm", argv_.data());
        _exit(127);
    }
    if (child > 0) waitpid(child, nullptr, 0);
    if (!folder_.empty()) rmdir(folder_.c_str());
}

}  // namespace tapestry
