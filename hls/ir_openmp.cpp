// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>

#include "hls/ir.h"
#include "hls/ir_teams.h"

namespace tapestry::hls {

namespace {

using llvm::CallInst;
using llvm::Function;

constexpr const char* kRegion = "__omp_offloading_";
constexpr unsigned kThreads = 8;
constexpr const char* kKernelHint =
    "name a function with --top, or mark a region with '#pragma omp target'";

Function* declare(llvm::Module& m, const char* name, bool with_number) {
    auto* type = llvm::FunctionType::get(
        llvm::Type::getVoidTy(m.getContext()),
        with_number ? std::vector<llvm::Type*>{llvm::Type::getInt32Ty(m.getContext())}
                    : std::vector<llvm::Type*>{},
        false);
    return llvm::cast<Function>(m.getOrInsertFunction(name, type).getCallee());
}

// Whether the call is of a part whose `if` does not hold: it stands between two calls of the
// runtime.
bool is_serialised(const CallInst& call) {
    if (!call.getCalledFunction()->getName().contains("omp_outlined")) return false;
    for (const llvm::Instruction* i = call.getPrevNode(); i; i = i->getPrevNode()) {
        const auto* before = llvm::dyn_cast<CallInst>(i);
        const Function* f = before ? before->getCalledFunction() : nullptr;
        if (f && f->getName() == "__kmpc_serialized_parallel") return true;
        if (f && f->getName() == "__kmpc_end_serialized_parallel") return false;
    }
    return false;
}

// Zero leaves the number of teams open.
bool asks_for_several(const llvm::Value* teams) {
    const auto* fixed = llvm::dyn_cast_or_null<llvm::ConstantInt>(teams);
    return teams && !(fixed && fixed->getZExtValue() <= 1);
}

// Whether the teams share the iterations of a loop, so that one team does what several would.
bool distributes(const Function& part) {
    for (const llvm::Instruction& i : llvm::instructions(part))
        if (const auto* call = llvm::dyn_cast<CallInst>(&i))
            if (const Function* f = call->getCalledFunction();
                f && (f->getName().starts_with("__kmpc_for_static_init") ||
                      f->getName().starts_with("__kmpc_dist") ||
                      (f->getName().contains("omp_outlined") && distributes(*f))))
                return true;
    return false;
}

class Rewriter {
public:
    Rewriter(llvm::Module& module, KernelFunction& kernel) : module_(module), kernel_(kernel) {}

    // There is only one team of `teams`, so forking it is a call.
    void unfold_teams(Function& region) {
        inline_calls(region);
        const llvm::Value* asked = nullptr;
        for (llvm::Instruction& i : llvm::instructions(region)) {
            auto* call = llvm::dyn_cast<CallInst>(&i);
            Function* callee = call ? call->getCalledFunction() : nullptr;
            if (callee && callee->getName() == "__kmpc_push_num_teams")
                asked = call->getArgOperand(2);
            if (!callee || callee->getName() != "__kmpc_fork_teams") continue;
            const auto* part = llvm::cast<Function>(call->getArgOperand(2)->stripPointerCasts());
            if (asks_for_several(asked) && !distributes(*part)) several_teams_ = place_of(*call).at;
            call_outlined(*call);
            return unfold_teams(region);
        }
    }

    // A part that several teams would do, each all of it.
    const Place& several_teams() const { return several_teams_; }

    // A part inside a part whose team may be of one thread: it would be parallel itself.
    const Place& doubtful() const { return doubtful_; }

    // Runs each parallel part of the region on its team; `threads` are there in hardware.
    void form_teams(const std::vector<Team>& teams, unsigned threads) {
        for (const Team& t : teams) form_team(t, threads);
    }

    // Rewrites the kernel and all functions it calls. What forks in them is a part inside a part.
    void rewrite(Function& f) {
        if (f.isDeclaration() || !seen_.insert(&f).second) return;
        std::vector<llvm::Instruction*> all;
        for (llvm::Instruction& i : llvm::instructions(f)) all.push_back(&i);
        for (llvm::Instruction* i : all) {
            if (auto* call = llvm::dyn_cast<CallInst>(i))
                rewrite_call(*call);
            else if (llvm::isa<llvm::AtomicRMWInst>(i) || llvm::isa<llvm::AtomicCmpXchgInst>(i))
                guard(*i);
            else
                keep_reading(*i);
        }
    }

private:
    llvm::ConstantInt* number(unsigned n) {
        return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), n);
    }

