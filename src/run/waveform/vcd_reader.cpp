// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/vcd_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "run/waveform/bit_value.h"
#include "run/waveform/header_builder.h"
#include "run/waveform/waveform.h"

namespace tapestry {

namespace {

// The identifier codes of a VCD: words of printable characters, read as numbers whose first
// character is the least significant digit, which is how simulators count them up.

constexpr std::uint64_t kBadVcdCode = ~std::uint64_t{0};

constexpr std::size_t kLongestVcdCode = 9;  // 94^9 < 2^64

// Injective; kBadVcdCode for words that are not a valid code.
inline std::uint64_t vcd_code(std::string_view word) {
    if (word.empty() || word.size() > kLongestVcdCode) return kBadVcdCode;
    std::uint64_t code = 0;
    for (std::size_t i = word.size(); i-- > 0;) {
        const unsigned digit = static_cast<unsigned char>(word[i]) - 33u;
        if (digit >= 94) return kBadVcdCode;
        code = code * 94 + digit + 1;
    }
    return code;
}

constexpr std::uint32_t kUnwantedSignal = kNoSignal - 1;

// From codes to selected signals in one look-up: a table where codes are dense, else a map.
class VcdCodes {
public:
    VcdCodes(const std::unordered_map<std::uint64_t, std::uint32_t>& signal_of_code,
             const std::vector<bool>& wanted);

    // The signal, kUnwantedSignal, or kNoSignal for a code that is not declared.
    std::uint32_t find(std::uint64_t code) const {
        if (code < table_.size()) return table_[code];
        const auto it = map_.find(code);
        return it == map_.end() ? kNoSignal : it->second;
    }

private:
    std::vector<std::uint32_t> table_;
    std::unordered_map<std::uint64_t, std::uint32_t> map_;
};

VcdCodes::VcdCodes(const std::unordered_map<std::uint64_t, std::uint32_t>& signal_of_code,
                   const std::vector<bool>& wanted) {
    // A table may have some holes, but not cost more than the map would.
    const std::uint64_t largest = 8 * static_cast<std::uint64_t>(signal_of_code.size()) + 10'000;
    table_.resize(largest, kNoSignal);
    for (const auto& [code, signal] : signal_of_code) {
        const bool take = signal != kNoSignal && wanted[signal];
        const std::uint32_t target = take ? signal : kUnwantedSignal;
        if (code < largest)
            table_[code] = target;
        else
            map_.emplace(code, target);
    }
}

// A word for a message: printable, and not too long.
std::string shown(std::string_view word) {
    std::string text;
    for (char c : word.substr(0, 40)) text += c > ' ' && c < 127 ? c : '?';
    return text + (word.size() > 40 ? "…" : "");
}

// The declarations, up to $enddefinitions.
class HeaderParser {
public:
    HeaderParser(VcdText& text, WaveHeader& header,
                 std::unordered_map<std::uint64_t, std::uint32_t>& signal_of_code)
        : text_(text), header_(header), builder_(header), signal_of_code_(signal_of_code) {}

    std::string run() {
        for (;;) {
            const std::string word(text_.next_word());
            if (word.empty()) return "it ends before $enddefinitions";
            if (word[0] != '$')
                return fmt::format("line {}: '{}' where a $command belongs", line(), shown(word));
            if (word == "$enddefinitions") {
                skip_to_end();
                return {};
            }
            if (!take(word)) return fmt::format("line {}: {}", line(), trouble_);
        }
    }

private:
    std::uint64_t line() const { return text_.line_of(text_.begin()); }

    bool refuse(std::string why) {
        trouble_ = std::move(why);
        return false;
    }
    bool built(bool fine) { return fine || refuse(builder_.trouble()); }

    bool take(const std::string& command) {
        if (command == "$scope") return take_scope();
        if (command == "$var") return take_var();
        if (command == "$upscope") return built(builder_.close_scope()) && skip_to_end();
        if (command == "$timescale") return take_timescale();
        return skip_to_end();  // $date, $version, $comment, and what vendors add
    }

    bool skip_to_end() {
        for (;;) {
            const std::string_view word = text_.next_word();
            if (word == "$end") return true;
            if (word.empty()) return refuse("a command has no $end");
        }
    }

