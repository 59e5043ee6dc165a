// SPDX-License-Identifier: Apache-2.0
// Vitis leaves out of hardware what prints, and takes what a program asserts as given. So do we
// with programs that are written for it, and say where. Of all other programs it is refused.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/codes/sources.h"
#include "hls/call_hints.h"
#include "hls/ir.h"

namespace tapestry::hls {

namespace {

constexpr const char* kForVitis = "tapestry.for_vitis";
constexpr const char* kAsserts = "__assert_fail";

bool is_called_one_of(llvm::StringRef name, const auto& names) {
    return std::find(names.begin(), names.end(), std::string_view(name)) != names.end();
}

// Whether the function of this symbol writes to a file of C or to a stream of C++.
bool prints(llvm::StringRef name) {
    constexpr std::array<std::string_view, 10> kOfC = {"printf", "fprintf", "vprintf", "vfprintf",
                                                       "puts",   "fputs",   "putchar", "fputc",
                                                       "putc",   "fflush"};
    if (is_called_one_of(name, kOfC)) return true;
    const bool is_of_library = name.starts_with("_ZNSo") || name.starts_with("_ZSt") ||
                               name.starts_with("_ZNSt") || name.starts_with("_Zls");
    return is_of_library && (name.starts_with("_ZNSo") || name.contains("RSo") ||
                             name.contains("RSt13basic_ostream"));
}

// What writes to a stream gives it back.
void leave_out(llvm::CallBase& call) {
    llvm::CallBase* made = &call;
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) made = llvm::changeToCall(invoke);
    if (!made->getType()->isVoidTy()) {
        const bool gives_back =
            made->arg_size() > 0 && made->getArgOperand(0)->getType() == made->getType();
        made->replaceAllUsesWith(gives_back ? made->getArgOperand(0)
                                            : llvm::Constant::getNullValue(made->getType()));
    }
    made->eraseFromParent();
}

std::vector<llvm::CallBase*> printing_calls(llvm::Function& f) {
    std::vector<llvm::CallBase*> found;
    for (llvm::Instruction& i : llvm::instructions(f)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
        const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && (prints(callee->getName()) || callee->getName() == kAsserts))
            found.push_back(call);
    }
    return found;
}

}  // namespace

void note_vitis(llvm::Module& module) { module.getOrInsertNamedMetadata(kForVitis); }

void leave_out_prints(llvm::Module& module, const std::vector<KernelFunction>& kernels,
                      Diagnostics& diagnostics) {
    if (!module.getNamedMetadata(kForVitis)) return;
    std::set<std::string> reached;
    for (const KernelFunction& k : kernels)
        if (!k.is_region) reached.merge(names_reached(*k.function));
    std::set<std::pair<std::string, unsigned>> said;
    for (const std::string& name : reached) {
        llvm::Function& f = *module.getFunction(name);
        for (llvm::CallBase* call : printing_calls(f)) {
            const std::string callee = call->getCalledFunction()->getName().str();
            const Place at = place_of(*call).at;
            if (callee != kAsserts && !prints(name) && said.insert({at.file, at.line}).second)
                diagnostics.report(code::hardware_prints_nothing, at,
                                   callee.starts_with("_Z") ? "what is printed" : callee);
            leave_out(*call);
        }
    }
}

}  // namespace tapestry::hls
