// SPDX-License-Identifier: Apache-2.0
#include "hls/co_pragmas.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

namespace tapestry::hls {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

struct Pragma {
    bool is_hls = false;             // of Vitis
    std::vector<std::string> words;  // after CO or HLS; empty: the line is anything else
    std::vector<std::string> names;  // the same as written, of Vitis: its words are in capitals
    std::string condition;           // of `HLS if (…)`; empty: it always holds

    // `key = value`; empty: it is not said.
    std::string value_of(const std::string& key) const {
        for (std::size_t i = 0; i + 2 < words.size(); ++i)
            if (words[i] == key && words[i + 1] == "=") return names[i + 2];
        return {};
    }
};

std::string in_capitals(std::string text) {
    for (char& ch : text) ch = static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
    return text;
}

// Takes the condition of `if (…)` out of the pragma's text; empty: it has none.
std::string take_condition(std::string& text) {
    std::istringstream in(text);
    std::string pragma, hls, word;
    in >> pragma >> hls >> word;
    const std::size_t open = text.find('(');
    if (open == std::string::npos || in_capitals(hls) != "HLS" ||
        in_capitals(word.substr(0, word.find('('))) != "IF")
        return {};
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth > 0) continue;
        const std::string condition = text.substr(open, at + 1 - open);
        text = "pragma HLS" + text.substr(at + 1);
        return condition;
    }
    return {};
}

// Vitis takes its words in upper and lower case, and blanks around `=`.
Pragma pragma_of(const std::string& line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') return {};
    std::string text = line.substr(hash + 1);
    const std::string condition = take_condition(text);
    for (std::size_t at = 0; (at = text.find('=', at)) != std::string::npos; at += 3)
        text.replace(at, 1, " = ");
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() < 2 || words[0] != "pragma") return {};
    const bool is_hls = in_capitals(words[1]) == "HLS";
    if (words[1] != "CO" && !is_hls) return {};
    words.resize(std::max<std::size_t>(words.size(), 3));
    Pragma made{
        is_hls, {words.begin() + 2, words.end()}, {words.begin() + 2, words.end()}, condition};
    if (is_hls)
        for (std::string& word : made.words) word = in_capitals(word);
    return made;
}

// A pragma whose lines end with backslashes stands on the first of them.
void join_pragmas(std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (pragma_of(lines[i]).words.empty()) continue;
        for (std::size_t next = i + 1; next < lines.size(); ++next) {
            const std::size_t last = lines[i].find_last_not_of(" \t\r");
            if (lines[i][last] != '\\') break;
            lines[i].replace(last, std::string::npos, " " + lines[next]);
            lines[next].clear();
        }
    }
}

bool is_blank(const std::string& line) {
    const std::size_t at = line.find_first_not_of(" \t\r");
    return at == std::string::npos || line.compare(at, 2, "//") == 0 || line[at] == '#';
}

constexpr const char* kIdentifier =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// Where the loop of a line begins, behind its label if it has one; npos: the line begins no loop.
std::size_t loop_at(const std::string& line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos) return at;
    const std::size_t end = line.find_first_not_of(kIdentifier, at);
    const std::size_t colon = end == std::string::npos ? end : line.find_first_not_of(" \t", end);
    if (colon != std::string::npos && colon + 1 < line.size() && line[colon] == ':')
        at = line.find_first_not_of(" \t", colon + 1);
    if (at == std::string::npos) return at;
    const std::size_t after = std::min(line.find_first_not_of(kIdentifier, at), line.size());
    const std::string word = line.substr(at, after - at);
    return word == "for" || word == "while" || word == "do" ? at : std::string::npos;
}

bool begins_loop(const std::string& line) { return loop_at(line) != std::string::npos; }

// What the pragmas before or in one loop ask for; those with conditions in the order in which they
// stand.
struct LoopPragmas {
    std::vector<Pragma> unrolls, pipelines;
};

// `c ? a : d ? b : otherwise`, of pragmas with conditions.
template <class Text>
std::string choice_of(const std::vector<Pragma>& pragmas, Text text, const std::string& otherwise) {
    std::string choice;
    for (const Pragma& pragma : pragmas) {
        if (pragma.condition.empty()) return choice + text(pragma);
        choice += fmt::format("{} ? {} : ", pragma.condition, text(pragma));
    }
    return choice + otherwise;
}

