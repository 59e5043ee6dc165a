// SPDX-License-Identifier: Apache-2.0
// When each operation of a kernel happens: every block is a scheduling problem of its own, and a
// block that loops to itself becomes a pipeline.
#pragma once

#include "hls/loop_limit.h"
#include "hls/operators.h"
#include "hls/solve.h"

namespace tapestry::hls {

struct BlockPlan {
    unsigned length = 1;    // cycles of one pass
    unsigned interval = 0;  // 0: not pipelined
    Bounds bounds;
    LoopLimit limit;  // what bounds the interval, or why there is none
};

struct KernelPlan {
    std::vector<BlockPlan> blocks;
    std::vector<unsigned> cycle;    // by operation: in which cycle of its block it starts
    std::vector<unsigned> latency;  // by operation

    unsigned start(Value v) const { return cycle[static_cast<std::size_t>(v)]; }
    unsigned ready(Value v) const { return start(v) + latency[static_cast<std::size_t>(v)]; }
    const BlockPlan& block(int b) const { return blocks[static_cast<std::size_t>(b)]; }
};

// Whether the operation has a place in time; constants, arguments and phis of plain blocks have
// none.
bool is_timed(const Kernel& kernel, const KernelPlan& plan, Value v);

// The largest interval between two iterations of a pipeline.
inline constexpr unsigned kMostInterval = 256;

// One block alone; as a plain one, where no interval up to `most` fits.
BlockPlan plan_block(const Kernel& kernel, const HlsOptions& options, int block,
                     unsigned most = kMostInterval);

KernelPlan schedule_kernel(const Kernel& kernel, const HlsOptions& options);

}  // namespace tapestry::hls
