// SPDX-License-Identifier: Apache-2.0
// Loops that can run at once become one.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

namespace tapestry::hls {

// ir_apart.cpp: whether two loads or stores never meet because they lie in different rows of an
// array, as block[n % 2] and block[(n + 1) % 2] do. False: not known.
bool are_apart(llvm::Instruction& a, llvm::Instruction& b, llvm::ScalarEvolution& se,
               const llvm::LoopInfo& loops);

// ir_fuse.cpp: two loops that follow each other, run as often, and do not touch what the other one
// writes become one loop.
void fuse_loops(llvm::Function& function, llvm::FunctionAnalysisManager& fam);

}  // namespace tapestry::hls
