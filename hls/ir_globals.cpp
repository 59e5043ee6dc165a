// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <set>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

using llvm::Function;
using Functions = std::set<const Function*>;

// Collects a function and all functions it calls or passes on, without entering other kernels.
void reach(const Function& f, const Functions& kernels, Functions& reached) {
    if (f.isDeclaration() || !reached.insert(&f).second) return;
    for (const llvm::Instruction& i : llvm::instructions(f))
        for (const llvm::Use& operand : i.operands())
            if (const auto* callee = llvm::dyn_cast<Function>(operand->stripPointerCasts()))
                if (!kernels.contains(callee)) reach(*callee, kernels, reached);
}

// The functions of each kernel, and last those of the host.
std::vector<Functions> parts_of(const llvm::Module& module,
                                const std::vector<KernelFunction>& found) {
    Functions kernels, hardware;
    for (const KernelFunction& k : found) kernels.insert(k.function);
    std::vector<Functions> parts(found.size() + 1);
    for (std::size_t k = 0; k < found.size(); ++k) {
        reach(*found[k].function, kernels, parts[k]);
        for (const std::string& name : found[k].calls)
            if (const Function* f = module.getFunction(name); f && !kernels.contains(f))
                parts[k].insert(f);
        hardware.insert(parts[k].begin(), parts[k].end());
    }
    for (const Function& f : module)
        if (!hardware.contains(&f)) reach(f, kernels, parts.back());
    return parts;
}

// Whether the instruction may write through the address; a call with it as argument may.
bool may_write(const llvm::Instruction& user, const llvm::Value& address) {
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&user))
        return copy->getRawDest() == &address;
    return llvm::isa<llvm::StoreInst>(user) || llvm::isa<llvm::CallBase>(user) ||
           llvm::isa<llvm::AtomicRMWInst>(user) || llvm::isa<llvm::AtomicCmpXchgInst>(user);
}

// The instructions that use a variable, and whether any of them may write it.
struct Uses {
    std::vector<const llvm::Instruction*> by;
    std::set<const llvm::Value*> seen;
    bool written = false;
};

void find_uses(const llvm::Value& address, Uses& uses) {
    for (const llvm::User* user : address.users()) {
        const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
        if (i) {
            uses.by.push_back(i);
            uses.written |= may_write(*i, address);
        }
        const bool is_address = !i || llvm::isa<llvm::GetElementPtrInst>(user) ||
                                llvm::isa<llvm::CastInst>(user) || llvm::isa<llvm::PHINode>(user) ||
                                llvm::isa<llvm::SelectInst>(user);
        if (is_address && uses.seen.insert(user).second) find_uses(*user, uses);
    }
}

bool touches(const Functions& part, const Uses& uses) {
    return std::any_of(uses.by.begin(), uses.by.end(),
                       [&](const llvm::Instruction* i) { return part.contains(i->getFunction()); });
}

// The first use of the variable in a kernel; otherwise the beginning of the kernel.
Place place_in(const Functions& part, const Uses& uses, const Function& kernel) {
    Place first;
    for (const llvm::Instruction* i : uses.by) {
        const Place at = place_of(*i).at;
        if (part.contains(i->getFunction()) && at.line && (!first.line || at.line < first.line))
            first = at;
    }
    return first.line ? first : place_of(kernel.front().front()).at;
}

}  // namespace

std::set<std::string> names_reached(const Function& function) {
    Functions reached;
    reach(function, {}, reached);
    std::set<std::string> names;
    for (const Function* f : reached) names.insert(f->getName().str());
    return names;
}

Result<Done> check_globals(const llvm::Module& module, const std::vector<KernelFunction>& kernels,
                           Diagnostics& diagnostics) {
    const std::vector<Functions> parts = parts_of(module, kernels);
    Result<Done> good = Done{};
    for (const llvm::GlobalVariable& g : module.globals()) {
        if (g.isConstant() || g.isDeclaration() || is_stream_type(g.getValueType())) continue;
        Uses uses;
        find_uses(g, uses);
        const auto touched = [&](const Functions& part) { return touches(part, uses); };
        const auto kernel = std::find_if(parts.begin(), parts.end() - 1, touched);
        const auto others = std::count_if(parts.begin(), parts.end(), touched) - 1;
        if (kernel == parts.end() - 1) continue;
        const bool is_shared = uses.written && others > 0;
        if (!g.isThreadLocal() && !is_shared) continue;
        const KernelFunction& user = kernels[static_cast<std::size_t>(kernel - parts.begin())];
        const std::string name = g.getName().str();
        good = refuse_source(
            diagnostics, place_in(*kernel, uses, *user.function),
            g.isThreadLocal()
                ? fmt::format("'{}' is a variable that each thread has for itself", name)
                : fmt::format("'{}' is a variable of the whole program, and the hardware would "
                              "have one of its own",
                              name),
            g.isThreadLocal() ? "declare it inside the parallel part"
                              : "hand it to the hardware as an argument or map it; or make it "
                                "const, if nobody changes it");
    }
    return good;
}

}  // namespace tapestry::hls
