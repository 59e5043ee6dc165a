// SPDX-License-Identifier: Apache-2.0
#include "elaborate/xml_module.h"

#include <charconv>
#include <string_view>
#include <unordered_set>

#include "base/path_name.h"
#include "elaborate/xml_reader.h"

namespace tapestry {

namespace {

constexpr int kDeepestCall = 16;
constexpr int kDeepestNesting = 3000;

bool is_statement(std::string_view tag) {
    static const std::unordered_set<std::string_view> kTags = {
        "assign",   "assigndly",    "assignforce", "assignrelease", "if",         "case",
        "begin",    "while",        "display",     "stmtexpr",      "taskref",    "stop",
        "finish",   "delay",        "jumpblock",   "jumplabel",     "jumpgo",     "comment",
        "var",      "eventcontrol", "wait",        "fork",          "repeat",     "genfor",
        "assert",   "cover",        "fireevent",   "cstmt",         "readmem",    "dumpctl",
        "fclose",   "fflush",       "foreach",     "dowhile",       "contassign", "typedef",
        "disable",  "assertctl",    "systemt",     "timeformat",    "return",     "break",
        "continue", "release"};
    return kTags.contains(tag);
}

Op op_of(std::string_view tag) {
    static const std::unordered_map<std::string_view, Op> kOps = {{"sel", Op::select},
                                                                  {"arraysel", Op::array_select},
                                                                  {"cond", Op::conditional},
                                                                  {"eq", Op::equal},
                                                                  {"eqcase", Op::equal},
                                                                  {"eqwild", Op::equal},
                                                                  {"neq", Op::not_equal},
                                                                  {"neqcase", Op::not_equal},
                                                                  {"and", Op::and_},
                                                                  {"logand", Op::and_},
                                                                  {"or", Op::or_},
                                                                  {"logor", Op::or_},
                                                                  {"not", Op::not_},
                                                                  {"lognot", Op::not_},
                                                                  {"add", Op::add},
                                                                  {"sub", Op::subtract},
                                                                  {"concat", Op::concatenate},
                                                                  {"extend", Op::extend}};
    const auto found = kOps.find(tag);
    return found == kOps.end() ? Op::other : found->second;
}

Direction direction_of(std::string_view word) {
    if (word == "input" || word == "in") return Direction::input;
    if (word == "output" || word == "out") return Direction::output;
    return word == "inout" ? Direction::inout : Direction::none;
}

// An instance of an interface has a variable beside it that stands for it in connections. It is
// left out, and a mention of it is one of the instance.
constexpr std::string_view kHandleEnd = "__Viftop";
bool is_handle(std::string_view name) { return name.ends_with(kHandleEnd); }
std::string interface_name(const std::string& name) {
    return is_handle(name) ? name.substr(0, name.size() - kHandleEnd.size()) : name;
}

}  // namespace

void XmlModuleReader::read(const pugi::xml_node& node) {
    module_.name = decode_name(node.attribute("name").value());
    module_.source_name = decode_name(node.attribute("origName").value());
    module_.is_interface = std::string_view(node.name()) == "iface";
    module_.place = place_of(node);
    names_.emplace_back();
    declare(node, "", false);
    read_items(node, "");
}

// Names may be used before their declaration in the XML, so each scope is declared first.
void XmlModuleReader::declare(const pugi::xml_node& scope_node, const std::string& scope,
                              bool local) {
    for (const pugi::xml_node& child : scope_node.children()) {
        const std::string_view tag = child.name();
        if (tag == "var" && !is_handle(child.attribute("name").value()))
            declare_var(child, scope, local);
        if (tag == "func" || tag == "task") declare_function(child, scope);
    }
}

VarId XmlModuleReader::declare_var(const pugi::xml_node& node, const std::string& scope,
                                   bool local) {
    Var var;
    var.name = decode_name(node.attribute("name").value());
    var.scope = scope;
    var.type = context_.types.find(node);
    var.direction = direction_of(node.attribute("dir").value());
    var.is_parameter = node.attribute("param") || node.attribute("localparam");
    var.is_local = local;
    var.place = place_of(node);
    var.enumeration =
        context_.types.find_enum(node.attribute("vartype").value(), module_.name, width_of(node));
    if (const auto value = Constant::parse(node.child("const").attribute("name").value()))
        var.value = *value;
    module_.vars.push_back(var);
    const auto id = static_cast<VarId>(module_.vars.size() - 1);
    names_.back()[var.name] = id;
    return id;
}

void XmlModuleReader::declare_function(const pugi::xml_node& node, const std::string& scope) {
    Function function;
    function.node = node;
    names_.emplace_back();
    for (const pugi::xml_node& var : node.children("var")) {
        const VarId id = declare_var(var, scope, true);
        const Direction direction = module_.var(id).direction;
        const bool is_result = module_.var(id).name == node.attribute("name").value();
        if (is_result)
            function.result = id;
        else if (direction != Direction::none)
            function.arguments.push_back(id);
    }
    names_.pop_back();
    functions_[node.attribute("name").value()] = function;
}

void XmlModuleReader::read_items(const pugi::xml_node& scope_node, const std::string& scope) {
    for (const pugi::xml_node& child : scope_node.children()) {
        const std::string_view tag = child.name();
        if (tag == "always" || tag == "alwayspublic") {
            read_process(child, Process::Kind::combinational);
        } else if (tag == "initial" || tag == "initialstatic") {
            read_process(child, Process::Kind::initial);
        } else if (tag == "contassign" || tag == "assignw" || tag == "assignalias") {
            Position position;
            read_assignment(child, position);
        } else if (tag == "instance") {
            read_instance(child, scope);
        } else if (tag == "begin") {
            const std::string name = decode_name(child.attribute("name").value());
            const std::string inner = name.empty() ? scope : joined(scope, name);
            if (!name.empty()) module_.scopes.push_back(inner);
            names_.emplace_back();
            declare(child, inner, false);
            read_items(child, inner);
            names_.pop_back();
        }
    }
}

void XmlModuleReader::read_process(const pugi::xml_node& node, Process::Kind kind) {
    Process process;
    process.kind = kind;
    process.place = place_of(node);
    for (const pugi::xml_node& item : node.child("sentree").children("senitem")) {
        const std::string_view edge = item.attribute("edgeType").value();
        if (edge != "POS" && edge != "NEG") continue;
        const Expr& signal = module_.expr(read_expr(item.first_child(), nullptr));
        process.edges.push_back({signal.op == Op::ref ? signal.var : kNone,
                                 signal.op == Op::outer_ref ? signal.text : "",
                                 edge == "POS" ? Edge::positive : Edge::negative});
        process.kind = Process::Kind::clocked;
    }
    module_.processes.push_back(process);
    Position position;
    position.process = static_cast<std::int32_t>(module_.processes.size() - 1);
    read_statements(node, position);
}

void XmlModuleReader::read_instance(const pugi::xml_node& node, const std::string& scope) {
    Instance instance;
    instance.name = decode_name(node.attribute("name").value());
    instance.scope = scope;
    instance.place = place_of(node);
    const auto module = context_.module_ids.find(decode_name(node.attribute("defName").value()));
    if (module == context_.module_ids.end()) return;
    instance.module = module->second;
    if (const pugi::xml_node range = node.child("range")) {
        auto bound = [](const pugi::xml_node& constant) -> std::int64_t {
            const auto value = Constant::parse(constant.attribute("name").value());
            return value && value->to_u64() ? static_cast<std::int32_t>(*value->to_u64()) : 0;
        };
        instance.is_array = true;
        instance.left = bound(range.first_child());
        instance.right = bound(range.first_child().next_sibling());
    }
    for (const pugi::xml_node& port : node.children("port")) {
        Connection connection;
        connection.port = decode_name(port.attribute("name").value());
        connection.direction = direction_of(port.attribute("direction").value());
        if (port.first_child()) connection.value = read_expr(port.first_child(), nullptr);
        instance.connections.push_back(connection);
    }
    module_.instances.push_back(std::move(instance));
}

void XmlModuleReader::read_statements(const pugi::xml_node& parent, Position& position) {
    for (const pugi::xml_node& child : parent.children()) {
        if (is_statement(child.name())) read_statement(child, position);
    }
}

void XmlModuleReader::read_statement(const pugi::xml_node& node, Position& position) {
    const std::string_view tag = node.name();
    if (nesting_ >= kDeepestNesting) return;
    ++nesting_;
    if (tag == "assign" || tag == "assigndly")
        read_assignment(node, position);
    else if (tag == "if")
        read_if(node, position);
    else if (tag == "case")
        read_case(node, position);
    else if (tag == "taskref")
        read_call(node, position);
    else if (tag == "stmtexpr" && node.child("taskref"))
        read_call(node.child("taskref"), position);
    else if (tag != "var")
        read_block(node, position);
    --nesting_;
}

void XmlModuleReader::read_if(const pugi::xml_node& node, Position& position) {
    pugi::xml_node child = node.first_child();
    Guard guard;
    guard.condition = read_expr(child, &position);
    for (bool holds : {true, false}) {
        child = child.next_sibling();
        if (!child) break;
        guard.holds = holds;
        position.guards.push_back(guard);
        read_statements(child, position);
        position.guards.pop_back();
    }
}

void XmlModuleReader::read_case(const pugi::xml_node& node, Position& position) {
    const ExprId subject = read_expr(node.first_child(), &position);
    std::vector<ExprId> all_matches;
    for (const pugi::xml_node& item : node.children("caseitem")) {
        Guard guard;
        guard.condition = subject;
        guard.is_case = true;
        for (const pugi::xml_node& child : item.children()) {
            if (is_statement(child.name())) break;
            guard.matches.push_back(read_expr(child, &position));
        }
        all_matches.insert(all_matches.end(), guard.matches.begin(), guard.matches.end());
        if (guard.matches.empty()) {  // default
            guard.holds = false;
            guard.matches = all_matches;
        }
        position.guards.push_back(guard);
        read_statements(item, position);
        position.guards.pop_back();
    }
}

void XmlModuleReader::read_block(const pugi::xml_node& node, Position& position) {
    names_.emplace_back();
    declare(node, "", true);
    read_statements(node, position);
    names_.pop_back();
}

// A task's body is read in place of each call, under the conditions of the call.
void XmlModuleReader::read_call(const pugi::xml_node& node, Position& position) {
    const auto found = functions_.find(node.attribute("name").value());
    if (found == functions_.end() || position.depth >= kDeepestCall) return;
    std::size_t index = 0;
    for (const pugi::xml_node& argument : node.children("arg")) {
        if (index >= found->second.arguments.size()) break;
        const VarId formal = found->second.arguments[index++];
        if (module_.var(formal).direction == Direction::output) {
            Expr result;
            result.op = Op::ref;
            result.var = formal;
            result.width = context_.design.width_of(module_.var(formal).type);
            assign(argument.first_child(), add(result), node, position);
            continue;
        }
        Assignment assignment;
        assignment.target = formal;
        assignment.width = context_.design.width_of(module_.var(formal).type);
        assignment.value = read_expr(argument.first_child(), &position);
        assignment.blocking = true;
        assignment.guards = position.guards;
        assignment.process = position.process;
        module_.assignments.push_back(assignment);
    }
    names_.emplace_back();
    for (VarId formal : found->second.arguments) names_.back()[module_.var(formal).name] = formal;
    ++position.depth;
    read_statements(found->second.node, position);
    --position.depth;
    names_.pop_back();
}

void XmlModuleReader::read_assignment(const pugi::xml_node& node, Position& position) {
    const pugi::xml_node value = node.first_child();
    const pugi::xml_node target = value.next_sibling();
    if (!target) return;
    assign(target, read_expr(value, &position), node, position);
}

void XmlModuleReader::assign(const pugi::xml_node& target, ExprId value,
                             const pugi::xml_node& statement, Position& position) {
    const std::string_view tag = target.name();
    if (tag == "concat") {  // each part gets something that is not followed further
        Expr unknown;
        unknown.args = {value};
        const ExprId part = add(unknown);
        for (const pugi::xml_node& child : target.children())
            assign(child, part, statement, position);
        return;
    }
    Assignment assignment;
    assignment.value = value;
    assignment.guards = position.guards;
    assignment.process = position.process;
    assignment.blocking = std::string_view(statement.name()) != "assigndly";
    assignment.place = place_of(statement);
    if (set_target(assignment, target)) module_.assignments.push_back(std::move(assignment));
}

bool XmlModuleReader::set_target(Assignment& assignment, const pugi::xml_node& target) {
    const std::string_view tag = target.name();
    assignment.target_expr = read_expr(target, nullptr);
    assignment.width = width_of(target);
    if (tag == "varref") {
        assignment.target = lookup(decode_name(target.attribute("name").value()));
        return assignment.target != kNone;
    }
    if (tag == "varxref") {
        assignment.outer_target = module_.expr(assignment.target_expr).text;
        return true;
    }
    if (tag == "arraysel") {
        if (!set_target(assignment, target.first_child())) return false;
        assignment.to_element = true;
        assignment.whole = false;
        assignment.element_index = module_.expr(read_expr(target, nullptr)).args.back();
        assignment.width = width_of(target);
        return true;
    }
    if (tag != "sel" || !set_target(assignment, target.first_child())) return false;
    const Expr& select = module_.expr(read_expr(target, nullptr));
    const Expr& lsb = module_.expr(select.args[1]);
    assignment.whole = false;
    assignment.width = select.width;
    if (lsb.op == Op::constant && lsb.value.to_u64()) {
        assignment.lsb += static_cast<std::uint32_t>(*lsb.value.to_u64());
        assignment.slice_index = select.args[1];
    } else {
        assignment.dynamic = true;
    }
    return true;
}

ExprId XmlModuleReader::read_expr(const pugi::xml_node& node, Position* position) {
    const std::string_view tag = node.name();
    Expr expr;
    expr.place = place_of(node);
    expr.width = width_of(node);
    if (tag == "varref") {
        expr.text = interface_name(decode_name(node.attribute("name").value()));
        expr.var = lookup(expr.text);
        expr.op = expr.var == kNone ? Op::outer_ref : Op::ref;
        return add(std::move(expr));
    }
    if (tag == "varxref") {
        expr.op = Op::outer_ref;
        expr.text = joined(decode_name(node.attribute("dotted").value()),
                           decode_name(node.attribute("name").value()));
        return add(std::move(expr));
    }
    if (tag == "const") {
        const auto value = Constant::parse(node.attribute("name").value());
        expr.op = value ? Op::constant : Op::other;
        if (value) expr.value = *value;
        return add(std::move(expr));
    }
    if (tag == "funcref") return read_function_call(node, std::move(expr), position);
    expr.op = op_of(tag);
    expr.text = tag;
    ++nesting_;
    for (const pugi::xml_node& child : node.children()) {
        if (nesting_ < kDeepestNesting) expr.args.push_back(read_expr(child, position));
    }
    --nesting_;
    const std::size_t wanted = expr.op == Op::select || expr.op == Op::conditional ? 3
                               : expr.op == Op::not_ || expr.op == Op::extend      ? 1
                               : expr.op == Op::other                              ? 0
                                                                                   : 2;
    if (expr.args.size() < wanted) expr.op = Op::other;
    return add(std::move(expr));
}

// A function's result is a variable that its body assigns, and its arguments are variables that
// each call assigns: enough to see which values can come out of it.
ExprId XmlModuleReader::read_function_call(const pugi::xml_node& node, Expr expr,
                                           Position* position) {
    const auto found = functions_.find(node.attribute("name").value());
    if (found == functions_.end()) {
        for (const pugi::xml_node& argument : node.children("arg")) {
            expr.args.push_back(read_expr(argument.first_child(), position));
        }
        return add(std::move(expr));
    }
    Function& function = found->second;
    expr.op = Op::call;
    expr.var = function.result;
    Position body;
    if (position) body.process = position->process;
    std::size_t index = 0;
    for (const pugi::xml_node& argument : node.children("arg")) {
        const ExprId value = read_expr(argument.first_child(), position);
        expr.args.push_back(value);
        if (index >= function.arguments.size()) continue;
        Assignment assignment;
        assignment.target = function.arguments[index++];
        assignment.width = context_.design.width_of(module_.var(assignment.target).type);
        assignment.value = value;
        assignment.blocking = true;
        assignment.process = body.process;
        module_.assignments.push_back(std::move(assignment));
    }
    if (!function.body_read) {
        function.body_read = true;
        names_.emplace_back();
        for (const pugi::xml_node& var : function.node.children("var")) {
            const std::string name = decode_name(var.attribute("name").value());
            if (function.result != kNone && name == module_.var(function.result).name)
                names_.back()[name] = function.result;
            for (VarId formal : function.arguments) {
                if (module_.var(formal).name == name) names_.back()[name] = formal;
            }
            if (!names_.back().contains(name)) declare_var(var, "", true);
        }
        read_statements(function.node, body);
        names_.pop_back();
    }
    if (expr.var == kNone) expr.op = Op::other;
    return add(std::move(expr));
}

ExprId XmlModuleReader::add(Expr expr) {
    module_.exprs.push_back(std::move(expr));
    return static_cast<ExprId>(module_.exprs.size() - 1);
}

VarId XmlModuleReader::lookup(const std::string& name) const {
    for (auto scope = names_.rbegin(); scope != names_.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return found->second;
    }
    return kNone;
}

// loc="c,18,50,18,51": file id, line, column, last line, last column.
SourcePlace XmlModuleReader::place_of(const pugi::xml_node& node) const {
    SourcePlace place;
    const std::string_view loc = node.attribute("loc").value();
    const std::size_t comma = loc.find(',');
    if (comma == std::string_view::npos) return place;
    const auto file = context_.file_ids.find(std::string(loc.substr(0, comma)));
    if (file != context_.file_ids.end()) place.file = file->second;
    std::uint32_t last_line = 0;
    const char* at = loc.data() + comma + 1;
    const char* end = loc.data() + loc.size();
    for (std::uint32_t* number : {&place.line, &place.column, &last_line, &place.end_column}) {
        at = std::from_chars(at, end, *number).ptr;
        if (at != end) ++at;
    }
    if (last_line != place.line) place.end_column = place.column + 1;
    return place;
}

std::uint32_t XmlModuleReader::width_of(const pugi::xml_node& node) const {
    return context_.design.width_of(context_.types.find(node));
}

}  // namespace tapestry
