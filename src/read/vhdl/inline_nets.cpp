// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/inline_nets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tapestry {

namespace {

constexpr std::size_t kSmall = 12;  // tokens of a value that may be duplicated
constexpr int kDeepest = 200;       // nesting of substituted nets

bool is_signed(const NetTokens& tokens) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [](const std::string& t) { return t.starts_with('$') || t == ">>>"; });
}

bool is_one_thing(const NetTokens& tokens) {
    return tokens.size() == 1 || slice_of(tokens) || !parts_of(tokens).empty();
}

void append(NetTokens& to, const NetTokens& from) { to.insert(to.end(), from.begin(), from.end()); }

NetTokens slice_tokens(const std::string& name, std::uint32_t high, std::uint32_t low) {
    if (high == low) return {name, "[", std::to_string(high), "]"};
    return {name, "[", std::to_string(high), ":", std::to_string(low), "]"};
}

// The index of the set bit of a one-hot label.
std::optional<std::uint32_t> lone_bit(const std::string& label) {
    const std::size_t digits = label.find("'b");
    if (digits == std::string::npos) return std::nullopt;
    const std::size_t one = label.find('1', digits + 2);
    if (one == std::string::npos || label.find('1', one + 1) != std::string::npos)
        return std::nullopt;
    return static_cast<std::uint32_t>(label.size() - 1 - one);
}

}  // namespace

std::vector<NetTokens> parts_of(const NetTokens& t) {
    if (t.size() < 3 || t.front() != "{" || t.back() != "}") return {};
    std::vector<NetTokens> parts(1);
    int depth = 0;
    for (std::size_t i = 1; i + 1 < t.size(); ++i) {
        if (t[i] == "{" || t[i] == "(") ++depth;
        if (t[i] == "}" || t[i] == ")") --depth;
        if (depth < 0) return {};
        if (t[i] == "," && depth == 0)
            parts.emplace_back();
        else
            parts.back().push_back(t[i]);
    }
    return parts;
}

NetInliner::NetInliner(const NetModule& module) : widths_(module.widths()) {
    for (const NetStatement& s : module.statements) {
        for (const std::string& token : s.value) ++uses_[token];
        if (s.kind != NetStatement::Kind::assign) continue;
        if (is_made_up(s.target))
            values_[s.target] = s.value;
        else if (!parts_of(s.value).empty() || (s.value.size() == 1 && is_made_up(s.value[0])))
            bundles_[s.target] = s.value;
    }
}

NetTokens NetInliner::inlined(const NetTokens& tokens) { return replaced(tokens, How::sparing, 0); }
NetTokens NetInliner::expanded(const NetTokens& tokens) { return replaced(tokens, How::all, 0); }

const NetTokens* NetInliner::value_of(const std::string& name, How how, int depth) {
    const auto value = values_.find(name);
    if (value == values_.end() || depth > kDeepest) return nullptr;
    const auto [known, is_new] = done_[static_cast<std::size_t>(how)].try_emplace(name);
    if (is_new) known->second = replaced(value->second, how, depth + 1);
    return known->second ? &*known->second : nullptr;
}

bool NetInliner::is_wanted(const std::string& name, const NetTokens& value, How how) const {
    if (how == How::all) return value.size() <= kMostTokens;
    if (is_signed(value)) return false;
    const auto uses = uses_.find(name);
    return value.size() <= kSmall ||
           (value.size() <= kMostTokens && uses != uses_.end() && uses->second <= 1);
}

std::uint32_t NetInliner::width_of(const NetTokens& part) const {
    if (part.size() == 1) {
        if (const auto width = constant_width(part[0])) return *width;
    }
    const std::optional<NetSlice> slice = slice_of(part);
    if (!slice) return 0;
    if (slice->high) return *slice->high - slice->low + 1;
    const auto width = widths_.find(slice->name);
    return width == widths_.end() ? 0 : width->second;
}

NetTokens NetInliner::selected_of_parts(const NetTokens& value, std::uint32_t high,
                                        std::uint32_t low, How how, int depth) {
    std::uint32_t above = 0;
    const std::vector<NetTokens> parts = parts_of(value);
    for (const NetTokens& part : parts) {
        const std::uint32_t width = width_of(part);
        if (width == 0) return {};
        above += width;
    }
    for (const NetTokens& part : parts) {
        const std::uint32_t width = width_of(part);
        above -= width;
        if (low < above || high >= above + width) continue;
        const std::uint32_t h = high - above;
        const std::uint32_t l = low - above;
        if (h - l + 1 == width) return replaced(part, how, depth + 1);
        const std::optional<NetSlice> slice = slice_of(part);
        if (!slice) return {};
        const NetTokens inner =
            selected(slice->name, slice->low + h, slice->low + l, how, depth + 1);
        return inner.empty() ? slice_tokens(slice->name, slice->low + h, slice->low + l) : inner;
    }
    return {};
}

NetTokens NetInliner::selected(const std::string& name, std::uint32_t high, std::uint32_t low,
                               How how, int depth) {
    const auto known = values_.find(name);
    if (known == values_.end() || depth > kDeepest) return {};
    const NetTokens& value = known->second;
    if (!parts_of(value).empty()) return selected_of_parts(value, high, low, how, depth);
    const std::optional<NetSlice> slice = slice_of(value);
    if (!slice) return {};
    const NetTokens inner =
        selected(slice->name, slice->low + high, slice->low + low, how, depth + 1);
    return inner.empty() ? slice_tokens(slice->name, slice->low + high, slice->low + low) : inner;
}

