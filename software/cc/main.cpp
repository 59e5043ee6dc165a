// SPDX-License-Identifier: Apache-2.0
// tapestry-cc [--functions] COMPILER ARGS...: compiles like the compiler, with the states that
// pragmas define, and with a state for each function. Sources with `#pragma recap` are compiled
// from a copy that calls libtapestry. The copy uses #line with the name of the source, so that
// messages and debuggers show the user's own lines.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/codes/software.h"
#include "base/file.h"
#include "software/cc/compiler_command.h"
#include "software/cc/dependencies.h"
#include "software/cc/recap_pragma.h"
#include "software/cc/statement_extents.h"
#include "software/cc/woven_text.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

constexpr int kBadInput = 2;

// A temporary folder that is removed at exit. It would survive an exec, so the compiler is a child.
class Copies {
public:
    Copies() {
        std::string name = (fs::temp_directory_path() / "tapestry-cc.XXXXXX").string();
        if (mkdtemp(name.data())) path_ = name;
    }
    ~Copies() {
        std::error_code ec;
        if (!path_.empty()) fs::remove_all(path_, ec);
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;

    // The path of the copy of one source; the file name stays the same.
    fs::path place(const std::string& source) {
        std::error_code ec;
        const fs::path folder = path_ / std::to_string(count_++);
        fs::create_directory(folder, ec);
        return folder / fs::path(source).filename();
    }

private:
    fs::path path_;
    int count_ = 0;
};

// A file of the build or installation that this program belongs to.
fs::path beside(const char* folder, const char* name) {
    std::error_code ec;
    const fs::path here = fs::read_symlink("/proc/self/exe", ec).parent_path();
    for (const fs::path& root : {here, here.parent_path()}) {
        if (fs::exists(root / folder / name, ec)) return root / folder / name;
        for (const auto& entry : fs::directory_iterator(root / folder, ec))
            if (fs::exists(entry.path() / name, ec)) return entry.path() / name;
    }
    return {};
}

// Replaces one source in the command by its copy if it has pragmas.
bool weave_source(CompilerCommand& command, std::size_t word, Copies& copies,
                  std::vector<std::string>& more, std::vector<CopiedSource>& copied,
                  Diagnostics& diagnostics) {
    const std::string source = command.words[word];
    const bool is_cpp = command.is_cpp(word);
    const Result<std::string> text = read_file(source, diagnostics);
    if (!text) return false;
    const auto pragmas = recap_pragmas(*text, source, diagnostics);
    if (!pragmas) return false;
    if (pragmas->empty()) return true;
    std::vector<std::string> options = command.reading_options();
    options.insert(options.begin(), {"-x", is_cpp ? "c++" : "c"});
    for (const std::string& folder : header_folders(command, is_cpp))
        options.insert(options.end(), {"-isystem", folder});
    const auto extents = statement_extents(source, options);
    if (!extents) {
        diagnostics.report(code::pragma_malformed, {source, 0}, "clang cannot read the file");
        return false;
    }
    const Result<std::string> woven =
        woven_text({*text, source, beside("include", "tapestry.h").string(), is_cpp}, *pragmas,
                   *extents, diagnostics);
    if (!woven) return false;
    const fs::path copy = copies.place(source);
    if (!write_file(copy, *woven, diagnostics)) return false;
    command.words[word] = copy.string();
    copied.push_back({source, copy.string()});
    const fs::path folder = fs::path(source).parent_path();
    more.insert(more.end(), {"-iquote", folder.empty() ? "." : folder.string()});
    return true;
}

int compile(const std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (const std::string& w : words) argv.push_back(const_cast<char*>(w.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[0], argv.data());
        std::perror(argv[0]);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return kBadInput;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void name_sources(const std::vector<std::string>& files, const std::vector<CopiedSource>& copied) {
    Diagnostics ignored;
    std::error_code ec;
    for (const std::string& file : files) {
        if (copied.empty() || !fs::is_regular_file(file, ec)) continue;
        if (const Result<std::string> text = read_file(file, ignored))
            write_file(file, with_sources(*text, copied), ignored).may_fail();
    }
}

// Every function of the user's is a state. Those that the compiler inlines from headers of the
// system are not; clang leaves out all that it inlines.
std::vector<std::string> function_options(const std::string& compiler) {
    if (takes_option(compiler, "-finstrument-functions-after-inlining"))
        return {"-finstrument-functions-after-inlining"};
    return {"-finstrument-functions",
            "-finstrument-functions-exclude-file-list=/usr/include,/usr/lib"};
}

int run(std::vector<std::string> words, bool functions) {
    Diagnostics diagnostics;
    Copies copies;
    // Programs that call the library need no option for its header.
    const fs::path header = beside("include", "tapestry.h");
    if (!header.empty())
        words.insert(words.begin() + 1, {"-idirafter", header.parent_path().string()});
    CompilerCommand command = compiler_command(std::move(words));
    const std::vector<std::string> dependencies = dependency_files(command);
    std::vector<std::string> more;
    std::vector<CopiedSource> copied;
    bool good = true;
    for (const std::size_t source : command.sources)
        good = weave_source(command, source, copies, more, copied, diagnostics) && good;
    for (const Diagnostic& d : diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
    if (!good) return kBadInput;
    if (functions)
        for (const std::string& option : function_options(command.words[0])) more.push_back(option);
    command.words.insert(command.words.begin() + 1, more.begin(), more.end());
    const fs::path library = beside("lib", "libtapestry.a");
    if (command.links && !library.empty())
        command.words.insert(command.words.end(), {library.string(), "-lpthread", "-ldl"});
    const int status = compile(command.words);
    name_sources(dependencies, copied);
    return status;
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) {
    const bool functions = argc > 1 && std::strcmp(argv[1], "--functions") == 0;
    if (argc < (functions ? 3 : 2)) {
        std::fputs("usage: tapestry-cc [--functions] COMPILER ARGS...\n", stderr);
        return 2;
    }
    return tapestry::run({argv + (functions ? 2 : 1), argv + argc}, functions);
}
