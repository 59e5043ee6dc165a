// SPDX-License-Identifier: Apache-2.0
// The elaborated design: parameters have values and generate loops are unrolled. Elaboration makes
// it; detection, planning and weaving read it.
//
// Processes are stored as *guarded assignments*: each assignment with the conditions under which it
// executes. That is all detection needs, and the form is the same for `if`, `case`, `?:`, tasks and
// functions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/id.h"
#include "model/constant.h"

namespace tapestry {

struct Assignment;
struct Expr;
struct Instance;
struct Module;
struct Process;
struct Type;
struct Var;
using AssignmentId = Id<Assignment>;
using ExprId = Id<Expr>;
using FileId = Id<struct SourcePlace>;
using InstanceId = Id<Instance>;
using ModuleId = Id<Module>;
using ProcessId = Id<Process>;
using TypeId = Id<Type>;
using VarId = Id<Var>;

// A place in the user's source. Columns refer to the preprocessed line without comments.
struct SourcePlace {
    FileId file = kNone;  // index in Design::files
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t end_column = 0;
};

enum class Op : std::uint8_t {
    ref,           // a variable of this module: Expr::var
    outer_ref,     // a name in another scope, such as a member of an interface: Expr::text
    constant,      // Expr::value; Expr::var is the generate or loop variable it came from, if any
    select,        // args: from, lsb, width
    array_select,  // args: array, index
    conditional,   // args: condition, then, else
    equal,
    not_equal,
    and_,  // bitwise or logical: elaboration does not distinguish them on one bit
    or_,
    xor_,
    not_,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    power,
    negate,
    less,  // this and the next three: Expr::is_signed decides how the operands are compared
    less_or_equal,
    greater,
    greater_or_equal,
    shift_left,
    shift_right,
    shift_right_signed,
    reduce_and,
    reduce_or,
    reduce_xor,
    concatenate,
    replicate,  // args: value, count
    extend,     // zero extension
    sign_extend,
    call,   // of a function: Expr::var is its result variable
    other,  // any other operator: Expr::text is Verilator's name for it; operands are kept
};

struct Expr {
    Op op = Op::other;
    bool is_signed = false;
    std::uint32_t width = 0;
    VarId var = kNone;
    SourcePlace place;
    std::vector<ExprId> args;
    Constant value;
    std::string text;
};

struct EnumItem {
    std::string name;
    Constant value;
};

struct StructMember {
    std::string name;
    std::uint32_t lsb = 0;
    std::uint32_t width = 0;
    TypeId type = kNone;
};

struct Type {
    enum class Kind {
        plain,
        enumeration,
        structure,
        unpacked_array,
        interface,
        other
    } kind = Kind::other;
    std::uint32_t width = 0;  // of one element, for arrays
    bool is_signed = false;
    std::string name;
    TypeId element = kNone;
    std::uint64_t elements = 0;  // unpacked arrays
    std::int64_t left = 0;       // the declared range, of the outermost dimension: [left:right]
    std::int64_t right = 0;
    std::vector<EnumItem> items;
    std::vector<StructMember> members;
};

enum class Direction : std::uint8_t { none, input, output, inout };

struct Var {
    std::string name;  // as written, without scope
    std::string
        scope;  // names of the generate blocks around it: "g[0]", "a.b[1]"; empty in the module
    TypeId type = kNone;
    TypeId enumeration = kNone;  // if declared with an enum type
    Direction direction = Direction::none;
    bool is_parameter = false;
    bool is_settable = false;  // a parameter that an instance can override, not a localparam
    bool is_local = false;     // lives in a function, task or procedural block
    Constant value;            // parameters
    SourcePlace place;
    // "[2]": an element of an array that detection sees as a variable
    // (find/logic/array_elements.h).
    std::string index;

    std::string full_name() const { return (scope.empty() ? name : scope + "." + name) + index; }
};

enum class Edge : std::uint8_t { positive, negative };

struct EdgeEvent {
    VarId var = kNone;
    std::string text;  // if it is not a variable of the module: bus.clk
    Edge edge = Edge::positive;
};

struct Process {
    enum class Kind { clocked, combinational, initial } kind = Kind::combinational;
    std::vector<EdgeEvent> edges;
    SourcePlace place;
};

// One condition on an assignment: `condition` is true (or false, if not `holds`). For a case item,
// `condition` equals one of `matches` (or none of them, for the default). X and Z bits of a match
// are wildcards. If items can overlap, the first one wins and `earlier` holds the matches of the
// items before; it is empty if all matches are distinct numbers.
struct Guard {
    ExprId condition = kNone;
    std::vector<ExprId> matches;
    bool is_case = false;
    bool holds = true;
    std::vector<ExprId> earlier = {};
};

struct Assignment {
    VarId target = kNone;
    std::string outer_target;  // if the target is not a variable of this module
    ExprId target_expr = kNone;
    std::uint32_t lsb = 0;  // the slice of the target that is written
    std::uint32_t width = 0;
    bool whole = true;           // the slice is the whole target
    ExprId slice_index = kNone;  // the index expression, if one bit is written by a constant index
    bool dynamic = false;        // the index is not constant
    bool to_element = false;     // writes one element of an unpacked array
    ExprId element_index = kNone;
    bool blocking = false;
    ExprId value = kNone;
    std::vector<Guard> guards;
    ProcessId process = kNone;  // index in Module::processes; kNone: continuous
    SourcePlace place;
};

struct Connection {
    std::string port;
    Direction direction = Direction::none;
    ExprId value = kNone;  // kNone: unconnected
};

struct Instance {
    std::string name;
    std::string scope;
    ModuleId module = kNone;  // index in Design::modules
    std::vector<Connection> connections;
    bool is_array = false;
    std::int64_t left = 0;
    std::int64_t right = 0;
    SourcePlace place;

    std::string full_name() const { return scope.empty() ? name : scope + "." + name; }
};

// One module with one set of parameter values.
struct Module {
    std::string name;         // unique: fifo__D10
    std::string source_name;  // as written: fifo
    bool is_interface = false;
    SourcePlace place;
    IdTable<VarId, Var> vars;
    IdTable<ExprId, Expr> exprs;
    IdTable<ProcessId, Process> processes;
    IdTable<AssignmentId, Assignment> assignments;  // those of one process in execution order
    IdTable<InstanceId, Instance> instances;
    std::vector<std::string> scopes;  // generate blocks, in order

    const Expr& expr(ExprId id) const { return exprs[id]; }
    const Var& var(VarId id) const { return vars[id]; }
};

// The interface that an expression names, `link` or `link[2]`; empty for other expressions.
std::string interface_text(const Module& module, ExprId expr);
// Translates a parent's interface member, such as `link[2].valid`, to its name inside the connected
// instance; empty if the connection is not to that interface.
std::string member_behind(const Module& module, const Connection& connection,
                          const std::string& member);

struct Design {
    IdTable<FileId, std::string> files;
    IdTable<TypeId, Type> types;
    IdTable<ModuleId, Module> modules;
    ModuleId top = kNone;

    std::uint32_t width_of(TypeId type) const;
};

}  // namespace tapestry
