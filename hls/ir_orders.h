// SPDX-License-Identifier: Apache-2.0
// The order that loads, stores and synchronisation must keep, from LLVM's dependence analysis.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/DependenceAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>

#include <map>

#include "hls/cdfg.h"

namespace tapestry::hls {

struct OrderAnalyses {
    explicit OrderAnalyses(llvm::Function& f);
    OrderAnalyses(const OrderAnalyses&) = delete;
    OrderAnalyses& operator=(const OrderAnalyses&) = delete;

    llvm::TargetLibraryInfoImpl tlii;
    llvm::TargetLibraryInfo tli;
    llvm::AssumptionCache assumptions;
    llvm::DominatorTree dominators;
    llvm::LoopInfo loops;
    llvm::ScalarEvolution se;
    llvm::BasicAAResult basic;
    llvm::AAResults aa;
    llvm::DependenceInfo dependences;
};

// Whether the effect of one operation may be visible to the other.
bool is_ordered(const Kernel& kernel, const Op& a, const Op& b);

// ir_orders.cpp: adds the orders between accesses, and the loops, outer ones first.
void find_orders(llvm::Function& function, OrderAnalyses& on,
                 const std::map<const llvm::Instruction*, Value>& access, Kernel& made);
void find_loops(OrderAnalyses& on, const std::map<const llvm::BasicBlock*, int>& blocks,
                Kernel& made);

// ir_nests.cpp: adds the orders that hold if a loop with one inner loop is flattened. Requires the
// kernel's loops.
void find_nest_orders(llvm::Function& function, OrderAnalyses& on,
                      const std::map<const llvm::Instruction*, Value>& access, Kernel& made);

}  // namespace tapestry::hls
