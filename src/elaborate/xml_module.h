// SPDX-License-Identifier: Apache-2.0
// Turns one <module>, <iface> or <package> of Verilator's XML into a Module: variables by scope,
// expressions, and processes flattened to guarded assignments.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "elaborate/xml_types.h"
#include "model/design.h"

namespace tapestry {

struct XmlContext {
    const XmlTypes& types;
    const Design& design;
    const std::unordered_map<std::string, std::int32_t>& file_ids;  // XML file id -> Design::files
    const std::unordered_map<std::string, std::int32_t>&
        module_ids;  // module name -> Design::modules
};

class XmlModuleReader {
public:
    XmlModuleReader(const XmlContext& context, Module& module)
        : context_(context), module_(module) {}
    void read(const pugi::xml_node& node);

private:
    struct Function {
        pugi::xml_node node;
        VarId result = kNone;
        std::vector<VarId> arguments;
        bool body_read = false;
    };
    // Where statements are being read: the conditions so far, and the process they belong to.
    struct Position {
        std::vector<Guard> guards;
        std::int32_t process = kNone;
        int depth = 0;
    };

    void declare(const pugi::xml_node& scope_node, const std::string& scope, bool local);
    VarId declare_var(const pugi::xml_node& node, const std::string& scope, bool local);
    void declare_function(const pugi::xml_node& node, const std::string& scope);
    void read_items(const pugi::xml_node& scope_node, const std::string& scope);
    void read_process(const pugi::xml_node& node, Process::Kind kind);
    void read_instance(const pugi::xml_node& node, const std::string& scope);

    void read_statements(const pugi::xml_node& parent, Position& position);
    void read_statement(const pugi::xml_node& node, Position& position);
    void read_if(const pugi::xml_node& node, Position& position);
    void read_case(const pugi::xml_node& node, Position& position);
    void read_block(const pugi::xml_node& node, Position& position);
    void read_call(const pugi::xml_node& node, Position& position);
    void read_assignment(const pugi::xml_node& node, Position& position);
    void assign(const pugi::xml_node& target, ExprId value, const pugi::xml_node& statement,
                Position& position);
    bool set_target(Assignment& assignment, const pugi::xml_node& target);

    ExprId read_expr(const pugi::xml_node& node, Position* position);
    ExprId read_function_call(const pugi::xml_node& node, Expr expr, Position* position);
    ExprId add(Expr expr);
    VarId lookup(const std::string& name) const;
    SourcePlace place_of(const pugi::xml_node& node) const;
    std::uint32_t width_of(const pugi::xml_node& node) const;

    const XmlContext& context_;
    Module& module_;
    // Nesting of what is being read. Text can nest deeper than a stack is high; what lies deeper
    // than the limit is not followed.
    int nesting_ = 0;
    std::vector<std::unordered_map<std::string, VarId>> names_;  // innermost scope last
    std::unordered_map<std::string, Function> functions_;
};

}  // namespace tapestry
