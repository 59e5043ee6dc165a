// SPDX-License-Identifier: Apache-2.0
// Target regions with serial code around their parallel parts. Every hardware thread runs the
// region from its start, so that each has the values of the serial parts; but only thread 0
// performs their writes, between barriers. Variables of the region that parallel parts write are in
// a shared memory.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <set>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;

bool calls(const CallInst& call, const char* name) {
    return call.getCalledFunction() && call.getCalledFunction()->getName() == name;
}

std::vector<CallInst*> calls_in(Function& f, const char* name) {
    std::vector<CallInst*> found;
    for (Instruction& i : llvm::instructions(f))
        if (auto* call = llvm::dyn_cast<CallInst>(&i); call && calls(*call, name))
            found.push_back(call);
    return found;
}

// Calls that tell how many threads a part asks for.
bool tells_teams(llvm::StringRef name) {
    return name.starts_with("__kmpc_push") || name == "__kmpc_end_serialized_parallel";
}

}  // namespace

void inline_calls(Function& region) {
    constexpr int kMostCalls = 2000;  // recursion is refused later, with its line
    for (int round = 0; round < kMostCalls; ++round) {
        CallInst* next = nullptr;
        for (Instruction& i : llvm::instructions(region)) {
            auto* call = llvm::dyn_cast<CallInst>(&i);
            Function* callee = call ? call->getCalledFunction() : nullptr;
            if (callee && !callee->isDeclaration() && callee != &region &&
                !tells_teams(callee->getName()))
                next = call;
            if (next) break;
        }
        if (!next) return;
        llvm::InlineFunctionInfo info;
        if (!llvm::InlineFunction(*next, info).isSuccess()) return;
    }
}

namespace {

// Whether a function, or one it calls, may write through this pointer argument.
bool writes_through(const llvm::Value& pointer, std::set<const llvm::Value*>& seen) {
    if (!seen.insert(&pointer).second) return false;
    for (const llvm::User* user : pointer.users()) {
        if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user)) continue;
        if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::PHINode>(user) ||
            llvm::isa<llvm::SelectInst>(user)) {
            if (writes_through(*user, seen)) return true;
            continue;
        }
        const auto* call = llvm::dyn_cast<CallInst>(user);
        if (!call) return true;
        if (call->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call)) continue;
        // A fork hands its operands on to a part, behind two of the part's own.
        const bool forks = calls(*call, "__kmpc_fork_call");
        const auto* callee =
            forks ? llvm::dyn_cast<Function>(call->getArgOperand(2)) : call->getCalledFunction();
        if (!callee || callee->isDeclaration()) return true;
        for (unsigned i = forks ? 3 : 0; i < call->arg_size(); ++i) {
            const unsigned to = forks ? i - 1 : i;
            if (call->getArgOperand(i) == &pointer && to < callee->arg_size() &&
                writes_through(*callee->getArg(to), seen))
                return true;
        }
    }
    return false;
}

class SerialParts {
public:
    explicit SerialParts(Function& region) : region_(region), module_(*region.getParent()) {}

