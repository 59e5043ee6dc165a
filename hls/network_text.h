// SPDX-License-Identifier: Apache-2.0
// Writes the network as hardware: an instance for each process, a queue for each stream between
// them, and ports for streams with one end in software.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hls/kernel_text.h"
#include "hls/network.h"

namespace tapestry::hls {

// A stream, signal or register with its two ends.
struct NetworkStream {
    const NetworkObject* object = nullptr;
    int writer = -1, reader = -1;  // hardware processes; -1: software
    std::uint64_t capacity = 0;    // of its queue, in elements
    std::string writer_port, reader_port;
};

// How many iterations of a kernel's pipelines are in flight, which its queues must be able to hold.
struct KernelDepth {
    std::vector<std::uint64_t> ahead;  // by stream of the kernel
};
KernelDepth depth_of(const ThreadContext& c);

// Connects the streams. Fails if a stream has two readers or two writers in hardware.
Result<std::vector<NetworkStream>> join_streams(const Network& network,
                                                const std::vector<Kernel>& kernels,
                                                const std::vector<KernelDepth>& depths,
                                                Diagnostics& diagnostics);

HardwareFile network_file(const Network& network, const std::vector<Kernel>& kernels,
                          const std::vector<NetworkStream>& streams);
// The C++ header that describes the network to the runtime.
std::string network_header(const Network& network, const std::vector<Kernel>& kernels,
                           const std::vector<NetworkStream>& streams, unsigned memory_latency);
// For hls.json: processes and streams.
nlohmann::json network_facts(const Network& network, const std::vector<Kernel>& kernels,
                             const std::vector<NetworkStream>& streams);

}  // namespace tapestry::hls
