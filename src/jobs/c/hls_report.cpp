// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/number_text.h"
#include "jobs/c/hls_verdict.h"
#include "model/verdict_words.h"
#include "show/report/ink.h"

namespace tapestry {

namespace {

std::string count(std::uint64_t n) { return thousands(static_cast<std::int64_t>(n)); }

// Lines of files that are read once.
class Sources {
public:
    // The text of a line without its indentation; empty where there is none.
    std::string line(const std::string& file, unsigned number) {
        const std::vector<std::string>& all = lines_of(file);
        if (number == 0 || number > all.size()) return {};
        const std::string& text = all[number - 1];
        const std::size_t first = text.find_first_not_of(" \t");
        return first == std::string::npos ? "" : text.substr(first);
    }

private:
    const std::vector<std::string>& lines_of(const std::string& file) {
        const auto [it, is_new] = files_.try_emplace(file);
        if (!is_new) return it->second;
        std::ifstream in(file);
        for (std::string text; std::getline(in, text);) it->second.push_back(text);
        return it->second;
    }
    std::map<std::string, std::vector<std::string>> files_;
};

std::string cut(const std::string& text, int width) {
    if (display_width(text) <= width) return text;
    std::string kept = text;
    while (!kept.empty() && display_width(kept) > width - 1) {
        while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xC0) == 0x80)
            kept.pop_back();
        if (!kept.empty()) kept.pop_back();
    }
    return kept + "…";
}

// "a answers 80, lock 12", what takes longest first.
std::string waits_text(const LineNumbers& line) {
    std::vector<std::pair<std::uint64_t, std::string>> waits;
    for (const auto& [cause, cycles] : line.waits) waits.push_back({cycles, cause_text(cause)});
    std::sort(waits.begin(), waits.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (line.overhead > 0) waits.push_back({line.overhead, "fill and empty"});
    std::string text;
    for (const auto& [cycles, cause] : waits)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cause, count(cycles));
    return text;
}

std::string work_text(const LineNumbers& l) {
    std::string text;
    auto add = [&](std::uint64_t n, const char* what) {
        if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count(n), what);
    };
    add(l.integer_operations, "integer");
    add(l.float_operations - l.conditional_float_operations, "floating");
    add(l.conditional_float_operations, "floating under conditions, done in every pass");
    add(l.bytes_read, "B read");
    add(l.bytes_written, "B written");
    return text;
}

class Writer {
public:
    Writer(const CNumbers& n, const ReportStyle& style) : n_(n), ink_(style) {}

    std::string text() {
        headline();
        advice();
        lines();
        loops();
        threads();
        ports();
        streams();
        return out_;
    }

private:
    void head(const std::string& what, std::size_t number, const std::string& right) {
        const std::string left = fmt::format("{}  {}", what, number);
        const int gap = std::max(2, ink_.width() - display_width(left) - display_width(right));
        out_ += fmt::format("{}{}{}\n", ink_.paint(left, Colour::bold),
                            std::string(static_cast<std::size_t>(gap), ' '),
                            ink_.paint(right, Colour::dim));
    }

    void headline() {
        const std::string answer = ink_.printable(answer_of(headline_of(verdicts_of(n_))));
        out_ += ink_.wrapped(answer, 0, Colour::bold) + "\n";
    }

    // What each verdict says to write, and what that could save: what if it were not there at all.
    void advice() {
        std::vector<Verdict> with_advice;
        for (const Verdict& v : verdicts_of(n_))
            if (v.saving) with_advice.push_back(v);
        if (with_advice.empty()) return;
        head("ADVICE", with_advice.size(), "what each could save at most, of the run");
        for (const Verdict& v : with_advice) {
            const bool bounded = v.saving->basis == SavingBasis::at_most;
            out_ += fmt::format("{:>8}  {}: {}\n", bounded ? percent(v.saving->share) : "",
                                ink_.printable(v.evidence.place), ink_.printable(v.saving->change));
            out_ += ink_.wrapped(ink_.printable(v.evidence.said), 10, Colour::dim);
        }
        out_ += "\n";
    }

    // Lines in the order of the files; the busiest stand out by their bars.
    void lines() {
        std::size_t with_time = 0;
        for (const auto& [at, line] : n_.lines) with_time += line.cycles() > 0;
        head("LINES", with_time, fmt::format("{} cycles of all threads", count(n_.at_work)));
        std::string file;
        for (const auto& [at, line] : n_.lines) {
            if (line.cycles() == 0 && work_text(line).empty()) continue;
            if (at.first != file) out_ += (file = at.first) + "\n";
            add_line(at.first, at.second, line);
        }
    }

