// SPDX-License-Identifier: Apache-2.0
#include "detect/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/verilog_text.h"
#include "detect/sibling_names.h"
#include "model/bit.h"

namespace tapestry {

namespace {

bool opposite(Direction a, Direction b) {
    return (a == Direction::input && b == Direction::output) ||
           (a == Direction::output && b == Direction::input);
}

constexpr std::uint64_t kMostHandshakes = 64;  // in one vector

// Which bytes of a beat count; the write channel of AXI has strobes for it.
const char* keep_word(const ValidName& name) { return name.letters == "w" ? "strb" : "keep"; }

class StreamSearch {
public:
    StreamSearch(const Design& design, std::int32_t module, const ModuleIndex& index,
                 Clocking& clocking, Findings& findings)
        : design_(design),
          module_id_(module),
          index_(index),
          module_(index.module()),
          clocking_(clocking),
          findings_(findings),
          names_(module_) {}

    void run() {
        for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
            const Var& var = module_.var(v);
            if (var.is_local || var.is_parameter) continue;
            if (const auto name = split_valid(to_lower(var.name))) try_pair(v, *name);
            if (width(v) != 1 || is_array(v)) continue;
            try_hls(v, "_full_n", "_write", true);
            try_hls(v, "_empty_n", "_read", false);
        }
        find_interfaces();
    }

private:
    std::uint32_t width(VarId v) const { return design_.width_of(module_.var(v).type); }
    bool is_array(VarId v) const {
        const TypeId type = module_.var(v).type;
        return type == kNone ||
               design_.types[static_cast<std::size_t>(type)].kind == Type::Kind::unpacked_array;
    }

    VarId sibling(VarId of, const std::string& lower_name) const {
        return names_.find(module_.var(of).scope, lower_name);
    }

    void try_pair(VarId valid, const ValidName& name) {
        VarId ready = kNone;
        for (const std::string& word : ready_words(name.word)) {
            if (ready == kNone) ready = names_.partner(valid, name, word);
        }
        const std::uint64_t count = handshakes(valid);
        if (ready == kNone || count == 0) return;
        const std::string stem = name.spelled_like(module_.var(valid).name).stem();
        if (count != handshakes(ready))
            return reject(valid, stem, "the two sides are not equally many bits");
        if (count > kMostHandshakes)
            return reject(valid, stem, "more bits than a vector of handshakes has");
        if (count == 1 && !is_array(valid)) return try_handshake(valid, ready, name, stem, kNone);
        const std::string why = why_no_stream(valid, ready, 0);
        bool all_same = true;
        for (std::int32_t i = 1; i < static_cast<std::int32_t>(count); ++i)
            all_same = all_same && why_no_stream(valid, ready, i) == why;
        if (all_same && !why.empty()) return reject(valid, stem, why);
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(count); ++i)
            try_handshake(valid, ready, name, stem, i);
    }

    // How many handshakes a variable may be one side of: the bits of a vector, or the elements of
    // an array of single bits.
    std::uint64_t handshakes(VarId v) const {
        const TypeId id = module_.var(v).type;
        if (id == kNone) return 0;
        const Type& type = design_.types[static_cast<std::size_t>(id)];
        if (type.kind == Type::Kind::plain && type.element == kNone) return type.width;
        if (type.kind != Type::Kind::unpacked_array || type.element == kNone) return 0;
        const Type& element = design_.types[static_cast<std::size_t>(type.element)];
        return element.kind == Type::Kind::plain && element.width == 1 ? type.elements : 0;
    }

    void try_handshake(VarId valid, VarId ready, const ValidName& name, const std::string& stem,
                       std::int32_t element) {
        const std::string index = index_text(valid, element);
        const std::string why = why_no_stream(valid, ready, element);
        if (!why.empty())
            return reject(valid, (stem.empty() ? module_.var(valid).name : stem) + index, why);
        Finding f = begin(valid, ready, stem);
        f.name += index;
        f.element = element;
        f.observe = {{"valid", text(valid) + index},
                     {"ready", text(ready) + index_text(ready, element)}};
        if (name.letters == "t") f.stream().protocol = "axi_stream";
        if (element == kNone)
            add_payload(f, valid, name);
        else
            add_shared_payload(f, valid, name);
        const bool ports = module_.var(valid).direction != Direction::none;
        f.confidence = ports ? 0.97 : 0.85;
        f.reason = fmt::format(
            "'{}' and '{}' are named as a handshake and {}", module_.var(valid).name + index,
            module_.var(ready).name + index_text(ready, element),
            ports ? "their ports point in opposite directions" : "are driven from different sides");
        take(std::move(f), valid);
    }

