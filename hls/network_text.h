// SPDX-License-Identifier: Apache-2.0
// The network of a program as hardware: its processes side by side, a queue for each stream between
// them, and ports for the streams that the software has an end of.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hls/kernel_text.h"
#include "hls/network.h"

namespace tapestry::hls {

// One stream, signal or register, and who has its ends.
struct NetworkStream {
    const NetworkObject* object = nullptr;
    int writer = -1, reader = -1;  // processes of the hardware; -1: the software
    std::uint64_t capacity = 0;    // elements its queue holds
    std::string writer_port, reader_port;
};

// What the top module needs to know of a kernel: how many iterations of its pipelines are under way
// at once.
struct KernelDepth {
    std::vector<std::uint64_t> ahead;  // by stream of the kernel
};
KernelDepth depth_of(const ThreadContext& c);

// Who is joined to whom. Failed: a stream has two readers or writers in hardware.
Result<std::vector<NetworkStream>> join_streams(const Network& network,
                                                const std::vector<Kernel>& kernels,
                                                const std::vector<KernelDepth>& depths,
                                                Diagnostics& diagnostics);

HardwareFile network_file(const Network& network, const std::vector<Kernel>& kernels,
                          const std::vector<NetworkStream>& streams);
// What the runtime must know of it, as C++.
std::string network_header(const Network& network, const std::vector<Kernel>& kernels,
                           const std::vector<NetworkStream>& streams, unsigned memory_latency);
// Of hls.json: processes and streams.
nlohmann::json network_facts(const Network& network, const std::vector<Kernel>& kernels,
                             const std::vector<NetworkStream>& streams);

}  // namespace tapestry::hls
