// SPDX-License-Identifier: Apache-2.0
#include "hls/ir_teams.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using llvm::CallInst;
using llvm::Function;

llvm::StringRef called_name(const llvm::Instruction& i) {
    const auto* call = llvm::dyn_cast<CallInst>(&i);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee ? callee->getName() : "";
}

// Replaces all calls of a primitive; without a value they are removed.
void replace_calls(Function& f, const char* name, llvm::Value* by) {
    std::vector<llvm::Instruction*> found;
    for (llvm::Instruction& i : llvm::instructions(f))
        if (called_name(i) == name) found.push_back(&i);
    for (llvm::Instruction* i : found) {
        if (by) i->replaceAllUsesWith(by);
        i->eraseFromParent();
    }
}

}  // namespace

// clang emits the number directly before the fork that it is for, or before the `if` that decides
// between the fork and a serialised call of the part.
std::vector<Team> teams_of(Function& region) {
    std::vector<Team> found;
    llvm::Value* asked = nullptr;
    for (llvm::Instruction& i : llvm::instructions(region)) {
        const llvm::StringRef name = called_name(i);
        if (name == "__kmpc_push_num_threads") asked = llvm::cast<CallInst>(i).getArgOperand(2);
        if (name == "__kmpc_fork_call") found.push_back({llvm::cast<CallInst>(&i), asked});
        if (name == "__kmpc_fork_call" || name == "__kmpc_end_serialized_parallel") asked = nullptr;
    }
    return found;
}

LaunchLimit launch_limit(const Function& region) {
    LaunchLimit limit;
    const std::string id = "." + region.getName().str() + ".region_id";
    const llvm::GlobalValue* key = region.getParent()->getNamedValue(id);
    if (!key) return limit;
    for (const llvm::User* user : key->users()) {
        const auto* call = llvm::dyn_cast<CallInst>(user);
        if (!call || called_name(*call) != "__tgt_target_kernel") continue;
        const auto* n = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(3));
        limit.is_known_later |= !n;
        if (n) limit.threads = std::max(limit.threads, static_cast<unsigned>(n->getZExtValue()));
    }
    return limit;
}

Function* copy_part(Function& part) {
    std::vector<llvm::Type*> types;
    for (const llvm::Argument& a : part.args()) types.push_back(a.getType());
    types.push_back(llvm::Type::getInt32Ty(part.getContext()));
    auto* type = llvm::FunctionType::get(part.getReturnType(), types, false);
    Function* made = Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                      part.getName() + ".team", part.getParent());
    llvm::ValueToValueMapTy map;
    for (llvm::Argument& a : part.args()) {
        llvm::Argument* copy = made->getArg(a.getArgNo());
        copy->setName(a.getName());
        map[&a] = copy;
    }
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::CloneFunctionInto(made, &part, map, llvm::CloneFunctionChangeType::LocalChangesOnly,
                            returns);
    return made;
}

void bind_team(Function& copy) {
    inline_calls(copy);
    llvm::Argument* team = copy.getArg(static_cast<unsigned>(copy.arg_size()) - 1);
    replace_calls(copy, "hls_threads", team);
    llvm::IRBuilder<> b(&*copy.getEntryBlock().getFirstInsertionPt());
    llvm::Value* is_parallel = b.CreateICmpUGT(team, b.getInt32(1));
    replace_calls(copy, "hls_in_parallel", b.CreateZExt(is_parallel, b.getInt32Ty()));
}

void bind_alone(Function& copy) {
    inline_calls(copy);
    llvm::IRBuilder<> b(copy.getContext());
    replace_calls(copy, "hls_thread", b.getInt32(0));
    replace_calls(copy, "hls_threads", b.getInt32(1));
    replace_calls(copy, "hls_barrier", nullptr);
}

void leave_others_out(CallInst& call, llvm::Value& team) {
    llvm::Module& module = *call.getModule();
    llvm::Instruction* after = call.getNextNode();
    llvm::IRBuilder<> b(&call);
    auto thread =
        module.getOrInsertFunction("hls_thread", llvm::FunctionType::get(b.getInt32Ty(), false));
    llvm::Value* is_member = b.CreateICmpULT(b.CreateCall(thread, {}), &team);
    call.moveBefore(llvm::SplitBlockAndInsertIfThen(is_member, &call, false));
    b.SetInsertPoint(after);
    auto join =
        module.getOrInsertFunction("hls_join", llvm::FunctionType::get(b.getVoidTy(), false));
    b.CreateCall(join, {})->setDebugLoc(call.getDebugLoc());
}

}  // namespace tapestry::hls
