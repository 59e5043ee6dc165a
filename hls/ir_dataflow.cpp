// SPDX-License-Identifier: Apache-2.0
// A function of a program for Vitis that calls functions joined by hls::stream becomes a network:
// each of them is a process, and they run at the same time. A process is a copy of the function in
// which the other calls are missing, so that loops and numbers around the calls are there for each
// of them. Calls that have more in common than streams stay together in one process, in their
// order.
#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <functional>
#include <map>

#include "hls/clang_errors.h"
#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using llvm::CallInst;
using llvm::Function;

Function* callee_of(const CallInst& call) {
    Function* f = call.getCalledFunction();
    return f && !f->isIntrinsic() ? f : nullptr;
}

bool is_queue_call(const CallInst& call) {
    const Function* f = callee_of(call);
    return f && f->getName().starts_with("hls_queue_");
}

std::vector<CallInst*> all_calls(Function& f) {
    std::vector<CallInst*> found;
    for (llvm::Instruction& i : llvm::instructions(f))
        if (auto* call = llvm::dyn_cast<CallInst>(&i)) found.push_back(call);
    return found;
}

bool uses_queues(const Function& f, std::set<const Function*>& seen) {
    if (f.isDeclaration() || !seen.insert(&f).second) return false;
    for (CallInst* call : all_calls(const_cast<Function&>(f))) {
        if (is_queue_call(*call)) return true;
        if (const Function* g = callee_of(*call); g && uses_queues(*g, seen)) return true;
    }
    return false;
}

// `#pragma HLS STREAM` is left as assembly that says "hls depth N" with the stream as its operand.
constexpr const char* kDepth = "# hls depth ";

// Clang notes the alignment of what a reference means at the parameter, and keeps that in a
// variable.
llvm::Align align_of_element(const CallInst& call) {
    const llvm::Value* element = call.getArgOperand(1);
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(element);
    if (const auto* variable = load ? load->getPointerOperand() : nullptr)
        for (const llvm::User* user : variable->users())
            if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
                if (llvm::isa<llvm::Argument>(store->getValueOperand()) &&
                    store->getPointerOperand() == variable)
                    element = store->getValueOperand();
    return element->getPointerAlignment(call.getModule()->getDataLayout());
}

// Reads and writes of elements in memory become those of numbers as wide.
void lower_queue_call(CallInst& call) {
    llvm::Module& module = *call.getModule();
    llvm::IRBuilder<> b(&call);
    if (const auto* text = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
        unsigned depth = 0;
        llvm::StringRef said = text->getAsmString();
        if (!said.consume_front(kDepth) || call.arg_size() != 1 || said.getAsInteger(10, depth))
            return;
        CallInst* said_so =
            b.CreateCall(module.getOrInsertFunction("hls_queue_depth", b.getVoidTy(), b.getPtrTy(),
                                                    b.getInt32Ty()),
                         {call.getArgOperand(0), b.getInt32(depth)});
        said_so->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
        call.eraseFromParent();
        return;
    }
    const Function* f = callee_of(call);
    const bool reads = f && f->getName() == "hls_queue_read";
    if (!reads && !(f && f->getName() == "hls_queue_write")) return;
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    if (!bytes) return;
    llvm::Type* const type = b.getIntNTy(static_cast<unsigned>(bytes->getZExtValue() * 8));
    const std::string name =
        fmt::format("hls_queue_{}.{}", reads ? "take" : "give", type->getIntegerBitWidth());
    if (reads) {
        CallInst* taken = b.CreateCall(
            module.getOrInsertFunction(name, llvm::FunctionType::get(type, {b.getPtrTy()}, false)),
            {call.getArgOperand(0)});
        taken->addFnAttr(llvm::Attribute::Convergent);
        taken->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
        b.CreateAlignedStore(taken, call.getArgOperand(1), align_of_element(call));
    } else {
        llvm::Value* element =
            b.CreateAlignedLoad(type, call.getArgOperand(1), align_of_element(call));
        CallInst* given = b.CreateCall(
            module.getOrInsertFunction(
                name, llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), type}, false)),
            {call.getArgOperand(0), element});
        given->addFnAttr(llvm::Attribute::Convergent);
        given->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    }
    call.eraseFromParent();
}