    // The words up to $end with one blank between them.
    bool take_words(std::string& words) {
        words.clear();
        for (;;) {
            const std::string_view word = text_.next_word();
            if (word == "$end") return true;
            if (word.empty()) return refuse("a command has no $end");
            if (words.size() + word.size() > 100'000) return refuse("a name without end");
            if (!words.empty()) words += ' ';
            words += word;
        }
    }

    bool take_timescale() { return take_words(header_.timescale) && trim_timescale(); }
    bool trim_timescale() {
        std::erase(header_.timescale, ' ');
        header_.timescale.resize(std::min<std::size_t>(header_.timescale.size(), 16));
        return true;
    }

    bool take_scope() {
        text_.next_word();  // module, task, begin, …
        std::string name;
        return take_words(name) && built(builder_.open_scope(name));
    }

    bool take_var() {
        const std::string type(text_.next_word());
        const std::string width_text(text_.next_word());
        const std::string code_text(text_.next_word());
        std::string name;
        if (!take_words(name)) return false;
        std::uint64_t width = 0;
        const auto [end, error] =
            std::from_chars(width_text.data(), width_text.data() + width_text.size(), width);
        const bool too_wide = error == std::errc::result_out_of_range;
        if (!too_wide && (error != std::errc() || *end != 0))
            return refuse(fmt::format("'{}' is no width", shown(width_text)));
        const std::uint64_t code = vcd_code(code_text);
        if (code == kBadVcdCode)
            return refuse(fmt::format("'{}' is no code of a signal", shown(code_text)));
        const bool is_bits = type != "real" && type != "realtime" && type != "string" &&
                             width > 0 && width <= kWidestSignal && !too_wide;
        const auto [entry, is_new] = signal_of_code_.emplace(code, kNoSignal);
        if (is_new && is_bits)
            entry->second = builder_.new_signal(static_cast<std::uint32_t>(width));
        return built(
            builder_.add_var(name, entry->second, is_bits ? static_cast<std::uint32_t>(width) : 1));
    }

    VcdText& text_;
    WaveHeader& header_;
    HeaderBuilder builder_;
    std::unordered_map<std::uint64_t, std::uint32_t>& signal_of_code_;
    std::string trouble_;
};

// Scans the changes. It works on complete words in the window; a command that the window truncates
// is read again after the window moves.
class ChangeScanner {
public:
    ChangeScanner(VcdText& text, const WaveHeader& header, const VcdCodes& codes, WaveSink& sink)
        : text_(text), header_(header), codes_(codes), sink_(sink) {}

    WaveEnd run() {
        while (scan_window()) {
            const bool more = text_.read_on();
            if (!more && !text_.at_end_of_file()) {
                damage("a word is longer than 4 MB", text_.begin());
                break;
            }
            if (!more && (text_.begin() == text_.end() || ended_)) break;
            ended_ = !more;
            if (const std::uint64_t size = text_.source().size())
                sink_.on_progress(static_cast<double>(text_.bytes_read()) /
                                  static_cast<double>(size));
        }
        if (damage_.empty() && text_.source().failed()) damage_ = "the file cannot be read further";
        if (damage_.empty() && !text_.ends_with_newline())
            damage_ = "the file is cut off: its last line has no end";
        if (damage_.empty() && in_comment_) damage_ = "the file is cut off inside a $comment";
        return {damage_};
    }

private:
    // The result of one command: taken, truncated by the end of the window, or the file is damaged.
    enum class Step { taken, cut, damaged };

    // False if the file is damaged and cannot be read further.
    bool scan_window() {
        const char* at = text_.begin();
        const char* const end = text_.end();
        Step step = Step::taken;
        for (;;) {
            while (at < end && is_vcd_blank(*at)) ++at;
            if (at >= end) break;
            const char* const start = at;
            step = take(at, end);
            if (step == Step::taken) continue;
            at = start;
            break;
        }
        text_.take_up_to(at);
        return step != Step::damaged;
    }

    static const char* word_end(const char* at) {
        while (!is_vcd_blank(*at)) ++at;  // *end is a blank
        return at;
    }
    bool is_cut(const char* to, const char* end) const { return to == end && !ended_; }

    Step take(const char*& at, const char* end) {
        if (in_comment_) return take_comment(at, end);
        switch (*at) {
            case '0':
            case '1':
            case 'x':
            case 'X':
            case 'z':
            case 'Z':
                return take_scalar(at, end);
            case 'b':
            case 'B':
                return take_vector(at, end, true);
            case 'r':
            case 'R':
            case 's':
            case 'S':
                return take_vector(at, end, false);
            case '#':
                return take_time(at, end);
            case '$':
                return take_keyword(at, end);
            default:
                if (is_unknown_bit(*at)) return take_scalar(at, end);
                return damage(fmt::format("'{}' is no change of a value",
                                          shown({at, static_cast<std::size_t>(word_end(at) - at)})),
                              at);
        }
    }

