// SPDX-License-Identifier: Apache-2.0
#include "hls/verilog_name.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include "base/verilog_keyword.h"

namespace tapestry::hls {

namespace {

// Names used by the generated hardware itself.
constexpr const char* kReservedNames =
    "accelerator activities activity advance asks at_barrier at_lock at_unlock barrier_join "
    "barrier_ready "
    "barrier_valid "
    "busy clk comes d datapath done drained ended ends error finished first_i fresh held_up "
    "holding holding_of idle last_of lock lock_id lock_ready lock_valid opens result rst runs slot "
    "spinning spins stage stall_barrier stall_drain stall_lock stall_result start state status t "
    "thread thread_activity thread_done thread_i thread_status turn unlock unlock_id unlock_valid "
    "waiting waits wake wake_i words "
    // Classes that every SystemVerilog file knows.
    "mailbox process semaphore std ";

std::set<std::string> words_in(const std::string& text) {
    std::istringstream in(text);
    std::set<std::string> words;
    for (std::string word; in >> word;) words.insert(word);
    return words;
}

}  // namespace

std::string verilog_name(std::string name) {
    static const std::set<std::string> taken = words_in(kReservedNames);
    for (char& ch : name)
        if (!std::isalnum(static_cast<unsigned char>(ch))) ch = '_';
    // Names are joined with a single underscore, and Verilator mangles double ones in C++.
    name.erase(
        std::unique(name.begin(), name.end(), [](char a, char b) { return a == '_' && b == '_'; }),
        name.end());
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (name.starts_with('_')) name.erase(0, 1);
    // v7, r7 and u7 are values, registers and units.
    const bool is_ours = name.size() > 1 && std::string("vru").find(name[0]) != std::string::npos &&
                         std::isdigit(static_cast<unsigned char>(name[1]));
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return "m" + name;
    const bool is_reserved = taken.contains(name) || name.starts_with("hls_");
    return is_reserved || is_verilog_keyword(name) || is_ours ? "c_" + name : name;
}

}  // namespace tapestry::hls