// A queue in hardware needs nothing that a constructor writes.
void empty_constructors(llvm::Module& module) {
    for (Function& f : module) {
        if (!f.getName().starts_with("_ZN3hls6streamI") || !f.getName().contains("EC")) continue;
        for (llvm::BasicBlock& block : f)
            for (llvm::Instruction& i : llvm::make_early_inc_range(block))
                if (llvm::isa<llvm::StoreInst>(i)) i.eraseFromParent();
    }
}

// A task says this before its function is called, which it does over and over from then on.
constexpr const char* kTask = "hls_task_begin";

bool is_task_mark(const CallInst& call) {
    const Function* f = callee_of(call);
    return f && f->getName() == kTask;
}

bool starts_tasks(const Function& f, std::set<const Function*>& seen) {
    if (f.isDeclaration() || !seen.insert(&f).second) return false;
    for (CallInst* call : all_calls(const_cast<Function&>(f))) {
        if (is_task_mark(*call)) return true;
        if (const Function* g = callee_of(*call); g && starts_tasks(*g, seen)) return true;
    }
    return false;
}

bool starts_tasks(const Function& f) {
    std::set<const Function*> seen;
    return starts_tasks(f, seen);
}

bool is_member(const Function& f) {
    const llvm::DISubprogram* where = f.getSubprogram();
    return !where || llvm::isa_and_nonnull<llvm::DICompositeType>(where->getScope());
}

bool has_streams(const Function& f) {
    for (const llvm::Instruction& i : llvm::instructions(f))
        if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i);
            a && is_stream_type(a->getAllocatedType()))
            return true;
    return false;
}

// Whether the function only joins others by streams of its own.
bool only_joins(Function& f) {
    if (!has_streams(f) && !starts_tasks(f)) return false;
    for (CallInst* call : all_calls(f)) {
        const Function* g = callee_of(*call);
        std::set<const Function*> seen;
        if (g && is_member(*g) && !starts_tasks(*g) && uses_queues(*g, seen)) return false;
    }
    return true;
}

bool is_process_call(const CallInst& call) {
    Function* f = callee_of(call);
    return f && !f->isDeclaration() && f->getReturnType()->isVoidTy() && !f->hasStructRetAttr() &&
           !is_member(*f) && !only_joins(*f);
}

void inline_where(Function& f, const std::function<bool(const CallInst&)>& is_meant) {
    constexpr int kMost = 100000;  // of a function that calls itself, the rest is refused later
    for (int n = 0; n < kMost;) {
        std::vector<CallInst*> found = all_calls(f);
        std::erase_if(found, [&](const CallInst* call) {
            const Function* g = callee_of(*call);
            return !g || g->isDeclaration() || g == &f || !is_meant(*call);
        });
        if (found.empty()) return;
        for (CallInst* call : found) {
            llvm::InlineFunctionInfo info;
            if (!llvm::InlineFunction(*call, info).isSuccess()) return;
            ++n;
        }
    }
}

// Replaces a local variable by a global one, which copies of the function have in common.
llvm::GlobalVariable* make_global(llvm::AllocaInst& local, const char* prefix) {
    llvm::Type* const type = local.getAllocatedType();
    auto* made = new llvm::GlobalVariable(
        *local.getModule(), type, false, llvm::GlobalValue::InternalLinkage,
        llvm::Constant::getNullValue(type), prefix + local.getName().str());
    made->setAlignment(local.getAlign());
    for (llvm::User* user : llvm::make_early_inc_range(local.users()))
        if (auto* life = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user)) life->eraseFromParent();
    local.replaceAllUsesWith(made);
    local.eraseFromParent();
    return made;
}

