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
            {"memory WORDS=9 BITS=32 LANES=1 WRITTEN=1 INITIAL=0", {24, 32, 0, 0}},
        },
        {
            {"access", 1.926},
            {"add", 0.8707},
            {"add constant", 0.233},
            {"carried", 0.7032},
            {"carried constant", 0.3366},
            {"chain", 0.837},
            {"equal", 0.3933},
            {"equal constant", 0.2115},
            {"joined", 0.7881},
            {"lane", 0.4838},
            {"less", 1.038},
            {"less constant", 0.6024},
            {"logic", 0.3682},
            {"memory address", 0.4645},
            {"pipeline", 3.816},
            {"port", 4.094},
            {"port address", 0.5132},
            {"product", 1.2},
            {"register", 1.005},
            {"select", 0.5719},
            {"select constant", 0.353},
            {"shift", 0.7},
            {"slot", 1.006},
            {"stage", 0.9982},
            {"state", 1.508},
            {"store data", 0.4838},
            {"stream", 4},
            {"strobe", 0.9882},
            {"thread", 9.914},
            {"unit choice", 0.5827},
            {"xor", 0.5802},
        }};
    return table;
}

}  // namespace tapestry::hls
