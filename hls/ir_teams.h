// SPDX-License-Identifier: Apache-2.0
// Parallel parts and the teams of threads that run them.
//
// Terms: the hardware threads of a kernel all run its region from the start. A part is the function
// that clang outlines for `parallel`. A team of fewer threads than there are leaves the others out:
// they wait for its end. A part inside a part is run by each thread alone, as OpenMP does where
// nested parallelism is not turned on.
#pragma once

#include <llvm/IR/Instructions.h>

#include <vector>

namespace tapestry::hls {

// A fork, and the number of threads it asks for.
struct Team {
    llvm::CallInst* fork = nullptr;
    llvm::Value* asked = nullptr;  // null: as many as there are
};

// The forks of a region whose calls are all inlined.
std::vector<Team> teams_of(llvm::Function& region);

// The most threads that a region may use, from the host's call that launches it.
struct LaunchLimit {
    unsigned threads = 0;         // 0: it says nothing
    bool is_known_later = false;  // the host computes it, and the runtime checks it
};
LaunchLimit launch_limit(const llvm::Function& region);

// A copy of a part, with one more argument: the number of threads of its team.
llvm::Function* copy_part(llvm::Function& part);

// Inlines everything into the copy, whose calls of the runtime then mean this team: the one of the
// last argument, or each thread alone.
void bind_team(llvm::Function& copy);
void bind_alone(llvm::Function& copy);

// Lets only the threads of the team make this call; then all wait for each other.
void leave_others_out(llvm::CallInst& call, llvm::Value& team);

// ir_copyprivate.cpp: replaces a call of the runtime for `single copyprivate`. False: it does not
// know the variables.
bool copy_to_others(llvm::CallInst& call);

}  // namespace tapestry::hls
