// SPDX-License-Identifier: Apache-2.0
#include "tool/removed_on_signal.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/check.h"

namespace tapestry {

namespace {

// A handler may neither allocate nor lock: what it needs stands ready here.
std::array<const RemovedOnSignal* volatile, 8> registered = {};

void remove_all(int number) {
    for (const RemovedOnSignal* entry : registered) {
        if (entry) entry->remove();
    }
    signal(number, SIG_DFL);
    raise(number);
}

}  // namespace

RemovedOnSignal::RemovedOnSignal(std::vector<std::string> paths, std::string folder)
    : words_({"rm", "-rf", "--"}), folder_(std::move(folder)) {
    for (std::string& path : paths) words_.push_back(std::move(path));
    for (std::string& word : words_) argv_.push_back(word.data());
    argv_.push_back(nullptr);
    std::size_t free = 0;
    while (free < registered.size() && registered[free]) ++free;
    CHECK(free < registered.size());
    registered[free] = this;
    struct sigaction action {};
    action.sa_handler = remove_all;
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
}

RemovedOnSignal::~RemovedOnSignal() {
    for (auto& entry : registered) {
        if (entry == this) entry = nullptr;
    }
}

void RemovedOnSignal::remove() const {
    const pid_t child = fork();
    if (child == 0) {
        execv("/bin/rm", argv_.data());
        _exit(127);
    }
    if (child > 0) waitpid(child, nullptr, 0);
    if (!folder_.empty()) rmdir(folder_.c_str());
}

}  // namespace tapestry
