// SPDX-License-Identifier: Apache-2.0
#include "hls/command_options.h"

#include <fmt/format.h>

namespace tapestry::hls {

void add_hls_options(CLI::App& app, CommandOptions& o) {
    app.add_option("files", o.front.files, "C files")->type_name("FILE");
    app.add_option("-o,--out", o.out, "Output folder")->type_name("DIR")->capture_default_str();
    app.add_option("--top", o.front.tops, "A function to make, beside every OpenMP target region")
        ->allow_extra_args(false)
        ->type_name("FUNCTION");
    app.add_option("-I", o.includes, "Folder to look for headers in")
        ->allow_extra_args(false)
        ->type_name("DIR");
    app.add_option("-D", o.defines, "Macro, as NAME or NAME=VALUE")
        ->allow_extra_args(false)
        ->type_name("MACRO");
    app.add_option("--clang", o.front.flags, "A further flag for clang, as in --clang=-fwrapv")
        ->allow_extra_args(false)
        ->type_name("FLAG");
    app.add_option("--clock", o.hls.clock_ns, "Clock period to schedule for, in nanoseconds")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 1000.0))
        ->type_name("NS");
    app.add_option("--memory-latency", o.hls.memory_latency,
                   "Cycles a read of an external memory is expected to take")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
    app.add_option("--threads", o.hls.threads,
                   "Hardware threads, in place of what the program says")
        ->type_name("N");
    app.add_option("--threads-per-datapath", o.hls.threads_per_datapath,
                   "Hardware threads that take turns at one datapath, so that one works while "
                   "another waits; or the next smaller number that leaves no thread over")
        ->capture_default_str()
        ->check(CLI::Range(1, 256))
        ->type_name("N");
    app.add_option("--arg", o.front.arguments,
                   "A word for the program, which runs to make its network of processes, and in a "
                   "profile; or "
                   "write them after --")
        ->allow_extra_args(false)
        ->type_name("WORD");
    app.add_flag("--axi", o.axi, "Also write each kernel as NAME_axi, with AXI4 masters");
    app.add_flag("!--no-pipeline", o.hls.pipeline, "Loops run one iteration after the other");
    app.add_flag("!--no-flatten", o.hls.flatten,
                 "A loop around another one never becomes part of its pipeline");
}

std::vector<std::string> words_of(const CommandOptions& o) {
    std::vector<std::string> words = o.front.files;
    words.insert(words.end(), {"-o", o.out, "--clock", fmt::format("{}", o.hls.clock_ns),
                               "--memory-latency", fmt::format("{}", o.hls.memory_latency)});
    if (o.hls.threads > 0)
        words.insert(words.end(), {"--threads", fmt::format("{}", o.hls.threads)});
    if (o.hls.threads_per_datapath > 1)
        words.insert(words.end(),
                     {"--threads-per-datapath", fmt::format("{}", o.hls.threads_per_datapath)});
    if (!o.hls.pipeline) words.push_back("--no-pipeline");
    if (!o.hls.flatten) words.push_back("--no-flatten");
    if (o.axi) words.push_back("--axi");
    if (o.host) words.push_back("--host");
    for (const std::string& a : o.front.arguments) words.push_back("--arg=" + a);
    for (const std::string& t : o.front.tops) words.insert(words.end(), {"--top", t});
    for (const std::string& f : o.front.flags) words.push_back("--clang=" + f);
    for (const std::string& i : o.includes) words.insert(words.end(), {"-I", i});
    for (const std::string& d : o.defines) words.insert(words.end(), {"-D", d});
    return words;
}

}  // namespace tapestry::hls
