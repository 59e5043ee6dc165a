// SPDX-License-Identifier: Apache-2.0
// Schedules a kernel: every block is a scheduling problem of its own, and a self-loop becomes a
// pipeline.
#pragma once

#include "hls/loop_limit.h"
#include "hls/operators.h"
#include "hls/solve.h"

namespace tapestry::hls {

struct BlockPlan {
    unsigned length = 1;    // cycles of one pass
    unsigned interval = 0;  // 0: not pipelined
    Bounds bounds;
    LoopLimit limit;  // what bounds the interval, or why the block is not pipelined
};

struct KernelPlan {
    std::vector<BlockPlan> blocks;
    std::vector<unsigned> cycle;    // by operation: start, counted from its block's first cycle
    std::vector<unsigned> latency;  // by operation

    unsigned start(Value v) const { return cycle[static_cast<std::size_t>(v)]; }
    unsigned ready(Value v) const { return start(v) + latency[static_cast<std::size_t>(v)]; }
    const BlockPlan& block(int b) const { return blocks[static_cast<std::size_t>(b)]; }
};

// Whether the operation occupies a cycle. Constants, arguments and phis of plain blocks do not.
bool is_timed(const Kernel& kernel, const KernelPlan& plan, Value v);

// The largest initiation interval that is tried.
inline constexpr unsigned kMostInterval = 256;

// Schedules one block; not as a pipeline if no interval up to `most` is feasible.
BlockPlan plan_block(const Kernel& kernel, const HlsOptions& options, int block,
                     unsigned most = kMostInterval);

KernelPlan schedule_kernel(const Kernel& kernel, const HlsOptions& options);

}  // namespace tapestry::hls
