// SPDX-License-Identifier: Apache-2.0
// Written by bench/hls_estimate: what Yosys 0.23 makes of each module for a Xilinx 7 series, and
// the weights that fit measured kernels best.
#include "hls/price.h"

namespace tapestry::hls {

const PriceTable& price_table() {
    static const PriceTable table{
        {
            {"hls_port DATA=32 DEPTH_LOG2=1", {65, 75, 0, 0}},
            {"hls_port DATA=32 DEPTH_LOG2=2", {169, 78, 0, 0}},
            {"hls_port DATA=32 DEPTH_LOG2=3", {68, 81, 0, 0}},
            {"memory WORDS=1024 BITS=32 LANES=1 WRITTEN=1 INITIAL=0", {0, 0, 0, 1}},
            {"memory WORDS=128 BITS=16 LANES=1 WRITTEN=1 INITIAL=0", {66, 16, 0, 0}},
            {"memory WORDS=4096 BITS=8 LANES=1 WRITTEN=1 INITIAL=0", {0, 0, 0, 1}},
            {"memory WORDS=64 BITS=16 LANES=1 WRITTEN=0 INITIAL=1", {16, 16, 0, 0}},
            {"memory WORDS=9 BITS=32 LANES=1 WRITTEN=1 INITIAL=0", {24, 32, 0, 0}},
        },
        {
            {"access", 1.667},
            {"add", 0.9482},
            {"add constant", 0.2288},
            {"carried", 0.9835},
            {"carried constant", 0.3679},
            {"chain", 0.6311},
            {"equal", 0.3768},
            {"equal constant", 0.1904},
            {"joined", 0.5089},
            {"lane", 0.4359},
            {"less", 1.058},
            {"less constant", 0.4843},
            {"logic", 0.5065},
            {"memory address", 0.3702},
            {"pipeline", 3.805},
            {"port", 4.253},
            {"port address", 0.5726},
            {"product", 1.2},
            {"register", 0.9575},
            {"select", 0.5543},
            {"select constant", 0.3357},
            {"shift", 0.9192},
            {"slot", 1.015},
            {"stage", 1.023},
            {"state", 1.42},
            {"store data", 0.5614},
            {"stream", 4.05},
            {"strobe", 0.9806},
            {"thread", 10.06},
            {"unit choice", 0.668},
            {"xor", 0.3609},
        }};
    return table;
}

}  // namespace tapestry::hls
