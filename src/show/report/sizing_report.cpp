// SPDX-License-Identifier: Apache-2.0
#include "show/report/sizing_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/path_name.h"
#include "show/report/ink.h"
#include "show/report/listing.h"
#include "show/report/page.h"
#include "show/report/short_names.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kBlockBits = 18 * 1024;  // the smallest block RAM of most FPGA families
constexpr std::uint64_t kSmallBits = 1024;       // up to this size, registers or LUTs are used

std::string cycles_or_deadlock(double cycles) {
    return cycles == 0 ? "deadlock" : thousands(std::llround(cycles));
}

std::uint64_t blocks_of(std::uint64_t depth, std::uint64_t width) {
    const std::uint64_t bits = depth * width;
    return bits <= kSmallBits ? 0 : (bits + kBlockBits - 1) / kBlockBits;
}

std::int64_t blocks_saved(const QueueSize& q) {
    return static_cast<std::int64_t>(blocks_of(q.depth, q.width_bits)) -
           static_cast<std::int64_t>(blocks_of(q.needed, q.width_bits));
}

std::string count_text(std::uint64_t count) { return thousands(static_cast<std::int64_t>(count)); }

std::vector<std::string> cells_of(const QueueSize& q) {
    const std::int64_t saved = blocks_saved(q);
    return {q.depth == 0 ? "?" : count_text(q.depth),
            count_text(q.most_held),
            count_text(q.needed),
            cycles_or_deadlock(q.half_cycles),
            cycles_or_deadlock(q.double_cycles),
            q.width_bits == 0 ? "?" : thousands(saved)};
}

// The pragma that sets the depth in the source, for a queue made by Vitis HLS, which names the
// queue of stream `s` `s_U`. Empty for any other queue; that may have a parameter instead.
std::string pragma_of(const QueueSize& q) {
    const std::string name(last_part(q.path));
    if (!name.ends_with("_U") || q.needed == q.depth) return "";
    return fmt::format("#pragma HLS stream variable={} depth={}", name.substr(0, name.size() - 2),
                       q.needed);
}

bool is_of_rtl(const QueueSize& q) {
    return !q.parameter.empty() && q.needed != q.depth && pragma_of(q).empty();
}

std::string parameter_line(const std::string& instance, const std::string& parameter,
                           const QueueSize& q) {
    return fmt::format("{} #(.{}({}))", instance, parameter, q.parameter_value);
}

// The lines to put into the source: pragmas, or parameters of instances.
std::string source_lines(const Sizing& sizing, const Ink& ink) {
    std::string pragmas, parameters;
    for (const QueueSize& q : sizing.queues) {
        if (const std::string pragma = pragma_of(q); !pragma.empty())
            pragmas += ink.printable(pragma) + "\n";
        if (!is_of_rtl(q)) continue;
        parameters += ink.printable(parameter_line(q.instance, q.parameter, q)) + "\n";
        for (const std::string& other : q.tied)
            parameters += ink.printable(parameter_line(std::string(parent_path(other)),
                                                       std::string(last_part(other)), q)) +
                          "\n";
    }
    const std::string all = pragmas + parameters;
    return all.empty() ? all : "\n" + all;
}

template <class Row, class Add>
std::string listed(const Ink& ink, const std::string& title, const std::string& order,
                   const std::vector<ListingColumn>& columns, const std::vector<Row>& rows,
                   const Add& add) {
    Listing listing(ink, "", columns);
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::int64_t shown = ink.top() > 0 ? std::min<std::int64_t>(ink.top(), count) : count;
    for (std::int64_t i = 0; i < shown; ++i) add(listing, rows[static_cast<std::size_t>(i)]);
    std::string out = section_title(ink, title, count, order) + listing.to_text();
    if (shown < count) out += "  " + more_line(count - shown, "rows") + "\n";
    return out;
}

}  // namespace

