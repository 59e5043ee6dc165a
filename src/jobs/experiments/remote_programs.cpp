// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/remote_programs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <thread>

#include "base/diagnostics.h"
#include "base/file.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kPause = 5ms;
constexpr auto kTimeToMeet = 10s;  // for a process to show up, and to go
constexpr auto kTimeToTell = 30s;  // beyond the time that the program itself may take

fs::path folder_of(const ProcessGroup& group, const fs::path& output) {
    return fs::path(output) += ".remote." + group.job;
}

// A file is there when it is whole.
void tell(const fs::path& file, const std::string& text) {
    Diagnostics nobody;
    const fs::path part = fs::path(file) += ".part";
    std::error_code ignored;
    if (write_file(part, text, nobody)) fs::rename(part, file, ignored);
}

bool wait_for(const fs::path& file, std::chrono::steady_clock::duration patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    std::error_code ignored;
    while (!fs::exists(file, ignored)) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::sleep_for(kPause);
    }
    return true;
}

// Only what belongs to us may say what we run.
bool is_ours(const fs::path& folder) {
    struct stat found {};
    return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == ::geteuid();
}

// Words end with a NUL, which no word of a command has.
std::string command_text(const Command& command) {
    std::string text;
    const std::vector<std::string> head = {std::to_string(command.timeout.count()),
                                           std::to_string(command.grace.count()),
                                           command.folder.string(), command.output.string()};
    for (const auto* words : {&head, &command.words})
        for (const std::string& word : *words) text += word + '\0';
    return text;
}

std::optional<Command> command_of(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0, end; (end = text.find('\0', at)) != std::string::npos; at = end + 1)
        words.push_back(text.substr(at, end - at));
    if (words.size() < 5) return std::nullopt;
    Command command;
    command.timeout = std::chrono::seconds(std::atoll(words[0].c_str()));
    command.grace = std::chrono::seconds(std::atoll(words[1].c_str()));
    command.folder = words[2];
    command.output = words[3];
    command.words.assign(words.begin() + 4, words.end());
    command.ends_alone = true;
    return command;
}

std::string exit_text(const Exit& exit) {
    return fmt::format("{} {} {}", static_cast<int>(exit.how), exit.status, exit.seconds);
}

Exit exit_of(const std::string& text) {
    int how = -1;
    Exit exit;
    std::istringstream in(text);
    in >> how >> exit.status >> exit.seconds;
    const bool known = in && how >= 0 && how <= static_cast<int>(Exit::How::not_found);
    exit.how = known ? static_cast<Exit::How>(how) : Exit::How::not_found;
    return exit;
}

}  // namespace

RemotePrograms::RemotePrograms(const ProcessGroup& group, const fs::path& output)
    : group_(group),
      folder_(folder_of(group, output)),
      sent_(static_cast<std::size_t>(group.size)) {
    std::error_code ignored;
    if (group_.size > 1) fs::create_directories(folder_, ignored);
}

RemotePrograms::~RemotePrograms() {
    if (group_.size < 2) return;
    for (int rank = 1; rank < group_.size; ++rank)
        wait_for(folder_ / fmt::format("here.{}", rank), kTimeToMeet);
    tell(folder_ / "done", "");
    for (int rank = 1; rank < group_.size; ++rank)
        wait_for(folder_ / fmt::format("gone.{}", rank), kTimeToMeet);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

Exit RemotePrograms::run(const Command& command, int helper) {
    const int program = sent_[static_cast<std::size_t>(helper)]++;
    const fs::path back = folder_ / fmt::format("back.{}.{}", helper, program);
    tell(folder_ / fmt::format("go.{}.{}", helper, program), command_text(command));
    const auto patience = command.timeout + command.grace + kTimeToTell;
    Diagnostics nobody;
    if (!wait_for(back, patience)) return {Exit::How::not_found, 0, 0};
    return exit_of(read_file(back, nobody).value_or(""));
}

void serve_remote_programs(const ProcessGroup& group, const fs::path& output) {
    const fs::path folder = folder_of(group, output);
    std::error_code ignored;
    // When the first process fails, mpirun ends us all.
    while (!fs::exists(folder, ignored)) std::this_thread::sleep_for(kPause);
    if (!is_ours(folder)) return;
    tell(folder / fmt::format("here.{}", group.rank), "");
    Diagnostics nobody;
    for (int program = 0;;) {
        const fs::path go = folder / fmt::format("go.{}.{}", group.rank, program);
        if (fs::exists(go, ignored)) {
            const auto command = command_of(read_file(go, nobody).value_or(""));
            const Exit exit = command ? run(*command) : Exit{Exit::How::not_found, 0, 0};
            tell(folder / fmt::format("back.{}.{}", group.rank, program), exit_text(exit));
            ++program;
        } else if (fs::exists(folder / "done", ignored) || !fs::exists(folder, ignored)) {
            break;
        } else {
            std::this_thread::sleep_for(kPause);
        }
    }
    tell(folder / fmt::format("gone.{}", group.rank), "");
}

}  // namespace tapestry