    // "[2]": the declared index of one bit of a vector or one element of an array.
    std::string index_text(VarId v, std::int32_t element) const {
        if (element == kNone) return {};
        const Type& type = design_.types[static_cast<std::size_t>(module_.var(v).type)];
        if (type.kind == Type::Kind::unpacked_array)
            return fmt::format("[{}]", std::min(type.left, type.right) + element);
        return fmt::format("[{}]", type.right + (type.left >= type.right ? element : -element));
    }

    std::string why_no_stream(VarId valid, VarId ready, std::int32_t element) const {
        const Direction v = module_.var(valid).direction;
        const Direction r = module_.var(ready).direction;
        if (v != Direction::none && r != Direction::none)
            return opposite(v, r) ? "" : "both ports point in the same direction";
        if (v != Direction::none || r != Direction::none)
            return "one side is a port, the other is not";
        const std::int32_t valid_driver = driving_instance(valid, element);
        const std::int32_t ready_driver = driving_instance(ready, element);
        if (valid_driver != kNone && valid_driver == ready_driver)
            return "both sides are driven by the same instance";
        const std::int32_t copied =
            valid_driver == kNone && ready_driver == kNone ? copied_instance(valid) : kNone;
        if (copied != kNone && copied == copied_instance(ready))
            return "both sides copy outputs of the same instance";
        if (valid_driver == kNone && ready_driver == kNone && !meet(valid, ready))
            return "both sides are driven by this module and nothing looks at them together";
        const bool valid_driven = valid_driver != kNone || is_driven(valid, element);
        const bool ready_driven = ready_driver != kNone || is_driven(ready, element);
        return valid_driven && ready_driven ? "" : "one side is not driven";
    }

    bool is_driven(VarId var, std::int32_t element) const {
        const Bit bit = handshake_bit(design_, module_, var, element);
        const auto& drivers = index_.drivers(var);
        return std::any_of(drivers.begin(), drivers.end(), [&](std::int32_t id) {
            return writes(module_, index_.assignment(id), bit);
        });
    }

    // Whether some condition or expression of the module depends on both.
    bool meet(VarId valid, VarId ready) const {
        auto mentions = [&](ExprId id, VarId wanted) {
            bool found = false;
            index_.for_each_ref(id, [&](VarId v, ExprId) { found = found || v == wanted; });
            return found;
        };
        for (const Assignment& a : module_.assignments) {
            bool has_valid = a.target != valid && a.target != ready && mentions(a.value, valid);
            bool has_ready = a.target != valid && a.target != ready && mentions(a.value, ready);
            for (const Guard& g : a.guards) {
                has_valid = has_valid || mentions(g.condition, valid);
                has_ready = has_ready || mentions(g.condition, ready);
            }
            if (has_valid && has_ready) return true;
        }
        return false;
    }

    std::int32_t driving_instance(VarId var, std::int32_t element = kNone) const {
        const Bit bit = handshake_bit(design_, module_, var, element);
        for (const ModuleIndex::Pin& pin : index_.pins(var)) {
            const Instance& instance = module_.instances[static_cast<std::size_t>(pin.instance)];
            const Connection& connection =
                instance.connections[static_cast<std::size_t>(pin.connection)];
            if (connection.direction != Direction::output) continue;
            if (position_in(module_, connection.value, module_.expr(connection.value).width, bit))
                return pin.instance;
        }
        return kNone;
    }

    // The one instance whose outputs the variable takes unchanged, in a register or by `assign`.
    std::int32_t copied_instance(VarId var) const {
        std::int32_t instance = kNone;
        for (std::int32_t id : index_.drivers(var)) {
            if (!copies(index_.assignment(id).value, instance)) return kNone;
        }
        return instance;
    }
    bool copies(ExprId id, std::int32_t& instance) const {
        const Expr& expr = module_.expr(id);
        if (expr.op == Op::constant) return true;
        if (expr.op == Op::conditional)
            return copies(expr.args[1], instance) && copies(expr.args[2], instance);
        const std::int32_t driver = expr.op == Op::ref ? driving_instance(expr.var) : kNone;
        if (driver == kNone || (instance != kNone && instance != driver)) return false;
        instance = driver;
        return true;
    }

