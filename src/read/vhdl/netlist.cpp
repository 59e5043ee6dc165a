// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>

#include "base/text.h"
#include "read/vhdl/partial_resets.h"

namespace tapestry {

namespace {

using Defaults = std::map<std::string, std::map<std::string, std::string>>;  // module, net

constexpr std::uint32_t kWidestValue = 1 << 20;

// A VHDL value in Verilog: "01Z" is 3'b01Z, '1' is 1'b1, a name stays. The ports of the top have
// other names inside the VHDL output.
std::string verilog_value(std::string_view text) {
    if (text.starts_with('"') || text.starts_with('\'')) {
        std::string digits;
        for (const char c : text.substr(1, text.size() - 2))
            digits += c == '0' || c == '1' ? c : c == 'Z' ? 'z' : 'x';
        return std::to_string(digits.size()) + "'b" + digits;
    }
    if (text.starts_with('(')) {  // (15 downto 0 => 'X')
        const std::size_t mark = text.find('\'');
        std::uint32_t high = 0;
        std::from_chars(text.data() + 1, text.data() + text.size(), high);
        high = std::min(high, kWidestValue - 1);
        const char digit = mark + 1 < text.size() ? text[mark + 1] : 'X';
        const bool known = digit == '0' || digit == '1' || digit == 'Z';
        return fmt::format("{}'b{}", high + 1,
                           std::string(high + 1, known ? (digit == 'Z' ? 'z' : digit) : 'x'));
    }
    if (text.starts_with("wrap_")) text.remove_prefix(5);
    return net_name(std::string(text));
}

// GHDL prints the extended identifier \In-Put\ unchanged, also at the end of a longer name
// (u_\In-Put\); it becomes an escaped name that ends with a blank.
std::string with_escaped_names(std::string_view text) {
    std::string out;
    for (std::size_t open; (open = text.find('\\')) != std::string_view::npos;) {
        const std::size_t close = text.find('\\', open + 1);
        if (close == std::string_view::npos) break;
        std::size_t begin = open;
        while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                             text[begin - 1] == '_'))
            --begin;
        out += text.substr(0, begin);
        out += net_name(std::string(text.substr(begin, close + 1 - begin))) + " ";
        text.remove_prefix(close + 1);
    }
    return out.append(text);
}

// True if a word is a keyword of the netlist and not a name. Its position decides; words that are
// also VHDL keywords are never names.
bool is_own_word(const NetTokens& t, std::size_t i) {
    const std::string& word = t[i];
    if (i == 0 || word == "if" || word == "else" || word == "begin" || word == "end" ||
        word == "case" || word == "or")
        return true;
    if (t[0] != "always") return false;
    const std::string next = i + 1 < t.size() ? t[i + 1] : "";
    if (word == "posedge" || word == "negedge") return is_net_name(next) && next != "or";
    return (word == "default" && next == ":") || (word == "endcase" && next.empty());
}

void escape_names(NetTokens& tokens) {
    NetTokens escaped = tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!is_own_word(tokens, i) && !tokens[i].starts_with('\\'))
            escaped[i] = net_name(tokens[i]);
    }
    tokens = std::move(escaped);
}

// with n54_o select n57_o <= … '0' when others;
Defaults read_defaults(std::string_view vhdl) {
    Defaults defaults;
    std::string module, net;
    for (const std::string_view line : lines_of(vhdl)) {
        const std::string_view text = trimmed(line);
        if (text.starts_with("architecture ")) {
            const std::size_t of = text.find(" of ");
            const std::size_t is = text.rfind(" is");
            if (of != std::string_view::npos && is != std::string_view::npos && is > of + 4)
                module = text.substr(of + 4, is - of - 4);
        }
        const std::size_t select = text.find(" select ");
        if (text.starts_with("with ") && select != std::string_view::npos)
            net = trimmed(text.substr(select + 8, text.find("<=", select) - select - 8));
        const std::size_t when = text.find(" when others;");
        if (when != std::string_view::npos && !net.empty()) {
            defaults[module][net] = verilog_value(trimmed(text.substr(0, when)));
            net.clear();
        }
    }
    return defaults;
}

class ModuleReader {
public:
    ModuleReader(NetModule& module, const std::map<std::string, std::string>& defaults)
        : module_(module), defaults_(defaults) {}