    void add_line(const std::string& file, unsigned number, const LineNumbers& line) {
        const double share =
            n_.at_work ? static_cast<double>(line.cycles()) / static_cast<double>(n_.at_work) : 0;
        const int room = std::max(20, ink_.width() - 38);
        out_ +=
            fmt::format("{:>6} {} {:>6} {:>10}  {}\n", number,
                        pad_right(cut(ink_.printable(sources_.line(file, number)), room), room),
                        percent(share), count(line.cycles()), ink_.bar(share, 10, Colour::blue));
        for (const std::string& more : {waits_text(line), work_text(line)})
            if (!more.empty()) out_ += fmt::format("       {}\n", ink_.paint(more, Colour::dim));
    }

    void loops() {
        if (n_.loops.empty() && n_.plain_loops.empty()) return;
        out_ += "\n";
        head("LOOPS", n_.loops.size() + n_.plain_loops.size(),
             "pipelined: II is the interval between two iterations");
        for (const LoopNumbers& l : n_.loops) {
            const double each =
                l.iterations ? static_cast<double>(l.cycles) / static_cast<double>(l.iterations)
                             : 0;
            out_ +=
                fmt::format("  {}  II {}: {}\n", l.source, l.interval,
                            l.why.empty() ? "nothing keeps it from starting every cycle" : l.why);
            if (!l.flattened.empty())
                out_ += fmt::format("       one pipeline with {}\n", fmt::join(l.flattened, ", "));
            if (!l.advice.empty())
                out_ += fmt::format("       {}\n", ink_.paint(l.advice, Colour::green));
            out_ += fmt::format(
                "       bounds: resources {}, recurrence {}, exit {}; depth {}\n       {} "
                "iterations"
                ", {} cycles each, {} of them waiting\n",
                l.resource_bound, l.recurrence_bound, l.exit_bound, l.depth, count(l.iterations),
                decimal(each),
                percent(l.cycles ? static_cast<double>(l.waits) / static_cast<double>(l.cycles)
                                 : 0));
        }
        for (const auto& [source, why] : n_.plain_loops)
            out_ += fmt::format("  {}  no pipeline: {}\n", source, why);
    }

    void threads() {
        if (n_.threads.empty()) return;
        out_ += "\n";
        head("THREADS", n_.threads.size(), "cycles");
        out_ += fmt::format("  {:<30}{:>10}{:>10}{:>10}{:>10}\n", "", "idle", "running", "critical",
                            "spinning");
        for (const HlsThreadNumbers& t : n_.threads) {
            out_ += fmt::format("  {:<30}", t.name);
            for (const char* state : {"idle", "running", "critical", "spinning"})
                out_ +=
                    fmt::format("{:>10}", count(t.cycles.count(state) ? t.cycles.at(state) : 0));
            out_ += "\n";
        }
    }

    void ports() {
        if (n_.ports.empty()) return;
        out_ += "\n";
        head("MEMORY PORTS", n_.ports.size(),
             "busy: share of the run in which a request moves or waits");
        out_ += fmt::format("  {:<30}{:>10}{:>10}{:>12}{:>8}\n", "", "reads", "writes", "bytes",
                            "busy");
        for (const PortNumbers& p : n_.ports)
            out_ +=
                fmt::format("  {:<30}{:>10}{:>10}{:>12}{:>8}\n", p.name, count(p.reads),
                            count(p.writes), count(p.bytes),
                            percent(n_.cycles ? static_cast<double>(p.reads + p.writes + p.busy) /
                                                    static_cast<double>(n_.cycles)
                                              : 0));
    }

    void streams() {
        if (n_.streams.empty()) return;
        out_ += "\n";
        head("STREAMS", n_.streams.size(), "cycles its reader is starved, its writer blocked");
        out_ += fmt::format("  {:<40}{:>10}{:>14}{:>10}{:>10}\n", "", "elements", "held of",
                            "starved", "blocked");
        for (const StreamNumbers& s : n_.streams) {
            auto end = [](const std::string& name) { return name.empty() ? "software" : name; };
            const std::string who =
                fmt::format("{}: {} to {}", s.name, end(s.writer), end(s.reader));
            out_ += fmt::format("  {}{:>10}{:>14}{:>10}{:>10}\n",
                                pad_right(cut(ink_.printable(who), 39), 40), count(s.elements),
                                fmt::format("{} of {}", count(s.most), count(s.depth)),
                                count(s.starved), count(s.blocked));
        }
    }

    const CNumbers& n_;
    const Ink ink_;
    Sources sources_;
    std::string out_;
};

}  // namespace

std::string c_report(const CNumbers& numbers, const ReportStyle& style) {
    return Writer(numbers, style).text();
}

}  // namespace tapestry