    Finding begin(VarId valid, VarId ready, const std::string& stem) const {
        Finding f;
        f.own = StreamPart{.protocol = "valid_ready"};
        f.module = module_id_;
        f.scope = module_.var(valid).scope;
        f.name = stem;
        if (f.name.empty())
            f.name = module_.var(valid).direction == Direction::output ? "out" : "in";
        f.place = module_.var(valid).place;
        f.valid = valid;
        f.ready = ready;
        f.observe = {{"valid", text(valid)}, {"ready", text(ready)}};
        return f;
    }

    std::string text(VarId v) const { return spelled(module_.var(v).name); }

    void add_payload(Finding& f, VarId valid, const ValidName& name) const {
        const VarId last = names_.partner(valid, name, "last");
        const VarId end_of_packet = names_.partner(valid, name, "endofpacket");
        const VarId eop =
            end_of_packet != kNone ? end_of_packet : names_.partner(valid, name, "eop");
        const VarId keep = names_.partner(valid, name, keep_word(name));
        const VarId data = names_.partner(valid, name, "data");
        if (name.letters.empty() && eop != kNone) f.stream().protocol = "avalon_st";
        const VarId end = last != kNone ? last : eop;
        if (end != kNone && width(end) == 1) f.observe.emplace_back("last", text(end));
        if (data != kNone && !is_array(data)) add_data(f, text(data), width(data));
        if (keep == kNone || is_array(keep) || width(keep) == 0) return;
        add_keep(f, text(keep), width(keep));
    }

    // The payload of one handshake of many: the ports share out each of its vectors evenly.
    void add_shared_payload(Finding& f, VarId valid, const ValidName& name) const {
        const std::uint64_t count = handshakes(valid);
        const VarId last = names_.partner(valid, name, "last");
        const VarId keep = names_.partner(valid, name, keep_word(name));
        const VarId data = names_.partner(valid, name, "data");
        if (last != kNone && handshakes(last) == count)
            f.observe.emplace_back("last", text(last) + index_text(last, f.element));
        if (data != kNone) add_shared_data(f, data, valid);
        const std::uint32_t keep_width = keep == kNone ? 0 : share_width(keep, count);
        const std::string share = keep_width == 0 ? "" : share_text(keep, keep_width, f.element);
        if (share.empty()) return;
        add_keep(f, text(keep) + share, keep_width);
    }

    // An array has an element for each handshake, a vector its share of the bits.
    void add_shared_data(Finding& f, VarId data, VarId valid) const {
        const std::uint32_t share = share_width(data, handshakes(valid));
        if (share == 0) return;
        add_data(f, text(data) + (is_array(data) ? index_text(data, f.element) : ""), share);
        if (!is_array(data)) f.stream().lanes_of = text(valid);
    }

    static void add_data(Finding& f, const std::string& text, std::uint32_t bits) {
        f.stream().data = text;
        f.stream().bytes_per_beat = bytes_of_bits(bits);
    }
    static void add_keep(Finding& f, const std::string& text, std::uint32_t bits) {
        f.observe.emplace_back("keep", text);
        f.stream().keep_width = bits;
        f.stream().bytes_per_keep = bytes_of_keep_bit(f.stream().bytes_per_beat, bits);
    }

    // The bits that one of `count` ports has of a variable; 0 when they cannot be told.
    std::uint32_t share_width(VarId v, std::uint64_t count) const {
        const Type& type = design_.types[static_cast<std::size_t>(module_.var(v).type)];
        if (is_array(v)) return type.elements == count ? type.width : 0;
        return type.width % count == 0 ? static_cast<std::uint32_t>(type.width / count) : 0;
    }
    std::string share_text(VarId v, std::uint32_t share, std::int32_t element) const {
        const Type& type = design_.types[static_cast<std::size_t>(module_.var(v).type)];
        const bool dimension = type.element != kNone;  // one index for each port
        if (dimension || share == 1) return index_text(v, element);
        if (type.left < type.right) return {};
        return fmt::format("[{} +: {}]", type.right + element * static_cast<std::int64_t>(share),
                           share);
    }

