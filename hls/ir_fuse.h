// SPDX-License-Identifier: Apache-2.0
// Fuses loops that can run at the same time.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

namespace tapestry::hls {

// ir_apart.cpp: whether two accesses never touch the same address because they lie in different
// rows of an array, such as block[n % 2] and block[(n + 1) % 2]. False: unknown.
bool are_apart(llvm::Instruction& a, llvm::Instruction& b, llvm::ScalarEvolution& se,
               const llvm::LoopInfo& loops);

// ir_fuse.cpp: fuses consecutive loops with equal trip counts, where neither accesses what the
// other one writes.
void fuse_loops(llvm::Function& function, llvm::FunctionAnalysisManager& fam);

}  // namespace tapestry::hls
