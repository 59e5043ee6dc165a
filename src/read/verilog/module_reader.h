// SPDX-License-Identifier: Apache-2.0
// Turns one module, interface or package of the tree into a Module: variables by scope, instances,
// and processes as guarded assignments.
#pragma once

#include <string>

#include "read/verilog/module_scope.h"

namespace tapestry {

class ModuleReader {
public:
    ModuleReader(const DesignScope& shared, Module& module)
        : scope_(shared, module), module_(module) {}
    void read(const SyntaxNode& node);

private:
    void read_items(const SyntaxNode& scope_node, const std::string& scope);
    void read_generate_block(const SyntaxNode& node, const std::string& scope);
    void read_process(const SyntaxNode& node, Process::Kind kind);
    void read_instance(const SyntaxNode& node, const std::string& scope);

    ModuleScope scope_;
    Module& module_;
};

}  // namespace tapestry
