// SPDX-License-Identifier: Apache-2.0
// What the offload runtime knows of an accelerator: places of its wires in the Verilated model.
#pragma once

#include <string>
#include <vector>

struct PortWires {
    unsigned char* req_valid;
    unsigned char* req_ready;
    unsigned char* req_write;
    unsigned* req_addr;
    void* req_data;
    void* req_strb;
    unsigned char* resp_valid;
    void* resp_data;
    unsigned bytes;
};

struct ArgumentWire {
    void* value;
    unsigned bytes;
};

struct KernelWires {
    std::string name;
    const void* region = nullptr;  // what the program calls it by
    unsigned char* start = nullptr;
    unsigned char* done = nullptr;
    std::vector<ArgumentWire> arguments;
    std::vector<PortWires> ports;
};
