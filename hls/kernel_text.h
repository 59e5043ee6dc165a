// SPDX-License-Identifier: Apache-2.0
// Writes the files of a kernel: Verilog, a readable schedule, and the facts that map every state
// back to a line of C.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hls/thread_text.h"

namespace tapestry::hls {

struct HardwareFile {
    std::string name;  // the module's name with .v
    std::string text;
};

// The module with the kernel's name, which holds one thread or several with arbiters, and the
// modules it instantiates.
std::vector<HardwareFile> kernel_files(const ThreadContext& c);

// The kernel as NAME_axi, with an AXI4 master for each memory port.
HardwareFile axi_file(const ThreadContext& c);

struct ThreadParts;
std::string schedule_text(const ThreadContext& c, const ThreadParts& parts);
// All the compiler knows of a kernel, for hls.json: loops, ports, memories, operations.
nlohmann::json facts_of(const ThreadContext& c);
// The part that a profile needs, for facts.json: the module with its states and ports.
nlohmann::json source_facts_of(const ThreadContext& c);

}  // namespace tapestry::hls