    // The end of a queue at an HLS process. The process raises `write` only while full_n is high,
    // so that valid-and-not-ready never shows; its block net says when it wants to move a beat.
    void try_hls(VarId status, const std::string& status_end, const std::string& action_end,
                 bool writes) {
        const std::string name = to_lower(module_.var(status).name);
        if (!name.ends_with(status_end) || module_.var(status).direction != Direction::input)
            return;
        const std::string stem = name.substr(0, name.size() - status_end.size());
        const VarId action = sibling(status, stem + action_end);
        if (action == kNone || module_.var(action).direction != Direction::output ||
            width(action) != 1)
            return;
        const VarId block = sibling(status, stem + "_blk_n");
        const std::string action_text = text(action);
        std::string wants = action_text;
        if (block != kNone)
            wants = fmt::format("{} || !{}", action_text, text(block));
        else if (const std::string state = waiting_state(action, status); !state.empty())
            wants = fmt::format("{} || ({})", action_text, state);
        Finding f = begin(writes ? action : status, writes ? status : action,
                          module_.var(status).name.substr(0, stem.size()));
        f.stream().protocol = writes ? "full_n_write" : "empty_n_read";
        f.observe = writes ? Ports{{"valid", wants}, {"ready", text(status)}}
                           : Ports{{"valid", text(status)}, {"ready", wants}};
        const VarId data = sibling(status, stem + (writes ? "_din" : "_dout"));
        if (data != kNone && !is_array(data)) add_data(f, text(data), width(data));
        const bool sees_stalls = wants != action_text;
        f.confidence = sees_stalls ? 0.97 : 0.8;
        f.reason = fmt::format("'{}' and '{}' are the ends of a queue at an HLS process{}",
                               module_.var(status).name, module_.var(action).name,
                               block != kNone ? "; its block net says when it waits"
                               : sees_stalls  ? "; it waits in the state that moves the beat"
                                              : "; when it waits is not visible");
        take(std::move(f), status);
    }

    // Without a block net: the conditions under which `action` is raised, less those on the status.
    // Only conditions that are single bits can be written in the names of every parameterisation.
    std::string waiting_state(VarId action, VarId status) const {
        std::string text_out;
        for (std::int32_t id : index_.drivers(action)) {
            const Assignment& a = index_.assignment(id);
            const Expr& value = module_.expr(a.value);
            std::vector<std::pair<ExprId, bool>> terms;
            if (value.op == Op::constant && value.value.is_zero()) continue;
            if (value.op != Op::constant) terms.emplace_back(a.value, true);
            for (const Guard& g : a.guards) {
                if (g.is_case) return {};
                terms.emplace_back(g.condition, g.holds);
            }
            const std::string conjunction = render_terms(terms, status);
            if (conjunction.empty()) return {};
            text_out += (text_out.empty() ? "" : " || ") + conjunction;
        }
        return text_out;
    }

    std::string render_terms(const std::vector<std::pair<ExprId, bool>>& terms,
                             VarId status) const {
        std::vector<std::string> parts;
        bool dropped_status = false;
        for (const auto& [id, holds] : terms) {
            if (!render(id, holds, status, parts, dropped_status)) return {};
        }
        if (!dropped_status || parts.empty()) return {};
        std::string joined;
        for (const std::string& part : parts) joined += (joined.empty() ? "" : " && ") + part;
        return joined;
    }

    bool render(ExprId id, bool holds, VarId status, std::vector<std::string>& parts,
                bool& dropped) const {
        const Expr& expr = module_.expr(id);
        if (expr.op == Op::ref && expr.width == 1) {
            if (expr.var == status)
                dropped = true;
            else
                parts.push_back((holds ? "" : "!") + text(expr.var));
            return true;
        }
        if (expr.op == Op::not_) return render(expr.args[0], !holds, status, parts, dropped);
        if (expr.op == Op::and_ && holds) {
            return std::all_of(expr.args.begin(), expr.args.end(),
                               [&](ExprId a) { return render(a, true, status, parts, dropped); });
        }
        return false;
    }

    void find_interfaces() {
        for (const Instance& instance : module_.instances) {
            const Module& definition = design_.modules[static_cast<std::size_t>(instance.module)];
            if (!definition.is_interface) continue;
            const std::int64_t step = instance.left <= instance.right ? 1 : -1;
            const std::int64_t last =
                instance.is_array ? instance.right + step : instance.left + step;
            for (std::int64_t i = instance.left; i != last; i += step) {
                take_interface(
                    definition,
                    instance.is_array ? fmt::format("{}[{}]", instance.name, i) : instance.name,
                    instance.scope, instance.place);
            }
        }
        const bool is_top = design_.top == module_id_;
        for (const Var& var : module_.vars) {
            const bool is_port =
                var.type != kNone &&
                design_.types[static_cast<std::size_t>(var.type)].kind == Type::Kind::interface;
            if (!is_top || !is_port) continue;
            if (const Module* definition = interface_of_port(var.name))
                take_interface(*definition, var.name, var.scope, var.place);
        }
    }

