// SPDX-License-Identifier: Apache-2.0
#include "base/fence.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace tapestry {

namespace {

// The system call numbers are the same on every architecture. They and the structures are defined
// here because the installed kernel headers are often older than the kernel.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1;
constexpr int kRuleOfPath = 1;

struct Ruleset {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scope = 0;
};
struct __attribute__((packed)) RuleOfPath {
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};

constexpr std::uint64_t kWriteFile = 1U << 1;
// bits 4 to 12: all rights to create and remove entries
constexpr std::uint64_t kMakeAndRemove = 0x1FF0;
constexpr std::uint64_t kMoveBetweenFolders = 1U << 13;
constexpr std::uint64_t kTruncate = 1U << 14;
constexpr std::uint64_t kConnectAndBind = 3;
constexpr std::uint64_t kSocketsAndSignals = 3;

long version() {
    // Lets tests cover systems without Landlock.
    if (std::getenv("TAPESTRY_NO_FENCE") != nullptr) return 0;
    return syscall(kCreateRuleset, nullptr, 0, kAskVersion);
}

// The rights that this kernel can restrict: version 2 adds moves between folders, 3 truncation, 4
// the network, 6 signals to other processes.
Ruleset forbidden(long version) {
    Ruleset all;
    all.files = kWriteFile | kMakeAndRemove;
    if (version >= 2) all.files |= kMoveBetweenFolders;
    if (version >= 3) all.files |= kTruncate;
    if (version >= 4) all.network = kConnectAndBind;
    if (version >= 6) all.scope = kSocketsAndSignals;
    return all;
}

std::size_t size_of_ruleset(long version) { return version >= 6 ? 24 : version >= 4 ? 16 : 8; }

void allow(int rules, const char* path, std::uint64_t what) {
    RuleOfPath rule;
    rule.allowed = what;
    rule.folder = open(path, O_PATH | O_CLOEXEC);
    if (rule.folder < 0) return;  // then nothing is allowed
    syscall(kAddRule, rules, kRuleOfPath, &rule, 0);
    close(rule.folder);
}

}  // namespace

Fence::Fence(const std::filesystem::path& folder) {
    const long known = folder.empty() ? 0 : version();
    if (known < 1) return;
    wanted_ = true;
    const Ruleset all = forbidden(known);
    rules_ = static_cast<int>(syscall(kCreateRuleset, &all, size_of_ruleset(known), 0));
    if (rules_ < 0) return;
    allow(rules_, folder.c_str(), all.files);
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/tty"})
        allow(rules_, device, all.files & (kWriteFile | kTruncate));
}

Fence::~Fence() {
    if (rules_ >= 0) close(rules_);
}

bool Fence::close_in() const {
    if (!wanted_) return true;
    return rules_ >= 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(kRestrictSelf, rules_, 0) == 0;
}

bool Fence::is_possible() { return version() >= 1; }

}  // namespace tapestry
