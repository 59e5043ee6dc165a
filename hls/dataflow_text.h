// SPDX-License-Identifier: Apache-2.0
// Functions whose processes are joined by hls::stream: the program calls each of them as one
// kernel, and the module `accelerator` has its processes and the queues between them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hls/network_text.h"

namespace tapestry::hls {

// A queue between processes, or inside of one.
struct DataflowQueue {
    std::string name, wire;  // in the program, and in Verilog
    unsigned bits = 0;
    std::uint64_t depth = 2, capacity = 2;  // asked for; with what pipelines have under way
    bool is_local = false;                  // empty again at every call
    int writer = -1, reader = -1;           // indices of kernels
    std::string writer_port, reader_port;
};

// What the program calls: a kernel, or a function made of several.
struct CalledFunction {
    Kernel kernel;           // a function of processes: its arguments and ports are those of all
    std::vector<int> parts;  // the processes; empty: it is a kernel
    std::vector<DataflowQueue> queues;
};

std::vector<CalledFunction> called_functions(const std::vector<Kernel>& kernels,
                                             const std::vector<KernelDepth>& depths);

// The instances and queues of the function, inside of the module `accelerator`.
std::string processes_text(const CalledFunction& called, const std::vector<Kernel>& kernels);
// The outputs of that module by which the runtime sees who waits, and rows that describe them to
// it.
std::string processes_ports(const CalledFunction& called, const std::vector<Kernel>& kernels);
std::string processes_rows(const CalledFunction& called, const std::vector<Kernel>& kernels);
// The module `accelerator` instantiates all kernels; ports are prefixed with the kernel's name.
HardwareFile accelerator_file(const std::vector<CalledFunction>& called,
                              const std::vector<Kernel>& kernels);
// The C++ header that describes the accelerator to the offload runtime.
std::string accelerator_header(const std::vector<CalledFunction>& called,
                               const std::vector<Kernel>& kernels, unsigned memory_latency);
// A number that the host cannot pass to the function or get from it, as `_Float16 a`; empty: none.
std::string uncallable_part(const Kernel& kernel);
// C++ replacements of the program's functions that call their kernels.
std::string accelerator_calls(const std::vector<CalledFunction>& called);
// For hls.json: processes and streams; null: no function has any.
nlohmann::json dataflow_facts(const std::vector<CalledFunction>& called,
                              const std::vector<Kernel>& kernels);

}  // namespace tapestry::hls
