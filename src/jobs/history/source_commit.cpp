// SPDX-License-Identifier: Apache-2.0
#include "jobs/history/source_commit.h"

#include <cstdlib>

#include "base/codes/checks.h"
#include "base/file.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"

namespace tapestry {

namespace {

std::string first_set(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* value = std::getenv(name); value && *value) return value;
    return "";
}

// The line that git prints; empty if it has none.
std::string git(std::vector<std::string> words, Diagnostics& diagnostics) {
    const Scratch scratch;
    if (!is_usable(scratch, diagnostics)) return "";
    Command command;
    command.words = std::move(words);
    command.words.insert(command.words.begin(), "git");
    command.output = scratch.path() / "output";
    if (!run(command).good()) return "";
    return std::string(trimmed(read_file(command.output, diagnostics).value_or("")));
}

}  // namespace

Result<SourceCommit> source_commit(SourceCommit said, Diagnostics& diagnostics) {
    const bool named = !said.commit.empty();
    if (!named) said.commit = first_set({"GITHUB_SHA", "CI_COMMIT_SHA"});
    if (said.commit.empty()) said.commit = git({"rev-parse", "HEAD"}, diagnostics);
    if (said.branch.empty() && !named) {
        said.branch = first_set({"GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME"});
        if (said.branch.empty())
            said.branch = git({"symbolic-ref", "--short", "-q", "HEAD"}, diagnostics);
    }
    if (!said.commit.empty()) return said;
    return diagnostics.report(code::commit_unknown, {}, "no commit of git is checked out here");
}

}  // namespace tapestry