    // The interface behind a port of the top: what the testbench connects to it.
    const Module* interface_of_port(const std::string& port) const {
        for (const Module& parent : design_.modules) {
            for (const Instance& instance : parent.instances) {
                if (instance.module != module_id_) continue;
                for (const Connection& c : instance.connections) {
                    if (c.port != port || c.value == kNone) continue;
                    const std::string name = parent.expr(c.value).text;
                    for (const Instance& other : parent.instances) {
                        if (other.name == name)
                            return &design_.modules[static_cast<std::size_t>(other.module)];
                    }
                }
            }
        }
        return nullptr;
    }

    void take_interface(const Module& definition, const std::string& name, const std::string& scope,
                        const SourcePlace& place) {
        const Var* valid = nullptr;
        const Var* ready = nullptr;
        const Var* last = nullptr;
        const Var* keep = nullptr;
        const Var* data = nullptr;
        for (const Var& var : definition.vars) {
            const std::string lower = to_lower(var.name);
            if (lower == "valid" || lower == "tvalid" || lower == "vld") valid = &var;
            if (lower == "ready" || lower == "tready" || lower == "rdy") ready = &var;
            if (lower == "last" || lower == "tlast") last = &var;
            if (lower == "keep" || lower == "tkeep") keep = &var;
            if (lower == "data" || lower == "tdata") data = &var;
        }
        if (!valid || !ready) return;
        const auto clock = clocking_.of_interface(module_id_, name.substr(0, name.find('[')));
        if (!clock) {
            findings_.rejected.push_back(
                {module_id_, scope, name, TapKind::stream, "no clock is found for it", place});
            return;
        }
        Finding f;
        f.own = StreamPart{.protocol =
                               to_lower(valid->name) == "tvalid" ? "axi_stream" : "valid_ready"};
        f.module = module_id_;
        f.scope = scope;
        f.name = name;
        f.place = place;
        f.clock = *clock;
        f.interface_instance = name;
        f.valid = joined_net(name + "." + valid->name);
        f.ready = joined_net(name + "." + ready->name);
        if (f.valid == kNone || f.ready == kNone) f.valid = f.ready = kNone;
        f.observe = {{"valid", name + "." + valid->name}, {"ready", name + "." + ready->name}};
        if (last) f.observe.emplace_back("last", name + "." + last->name);
        if (data) add_data(f, name + "." + data->name, design_.width_of(data->type));
        if (keep) add_keep(f, name + "." + keep->name, design_.width_of(keep->type));
        f.confidence = 0.97;
        f.reason = fmt::format("interface '{}' has '{}' and '{}'", definition.source_name,
                               valid->name, ready->name);
        findings_.taken.push_back(std::move(f));
    }

    // The variable of this module that is plainly assigned to, or from, a member of an interface.
    VarId joined_net(const std::string& member) const {
        for (const Assignment& a : module_.assignments) {
            if (a.process != kNone || !a.whole) continue;
            const Expr& value = module_.expr(a.value);
            if (a.outer_target == member && value.op == Op::ref) return value.var;
            if (a.target != kNone && value.op == Op::outer_ref && value.text == member)
                return a.target;
        }
        return kNone;
    }

    void take(Finding f, VarId anchor) {
        std::optional<FindingClock> clock = clocking_.of_var(module_id_, f.valid);
        if (!clock) clock = clocking_.of_var(module_id_, f.ready);
        clock = clocking_.completed(module_id_, clock);
        if (!clock) return reject(anchor, f.name, "no clock is found for it");
        f.clock = *clock;
        findings_.taken.push_back(std::move(f));
    }

    void reject(VarId var, const std::string& name, const std::string& why) {
        findings_.rejected.push_back({module_id_, module_.var(var).scope,
                                      name.empty() ? module_.var(var).name : name, TapKind::stream,
                                      why, module_.var(var).place});
    }

    const Design& design_;
    std::int32_t module_id_;
    const ModuleIndex& index_;
    const Module& module_;
    Clocking& clocking_;
    Findings& findings_;
    SiblingNames names_;
};

}  // namespace

void find_streams(const Design& design, std::int32_t module, const ModuleIndex& index,
                  Clocking& clocking, Findings& findings) {
    StreamSearch(design, module, index, clocking, findings).run();
}

}  // namespace tapestry
