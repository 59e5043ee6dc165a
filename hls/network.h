// SPDX-License-Identifier: Apache-2.0
// Processes joined by streams, as the program's configuration function built them. The program
// prints this network when it runs with TAPESTRY_CO_NETWORK set (library/co_native.c).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry::hls {

struct NetworkObject {
    enum class Kind { stream, signal, reg, memory } kind = Kind::stream;
    std::string name;  // in the program
    std::string wire;  // in Verilog
    unsigned bits = 0;
    std::uint64_t depth = 0;  // stream: elements; memory: bytes
};

struct NetworkArgument {
    int object = -1;  // -1: bound to `number`
    std::int64_t number = 0;
};

struct NetworkProcess {
    std::string name, wire;
    std::string function;       // looked up by `address`
    std::uint64_t address = 0;  // of the function in the native program
    bool is_hardware = false;
    std::vector<NetworkArgument> arguments;
    int kernel = -1;  // the kernel it is an instance of
};

struct Network {
    std::vector<NetworkObject> objects;
    std::vector<NetworkProcess> processes;

    bool empty() const { return processes.empty(); }
};

// Parses the text that the program printed. False: malformed.
bool read_network(const std::string& text, Network& network);

}  // namespace tapestry::hls
