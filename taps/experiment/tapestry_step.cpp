// SPDX-License-Identifier: Apache-2.0
//
// Settings of tapestry_step under Verilator, and its report. Settings are read from /proc,
// because a C++ bench need not pass its command line on.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "verilated.h"

// As without VL_USER_FINISH: the run-time library is the one that was compiled for the taps, which
// have their own. The definition is weak: a bench may have its own too.
#ifdef VL_USER_FINISH
__attribute__((weak)) void vl_finish(const char* file, int line, const char*) {
    std::printf("- %s:%d: Verilog $finish\n", file, line);
    if (Verilated::threadContextp()->gotFinish()) {
        std::printf("- %s:%d: Second verilog $finish, exiting\n", file, line);
        Verilated::runFlushCallbacks();
        Verilated::runExitCallbacks();
        std::exit(0);
    }
    Verilated::threadContextp()->gotFinish(true);
}
#endif

namespace {

// `+NAME=VALUE` of the command line.
const std::map<std::string, std::string>& settings() {
    static const auto* const all = [] {
        auto* const found = new std::map<std::string, std::string>;
        FILE* const file = std::fopen("/proc/self/cmdline", "rb");
        if (!file) return found;
        std::string word;
        for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
            if (c != 0) {
                word.push_back(static_cast<char>(c));
                continue;
            }
            const size_t equal = word.find('=');
            if (word[0] == '+' && equal != std::string::npos)
                (*found)[word.substr(1, equal - 1)] = word.substr(equal + 1);
            word.clear();
        }
        std::fclose(file);
        return found;
    }();
    return *all;
}

}  // namespace

extern "C" long long tapestry_step_setting(const char* name, long long otherwise) {
    const std::string key = name;
    if (key == "tapestry_reports") return settings().count("tapestry_report") != 0 ? 1 : otherwise;
    const auto found = settings().find(key);
    if (found == settings().end()) return otherwise;
    return static_cast<long long>(std::strtoull(found->second.c_str(), nullptr, 10));
}

extern "C" void tapestry_step_say(const char* text) {
    static FILE* const file = std::fopen(settings().at("tapestry_report").c_str(), "a");
    if (!file) return;
    std::fputs(text, file);
    if (*text == '\n') std::fflush(file);
}