    unsigned lock_of(const std::string& name) {
        const auto it = std::find(kernel_.locks.begin(), kernel_.locks.end(), name);
        if (it == kernel_.locks.end()) kernel_.locks.push_back(name);
        return static_cast<unsigned>(std::find(kernel_.locks.begin(), kernel_.locks.end(), name) -
                                     kernel_.locks.begin());
    }

    void call_lock(llvm::Instruction& before, const char* what, unsigned id) {
        llvm::IRBuilder<> b(&before);
        b.CreateCall(declare(module_, what, true), {number(id)});
    }

    // Puts an atomic update under a lock of its own; a later pass makes it a plain access.
    void guard(llvm::Instruction& i) {
        const unsigned id = lock_of("atomic");
        call_lock(i, "hls_lock", id);
        call_lock(*i.getNextNode(), "hls_unlock", id);
    }

    void rewrite_call(CallInst& call) {
        Function* callee = call.getCalledFunction();
        if (!callee) return;
        const std::string name = callee->getName().str();
        const bool forks = name == "__kmpc_fork_call";
        if (forks && may_be_one_ && doubtful_.line == 0) doubtful_ = place_of(call).at;
        if (forks) return run_alone(*call_outlined(call));
        if (is_serialised(call)) return run_alone(call);
        if (name.starts_with("__kmpc_dispatch_init_"))
            return deal(call, "hls_deal_begin_", team_value(call, "hls_thread", 0), 3);
        if (name.starts_with("__kmpc_dispatch_next_"))
            return deal(call, "hls_deal_next_", team_value(call, "hls_threads", 1), 2);
        if (name.starts_with("__kmpc_critical")) return sync(call, "hls_lock", 2, false);
        if (name == "__kmpc_flush") return flush(call);
        if (name == "__kmpc_copyprivate" && copy_to_others(call)) return;
        if (name == "__kmpc_end_critical") return sync(call, "hls_unlock", 2, false);
        if (name.starts_with("__kmpc_reduce")) return sync(call, "hls_lock", 6, true);
        if (name.starts_with("__kmpc_end_reduce")) {
            if (name == "__kmpc_end_reduce") barrier_after(call);
            return sync(call, "hls_unlock", 2, false);
        }
        rewrite(*callee);
    }

    // What was written is at the memory when a lock is released.
    void flush(CallInst& call) {
        call_lock(call, "hls_lock", lock_of("flush"));
        call_lock(call, "hls_unlock", lock_of("flush"));
        call.eraseFromParent();
    }