std::vector<llvm::AllocaInst*> locals_of(Function& f, bool are_streams) {
    std::vector<llvm::AllocaInst*> found;
    for (llvm::Instruction& i : llvm::instructions(f))
        if (auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i);
            a && is_stream_type(a->getAllocatedType()) == are_streams && !a->isArrayAllocation())
            found.push_back(a);
    return found;
}

constexpr const char* kOwn = "hls.own";  // marks instructions of the function itself

// What a process has to do with: streams by direction, memory by what it does there.
struct Effects {
    std::set<std::string> takes, gives;
    std::set<const void*> reads, writes;          // arguments are those of the function itself
    std::set<const void*> own_reads, own_writes;  // by the code around the calls
    bool is_unclear = false;                      // a pointer whose origin is not known
};

class EffectsFinder {
public:
    EffectsFinder(Function& copy, const Function& original) : f_(copy), original_(original) {}

    Effects find() {
        for (llvm::Instruction& i : llvm::instructions(f_)) {
            const bool is_own = i.hasMetadata(kOwn);
            if (auto* call = llvm::dyn_cast<CallInst>(&i)) {
                add_call(*call, is_own);
            } else if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&i)) {
                add(pointer, llvm::isa<llvm::StoreInst>(i), is_own);
            }
        }
        return made_;
    }

private:
    void add_call(CallInst& call, bool is_own) {
        if (auto* move = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
            add(move->getRawDest(), true, is_own);
            if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(move))
                add(copy->getRawSource(), false, is_own);
            return;
        }
        const Function* f = callee_of(call);
        if (!f || !f->getName().starts_with("hls_queue_") || f->getName() == "hls_queue_depth")
            return;
        const bool gives =
            f->getName().starts_with("hls_queue_give") || f->getName() == "hls_queue_full";
        const std::string queue = queue_name(*call.getArgOperand(0));
        (gives ? made_.gives : made_.takes).insert(queue);
        made_.is_unclear |= queue.empty() || is_own;
    }

    void add(const llvm::Value* pointer, bool writes, bool is_own) {
        llvm::SmallVector<const llvm::Value*, 4> objects;
        llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
        for (const llvm::Value* o : objects) {
            const auto* local = llvm::dyn_cast<llvm::AllocaInst>(o);
            made_.is_unclear |= local && local->isArrayAllocation();
            if (local || llvm::isa<llvm::UndefValue>(o)) continue;
            if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(o); g && g->isConstant())
                continue;
            const void* key = o;
            if (const auto* a = llvm::dyn_cast<llvm::Argument>(o))
                key = original_.getArg(a->getArgNo());
            else if (!llvm::isa<llvm::GlobalVariable>(o))
                made_.is_unclear = true;
            // What the code around the calls writes outside is written once.
            const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(o);
            made_.is_unclear |= is_own && writes && !(g && g->getName().starts_with("hls.object."));
            auto& own = writes ? made_.own_writes : made_.own_reads;
            auto& all = writes ? made_.writes : made_.reads;
            (is_own ? own : all).insert(key);
        }
    }

    Function& f_;
    const Function& original_;
    Effects made_;
};

template <class Set>
bool meet(const Set& a, const Set& b) {
    return std::any_of(a.begin(), a.end(), [&](const auto& x) { return b.count(x) > 0; });
}

bool are_joined(const Effects& a, const Effects& b) {
    return meet(a.takes, b.takes) || meet(a.gives, b.gives) || meet(a.writes, b.writes) ||
           meet(a.writes, b.reads) || meet(a.reads, b.writes);
}

// A note at the call of a task's function.
constexpr const char* kOfTask = "hls.task";

bool is_of_task(const CallInst& call) { return call.hasMetadata(kOfTask); }

// Whether the task is no static one.
bool begins_anew(const CallInst& call) {
    const auto* made = llvm::cast<llvm::MDString>(call.getMetadata(kOfTask)->getOperand(0));
    return made->getString() == "anew";
}