bool is_plain(const std::vector<Pragma>& pragmas) { return pragmas.front().condition.empty(); }

std::string in_parentheses(const std::string& text) { return "(" + text + ")"; }

// `factor = 4`; without it the loop is unrolled completely: more copies than iterations are as
// many.
std::string unroll_text(const std::vector<Pragma>& pragmas) {
    if (pragmas.empty()) return {};
    if (is_plain(pragmas) && pragmas.front().value_of("FACTOR").empty())
        return "_Pragma(\"clang loop unroll(full)\") ";
    const auto factor = [](const Pragma& p) {
        const std::string said = p.value_of("FACTOR");
        return said.empty() ? "1024" : in_parentheses(said);
    };
    return fmt::format("_Pragma(\"clang loop unroll_count({})\") ",
                       choice_of(pragmas, factor, "1"));
}

bool is_off(const Pragma& pragma) {
    return std::find(pragma.words.begin(), pragma.words.end(), "OFF") != pragma.words.end();
}

// What the pipeline of a loop is asked for: not to be one, or an interval. The loops inside of one
// that is asked for are unrolled (ir_pipelines.cpp).
std::string pipeline_text(const std::vector<Pragma>& pragmas) {
    if (pragmas.empty()) return {};
    if (is_plain(pragmas) && is_off(pragmas.front()))
        return "_Pragma(\"clang loop pipeline(disable)\") ";
    const auto interval = [](const Pragma& p) {
        const std::string said = p.value_of("II");
        if (is_off(p)) return fmt::format("{}", kIntervalOff);
        return said.empty() ? "1" : in_parentheses(said);
    };
    return fmt::format("_Pragma(\"clang loop pipeline_initiation_interval({})\") ",
                       choice_of(pragmas, interval, fmt::format("{}", kIntervalOpen)));
}

// Assembly of no instruction leaves its operand and its text in the IR (ir_dataflow.cpp).
std::string depth_text(const Pragma& pragma) {
    return fmt::format("__asm__ volatile(\"# hls depth {}\" : : \"r\"(&{}));",
                       pragma.value_of("DEPTH"), pragma.value_of("VARIABLE"));
}

// In assembly too (ir_partition.cpp), which has factor and dimension as operands: they may be
// macros.
std::string partition_text(const Pragma& pragma) {
    std::string kind = in_capitals(pragma.value_of("TYPE"));
    for (const char* word : {"COMPLETE", "CYCLIC", "BLOCK"})
        if (kind.empty() &&
            std::find(pragma.words.begin(), pragma.words.end(), word) != pragma.words.end())
            kind = word;
    const std::string factor = pragma.value_of("FACTOR"), dimension = pragma.value_of("DIM");
    return fmt::format(
        "__asm__ volatile(\"# hls partition {}\" : : \"r\"(&{}), \"i\"({}), \"i\"({}));",
        kind.empty() ? "COMPLETE" : kind, pragma.value_of("VARIABLE"),
        factor.empty() ? "0" : factor, dimension.empty() ? "1" : dimension);
}

// And for each port of a bundle (ir_bundles.cpp).
std::string bundle_text(const Pragma& pragma) {
    std::string mode = in_capitals(pragma.value_of("MODE"));
    if (mode.empty() && pragma.words.size() > 1) mode = pragma.words[1];
    const std::string port = pragma.value_of("PORT"), bundle = pragma.value_of("BUNDLE");
    if (mode != "M_AXI" || bundle.empty() || port.empty() || port == "return") return {};
    if (port.find_first_not_of(kIdentifier) != std::string::npos) return {};
    return fmt::format("__asm__ volatile(\"# hls bundle {}\" : : \"r\"(&{}));", bundle, port);
}

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

