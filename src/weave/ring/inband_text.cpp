// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/inband_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/weave.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

// `text` with every word `from` replaced by `to`, except after a dot.
std::string with_word(const std::string& text, const std::string& from, const std::string& to) {
    std::string out;
    std::size_t copied = 0;
    for (const VerilogWord& word : words_of(text)) {
        const bool member = word.position > 0 && text[word.position - 1] == '.';
        if (word.text != from || member) continue;
        out += text.substr(copied, word.position - copied) + to;
        copied = word.position + from.size();
    }
    return out + text.substr(copied);
}

// The declaration of one port in an ANSI header.
struct PortText {
    std::string range;           // "[31:0]" or empty
    std::size_t reg = kNowhere;  // position of the word `reg`
};

// Nothing if the port shares its declaration with others.
std::optional<PortText> port_text(const std::string& masked, const ModuleHeader& header,
                                  const std::string& name) {
    const std::string list = masked.substr(0, header.ports_close);
    std::size_t start = header.ports_open + 1;
    int depth = 0;
    for (std::size_t at = start; at <= header.ports_close; ++at) {
        const char c = masked[at];
        if (c == '[' || c == '(' || c == '{') ++depth;
        if ((c == ']' || c == ')' || c == '}') && at != header.ports_close) --depth;
        if ((c != ',' || depth > 0) && at != header.ports_close) continue;
        const std::string piece = list.substr(start, at - start);
        const std::vector<VerilogWord> words = words_of(piece);
        if (!words.empty() && words.back().text == name) {
            PortText port;
            const bool whole = words.front().text == "output" || words.front().text == "input";
            const std::size_t after = list.find_first_not_of(" \t\r\n", at + 1);
            const bool shared = at != header.ports_close && after != std::string::npos &&
                                list.compare(after, 2, "in") != 0 &&
                                list.compare(after, 3, "out") != 0;
            if (!whole || shared) return std::nullopt;
            for (const VerilogWord& word : words) {
                if (word.text == "reg") port.reg = start + word.position;
            }
            const std::size_t open = piece.find('[');
            if (open != std::string::npos)
                port.range = piece.substr(open, piece.rfind(']') - open + 1);
            return port;
        }
        start = at + 1;
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> InbandStream::signals() const {
    std::vector<std::string> all = {"tdata", "tvalid", "tready"};
    if (has_keep) all.emplace_back("tkeep");
    if (has_last) all.emplace_back("tlast");
    return all;
}

Result<InbandStream> find_inband_stream(const TapPlan& plan, const std::string& stem,
                                        Diagnostics& diagnostics) {
    for (const TapSite& site : plan.sites) {
        if (!site.is(TapKind::stream) || site.module != plan.map.top) continue;
        auto observes = [&](const char* port, const std::string& signal) {
            return std::any_of(site.observe.begin(), site.observe.end(), [&](const auto& o) {
                return o.first == port && o.second == stem + "_" + signal;
            });
        };
        if (!observes("valid", "tvalid") || !observes("ready", "tready")) continue;
        InbandStream stream;
        stream.stem = stem;
        stream.has_keep = observes("keep", "tkeep");
        stream.has_last = observes("last", "tlast");
        const StreamPart& part = site.stream();
        stream.bytes = static_cast<std::uint32_t>(
            stream.has_keep ? part.keep_width * part.bytes_per_keep : part.bytes_per_beat);
        if (stream.bytes > 0) return stream;
    }
    return diagnostics.report(code::inband_stream, {}, stem,
                              "no stream of the top has these ports and data of whole bytes");
}

TapPlan on_inner_nets(TapPlan plan, const InbandStream& stream) {
    for (TapSite& site : plan.sites) {
        if (site.module != plan.map.top) continue;
        for (auto& [port, text] : site.observe) {
            for (const std::string& signal : stream.signals())
                text = with_word(text, stream.port(signal), stream.inner(signal));
        }
    }
    return plan;
}

Result<Done> write_inner_nets(const RingModule& top, const InbandStream& stream,
                              Diagnostics& diagnostics) {
    const ModuleHeader& header = top.structure.header;
    FileWeaver& file = *top.file;
    std::string nets;
    for (const std::string& signal : stream.signals()) {
        const std::string name = stream.port(signal);
        const auto port =
            header.ansi ? port_text(file.masked(), header, name) : std::optional<PortText>();
        if (!port) {
            return diagnostics.report(
                code::inband_stream, {file.name(), 0}, stream.stem,
                "port '" + name + "' has no declaration of its own in the header");
        }
        const bool reg = port->reg != kNowhere;
        if (reg) file.replace(port->reg, port->reg + 3, "wire");
        nets += fmt::format("{}  {} {} {};", file.newline(), reg ? "reg" : "wire", port->range,
                            stream.inner(signal));
        const std::string body = file.masked().substr(header.end, top.text.endmodule - header.end);
        for (const VerilogWord& word : words_of(body)) {
            const bool member = word.position > 0 && body[word.position - 1] == '.';
            const std::size_t at = header.end + word.position;
            if (word.text == name && !member)
                file.replace(at, at + name.size(), stream.inner(signal));
        }
    }
    file.insert(header.end + 1, nets);
    return Done{};
}

std::string inband_pins(const InbandStream& stream) {
    std::string pins;
    auto join = [&](const std::string& signal, const std::string& otherwise) {
        const std::vector<std::string> all = stream.signals();
        const bool there = std::find(all.begin(), all.end(), signal) != all.end();
        pins +=
            fmt::format(", .app_{0}({1}), .out_{0}({2})", signal,
                        there ? stream.inner(signal) : otherwise, there ? stream.port(signal) : "");
    };
    join("tdata", "");
    join("tvalid", "");
    join("tready", "");
    join("tkeep", fmt::format("{{{}{{1'b1}}}}", stream.bytes));
    join("tlast", "1'b0");
    return pins;
}

}  // namespace tapestry