    Step take_scalar(const char*& at, const char* end) {
        const char* const to = word_end(at + 1);
        if (is_cut(to, end)) return Step::cut;
        const std::uint32_t signal = find(at + 1, to);
        if (signal == kUnwantedSignal) {
            at = to;
            return Step::taken;
        }
        if (signal == kNoSignal) return undeclared(at);
        if (header_.widths[signal] == 1) {
            const std::uint64_t one = *at == '1';
            const std::uint64_t unknown = *at > '1';
            sink_.on_change(signal, {&one, &unknown});
        } else {  // a single digit for a vector extends as any value does
            value_.parse({at, 1}, header_.widths[signal]);
            sink_.on_change(signal, value_.view());
        }
        at = to;
        return Step::taken;
    }

    Step take_vector(const char*& at, const char* end, bool is_bits) {
        const char* const digits_end = word_end(at + 1);
        const char* code = digits_end;
        while (code < end && is_vcd_blank(*code)) ++code;
        const char* const to = code < end ? word_end(code) : end;
        if (is_cut(to, end)) return Step::cut;
        const std::uint32_t signal = find(code, to);
        if (signal == kNoSignal) return undeclared(at);
        if (is_bits && signal != kUnwantedSignal) {
            const std::string_view digits(at + 1, static_cast<std::size_t>(digits_end - at - 1));
            if (!value_.parse(digits, header_.widths[signal]))
                return damage(fmt::format("'{}' is no value", shown(digits)), at);
            sink_.on_change(signal, value_.view());
        }
        at = to;
        return Step::taken;
    }

    std::uint32_t find(const char* from, const char* to) const {
        std::uint64_t code = 0;
        if (to - from > static_cast<std::ptrdiff_t>(kLongestVcdCode)) return kNoSignal;
        for (const char* digit = to; digit > from;)
            code = code * 94 + static_cast<unsigned char>(*--digit) - 32u;
        return codes_.find(code);
    }

    Step take_time(const char*& at, const char* end) {
        const char* const to = word_end(at);
        if (is_cut(to, end)) return Step::cut;
        std::uint64_t time = 0;
        const auto [stop, error] = std::from_chars(at + 1, to, time);
        // Some tools write times as reals, or beyond 64 bits.
        if (error != std::errc() || stop != to)
            return damage(
                fmt::format("'{}' is no time", shown({at, static_cast<std::size_t>(to - at)})), at);
        if (time < time_)
            return damage(fmt::format("time goes back from {} to {}", time_, time), at);
        time_ = time;
        sink_.on_time(time);
        at = to;
        return Step::taken;
    }

    Step take_keyword(const char*& at, const char* end) {
        const char* const to = word_end(at);
        if (is_cut(to, end)) return Step::cut;
        const std::string_view word(at, static_cast<std::size_t>(to - at));
        if (word == "$dumpon") sink_.on_gap();
        if (word == "$comment") in_comment_ = true;
        const bool known =
            in_comment_ || word == "$end" || word.substr(0, 5) == "$dump" || word == "$vcdclose";
        if (!known) return damage(fmt::format("'{}' is not expected here", shown(word)), at);
        at = to;
        return Step::taken;
    }

    Step take_comment(const char*& at, const char* end) {
        const char* const to = word_end(at);
        if (is_cut(to, end)) return Step::cut;
        if (std::string_view(at, static_cast<std::size_t>(to - at)) == "$end") in_comment_ = false;
        at = to;
        return Step::taken;
    }

    Step undeclared(const char* at) {
        const std::string_view word(at, static_cast<std::size_t>(word_end(at) - at));
        return damage(fmt::format("'{}' changes a signal that is not declared", shown(word)), at);
    }

    Step damage(const std::string& what, const char* at) {
        // An incomplete last line explains the error better: the file is truncated.
        if (ended_ && !text_.ends_with_newline() && std::find(at, text_.end(), '\n') == text_.end())
            damage_ = "the file is cut off: its last line has no end";
        else
            damage_ = fmt::format("line {}: {}", text_.line_of(at), what);
        return Step::damaged;
    }

    VcdText& text_;
    const WaveHeader& header_;
    const VcdCodes& codes_;
    WaveSink& sink_;
    BitValue value_;
    std::uint64_t time_ = 0;
    bool in_comment_ = false;
    bool ended_ = false;  // the window reaches to the end of the file
    std::string damage_;
};

}  // namespace

std::string VcdReader::read_header() { return HeaderParser(text_, header_, signal_of_code_).run(); }

WaveEnd VcdReader::read(const std::vector<bool>& wanted, WaveSink& sink) {
    const VcdCodes codes(signal_of_code_, wanted);
    return ChangeScanner(text_, header_, codes, sink).run();
}

}  // namespace tapestry
