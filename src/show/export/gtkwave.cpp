// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file for the user's own waveform: a group per block with the signals of its taps,
// bottlenecks first; states by name, in the colours of their categories; and markers where triggers
// fired and assertions failed. The names of states are in filter files next to the save file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/file.h"
#include "base/path_name.h"
#include "base/printable.h"
#include "model/category.h"
#include "model/run.h"
#include "show/export/export.h"

namespace tapestry {

namespace {

// GTKWave's flags of a row (TR_* in its sources).
enum RowFlags : unsigned {
    kHex = 0x22,
    kBit = 0x28,
    kNamed = 0x2022,
    kComment = 0x200,
    kOpen = 0x800200,
    kClose = 0x1000200
};

// GTKWave takes only X11 colour names: these are the nearest to the colours of the page.
struct NamedColour {
    std::string_view category, name;
};
constexpr std::array kColours = {
    NamedColour{"busy", "SeaGreen4"},       NamedColour{"transfer", "RoyalBlue3"},
    NamedColour{"wait_recv", "orange3"},    NamedColour{"wait_send", "OrangeRed3"},
    NamedColour{"wait_sync", "VioletRed3"}, NamedColour{"overhead", "burlywood4"},
    NamedColour{"idle", "gray40"},          NamedColour{"unknown", "SlateGray4"},
};
constexpr bool has_colour(std::string_view word) {
    return std::any_of(kColours.begin(), kColours.end(),
                       [&](const NamedColour& c) { return c.category == word; });
}
static_assert(std::all_of(kCategoryTable.begin(), kCategoryTable.end(),
                          [](const CategoryRow& c) { return has_colour(c.word); }));

std::string_view colour_name(std::string_view category) {
    for (const NamedColour& c : kColours)
        if (c.category == category) return c.name;
    return "SlateGray4";
}

// Converts an unsigned decimal of any length to the hexadecimal digits of `width` bits.
std::string hex_text(std::string decimal, std::uint32_t width) {
    std::string digits;
    for (std::uint32_t i = 0; i < (width + 3) / 4; ++i) {
        unsigned rest = 0;
        for (char& c : decimal) {
            const unsigned value = rest * 10 + static_cast<unsigned>(c - '0');
            c = static_cast<char>('0' + value / 16);
            rest = value % 16;
        }
        digits.insert(digits.begin(), "0123456789ABCDEF"[rest]);
    }
    return digits;
}

bool is_decimal(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct WaveGroup {
    std::string path, title;
    std::vector<const Tap*> taps;
};

std::string shown(std::string_view name) { return printable(name, false); }

// The trace of a machine is left out: the row of the machine shows the same signal.
bool is_shown(const Tap& tap) { return !tap.is(TapKind::trace) || tap.trace().states.empty(); }

class SaveFile {
public:
    SaveFile(const RunView& view, const Run& run, const WaveLayout& layout,
             const std::filesystem::path& out, Diagnostics& diagnostics)
        : view_(view), run_(run), layout_(layout), filters_(out), diagnostics_(diagnostics) {
        filters_.replace_extension(".filters");
        for (const TapSignals& t : layout.taps) signals_[t.tap] = &t.signals;
    }

    Result<std::string> text() {
        const auto groups = groups_of();
        if (!groups) return groups.failure();
        if (const auto done = read_categories(); !done) return done.failure();
        add_head();
        for (const WaveGroup& group : *groups) {
            add_row(kOpen, "-" + group.title);
            for (const Tap* tap : group.taps)
                if (const auto done = add_tap(*tap); !done) return done.failure();
            add_row(kClose, "-" + group.title);
        }
        return text_;
    }

private:
    void add_row(unsigned flags, std::string_view row) {
        text_ += fmt::format("@{:x}\n{}\n", flags, row);
    }

    // The waveform, the window, and the markers: the unnamed one unset (-1), then A to Z. It opens
    // at the first marker, else in the middle of the run, zoomed so that state names are readable.
    void add_head() {
        const std::vector<WaveMark>& marks = layout_.marks.marks;
        const WaveScale& scale = layout_.marks.scale;
        const double middle =
            marks.empty() ? (static_cast<double>(scale.first) + static_cast<double>(scale.last)) / 2
                          : static_cast<double>(marks.front().time);
        const double shown_time = scale.cycle() * kCyclesShown;
        text_ = fmt::format(
            "[*] Written by tapestry.\n[dumpfile] \"{}\"\n"
            "[timestart] {:.0f}\n[size] 1500 900\n[signals_width] 320\n[sst_expanded] 0\n",
            layout_.waveform, std::max(0.0, middle - shown_time / 4));
        std::string times, names;
        for (std::size_t i = 0; i < kMostMarks; ++i) {
            times += i < marks.size() ? fmt::format(" {}", marks[i].time) : " -1";
            if (i < marks.size())
                names += fmt::format("[markername] {}{}\n", static_cast<char>('A' + i),
                                     shown(tap_of(marks[i]).path));
        }
        text_ +=
            fmt::format("*{:.3f} -1{}\n{}", -std::log2(shown_time / kFramesShown), times, names);
        if (marks.size() > kMostMarks) {
            add_row(kComment, fmt::format("-{} more triggers than there are marks",
                                          marks.size() - kMostMarks));
        }
    }

    const Tap& tap_of(const WaveMark& mark) const {
        return run_.taps[static_cast<std::size_t>(mark.tap)].tap;
    }

    Result<Done> read_categories() {
        return view_.for_each_row(
            "SELECT tap, state, category FROM states",
            [&](const Row& row) {
                category_[{integer(row[0]), tapestry::text(row[1])}] = tapestry::text(row[2]);
            },
            diagnostics_);
    }

    // Bottlenecks first, then blocks by name; in a block, machines before other taps.
    Result<std::vector<WaveGroup>> groups_of() {
        const auto limits =
            view_.query("SELECT path, share FROM bottlenecks ORDER BY rank", diagnostics_);
        if (!limits) return limits.failure();
        std::vector<WaveGroup> limiting, others;
        for (const Row& row : limits->rows) {
            const std::string path = tapestry::text(row[0]);
            limiting.push_back(
                {path,
                 fmt::format("{}: limits the run, {:.1f}%", shown(path), 100 * real(row[1])),
                 {}});
        }
        for (const TapNumbers& numbers : run_.taps) {
            const Tap& tap = numbers.tap;
            if (!signals_.contains(tap.tap) || !is_shown(tap)) continue;
            WaveGroup* group = find_group(limiting, tap.path);
            if (!group) group = find_group(limiting, tap.scope);
            if (!group) group = find_group(others, tap.scope);
            if (!group) group = &others.emplace_back(WaveGroup{tap.scope, shown(tap.scope), {}});
            group->taps.push_back(&tap);
        }
        std::sort(others.begin(), others.end(),
                  [](const WaveGroup& a, const WaveGroup& b) { return a.path < b.path; });
        std::erase_if(limiting, [](const WaveGroup& g) { return g.taps.empty(); });
        limiting.insert(limiting.end(), others.begin(), others.end());
        std::stable_partition(limiting.begin(), limiting.end(),
                              [&](const WaveGroup& g) { return holds_first(g); });
        for (WaveGroup& group : limiting) {
            std::stable_partition(group.taps.begin(), group.taps.end(),
                                  [](const Tap* tap) { return tap->is(TapKind::fsm); });
        }
        return limiting;
    }

    bool holds_first(const WaveGroup& group) const {
        return std::any_of(group.taps.begin(), group.taps.end(),
                           [&](const Tap* tap) { return tap->tap == layout_.first; });
    }

    static WaveGroup* find_group(std::vector<WaveGroup>& groups, std::string_view path) {
        for (WaveGroup& group : groups)
            if (group.path == path) return &group;
        return nullptr;
    }

    Result<Done> add_tap(const Tap& tap) {
        if (!tap.is(TapKind::fsm))
            add_row(kComment,
                    fmt::format("-{} ({})", shown(last_part(tap.path)), to_word(tap.kind())));
        for (const WaveSignal& signal : *signals_.at(tap.tap)) {
            if (signal.port == "clk") continue;
            const bool is_state = signal.port == "state" && signal.is_whole;
            const Result<std::string> filter =
                is_state ? filter_of(tap, signal.width) : std::string();
            if (!filter) return filter.failure();
            if (filter->empty()) {
                add_row(signal.width > 1 ? kHex : kBit, signal.name);
            } else {
                add_row(kNamed, fmt::format("^1 {}\n{}", *filter, signal.name));
            }
        }
        return Done{};
    }

    // The filter file with the names and colours of the states; empty if there are none.
    Result<std::string> filter_of(const Tap& tap, std::uint32_t width) {
        std::string lines;
        for (const TapState& state : tap.states()) {
            if (!is_decimal(state.code)) continue;
            std::string name = shown(state.name);
            std::replace(name.begin(), name.end(), '?', '_');
            lines += fmt::format("{} ?{}?{}\n", hex_text(state.code, width),
                                 colour_name(category_[{tap.tap, state.name}]), name);
        }
        if (lines.empty()) return std::string();
        const std::filesystem::path file = filters_ / fmt::format("machine_{}.txt", tap.tap);
        if (const auto made = make_folder(filters_, diagnostics_); !made) return made.failure();
        if (const auto written = write_file(file, lines, diagnostics_); !written)
            return written.failure();
        return absolute_path(file);
    }

    static constexpr std::size_t kMostMarks = 26;  // A to Z
    // GTKWave's zoom is -log2 of the time per 200 pixels.
    static constexpr double kFramesShown = 5;
    static constexpr double kCyclesShown = 80;

    const RunView& view_;
    const Run& run_;
    const WaveLayout& layout_;
    std::filesystem::path filters_;
    Diagnostics& diagnostics_;
    std::map<std::int64_t, const std::vector<WaveSignal>*> signals_;
    std::map<std::pair<std::int64_t, std::string>, std::string> category_;
    std::string text_;
};

}  // namespace

Result<Done> export_gtkwave(const RunView& view, const Run& run, const WaveLayout& layout,
                            const std::filesystem::path& out, Diagnostics& diagnostics) {
    const Result<std::string> text = SaveFile(view, run, layout, out, diagnostics).text();
    if (!text) return text.failure();
    return write_file(out, *text, diagnostics);
}

}  // namespace tapestry