    // A loop that waits for another thread reads again and again.
    static void keep_reading(llvm::Instruction& i) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i); load && load->isAtomic())
            load->setVolatile(true);
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i); store && store->isAtomic())
            store->setVolatile(true);
    }

    void barrier_after(CallInst& call) {
        llvm::IRBuilder<> b(call.getNextNode());
        b.CreateCall(declare(module_, "hls_barrier", false), {});
    }

    // A reduction asks the runtime for a method; 1 means to add under the lock.
    void sync(CallInst& call, const char* what, unsigned operand, bool answers_one) {
        std::string name = call.getArgOperand(operand)->stripPointerCasts()->getName().str();
        for (const char* cut : {".gomp_critical_user_", ".var"})
            if (const std::size_t at = name.find(cut); at != std::string::npos)
                name.erase(at, std::string(cut).size());
        call_lock(call, what, lock_of(name.empty() ? "critical" : name));
        if (answers_one) call.replaceAllUsesWith(number(1));
        call.eraseFromParent();
    }

    // What a thread of a part asks for; code outside of parts is run by one.
    llvm::Value* team_value(CallInst& call, const char* name, unsigned outside) {
        if (call.getFunction() == kernel_.function) return number(outside);
        auto* i32 = llvm::Type::getInt32Ty(module_.getContext());
        llvm::IRBuilder<> b(&call);
        return b.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(i32, false)),
                            {});
    }

    // Iterations of a dynamically scheduled loop are dealt to the threads in turn; a variable of
    // each thread holds its position. The suffix of the runtime call is the type of the loop's
    // counter.
    void deal(CallInst& call, const std::string& becomes, llvm::Value* number_in_team,
              unsigned first_argument) {
        Function* f = call.getFunction();
        llvm::AllocaInst*& turn = turns_[f];
        if (!turn) {
            llvm::IRBuilder<> entry(&*f->getEntryBlock().getFirstInsertionPt());
            turn = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt64Ty(), 4));
        }
        std::vector<llvm::Value*> args = {turn, number_in_team};
        for (unsigned i = first_argument; i < call.arg_size(); ++i)
            args.push_back(call.getArgOperand(i));
        std::vector<llvm::Type*> types;
        for (const llvm::Value* v : args) types.push_back(v->getType());
        const llvm::StringRef name = call.getCalledFunction()->getName();
        llvm::IRBuilder<> b(&call);
        CallInst* made = b.CreateCall(
            module_.getOrInsertFunction(becomes + name.rsplit('_').second.str(),
                                        llvm::FunctionType::get(call.getType(), types, false)),
            args);
        made->setDebugLoc(call.getDebugLoc());
        call.replaceAllUsesWith(made);
        call.eraseFromParent();
    }

    // Every hardware thread runs the region from its start, so a fork is a call. Of a team with
    // fewer threads, or a number that is computed, the others are left out.
    void form_team(const Team& t, unsigned threads) {
        CallInst* call = call_outlined(*t.fork);
        const auto* fixed = llvm::dyn_cast_or_null<llvm::ConstantInt>(t.asked);
        const bool is_all = !t.asked || (fixed && fixed->getZExtValue() >= threads);
        llvm::IRBuilder<> b(call);
        llvm::Value* team =
            is_all ? number(threads)
                   : b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, t.asked, number(threads));
        may_be_one_ = t.asked && (fixed ? fixed->isOne() : threads > 1);
        CallInst* made = call_copy(*call, team);
        may_be_one_ = false;
        bind_team(*made->getCalledFunction());
        if (!is_all) leave_others_out(*made, *team);
    }

    void run_alone(CallInst& call) { bind_alone(*call_copy(call, number(1))->getCalledFunction()); }

    // Calls a rewritten copy of the part instead; the part itself stays as it is.
    CallInst* call_copy(CallInst& call, llvm::Value* team) {
        Function* copy = copy_part(*call.getCalledFunction());
        std::vector<llvm::Value*> args(call.arg_begin(), call.arg_end());
        args.push_back(team);
        llvm::IRBuilder<> b(&call);
        CallInst* made = b.CreateCall(copy, args);
        made->setDebugLoc(call.getDebugLoc());
        call.eraseFromParent();
        rewrite(*copy);
        return made;
    }

    CallInst* call_outlined(CallInst& call) {
        auto* outlined = llvm::cast<Function>(call.getArgOperand(2)->stripPointerCasts());
        llvm::IRBuilder<> b(&call);
        auto* i32 = llvm::Type::getInt32Ty(module_.getContext());
        llvm::IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
        std::vector<llvm::Value*> args = {entry.CreateAlloca(i32), entry.CreateAlloca(i32)};
        auto* thread = llvm::cast<Function>(
            module_.getOrInsertFunction("hls_thread", llvm::FunctionType::get(i32, false))
                .getCallee());
        b.CreateStore(b.CreateCall(thread, {}), args[0]);
        b.CreateStore(number(0), args[1]);
        for (unsigned i = 3; i < call.arg_size(); ++i) args.push_back(call.getArgOperand(i));
        CallInst* made = b.CreateCall(outlined, args);
        made->setDebugLoc(call.getDebugLoc());
        call.eraseFromParent();
        return made;
    }

    llvm::Module& module_;
    KernelFunction& kernel_;
    std::set<Function*> seen_;
    bool may_be_one_ = false;  // the part that is rewritten may have a team of one thread
    Place doubtful_, several_teams_;
    std::map<Function*, llvm::AllocaInst*> turns_;
};

// How many threads the hardware has: the most that a part asks for, or kThreads where one asks for
// no number. A number that is computed is bounded by what the host launches, or by the user.
Result<unsigned> count_threads(const KernelFunction& k, std::vector<Team>& teams,
                               const FrontOptions& options, Diagnostics& diagnostics) {
    const LaunchLimit limit = launch_limit(*k.function);
    unsigned most = teams.empty() ? 1 : 0;
    for (Team& t : teams) {
        const auto* fixed = llvm::dyn_cast_or_null<llvm::ConstantInt>(t.asked);
        const bool is_computed = (t.asked && !fixed) || (!t.asked && limit.is_known_later);
        if (is_computed && options.threads == 0 && !(t.asked && limit.is_known_later)) {
            return refuse_source(
                diagnostics, place_of(*t.fork).at,
                "how many threads there are is known only when the program runs",
                "give the most that there can be with --threads, or write a number");
        }
        if (fixed && options.threads > 0) t.asked = nullptr;
        most = std::max(most, fixed ? static_cast<unsigned>(fixed->getZExtValue()) : kThreads);
    }
    if (limit.threads > 0) most = std::min(most, limit.threads);
    return options.threads > 0 ? options.threads : most;
}

