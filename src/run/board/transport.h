// SPDX-License-Identifier: Apache-2.0
// Carries bytes between host and board.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "run/board/packet.h"

namespace tapestry {

class Transport {
public:
    virtual ~Transport() = default;

    // Bytes that have arrived, after at most `patience`; empty if none have arrived yet. Nothing if
    // no more will ever come.
    virtual std::optional<Bytes> receive(std::chrono::milliseconds patience) = 0;
    // False when the other side is gone.
    virtual bool send(std::span<const std::uint8_t> bytes) = 0;
    // Whether the board receives commands.
    virtual bool hears() const { return true; }
};

struct TransportOptions {
    std::string link;          // uart, axil, axis, inband, dram, jtag-MAKER
    std::string device;        // a path; "-" is standard input; jtag: a server (test_port.h)
    std::string tap;           // jtag: of several in the chain, as OpenOCD calls it
    std::uint64_t offset = 0;  // axil: of the registers in the device
    std::uint32_t baud = 115200;
    std::size_t stream_bytes = 1;  // inband: of a beat of the stream
    std::string application;       // inband: file for the application's own data; empty: none
};

// Opens the device: for `uart` a terminal; for `axil` a UIO device, /dev/mem (both mapped) or a
// character device that reads and writes at offsets (XDMA's user device); for `axis`, `inband` and
// `dram` a file, a pipe or a character device. Every link also accepts a plain file: a recording.
Result<std::unique_ptr<Transport>> open_transport(const TransportOptions& options,
                                                  Diagnostics& diagnostics);

}  // namespace tapestry