// The call of the function that the mark is about; null: there is none.
CallInst* call_of_task(CallInst& mark) {
    for (llvm::Instruction* i = mark.getNextNode(); i; i = i->getNextNode()) {
        auto* call = llvm::dyn_cast<CallInst>(i);
        if (call && is_task_mark(*call)) return nullptr;
        if (call && is_process_call(*call)) return call;
    }
    return nullptr;
}

// The call is made over and over, and nothing comes after it.
void repeat(CallInst& call) {
    llvm::BasicBlock* again = call.getParent()->splitBasicBlock(&call);
    again->splitBasicBlock(call.getNextNode());
    again->getTerminator()->setSuccessor(0, again);
    llvm::removeUnreachableBlocks(*again->getParent());
}

// A static task, or a static stream, is there from the beginning in hardware.
void make_at_once(llvm::Module& module) {
    const std::string prefix = "_ZGV";
    for (llvm::GlobalVariable& guard : module.globals()) {
        if (!guard.getName().starts_with(prefix)) continue;
        const auto* object =
            module.getNamedGlobal("_Z" + guard.getName().substr(prefix.size()).str());
        if (!object || !is_stream_type(object->getValueType())) continue;
        for (llvm::User* user : llvm::make_early_inc_range(guard.users())) {
            auto* i = llvm::dyn_cast<llvm::Instruction>(user);
            if (!i || llvm::isa<llvm::StoreInst>(i)) continue;
            const bool asks = llvm::isa<CallInst>(i);  // whether it is to be made now
            if (!i->getType()->isVoidTy())
                i->replaceAllUsesWith(llvm::ConstantInt::get(i->getType(), asks ? 1 : 0));
            i->eraseFromParent();
        }
    }
}

class Splitter {
public:
    explicit Splitter(KernelFunction& top) : top_(top), f_(*top.function) {}

    Result<std::vector<KernelFunction>> split(Diagnostics& diagnostics) {
        inline_where(f_, [](const CallInst& call) { return !is_process_call(call); });
        // A loop with calls that could be inlined is not unrolled.
        for (CallInst* call : process_calls(f_)) call->setIsNoInline();
        unroll_forced_loops(f_);
        for (CallInst* call : process_calls(f_)) call->removeFnAttr(llvm::Attribute::NoInline);
        for (llvm::AllocaInst* a : locals_of(f_, true)) make_global(*a, kLocalQueue);
        if (const auto noted = note_tasks(diagnostics); !noted) return noted.failure();
        const std::vector<std::vector<std::size_t>> groups = groups_of(effects());
        std::vector<KernelFunction> made;
        for (const std::vector<std::size_t>& group : groups)
            if (const auto fine = check_tasks(group, diagnostics); !fine) return fine.failure();
        for (const std::vector<std::size_t>& group : groups)
            made.push_back(process_of(group, groups.size() == 1));
        f_.deleteBody();
        return made;
    }

private:
    static std::vector<CallInst*> process_calls(Function& f) {
        std::vector<CallInst*> found = all_calls(f);
        std::erase_if(found, [](const CallInst* call) { return !is_process_call(*call); });
        return found;
    }

    // Notes which calls are of tasks. A task that is static is one, however often the function
    // around it is called.
    Result<Done> note_tasks(Diagnostics& diagnostics) {
        std::set<std::pair<const llvm::Value*, std::int64_t>> known;
        for (CallInst* mark : all_calls(f_)) {
            if (!is_task_mark(*mark)) continue;
            CallInst* call = call_of_task(*mark);
            if (!call)
                return refuse_source(
                    diagnostics, place_of(*mark).at, "this is not known to be a task's function",
                    "name a function that returns nothing and is no member of a class");
            llvm::APInt offset(64, 0);
            const llvm::Value* task = mark->getArgOperand(0)->stripAndAccumulateConstantOffsets(
                f_.getParent()->getDataLayout(), offset, true);
            llvm::LLVMContext& context = call->getContext();
            const char* made = task->getName().starts_with(kLocalQueue) ? "anew" : "once";
            if (known.insert({task, offset.getSExtValue()}).second)
                call->setMetadata(kOfTask,
                                  llvm::MDNode::get(context, llvm::MDString::get(context, made)));
            else
                call->eraseFromParent();
            mark->eraseFromParent();
        }
        return Done{};
    }

