// SPDX-License-Identifier: Apache-2.0
#include "find/streams/hls_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "find/streams/stream_finding.h"
#include "model/recording.h"

namespace tapestry {

namespace {

bool render_without(const Subject& on, ExprId id, bool holds, VarId status,
                    std::vector<std::string>& parts, bool& dropped) {
    const Expr& expr = on.module.expr(id);
    if (expr.op == Op::ref && expr.width == 1) {
        if (expr.var == status)
            dropped = true;
        else
            parts.push_back((holds ? "" : "!") + on.text(expr.var));
        return true;
    }
    if (expr.op == Op::not_)
        return render_without(on, expr.args[0], !holds, status, parts, dropped);
    if (expr.op == Op::and_ && holds) {
        return std::all_of(expr.args.begin(), expr.args.end(), [&](ExprId a) {
            return render_without(on, a, true, status, parts, dropped);
        });
    }
    return false;
}

std::string render_terms(const Subject& on, const std::vector<std::pair<ExprId, bool>>& terms,
                         VarId status) {
    std::vector<std::string> parts;
    bool dropped_status = false;
    for (const auto& [id, holds] : terms) {
        if (!render_without(on, id, holds, status, parts, dropped_status)) return {};
    }
    if (!dropped_status || parts.empty()) return {};
    std::string joined;
    for (const std::string& part : parts) joined += (joined.empty() ? "" : " && ") + part;
    return joined;
}

// Without a block net: the conditions under which `action` is asserted, except those on the status.
// Only one-bit conditions can be written in the names of every parameterisation.
std::string waiting_state(const Subject& on, VarId action, VarId status) {
    std::string text_out;
    for (AssignmentId id : on.index.drivers(action)) {
        const Assignment& a = on.index.assignment(id);
        const Expr& value = on.module.expr(a.value);
        std::vector<std::pair<ExprId, bool>> terms;
        if (value.op == Op::constant && value.value.is_zero()) continue;
        if (value.op != Op::constant) terms.emplace_back(a.value, true);
        for (const Guard& g : a.guards) {
            if (g.is_case) return {};
            terms.emplace_back(g.condition, g.holds);
        }
        const std::string conjunction = render_terms(on, terms, status);
        if (conjunction.empty()) return {};
        text_out += (text_out.empty() ? "" : " || ") + conjunction;
    }
    return text_out;
}

struct HlsEnd {
    std::string stem;
    VarId status = kNone;  // full_n or empty_n
    VarId action = kNone;  // write or read
    VarId block = kNone;   // low while the process waits; optional
    bool writes = false;
};

std::optional<HlsEnd> end_at(const Subject& on, const SiblingNames& names, VarId status,
                             bool writes) {
    const std::string status_end = writes ? "_full_n" : "_empty_n";
    const Var& var = on.module.var(status);
    const std::string name = in_lower_case(var.name);
    if (!name.ends_with(status_end) || var.direction != Direction::input) return std::nullopt;
    HlsEnd end{name.substr(0, name.size() - status_end.size()), status, kNone, kNone, writes};
    end.action = names.find(var.scope, end.stem + (writes ? "_write" : "_read"));
    if (end.action == kNone || on.module.var(end.action).direction != Direction::output ||
        on.width(end.action) != 1)
        return std::nullopt;
    end.block = names.find(var.scope, end.stem + "_blk_n");
    return end;
}

// When the process wants to transfer a beat; the action alone if that is not visible.
std::string wants_text(const Subject& on, const HlsEnd& end) {
    const std::string action = on.text(end.action);
    if (end.block != kNone) return fmt::format("{} || !{}", action, on.text(end.block));
    const std::string state = waiting_state(on, end.action, end.status);
    return state.empty() ? action : fmt::format("{} || ({})", action, state);
}

void take_end(const Subject& on, const SiblingNames& names, const HlsEnd& end) {
    const Var& status = on.module.var(end.status);
    const std::string wants = wants_text(on, end);
    const std::string is_ready = on.text(end.status);
    Finding f =
        begin_stream(on, end.writes ? end.action : end.status, end.writes ? end.status : end.action,
                     status.name.substr(0, end.stem.size()));
    f.stream().protocol = end.writes ? "full_n_write" : "empty_n_read";
    f.observe = {{"valid", end.writes ? wants : is_ready},
                 {"ready", end.writes ? is_ready : wants}};
    const VarId data = names.find(status.scope, end.stem + (end.writes ? "_din" : "_dout"));
    if (data != kNone && !on.is_array(data)) add_data(f, on.text(data), on.width(data));
    const bool sees_stalls = wants != on.text(end.action);
    f.confidence = sees_stalls ? 0.97 : 0.8;
    f.reason = fmt::format("'{}' and '{}' are the ends of a queue at an HLS process{}", status.name,
                           on.module.var(end.action).name,
                           end.block != kNone ? kBlockNetSays
                           : sees_stalls      ? "; it waits in the state that moves the beat"
                                              : "; when it waits is not visible");
    take_stream(on, std::move(f), end.status);
}

// True if a value is that net, or else the constant 1.
bool is_net_or_one(const Subject& on, ExprId id, VarId net) {
    const Expr& value = on.module.expr(id);
    auto is_one = [&](ExprId part) { return is_net_or_one(on, part, net); };
    if (value.op == Op::conditional) return is_one(value.args[1]) && is_one(value.args[2]);
    if (value.op == Op::or_) return std::any_of(value.args.begin(), value.args.end(), is_one);
    return value.op == Op::constant ? !value.value.is_zero()
                                    : value.op == Op::ref && value.var == net;
}

// True if a block net follows `net` while the process wants a beat; it is 1 at all other times.
bool follows(const Subject& on, VarId block, VarId net) {
    const std::vector<AssignmentId>& drivers = on.index.drivers(block);
    return std::any_of(drivers.begin(), drivers.end(),
                       [&](AssignmentId id) {
                           return on.module.expr(on.index.assignment(id).value).op != Op::constant;
                       }) &&
           std::all_of(drivers.begin(), drivers.end(), [&](AssignmentId id) {
               return is_net_or_one(on, on.index.assignment(id).value, net);
           });
}

}  // namespace

void find_hls_ends(const Subject& on, const SiblingNames& names, VarId v) {
    if (on.width(v) != 1 || on.is_array(v)) return;
    for (const bool writes : {true, false}) {
        if (const auto end = end_at(on, names, v, writes)) take_end(on, names, *end);
    }
}

void add_block_net(const Subject& on, const SiblingNames& names, VarId valid, VarId ready,
                   Finding& f) {
    const std::string name = in_lower_case(on.module.var(valid).name);
    const std::size_t word = name.rfind("_tvalid");
    if (word == std::string::npos) return;
    const VarId block =
        names.find(on.module.var(valid).scope, name.substr(0, word) + "_tdata_blk_n");
    if (block == kNone) return;
    const bool takes = follows(on, block, valid), gives = follows(on, block, ready);
    if (takes == gives) return;
    for (auto& [port, text] : f.observe)
        if (port == (takes ? "ready" : "valid"))
            text = fmt::format("{} || !{}", text, on.text(block));
    f.reason += kBlockNetSays;
}

}  // namespace tapestry