    // Takes the lines after `module NAME`. A statement begins in the second column; its
    // continuation is indented further.
    void take(std::string_view line) {
        const std::string_view text = trimmed(line);
        if (in_ports_) return take_port(text);
        const bool goes_on = line.starts_with("   ");
        if (!goes_on) finish();
        if (text.starts_with("/*")) {
            place_ = trimmed(text.substr(2, text.find("*/") - 2));
        } else if (!text.empty()) {
            const std::size_t comment = text.find("//");
            remark_ += comment == std::string_view::npos ? "" : text.substr(comment);
            statement_ += std::string(text.substr(0, comment)) + "\n";
        }
    }
    void finish() {
        if (!statement_.empty()) finish_statement();
        statement_.clear();
        remark_.clear();
    }

private:
    void take_port(std::string_view text) {
        if (text == ";") in_ports_ = false;
        const bool last = text.ends_with(");");
        NetTokens tokens = net_tokens(with_escaped_names(text));
        std::erase_if(tokens, [](const std::string& t) {
            return t == "(" || t == "," || t == ")" || t == ";";
        });
        // The direction, then the kind: output reg [1:0] q
        if (tokens.size() > 2 && (tokens[1] == "wire" || tokens[1] == "reg"))
            tokens.erase(tokens.begin() + 1);
        escape_names(tokens);
        if (tokens.size() >= 2 &&
            (tokens[0] == "input" || tokens[0] == "output" || tokens[0] == "inout")) {
            NetDeclaration port = declaration(tokens);
            port.direction = tokens[0];
            module_.ports.push_back(std::move(port));
        }
        if (last) in_ports_ = false;
    }

    // wire [7:0] d, input d
    static NetDeclaration declaration(const NetTokens& t) {
        NetDeclaration d;
        d.is_register = t[0] == "reg";
        std::size_t at = 1;
        if (t.size() > 6 && t[1] == "[" && t[3] == ":") {
            const auto number = [](const std::string& text) {
                std::uint32_t n = 0;
                std::from_chars(text.data(), text.data() + text.size(), n);
                return n;
            };
            d.is_vector = true;
            d.width = number(t[2]) - std::min(number(t[2]), number(t[4])) + 1;
            at = 6;
        }
        if (at < t.size()) d.name = t[at];
        for (++at; at < t.size() && t[at] != ";" && t[at] != "="; ++at) d.array += t[at];
        return d;
    }

    void finish_statement() {
        NetTokens tokens = net_tokens(with_escaped_names(statement_));
        if (tokens.empty()) return;
        escape_names(tokens);
        NetStatement s;
        s.place = place_;
        s.is_signal = remark_.find("signal)") != std::string::npos;
        // of an entity called `reg`
        const bool is_instance = tokens.size() > 3 && tokens[2] == "(";
        if ((tokens[0] == "wire" || tokens[0] == "reg") && !is_instance) {
            module_.nets.push_back(declaration(tokens));
            return;  // the preceding comment belongs to the next statement
        }
        place_.clear();
        // A constant is a net with a value: localparam [1:0] n7_o = 2'b01;
        if (tokens[0] == "localparam") {
            module_.nets.push_back(declaration(tokens));
            const auto is = std::find(tokens.begin(), tokens.end(), "=");
            if (is == tokens.end() || is + 2 >= tokens.end()) return;
            NetTokens assign = {"assign", module_.nets.back().name};
            assign.insert(assign.end(), is, tokens.end());
            tokens = std::move(assign);
        }
        classify(std::move(s), std::move(tokens));
    }

    void classify(NetStatement s, NetTokens tokens) {
        using Kind = NetStatement::Kind;
        if (tokens.size() < 3) return;
        const bool combinational = tokens.size() > 4 && tokens[0] == "always" && tokens[2] == "*";
        if (tokens[0] == "assign" && tokens.size() > 4 && tokens[2] == "=") {
            s.kind = Kind::assign;
            s.target = tokens[1];
            s.value.assign(tokens.begin() + 3, tokens.end() - 1);
        } else if (combinational && tokens[3] == "case") {
            s.kind = Kind::assign;
            if (!take_case(tokens, s)) return;
        } else if (combinational && tokens.size() > 6 && tokens[4] == "=") {
            s.kind = Kind::assign;
            s.target = tokens[3];
            s.value.assign(tokens.begin() + 5, tokens.end() - 1);
        } else if (combinational) {
            return;  // an assertion
        } else if ((tokens[0] == "always" && tokens[1] == "@") ||
                   (tokens[0] == "initial" && tokens[2] != "(")) {
            s.kind = tokens[0] == "always" ? Kind::process : Kind::initial;
            s.value = std::move(tokens);
        } else if (take_instance(tokens, s)) {
            s.kind = Kind::instance;
        } else {
            s.value = std::move(tokens);
        }
        module_.statements.push_back(std::move(s));
    }