    // A task never ends, so it is a process of its own.
    Result<Done> check_tasks(const std::vector<std::size_t>& group, Diagnostics& diagnostics) {
        const std::vector<CallInst*> calls = process_calls(f_);
        const auto task = std::find_if(group.begin(), group.end(), [&](std::size_t i) {
            return i < calls.size() && is_of_task(*calls[i]);
        });
        if (task == group.end() || group.size() == 1) return Done{};
        return refuse_source(
            diagnostics, place_of(*calls[*task]).at,
            fmt::format("the task of '{}' has more than streams in common with another function",
                        callee_of(*calls[*task])->getSubprogram()->getName().str()),
            "give each stream one writer and one reader, and each of them memory of its own");
    }

    // A copy in which only these calls are left.
    static Function* copy_with(Function& f, const std::vector<std::size_t>& kept) {
        llvm::ValueToValueMapTy values;
        Function* copy = llvm::CloneFunction(&f, values);
        const std::vector<CallInst*> calls = process_calls(*copy);
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (std::find(kept.begin(), kept.end(), i) == kept.end()) calls[i]->eraseFromParent();
        return copy;
    }

    // Of each call, in order, and last of the code around them.
    std::vector<Effects> effects() {
        llvm::ValueToValueMapTy values;
        Function* model = llvm::CloneFunction(&f_, values);
        for (llvm::AllocaInst* a : locals_of(*model, false))
            if (!llvm::isAllocaPromotable(a)) make_global(*a, "hls.object.");
        for (llvm::Instruction& i : llvm::instructions(*model))
            i.setMetadata(kOwn, llvm::MDNode::get(model->getContext(), {}));
        const std::size_t calls = process_calls(*model).size();
        std::vector<Effects> found;
        for (std::size_t i = 0; i <= calls; ++i) {
            Function* copy = copy_with(*model, {i});
            inline_where(*copy, [](const CallInst&) { return true; });
            show_streams(*copy);
            found.push_back(EffectsFinder(*copy, f_).find());
            copy->eraseFromParent();
        }
        model->eraseFromParent();
        return found;
    }

    std::vector<std::vector<std::size_t>> groups_of(const std::vector<Effects>& all) const {
        const std::size_t calls = all.size() - 1;
        const Effects& own = all.back();
        bool together = calls == 0 || own.is_unclear || !f_.getReturnType()->isVoidTy();
        // What the code around the calls reads may be needed by one of them only.
        for (const Effects& e : all) {
            together |= e.is_unclear;
            for (const Effects& other : all) together |= meet(e.own_reads, other.writes);
        }
        std::vector<std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < calls; ++i) {
            std::vector<std::size_t> mine = {i};
            std::erase_if(groups, [&](const std::vector<std::size_t>& g) {
                const bool joins = together || std::any_of(g.begin(), g.end(), [&](std::size_t k) {
                                       return are_joined(all[k], all[i]);
                                   });
                if (joins) mine.insert(mine.end(), g.begin(), g.end());
                return joins;
            });
            std::sort(mine.begin(), mine.end());
            groups.push_back(mine);
        }
        if (groups.empty()) groups.emplace_back();
        return groups;
    }

    KernelFunction process_of(const std::vector<std::size_t>& group, bool is_alone) {
        KernelFunction k;
        k.function = copy_with(f_, group);
        k.function->setName(f_.getName() + ".process");
        if (const std::vector<CallInst*> left = process_calls(*k.function);
            left.size() == 1 && is_of_task(*left.front())) {
            k.is_task = true;
            k.begins_anew = begins_anew(*left.front());
            repeat(*left.front());
        }
        k.name = top_.name;
        if (!is_alone) {
            const Function* first = callee_of(*process_calls(f_)[group.front()]);
            k.name = first->getSubprogram()->getName().str();
            const llvm::DISubprogram* where = first->getSubprogram();
            k.place = {where->getFilename().str(), where->getLine()};
        }
        k.is_process = true;
        k.part_of = top_.name;
        k.link_name = f_.getName().str();
        k.calls = names_reached(*k.function);
        for (llvm::Argument& a : k.function->args()) {
            k.is_number.push_back(!a.getType()->isPointerTy());
            NetworkObject& object = k.objects.emplace_back();
            object.kind = NetworkObject::Kind::memory;
        }
        return k;
    }

    KernelFunction& top_;
    Function& f_;
};