// The line on which the loop begins whose body is opened by the brace on line `at`, which nothing
// stands before except the rest of the loop's head. Nothing: it is no loop's.
std::optional<std::size_t> head_of(const std::vector<std::string>& lines, std::size_t at,
                                   std::size_t brace) {
    std::string head = without_comment(lines[at]).substr(0, brace);
    for (std::size_t line = at;; head = without_comment(lines[--line]) + " " + head) {
        if (begins_loop(lines[line]) && loop_at(lines[line]) < head.size()) {
            const std::string rest = head.substr(loop_at(lines[line]));
            const auto opens = std::count(rest.begin(), rest.end(), '(');
            const bool whole = opens == std::count(rest.begin(), rest.end(), ')');
            const std::size_t last = rest.find_last_not_of(" \t\r");
            if (whole && (rest[last] == ')' || rest.substr(0, last + 1) == "do")) return line;
            return std::nullopt;
        }
        if (line == 0 || at - line > 4 || head.find_first_of(";{}") < head.find('('))
            return std::nullopt;
    }
}

// The line of the loop whose body line `at` stands in. Nothing: what is around it is no
// loop.
std::optional<std::size_t> loop_around(const std::vector<std::string>& lines, std::size_t at) {
    std::size_t before = at;
    while (before > 0 && is_blank(lines[before - 1])) --before;
    if (before > 0) {  // a body of one statement needs no braces
        const std::string head = without_comment(lines[before - 1]);
        const std::size_t last = head.find_last_not_of(" \t\r");
        if (last != std::string::npos && begins_loop(head) && head[last] == ')') return before - 1;
    }
    int open = 0;
    while (at-- > 0) {
        const std::string line = without_comment(lines[at]);
        for (std::size_t i = line.size(); i-- > 0;) {
            if (line[i] == '}') ++open;
            if (line[i] == '{' && open-- == 0) return head_of(lines, at, i);
        }
    }
    return std::nullopt;
}

// The line of the loop that the pragma on line `at` belongs to: it stands before the loop or at the
// start of its body. Nothing: there is no such loop.
std::optional<std::size_t> loop_of(const std::vector<std::string>& lines, std::size_t at,
                                   bool is_hls) {
    // Of Vitis it stands in the body, even if that begins with another loop.
    if (is_hls)
        if (const auto around = loop_around(lines, at)) return around;
    std::size_t next = at + 1;
    while (next < lines.size() && is_blank(lines[next])) ++next;
    if (next < lines.size() && begins_loop(lines[next])) return next;
    for (std::size_t before = at; before-- > 0;) {
        if (is_blank(lines[before]) || lines[before].find_first_not_of(" \t{") == std::string::npos)
            continue;
        if (begins_loop(lines[before])) return before;
        break;
    }
    return std::nullopt;
}

constexpr const char* kOfVitis =
    " AGGREGATE ALIAS ALLOCATION ARRAY_MAP ARRAY_PARTITION ARRAY_RESHAPE ARRAY_STENCIL BIND_OP "
    "BIND_STORAGE CACHE DATA_PACK DATAFLOW DEPENDENCE DISAGGREGATE EXPRESSION_BALANCE "
    "FUNCTION_INSTANTIATE INLINE INTERFACE "
    "LATENCY LOOP_FLATTEN LOOP_MERGE LOOP_TRIPCOUNT OCCURRENCE PERFORMANCE PIPELINE PROTOCOL RESET "
    "RESOURCE SHARED STABLE STREAM TOP ";

constexpr const char* kNotUnderCondition = " ARRAY_PARTITION ARRAY_RESHAPE INTERFACE STREAM ";

constexpr const char* kModes =
    " M_AXI S_AXILITE AXIS AP_NONE AP_STABLE AP_VLD AP_ACK AP_HS AP_OVLD AP_FIFO AP_MEMORY BRAM "
    "AP_CTRL_NONE AP_CTRL_HS AP_CTRL_CHAIN ";

bool is_among(const char* words, const std::string& word) {
    return std::string(words).find(" " + word + " ") != std::string::npos;
}

