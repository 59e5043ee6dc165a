// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/Object/ObjectFile.h>

#include <cstdlib>
#include <map>

#include "base/file.h"
#include "base/process.h"
#include "hls/ir.h"
#include "hls/library.h"

namespace tapestry::hls {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLongest{20};
constexpr const char* kRunHint =
    "the program is run with its arguments until it calls co_execute, to see which processes and "
    "streams it "
    "makes: pass the arguments after --, and check that it runs natively";

Result<Done> run_clang(std::vector<std::string> words, const fs::path& log, const std::string& file,
                       Diagnostics& diagnostics) {
    Command command;
    words.insert(words.begin(), "clang-19");
    command.words = std::move(words);
    command.output = log;
    const Exit exit = run(command);
    if (exit.good()) return Done{};
    const Result<std::string> text = read_file(log, diagnostics);
    return refuse_source(
        diagnostics, {file, 0}, text ? *text : "clang failed",
        "clang must be able to compile and link the program natively: fix this, or pass what is "
        "missing with -I or -D");
}

// Compiles the program unchanged, with the runtime of co.h as the last object.
Result<Done> compile_native(const FrontOptions& options, Diagnostics& diagnostics) {
    std::vector<std::string> link = {"-no-pie"};
    std::vector<std::string> files = options.files;
    files.push_back((options.scratch / "co" / "co_native.c").string());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string object = (options.scratch / fmt::format("host{}.o", i)).string();
        std::vector<std::string> words = {"-g", "-O1", "-fPIE", "-ffp-contract=off",
                                          "-w", "-c",  "-I",    (options.scratch / "co").string()};
        words.insert(words.end(), options.flags.begin(), options.flags.end());
        words.insert(words.end(), {files[i], "-o", object});
        if (const auto done = run_clang(words, object + ".log", files[i], diagnostics); !done)
            return done.failure();
        link.push_back(object);
    }
    const std::string program = (options.scratch / "native").string();
    link.insert(link.end(), {"-o", program, "-lpthread", "-lm"});
    return run_clang(link, program + ".log", options.files.front(), diagnostics);
}

// The functions of a program by address.
std::map<std::uint64_t, std::string> functions_of(const fs::path& program) {
    std::map<std::uint64_t, std::string> found;
    auto file = llvm::object::ObjectFile::createObjectFile(program.string());
    if (!file) {
        llvm::consumeError(file.takeError());
        return found;
    }
    for (const llvm::object::SymbolRef& symbol : file->getBinary()->symbols()) {
        auto type = symbol.getType();
        auto name = symbol.getName();
        auto address = symbol.getAddress();
        if (type && *type == llvm::object::SymbolRef::ST_Function && name && address)
            found[*address] = name->str();
        llvm::consumeError(type.takeError());
        llvm::consumeError(name.takeError());
        llvm::consumeError(address.takeError());
    }
    return found;
}

}  // namespace

Result<Network> run_configuration(const FrontOptions& options, Diagnostics& diagnostics) {
    if (const auto done = compile_native(options, diagnostics); !done) return done.failure();
    const fs::path program = fs::absolute(options.scratch / "native");
    const fs::path file = fs::absolute(options.scratch / "network.txt");
    Command command;
    command.words = {"env", "TAPESTRY_CO_NETWORK=" + file.string(), program.string()};
    command.words.insert(command.words.end(), options.arguments.begin(), options.arguments.end());
    command.output = options.scratch / "network.log";
    command.timeout = kLongest;
    std::error_code ignored;
    fs::remove(file, ignored);
    const Exit exit = run(command);
    Network network;
    std::optional<std::string> text;
    if (fs::exists(file, ignored)) text = read_file(file, diagnostics).if_any();
    if (!exit.good() || !text || !read_network(*text, network)) {
        const Result<std::string> log = read_file(command.output, diagnostics);
        return refuse_source(
            diagnostics, {options.files.front(), 0},
            fmt::format("its configuration could not be run: the program {}{}", exit.to_text(),
                        log && !log->empty() ? "\n" + log->substr(0, 500) : ""),
            kRunHint);
    }
    const std::map<std::uint64_t, std::string> names = functions_of(program);
    for (NetworkProcess& p : network.processes)
        if (const auto it = names.find(p.address); it != names.end()) p.function = it->second;
    return network;
}

}  // namespace tapestry::hls
