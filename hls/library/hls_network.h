// SPDX-License-Identifier: Apache-2.0
// Describes a hardware network to the runtime: pointers to its wires in the Verilated model.
#pragma once

#include <string>
#include <vector>

#include "hls_memory.h"

// A stream with one end in software. A token has `bits` bits of data and, above them, the end flag.
struct StreamWires {
    std::string name;
    unsigned char* valid;
    unsigned char* ready;
    void* data;
    unsigned bits;
    bool into_hardware;
};

struct RegisterWires {
    std::string name;
    unsigned char* put;
    void* put_value;
    void* value;
    unsigned bytes;
};

struct ProcessWires {
    std::string name;
    unsigned char* idle;
    unsigned char* waits;  // for a stream
};

struct MemoryPort {
    std::string memory;
    std::uint64_t bytes;
    PortWires wires;
    std::deque<Read> reads;
};

struct NetworkWires {
    std::vector<StreamWires> streams;
    std::vector<RegisterWires> registers;
    std::vector<ProcessWires> processes;
    std::vector<MemoryPort> ports;
};