// "__omp_offloading_fe00_99a298_matmul_l3" is matmul_l3.
std::string region_name(const std::string& symbol) {
    std::size_t at = std::string(kRegion).size();
    for (int i = 0; i < 2; ++i) at = symbol.find('_', at) + 1;
    return symbol.substr(at);
}

bool is_region(const Function& f) {
    const llvm::StringRef name = f.getName();
    return !f.isDeclaration() && name.starts_with(kRegion) && !name.contains("omp_outlined") &&
           !name.contains("_debug__");
}

KernelFunction chosen_kernel(Function& f, const std::string& name, bool of_target) {
    KernelFunction k;
    k.function = &f;
    k.name = name;
    k.is_region = of_target;
    return k;
}

// The function that --top names.
Result<Function*> the_top(llvm::Module& module, const FrontOptions& options,
                          const std::string& name, Diagnostics& diagnostics) {
    const std::vector<Function*> tops = find_tops(module, name);
    if (tops.size() == 1) return tops.front();
    const Place at = tops.empty() ? Place{options.files.front(), 0}
                                  : place_of(tops.back()->getEntryBlock().back()).at;
    return refuse_source(
        diagnostics, at,
        tops.empty() ? fmt::format("there is no function '{}'", name)
                     : fmt::format("{} functions are called '{}'", tops.size(), name),
        tops.empty() ? kKernelHint : "write its namespace too, or give it a name alone");
}

// Removes what nothing calls any more: parts that were copied.
void remove_unused(llvm::Module& module, const std::vector<KernelFunction>& kernels) {
    const auto is_kernel = [&](const Function& f) {
        return std::any_of(kernels.begin(), kernels.end(),
                           [&](const KernelFunction& k) { return k.function == &f; });
    };
    for (bool again = true; again;) {
        again = false;
        for (Function& f : llvm::make_early_inc_range(module)) {
            if (!f.hasLocalLinkage() || f.isDeclaration() || !f.use_empty() || is_kernel(f))
                continue;
            f.eraseFromParent();
            again = true;
        }
    }
}

}  // namespace

Result<std::vector<KernelFunction>> find_kernels(llvm::Module& module, const FrontOptions& options,
                                                 Diagnostics& diagnostics) {
    std::vector<KernelFunction> found;
    const Function* fork = module.getFunction("__kmpc_fork_call");
    const bool has_forks = fork && !fork->use_empty();
    if (has_forks || std::any_of(module.begin(), module.end(), is_region))
        promote_variables(module);
    for (const std::string& top : options.tops) {
        const Result<Function*> f = the_top(module, options, top, diagnostics);
        if (!f) return f.failure();
        found.push_back(chosen_kernel(**f, top, false));
    }
    for (Function& f : module)
        if (is_region(f)) found.push_back(chosen_kernel(f, region_name(f.getName().str()), true));
    if (found.empty()) {
        return refuse_source(diagnostics, {options.files.front(), 0},
                             "no OpenMP target region is found", kKernelHint);
    }
    for (KernelFunction& k : found) k.calls = names_reached(*k.function);
    for (KernelFunction& k : found) {
        Rewriter rewriter(module, k);
        if (k.is_region) rewriter.unfold_teams(*k.function);
        if (rewriter.several_teams().line > 0) {
            return refuse_source(
                diagnostics, rewriter.several_teams(),
                "there is one team in hardware, and the program asks for several",
                "share a loop with 'teams distribute', or use threads of one team");
        }
        if (k.is_region || has_forks) separate_serial_parts(*k.function);
        std::vector<Team> teams = teams_of(*k.function);
        const Result<unsigned> threads = count_threads(k, teams, options, diagnostics);
        if (!threads) return threads.failure();
        k.threads = *threads;
        if (!k.is_region && !teams.empty() && !k.function->getReturnType()->isVoidTy()) {
            return refuse_source(diagnostics, place_of(*teams.front().fork).at,
                                 fmt::format("'{}' has a parallel part and a result", k.name),
                                 "write the result through a pointer");
        }
        k.is_number_checked = options.threads == 0 && launch_limit(*k.function).is_known_later;
        rewriter.form_teams(teams, k.threads);
        rewriter.rewrite(*k.function);
        if (rewriter.doubtful().line > 0) {
            return refuse_source(
                diagnostics, rewriter.doubtful(),
                "a part inside a part that may have one thread would be parallel itself",
                "give the part around it a fixed number of threads, two or more");
        }
        if (k.threads > 64) {
            return refuse_source(diagnostics, {options.files.front(), 0},
                                 fmt::format("'{}' asks for {} threads", k.name, k.threads),
                                 "from 1 to 64 hardware threads can be made");
        }
    }
    remove_unused(module, found);
    return found;
}

}  // namespace tapestry::hls
