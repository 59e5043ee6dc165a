// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include "hls/ir.h"

namespace tapestry::hls {

namespace {

std::string freed_text(char* made) {
    const std::string text = made ? made : "";
    std::free(made);  // the demangler allocates with malloc
    return text;
}

// Whether the symbol is the C++ function of this name, with or without its namespaces.
bool is_named(const llvm::Function& f, const std::string& name) {
    llvm::ItaniumPartialDemangler demangler;  // it refers to the symbol
    const std::string symbol = f.getName().str();
    if (demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction()) return false;
    return freed_text(demangler.getFunctionName(nullptr, nullptr)) == name ||
           freed_text(demangler.getFunctionBaseName(nullptr, nullptr)) == name;
}

}  // namespace

std::vector<llvm::Function*> find_tops(llvm::Module& module, const std::string& name) {
    if (llvm::Function* f = module.getFunction(name); f && !f->isDeclaration()) return {f};
    std::vector<llvm::Function*> found;
    for (llvm::Function& f : module)
        if (!f.isDeclaration() && is_named(f, name)) found.push_back(&f);
    return found;
}

}  // namespace tapestry::hls