// What is wrong with a pragma of Vitis, and a hint; empty: nothing is wrong.
std::pair<std::string, std::string> complaint_of_vitis(const Pragma& pragma) {
    const std::string& word = pragma.words[0];
    if (!is_among(kOfVitis, word))
        return {fmt::format("there is no '#pragma HLS {}'", word), "take the line out"};
    if (word == "INTERFACE") {
        std::string mode = in_capitals(pragma.value_of("MODE"));
        if (mode.empty() && pragma.words.size() > 1) mode = pragma.words[1];
        if (!is_among(kModes, mode))
            return {fmt::format("'#pragma HLS INTERFACE' has no mode '{}'", mode),
                    "m_axi, s_axilite and axis are known, and those that begin with ap_"};
    }
    if (!pragma.condition.empty() && is_among(kNotUnderCondition, word))
        return {fmt::format("'#pragma HLS {}' cannot have a condition", word),
                "UNROLL and PIPELINE can, and so can all that have no effect"};
    const bool is_about_variable =
        word == "STREAM" || word == "ARRAY_PARTITION" || word == "ARRAY_RESHAPE";
    if (is_about_variable && pragma.value_of("VARIABLE").empty())
        return {fmt::format("'#pragma HLS {}' does not say of which variable", word),
                "write variable=NAME"};
    const std::string depth = pragma.value_of("DEPTH");
    if (word == "STREAM" && depth.find_first_not_of("0123456789") != std::string::npos)
        return {fmt::format("the depth '{}' is not a number", depth), "write it in digits"};
    return {};
}

// What is wrong with a pragma that has no effect, and a hint; empty: nothing is wrong.
std::pair<std::string, std::string> complaint_of(const Pragma& pragma) {
    const std::vector<std::string>& words = pragma.words;
    const std::string& word = words[0];
    if (pragma.is_hls) return complaint_of_vitis(pragma);
    if (word == "PIPELINE" || word == "FLATTEN" || word == "NONRECURSIVE") return {};
    if (word != "SET")
        return {fmt::format("there is no '#pragma CO {}'", word),
                "the pragmas are PIPELINE, UNROLL, FLATTEN, NONRECURSIVE and SET"};
    const std::string key = words.size() > 1 ? words[1] : "";
    if (key == "stageDelay" || key == "StageDelay") return {};
    return {fmt::format("'#pragma CO SET' has no setting '{}'", key),
            "stageDelay is known, and --clock says what fits into a cycle; take the line out"};
}

// Puts what is asked for before each loop.
void write_loops(const std::map<std::size_t, LoopPragmas>& loops,
                 const std::vector<std::string>& lines, std::vector<std::string>& made) {
    for (const auto& [line, asked] : loops)
        made[line].insert(loop_at(lines[line]),
                          pipeline_text(asked.pipelines) + unroll_text(asked.unrolls));
}

}  // namespace

CoPragmas with_co_pragmas(const std::string& text, const std::string& file) {
    std::vector<std::string> lines = lines_of(text);
    join_pragmas(lines);
    std::vector<std::string> made = lines;
    CoPragmas result;
    bool any = false;
    std::map<std::size_t, LoopPragmas> loops;  // by line
    auto complain = [&](std::size_t line, const std::string& what, const std::string& hint) {
        result.complaints.push_back({static_cast<unsigned>(line) + 1, what, hint});
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Pragma pragma = pragma_of(lines[i]);
        if (pragma.words.empty()) continue;
        any = true;
        result.is_for_vitis |= pragma.is_hls;
        made[i].clear();
        if (pragma.words[0] != "UNROLL") {
            if (const auto [what, hint] = complaint_of(pragma); !what.empty())
                complain(i, what, hint);
            else if (pragma.is_hls && pragma.words[0] == "PIPELINE") {
                if (const auto loop = loop_around(lines, i))
                    loops[*loop].pipelines.push_back(pragma);
            } else if (pragma.words[0] == "ARRAY_PARTITION" || pragma.words[0] == "ARRAY_RESHAPE")
                made[i] = partition_text(pragma);
            else if (pragma.words[0] == "INTERFACE")
                made[i] = bundle_text(pragma);
            else if (pragma.words[0] == "STREAM" && !pragma.value_of("DEPTH").empty())
                made[i] = depth_text(pragma);
        } else if (const auto loop = loop_of(lines, i, pragma.is_hls)) {
            loops[*loop].unrolls.push_back(pragma);
        } else {
            complain(i,
                     fmt::format("no loop is found that '#pragma {} UNROLL' could mean",
                                 pragma.is_hls ? "HLS" : "CO"),
                     "write it on the line before the loop, or on the first one of its body");
        }
    }
    if (!any) return result;
    write_loops(loops, lines, made);
    result.text = fmt::format("#line 1 \"{}\"\n", file);
    for (const std::string& line : made) result.text += line + "\n";
    return result;
}

}  // namespace tapestry::hls