// Streams, and what is made of nothing but streams and tasks.
constexpr const char* kStreamTypes[] = {"class.hls::stream", "class.hls::task", "class.hls::ap_hs",
                                        "struct.hls::split::", "struct.hls::merge::"};

}  // namespace

bool is_stream_type(const llvm::Type* type) {
    while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
        type = array->getElementType();
    const auto* s = llvm::dyn_cast<llvm::StructType>(type);
    if (!s || !s->hasName()) return false;
    return std::any_of(std::begin(kStreamTypes), std::end(kStreamTypes),
                       [&](const char* name) { return s->getName().starts_with(name); });
}

std::string queue_name(const llvm::Value& stream) {
    const llvm::Value* base = &stream;
    const auto* i = llvm::dyn_cast<llvm::Instruction>(base);
    const auto* a = llvm::dyn_cast<llvm::Argument>(base);
    const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(base);
    const llvm::Module* module = i   ? i->getModule()
                                 : a ? a->getParent()->getParent()
                                     : (g ? g->getParent() : nullptr);
    std::int64_t bytes = 0;
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(base); gep || module) {
        if (!module) {
            const auto* root = llvm::dyn_cast<llvm::GlobalVariable>(base->stripInBoundsOffsets());
            if (!root) return {};
            module = root->getParent();
        }
        const llvm::DataLayout& layout = module->getDataLayout();
        llvm::APInt offset(layout.getIndexTypeSizeInBits(base->getType()), 0);
        base = base->stripAndAccumulateConstantOffsets(layout, offset, true);
        bytes = offset.getSExtValue();
    }
    if (!llvm::isa<llvm::Argument>(base) && !llvm::isa<llvm::GlobalVariable>(base) &&
        !llvm::isa<llvm::AllocaInst>(base))
        return {};
    std::string name = base->getName().str();
    if (name.empty()) return {};
    return bytes == 0 ? name : fmt::format("{}.{}", name, bytes / 8);
}

Result<Done> split_dataflow(llvm::Module& module, std::vector<KernelFunction>& kernels,
                            Diagnostics& diagnostics) {
    leave_out_exceptions(module);
    for (Function& f : module)
        for (CallInst* call : all_calls(f)) lower_queue_call(*call);
    const auto is_network = [](const KernelFunction& k) {
        std::set<const Function*> seen;
        return !k.is_region && k.threads == 1 &&
               (uses_queues(*k.function, seen) || starts_tasks(*k.function));
    };
    if (std::none_of(kernels.begin(), kernels.end(), is_network)) return Done{};
    make_at_once(module);
    promote_variables(module);
    empty_constructors(module);
    std::vector<KernelFunction> all;
    for (KernelFunction& k : kernels) {
        if (!is_network(k)) {
            all.push_back(k);
            continue;
        }
        auto processes = Splitter(k).split(diagnostics);
        if (!processes) return processes.failure();
        for (KernelFunction& process : *processes) all.push_back(std::move(process));
    }
    kernels = std::move(all);
    return Done{};
}

}  // namespace tapestry::hls