std::string sizing_text(const Sizing& sizing, const ReportStyle& style) {
    const Ink ink(style);
    std::string out = fmt::format(
        "{} cycles with the depths needed instead of {} ({} more were allowed)\n{}, by replay\n",
        cycles_or_deadlock(sizing.predicted_cycles), cycles_or_deadlock(sizing.measured_cycles),
        percent(sizing.loss), to_word(sizing.label));
    if (sizing.simulated_cycles)
        out +=
            fmt::format("{} cycles by simulation\n", cycles_or_deadlock(*sizing.simulated_cycles));
    for (const std::string& remark : sizing.remarks)
        out += ink.paint(ink.printable(remark), Colour::dim) + "\n";
    if (sizing.queues.empty()) return out + "no queue stands between recorded streams\n";
    out += listed(ink, "QUEUES", "cycles of the run with this one half or twice as deep",
                  {{"depth"}, {"held"}, {"needed"}, {"half"}, {"twice"}, {"block RAM saved"}},
                  sizing.queues, [&](Listing& listing, const QueueSize& q) {
                      const double share = q.depth == 0
                                               ? 0
                                               : std::min(1.0, static_cast<double>(q.needed) /
                                                                   static_cast<double>(q.depth));
                      listing.add_row(
                          ink.printable(q.path),
                          [&ink, share](int width) { return ink.bar(share, width, Colour::blue); },
                          cells_of(q));
                  });
    return out + source_lines(sizing, ink);
}

std::string sizing_json(const Sizing& sizing) {
    Json queues = Json::array();
    auto cycles = [](double n) { return n == 0 ? Json() : Json(std::llround(n)); };
    for (const QueueSize& q : sizing.queues)
        queues.push_back({{"path", q.path},
                          {"depth", q.depth},
                          {"most_held", q.most_held},
                          {"needed", q.needed},
                          {"width_bits", q.width_bits},
                          {"blocks_saved", blocks_saved(q)},
                          {"pragma", pragma_of(q)},
                          {"instance", q.instance},
                          {"parameter", q.parameter},
                          {"parameter_value", q.parameter_value},
                          {"tied", q.tied},
                          {"half_cycles", cycles(q.half_cycles)},
                          {"double_cycles", cycles(q.double_cycles)}});
    const Json out = {{"schema", "tapestry.sizing/1"},
                      {"measured_cycles", std::llround(sizing.measured_cycles)},
                      {"predicted_cycles", std::llround(sizing.predicted_cycles)},
                      {"simulated_cycles", cycles(sizing.simulated_cycles.value_or(0))},
                      {"loss", sizing.loss},
                      {"engine", "replay"},
                      {"label", to_word(sizing.label)},
                      {"queues", queues},
                      {"remarks", sizing.remarks}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// "time:u_root=0.99x", as `predict` understands it too.
static std::string short_change(const std::string& change, const ShortNames& names) {
    const std::size_t kind = change.find(':') + 1;  // 0: none
    return change.substr(0, kind) + names.in_sentence(change.substr(kind));
}

std::string sensitivities_text(const Sensitivities& s, const ReportStyle& style) {
    const Ink ink(style);
    if (s.list.empty()) return "nothing that was measured can be changed\n";
    std::vector<std::string> paths;
    for (const Sensitivity& row : s.list)
        if (is_name_in_sentences(row.path)) paths.push_back(row.path);
    const ShortNames names(paths, {});
    return listed(ink, "SENSITIVITY", "what 1% less work, or one place more, would save",
                  {{"cycles"}, {"of the run"}, {"change", 80, true}}, s.list,
                  [&](Listing& listing, const Sensitivity& row) {
                      const double share =
                          s.measured_cycles > 0 ? row.saved_cycles / s.measured_cycles : 0;
                      listing.add_row(ink.printable(names.in_sentence(row.path)),
                                      [&ink, share](int width) {
                                          return ink.bar(std::clamp(100 * share, 0.0, 1.0), width,
                                                         Colour::green);
                                      },
                                      {thousands(std::llround(row.saved_cycles)),
                                       (share < 0 ? "-" : "") + percent(std::abs(share)),
                                       ink.printable(short_change(row.change, names))});
                  });
}

std::string sensitivities_json(const Sensitivities& s) {
    Json list = Json::array();
    for (const Sensitivity& row : s.list)
        list.push_back({{"path", row.path},
                        {"what", row.what},
                        {"change", row.change},
                        {"saved_cycles", row.saved_cycles}});
    const Json out = {{"schema", "tapestry.sensitivity/1"},
                      {"measured_cycles", std::llround(s.measured_cycles)},
                      {"engine", s.engine},
                      {"label", to_word(s.label)},
                      {"list", list}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