const NetTokens* NetInliner::value_of_any(const std::string& name) const {
    for (const auto* values : {&values_, &bundles_}) {
        const auto found = values->find(name);
        if (found != values->end()) return &found->second;
    }
    return nullptr;
}

std::string NetInliner::net_at(const std::string& name, std::uint32_t high, std::uint32_t low,
                               int depth) const {
    const NetTokens* const value = value_of_any(name);
    if (!value || depth > kDeepest) return {};
    std::vector<NetTokens> parts = parts_of(*value);
    if (parts.empty()) parts.push_back(*value);
    std::uint32_t above = 0;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const std::uint32_t width = width_of(*part);
        if (width == 0) return {};
        const std::uint32_t first = above;
        above += width;
        if (high >= above) continue;
        const std::optional<NetSlice> slice = slice_of(*part);
        if (!slice || low < first) return {};
        const std::uint32_t l = slice->low + low - first;
        const std::uint32_t h = slice->low + high - first;
        const std::string inner = net_at(slice->name, h, l, depth + 1);
        const auto whole = widths_.find(slice->name);
        const bool is_whole = l == 0 && whole != widths_.end() && h + 1 == whole->second;
        return inner.empty() && is_whole && !is_made_up(slice->name) ? slice->name : inner;
    }
    return {};
}

NetTokens NetInliner::connected(const NetTokens& t) const {
    NetTokens out;
    for (std::size_t at = 0; at < t.size(); ++at) {
        const auto close = std::find(t.begin() + static_cast<std::ptrdiff_t>(at), t.end(), "]");
        const bool is_slice = at > 0 && t[at - 1] == "(" && at + 1 < t.size() && t[at + 1] == "[" &&
                              close != t.end() && bundles_.contains(t[at]);
        const std::optional<NetSlice> slice =
            is_slice ? slice_of(NetTokens(t.begin() + static_cast<std::ptrdiff_t>(at), close + 1))
                     : std::nullopt;
        const std::string net = slice ? net_at(slice->name, *slice->high, slice->low, 0) : "";
        out.push_back(net.empty() ? t[at] : net);
        if (!net.empty()) at = static_cast<std::size_t>(close - t.begin());
    }
    return out;
}

// selector =1= label: the condition that the label selects.
std::size_t NetInliner::take_condition(const NetTokens& t, std::size_t at, How how, int depth,
                                       NetTokens& out) {
    const std::optional<std::uint32_t> bit = lone_bit(t[at + 2]);
    const auto value = values_.find(t[at]);
    NetTokens condition;
    if (bit && constant_width(t[at + 2]) == 1u)
        condition = replaced({t[at]}, how, depth + 1);
    else if (bit && value != values_.end())
        condition = selected_of_parts(value->second, *bit, *bit, how, depth + 1);
    if (condition.empty()) condition = {t[at], "==", t[at + 2]};
    const bool bare = is_one_thing(condition);
    if (!bare) out.push_back("(");
    append(out, condition);
    if (!bare) out.push_back(")");
    return at + 3;
}

std::size_t NetInliner::take_name(const NetTokens& t, std::size_t at, How how, int depth,
                                  NetTokens& out) {
    if (at + 1 < t.size() && t[at + 1] == "[") {
        const std::size_t close = static_cast<std::size_t>(
            std::find(t.begin() + static_cast<std::ptrdiff_t>(at), t.end(), "]") - t.begin());
        if (close < t.size()) {
            const NetTokens part(t.begin() + static_cast<std::ptrdiff_t>(at),
                                 t.begin() + static_cast<std::ptrdiff_t>(close) + 1);
            const std::optional<NetSlice> slice = slice_of(part);
            const NetTokens value =
                slice ? selected(slice->name, *slice->high, slice->low, how, depth) : NetTokens();
            if (!value.empty() && is_wanted(t[at], value, How::sparing)) {
                const bool bare = is_one_thing(value);
                if (!bare) out.push_back("(");
                append(out, value);
                if (!bare) out.push_back(")");
                return close + 1;
            }
        }
        out.push_back(t[at]);
        return at + 1;
    }
    const NetTokens* const value = value_of(t[at], how, depth);
    if (!value || !is_wanted(t[at], *value, how)) {
        out.push_back(t[at]);
        return at + 1;
    }
    const bool bare = is_one_thing(*value);
    if (!bare) out.push_back("(");
    append(out, *value);
    if (!bare) out.push_back(")");
    return at + 1;
}

NetTokens NetInliner::replaced(const NetTokens& tokens, How how, int depth) {
    NetTokens out;
    for (std::size_t at = 0; at < tokens.size();) {
        if (at + 2 < tokens.size() && tokens[at + 1] == kIsThe)
            at = take_condition(tokens, at, how, depth, out);
        else if (is_made_up(tokens[at]))
            at = take_name(tokens, at, how, depth, out);
        else
            out.push_back(tokens[at++]);
    }
    return out;
}

}  // namespace tapestry