    void separate() {
        inline_calls(region_);
        if (has_open_array()) simplify(region_);  // a length may turn out to be constant
        forks_ = calls_in(region_, "__kmpc_fork_call");
        if (forks_.empty()) return;
        share_variables();
        only_one_thread();
        lower_atomics();
        std::vector<Instruction*> stores = outside_stores();
        for (Instruction* store : stores) guard(*store);
        if (stores.empty() && forks_.size() == 1 && !reads_after()) return;
        for (CallInst* fork : forks_) {
            barrier(*fork);
            barrier(*fork->getNextNode());
        }
    }

private:
    bool has_open_array() const {
        for (const Instruction& i : llvm::instructions(region_))
            if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i); a && a->isArrayAllocation())
                return true;
        return false;
    }

    void share_variables() {
        for (CallInst* fork : forks_) {
            auto* part = llvm::dyn_cast<Function>(fork->getArgOperand(2)->stripPointerCasts());
            for (unsigned i = 3; part && i < fork->arg_size() && i - 1 < part->arg_size(); ++i) {
                auto* variable = llvm::dyn_cast<llvm::AllocaInst>(
                    llvm::getUnderlyingObject(fork->getArgOperand(i)));
                std::set<const llvm::Value*> seen;
                if (variable && writes_through(*part->getArg(i - 1), seen)) share(*variable);
            }
        }
    }

    // The whole variable; null: an array whose length the compiler does not know.
    static llvm::Type* type_of(const llvm::AllocaInst& variable) {
        if (!variable.isArrayAllocation()) return variable.getAllocatedType();
        const auto* number = llvm::dyn_cast<llvm::ConstantInt>(variable.getArraySize());
        return number ? llvm::ArrayType::get(variable.getAllocatedType(), number->getZExtValue())
                      : nullptr;
    }

    // What is called instead is refused with the line of the array.
    void refuse(llvm::AllocaInst& variable) {
        llvm::IRBuilder<> b(&variable);
        auto callee = module_.getOrInsertFunction(
            "hls_open_array", llvm::FunctionType::get(variable.getType(), false));
        llvm::Instruction* call = b.CreateCall(callee, {});
        call->setDebugLoc(variable.getDebugLoc());
        variable.replaceAllUsesWith(call);
    }

    void share(llvm::AllocaInst& variable) {
        if (!shared_.insert(&variable).second) return;
        llvm::Type* const type = type_of(variable);
        if (!type) return refuse(variable);
        auto* global =
            new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage,
                                     llvm::UndefValue::get(type), variable.getName());
        global->setAlignment(variable.getAlign());
        std::vector<Instruction*> marks;
        for (llvm::User* user : variable.users())
            if (auto* call = llvm::dyn_cast<CallInst>(user); call && call->isLifetimeStartOrEnd())
                marks.push_back(call);
        for (Instruction* mark : marks) mark->eraseFromParent();
        variable.replaceAllUsesWith(global);
    }

    // Serial parts see one thread, number 0. It needs no locks: all wait for each other while it
    // writes, and who holds one would wait for those that want it.
    void only_one_thread() {
        for (const char* name :
             {"__kmpc_critical", "__kmpc_critical_with_hint", "__kmpc_end_critical",
              "__kmpc_end_reduce", "__kmpc_end_reduce_nowait", "__kmpc_flush"})
            for (CallInst* call : calls_in(region_, name)) call->eraseFromParent();
        auto* type = llvm::Type::getInt32Ty(module_.getContext());
        // The answer 1 of a reduction means that the one thread adds without atomic accesses.
        for (const auto& [name, value] : {std::pair{"hls_thread", 0},
                                          {"hls_threads", 1},
                                          {"hls_in_parallel", 0},
                                          {"__kmpc_reduce", 1},
                                          {"__kmpc_reduce_nowait", 1}})
            for (CallInst* call : calls_in(region_, name)) {
                call->replaceAllUsesWith(
                    llvm::ConstantInt::get(type, static_cast<unsigned>(value)));
                call->eraseFromParent();
            }
    }

    // One thread needs no atomic accesses: their reads are for all threads, their writes for one.
    void lower_atomics() {
        std::vector<Instruction*> all;
        for (Instruction& i : llvm::instructions(region_)) all.push_back(&i);
        for (Instruction* i : all) {
            if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(i))
                llvm::lowerAtomicRMWInst(update);
            else if (auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(i))
                llvm::lowerAtomicCmpXchgInst(swap);
        }
    }

    bool is_private(const llvm::Value* pointer) const {
        return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
    }

    std::vector<Instruction*> outside_stores() const {
        std::vector<Instruction*> found;
        for (Instruction& i : llvm::instructions(region_)) {
            const llvm::Value* to = nullptr;
            if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
                to = store->getPointerOperand();
            if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) to = copy->getDest();
            if (to && !is_private(to)) found.push_back(&i);
        }
        return found;
    }

    bool reads_after() const {
        for (const Instruction& i : llvm::instructions(region_))
            if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
                load && !is_private(load->getPointerOperand()))
                return true;
        return false;
    }

    void guard(Instruction& store) {
        Instruction* after = store.getNextNode();
        barrier(store);
        llvm::IRBuilder<> b(&store);
        auto* type = b.getInt32Ty();
        auto thread =
            module_.getOrInsertFunction("hls_thread", llvm::FunctionType::get(type, false));
        llvm::Value* is_first = b.CreateICmpEQ(b.CreateCall(thread, {}), b.getInt32(0));
        Instruction* then = llvm::SplitBlockAndInsertIfThen(is_first, &store, false);
        store.moveBefore(then);
        barrier(*after);
    }

    void barrier(Instruction& before) {
        llvm::IRBuilder<> b(&before);
        auto callee = module_.getOrInsertFunction("hls_barrier",
                                                  llvm::FunctionType::get(b.getVoidTy(), false));
        b.CreateCall(callee, {})->setDebugLoc(before.getDebugLoc());
    }

    Function& region_;
    llvm::Module& module_;
    std::vector<CallInst*> forks_;
    std::set<llvm::AllocaInst*> shared_;
};

}  // namespace

void separate_serial_parts(Function& region) { SerialParts(region).separate(); }

}  // namespace tapestry::hls