    // module name (…), module #(…) name (…)
    static bool take_instance(const NetTokens& tokens, NetStatement& s) {
        auto name = tokens.begin() + 1;
        if (tokens.size() > 3 && *name == "#") {
            int depth = 0;
            do {
                ++name;
                depth += *name == "(" ? 1 : *name == ")" ? -1 : 0;
            } while (depth > 0 && name + 1 != tokens.end());
            ++name;
        }
        if (tokens.end() - name < 2 || !is_net_name(*name) || name[1] != "(") return false;
        s.module = tokens[0];
        s.parameters.assign(tokens.begin() + 1, name);
        s.target = *name;
        s.value.assign(name + 1, tokens.end());
        return true;
    }

    // True for a don't-care value.
    static bool is_anything(const NetTokens& value) {
        return value.empty() || (value.size() == 1 && constant_width(value[0]) &&
                                 value[0].find_first_of("xX") != std::string::npos);
    }

    // case (n54_o) 2'b10: n57_o <= 1'b1; … endcase becomes n54_o == 2'b10 ? 1'b1 : … : the value of
    // `when others`. A case without it covers all values, so its last label needs no condition.
    bool take_case(const NetTokens& t, NetStatement& s) {
        const std::size_t open = 4;
        std::size_t at = open + 1;
        while (at < t.size() && t[at] != ")") ++at;
        const NetTokens selector(t.begin() + open + 1, t.begin() + static_cast<std::ptrdiff_t>(at));
        std::vector<std::pair<std::string, NetTokens>> branches;
        NetTokens otherwise;
        for (++at; at + 4 < t.size() && t[at] != "endcase";) {
            const std::string label = t[at];
            s.target = t[at + 2];
            std::size_t end = at + 4;
            while (end < t.size() && t[end] != ";") ++end;
            NetTokens value(t.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                            t.begin() + static_cast<std::ptrdiff_t>(end));
            if (label == "default")
                otherwise = std::move(value);
            else
                branches.emplace_back(label, std::move(value));
            at = end + 1;
        }
        if (branches.empty()) return false;
        const auto known = defaults_.find(s.target);
        if (otherwise.empty() && known != defaults_.end()) otherwise = {known->second};
        if (is_anything(otherwise)) {
            otherwise = branches.back().second;
            branches.pop_back();
        }
        for (const auto& [label, value] : branches) {
            s.value.insert(s.value.end(), selector.begin(), selector.end());
            s.value.insert(s.value.end(), {kIsThe, label, "?"});
            s.value.insert(s.value.end(), value.begin(), value.end());
            s.value.push_back(":");
        }
        s.value.insert(s.value.end(), otherwise.begin(), otherwise.end());
        return true;
    }

    NetModule& module_;
    const std::map<std::string, std::string>& defaults_;
    bool in_ports_ = true;
    std::string place_;
    std::string statement_;
    std::string remark_;
};

}  // namespace

std::map<std::string, std::uint32_t> NetModule::widths() const {
    std::map<std::string, std::uint32_t> widths;
    for (const auto* list : {&ports, &nets}) {
        for (const NetDeclaration& d : *list) widths[d.name] = d.width;
    }
    return widths;
}

std::vector<NetModule> read_netlist(std::string_view verilog, std::string_view vhdl) {
    const Defaults defaults = read_defaults(vhdl);
    static const std::map<std::string, std::string> kNone;
    std::vector<NetModule> modules;
    std::unique_ptr<ModuleReader> reader;
    for (const std::string_view line : lines_of(verilog)) {
        if (line.starts_with("module ")) {
            NetModule module;
            module.name = trimmed(line.substr(7));
            const auto known = defaults.find(module.name);
            modules.push_back(std::move(module));
            reader = std::make_unique<ModuleReader>(
                modules.back(), known == defaults.end() ? kNone : known->second);
        } else if (line.starts_with("endmodule")) {
            if (reader) reader->finish();
            reader.reset();
        } else if (reader) {
            reader->take(line);
        }
    }
    for (const auto& [name, edges] : clock_edges_left(vhdl))
        for (NetModule& module : modules)
            if (module.name == name) finish_registers(module, edges);
    return modules;
}

}  // namespace tapestry
