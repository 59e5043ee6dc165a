// SPDX-License-Identifier: Apache-2.0
// Processes joined by streams, as the configuration function of a program made them. The program
// writes them itself when it is run with TAPESTRY_CO_NETWORK (library/co_native.c).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry::hls {

struct NetworkObject {
    enum class Kind { stream, signal, reg, memory } kind = Kind::stream;
    std::string name;  // as the program spells it
    std::string wire;  // as Verilog does
    unsigned bits = 0;
    std::uint64_t depth = 0;  // elements of a stream, bytes of a memory
};

struct NetworkArgument {
    int object = -1;  // -1: a number
    std::int64_t number = 0;
};

struct NetworkProcess {
    std::string name, wire;
    std::string function;       // its name; found from the address
    std::uint64_t address = 0;  // of the function in the native program
    bool is_hardware = false;
    std::vector<NetworkArgument> arguments;
    int kernel = -1;  // which one it is an instance of
};

struct Network {
    std::vector<NetworkObject> objects;
    std::vector<NetworkProcess> processes;

    bool empty() const { return processes.empty(); }
};

// The text that the program wrote. False: it is not one.
bool read_network(const std::string& text, Network& network);

}  // namespace tapestry::hls
