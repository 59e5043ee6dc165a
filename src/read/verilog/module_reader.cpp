// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/module_reader.h"

#include <charconv>

#include "base/path_name.h"
#include "read/verilog/expression_reader.h"
#include "read/verilog/name_coding.h"
#include "read/verilog/statement_reader.h"

namespace tapestry {

namespace {

std::int64_t index_of(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

void ModuleReader::read(const SyntaxNode& node) {
    module_.name = decode_name(node.name);
    module_.source_name = decode_name(node.attribute("source_name"));
    module_.is_interface = node.kind == "iface";
    module_.place = node.place;
    scope_.enter();
    scope_.declare(node, "", false);
    read_items(node, "");
}

void ModuleReader::read_items(const SyntaxNode& scope_node, const std::string& scope) {
    for (const SyntaxNode* child : scope_node.children) {
        const std::string_view kind = child->kind;
        if (kind == "always" || kind == "alwayspublic") {
            read_process(*child, Process::Kind::combinational);
        } else if (kind == "initial" || kind == "initialstatic") {
            read_process(*child, Process::Kind::initial);
        } else if (kind == "contassign") {
            Position position;
            StatementReader(scope_).read_assignment(*child, position);
        } else if (kind == "instance") {
            read_instance(*child, scope);
        } else if (kind == "begin") {
            read_generate_block(*child, scope);
        }
    }
}

void ModuleReader::read_generate_block(const SyntaxNode& node, const std::string& scope) {
    const std::string name = decode_name(node.name);
    const std::string inner = name.empty() ? scope : joined(scope, name);
    if (!name.empty()) module_.scopes.push_back(inner);
    scope_.enter();
    scope_.declare(node, inner, false);
    read_items(node, inner);
    scope_.leave();
}

void ModuleReader::read_process(const SyntaxNode& node, Process::Kind kind) {
    Process process;
    process.kind = kind;
    process.place = node.place;
    if (const SyntaxNode* senses = node.child("sentree")) {
        for (const SyntaxNode* item : senses->children) {
            const std::string_view edge = item->attribute("edge");
            if ((edge != "POS" && edge != "NEG") || !item->first()) continue;
            const Expr& signal =
                module_.expr(ExpressionReader(scope_).read(*item->first(), nullptr));
            process.edges.push_back({signal.op == Op::ref ? signal.var : kNone,
                                     signal.op == Op::outer_ref ? signal.text : "",
                                     edge == "POS" ? Edge::positive : Edge::negative});
            process.kind = Process::Kind::clocked;
        }
    }
    module_.processes.push_back(process);
    Position position;
    position.process = module_.processes.last_id();
    StatementReader(scope_).read(node, position);
}

void ModuleReader::read_instance(const SyntaxNode& node, const std::string& scope) {
    const auto& modules = scope_.shared().module_ids;
    const auto module = modules.find(decode_name(node.attribute("module")));
    if (module == modules.end()) return;
    Instance instance;
    instance.name = decode_name(node.name);
    instance.scope = scope;
    instance.place = node.place;
    instance.module = module->second;
    instance.is_array = !node.attribute("left").empty();
    instance.left = index_of(node.attribute("left"));
    instance.right = index_of(node.attribute("right"));
    for (const SyntaxNode* port : node.children) {
        if (port->kind != "port") continue;
        Connection connection;
        connection.port = decode_name(port->name);
        connection.direction = direction_of(port->attribute("direction"));
        if (port->first())
            connection.value = ExpressionReader(scope_).read(*port->first(), nullptr);
        instance.connections.push_back(connection);
    }
    module_.instances.push_back(std::move(instance));
}

}  // namespace tapestry
