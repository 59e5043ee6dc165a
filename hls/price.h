// SPDX-License-Identifier: Apache-2.0
// What a hardware thread costs on a Xilinx 7 series, before it is synthesised: the modules that it
// instantiates have measured prices, and all else is a sum over its operations, registers and
// multiplexers, whose weights are fitted to measured kernels. bench/hls_estimate makes the table.
#pragma once

#include <map>

#include "hls/kernel_text.h"

namespace tapestry::hls {

struct Price {
    double lut = 0, ff = 0, dsp = 0, ram = 0;
};

// A row of the table: a module with its parameters.
struct ModulePrice {
    const char* module;
    Price price;
};

// Weights of the parts of a thread in look-up tables.
struct PartWeight {
    const char* part;
    double lut;
};

struct PriceTable {
    std::vector<ModulePrice> modules;
    std::vector<PartWeight> parts;
};
const PriceTable& price_table();  // price_table.cpp, which bench/hls_estimate writes

struct ThreadParts {
    std::map<std::string, unsigned> modules;  // "hls_multiply WIDTH=32 STAGES=2": how many
    std::map<std::string, double> parts;      // bits of adders, of multiplexers, …
    double ff = 0, dsp = 0;                   // of the thread itself
};

// Modules whose price nobody has measured: what they cost is not in the estimate.
std::vector<std::string> unmeasured(const ThreadParts& parts);
// Modules with the price of those whose parameters are nearest, as nobody has measured theirs.
std::vector<std::string> taken_from_nearest(const ThreadParts& parts);

ThreadParts thread_parts(const ThreadContext& c, const std::vector<HardwareFile>& files);
Price price_of(const ThreadParts& parts);

// The estimate and what it is made of, for hls.json.
nlohmann::json price_facts(const ThreadParts& parts);

}  // namespace tapestry::hls
