// SPDX-License-Identifier: Apache-2.0
// A kernel's files: its Verilog, what a person wants to read about its
// schedule, and the facts that lead every state back to a line of C.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hls/thread_text.h"

namespace tapestry::hls {

struct HardwareFile {
    std::string name;  // the module in it, with .v
    std::string text;
};

// The module of the kernel's name, one thread or several with arbiters between
// them, and what it is made of.
std::vector<HardwareFile> kernel_files(const ThreadContext& c);

// The kernel as NAME_axi, with an AXI4 master for each memory port.
HardwareFile axi_file(const ThreadContext& c);

// The module `accelerator`: all kernels side by side, the ports of each with
// its name in front.
HardwareFile accelerator_file(const std::vector<Kernel>& kernels);
// What the offload runtime must know of it, as C++.
std::string accelerator_header(const std::vector<Kernel>& kernels, unsigned memory_latency);
// The functions of the program that kernels stand for, as C++ that calls them.
std::string accelerator_calls(const std::vector<Kernel>& kernels);
std::string schedule_text(const ThreadContext& c);
// All that the compiler knows of a kernel: loops, ports, memories, operations.
nlohmann::json facts_of(const ThreadContext& c);
// What a profile needs: the module with its states and ports, for a file of
// facts about sources.
nlohmann::json source_facts_of(const ThreadContext& c);

}  // namespace tapestry::hls
