// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/fst_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "run/waveform/child_process.h"
#include "run/waveform/fst_blocks.h"
#include "run/waveform/fst_messages.h"
#include "run/waveform/header_builder.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kLongestText = 1 << 20;
constexpr const char* kBroken = "its content is damaged";

ChildLimits limits_of(const std::filesystem::path& path) {
    std::error_code ec;
    const std::uintmax_t size = std::filesystem::file_size(path, ec);
    return limits_for(ec ? 0 : size);
}

// Extracts numbers and texts from a stream of messages.
class Decoder {
public:
    explicit Decoder(ByteSource& source)
        : source_(source), buffer_(std::make_unique_for_overwrite<char[]>(room_)) {}

    // False at the end of the stream.
    bool need(std::size_t size) {
        if (size <= end_ - begin_) return true;
        if (size > kBuffer) return false;
        make_room(size);
        while (end_ < size) {
            const std::size_t got = source_.read(buffer_.get() + end_, room_ - end_);
            if (got == 0) return false;
            end_ += got;
        }
        return true;
    }
    template <class T>
    bool get(T& number) {
        if (!need(sizeof number)) return false;
        std::memcpy(&number, buffer_.get() + begin_, sizeof number);
        begin_ += sizeof number;
        return true;
    }
    // The text is valid until the next call.
    bool get_text(std::string_view& text) {
        std::uint32_t length = 0;
        if (!get(length) || length > kLongestText || !need(length)) return false;
        text = {buffer_.get() + begin_, length};
        begin_ += length;
        return true;
    }
    bool get_words(std::vector<std::uint64_t>& words, std::size_t count) {
        const std::size_t size = count * sizeof words[0];
        if (!need(size)) return false;
        words.resize(count);
        std::memcpy(words.data(), buffer_.get() + begin_, size);
        begin_ += size;
        return true;
    }

private:
    static constexpr std::size_t kBuffer = 2 * kLongestText;  // the words of any value fit too

    void make_room(std::size_t size) {
        std::unique_ptr<char[]> larger;
        if (size > room_) larger = std::make_unique_for_overwrite<char[]>(room_ = kBuffer);
        std::memmove(larger ? larger.get() : buffer_.get(), buffer_.get() + begin_, end_ - begin_);
        if (larger) buffer_ = std::move(larger);
        end_ -= begin_;
        begin_ = 0;
    }

    ByteSource& source_;
    std::size_t room_ = std::size_t{1} << 16;
    std::unique_ptr<char[]> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

// Powers of ten of a second: -9 is "1ns", -8 "10ns".
std::string timescale_text(std::int32_t power) {
    static constexpr const char* kUnits[] = {"fs", "ps", "ns", "us", "ms", "s"};
    if (power < -15 || power > 2) return {};
    const std::int32_t above = power + 15;
    return fmt::format("1{}{}", std::string(static_cast<std::size_t>(above % 3), '0'),
                       kUnits[above / 3]);
}

class NameDecoder {
public:
    NameDecoder(ByteSource& source, WaveHeader& header, std::vector<std::uint32_t>& handles)
        : in_(source), header_(header), builder_(header), handles_(handles) {}

    // False if a message is incomplete or invalid, or the header exceeds its limits.
    bool run(std::uint64_t& first_time, std::uint64_t& last_time) {
        for (;;) {
            FstTag tag{};
            if (!in_.get(tag)) return false;
            if (tag == FstTag::done) return true;
            if (tag == FstTag::times) {
                std::int32_t power = 0;
                if (!in_.get(power) || !in_.get(first_time) || !in_.get(last_time)) return false;
                header_.timescale = timescale_text(power);
            } else if (!take(tag)) {
                return false;
            }
        }
    }
    const std::string& trouble() const { return builder_.trouble(); }

private:
    bool take(FstTag tag) {
        switch (tag) {
            case FstTag::scope:
                return take_scope();
            case FstTag::up:
                return builder_.close_scope();
            case FstTag::var:
                return take_var();
            case FstTag::table:
                return take_table();
            default:
                return false;
        }
    }

    bool take_scope() {
        std::string_view text;
        if (!in_.get_text(text)) return false;
        const std::string name(text);
        return in_.get_text(text) && builder_.open_scope(name, text);
    }

    bool take_var() {
        std::uint32_t handle = 0;
        std::uint32_t width = 0;
        std::uint32_t table = 0;
        std::string_view name;
        if (!in_.get(handle) || !in_.get(width) || !in_.get(table) || !in_.get_text(name))
            return false;
        const bool readable = width > 0 && width <= kWidestSignal && handle > 0;
        const auto [entry, is_new] = signal_of_handle_.emplace(handle, kNoSignal);
        if (is_new && readable) {
            entry->second = builder_.new_signal(width);
            handles_.push_back(handle);
        }
        const auto known = tables_.find(table);
        return builder_.add_var(name, entry->second, readable ? width : 1,
                                known == tables_.end() ? kNoTable : known->second);
    }

    bool take_table() {
        std::uint32_t number = 0;
        std::uint32_t count = 0;
        if (!in_.get(number) || !in_.get(count)) return false;
        WaveTable table;
        for (std::uint32_t i = 0; i < count; ++i) {
            std::string_view text;
            if (!in_.get_text(text)) return false;
            std::string value(text);
            if (!in_.get_text(text)) return false;
            table.names.emplace_back(std::move(value), text);
        }
        tables_[number] = static_cast<std::int32_t>(header_.tables.size());
        header_.tables.push_back(std::move(table));
        return true;
    }

    Decoder in_;
    WaveHeader& header_;
    HeaderBuilder builder_;
    std::vector<std::uint32_t>& handles_;
    std::unordered_map<std::uint32_t, std::uint32_t> signal_of_handle_;
    std::unordered_map<std::uint32_t, std::int32_t> tables_;
};

class ChangeDecoder {
public:
    ChangeDecoder(ByteSource& source, const WaveHeader& header, const std::vector<bool>& wanted,
                  WaveSink& sink)
        : in_(source), header_(header), wanted_(wanted), sink_(sink) {}

    bool run(std::uint64_t first_time, std::uint64_t last_time) {
        first_time_ = first_time;
        last_time_ = last_time;
        for (;;) {
            FstTag tag{};
            if (!in_.get(tag)) return false;
            if (tag == FstTag::done) return true;
            if (!take(tag)) return false;
        }
    }

private:
    bool take(FstTag tag) {
        switch (tag) {
            case FstTag::time:
                return take_time();
            case FstTag::change:
                return take_change();
            case FstTag::zero:
                return take_bit(0, 0);
            case FstTag::one:
                return take_bit(1, 0);
            case FstTag::unknown:
                return take_bit(0, 1);
            case FstTag::gap:
                sink_.on_gap();
                return true;
            default:
                return false;
        }
    }

    bool take_time() {
        std::uint64_t time = 0;
        if (!in_.get(time) || time < time_) return false;
        time_ = time;
        sink_.on_time(time);
        if (++steps_ % 4096 == 0 && last_time_ > first_time_ && time >= first_time_)
            sink_.on_progress(static_cast<double>(time - first_time_) /
                              static_cast<double>(last_time_ - first_time_));
        return true;
    }

    bool take_signal(std::uint32_t& signal) {
        return in_.get(signal) && signal < wanted_.size() && wanted_[signal];
    }

    bool take_bit(std::uint64_t one, std::uint64_t unknown) {
        std::uint32_t signal = 0;
        if (!take_signal(signal) || header_.widths[signal] != 1) return false;
        sink_.on_change(signal, {&one, &unknown});
        return true;
    }

    bool take_change() {
        std::uint32_t signal = 0;
        if (!take_signal(signal)) return false;
        const std::uint32_t width = header_.widths[signal];
        const std::uint32_t words = words_of_width(width);
        if (!in_.get_words(words_, 2 * std::size_t{words})) return false;
        clean(words, width);
        sink_.on_change(signal, {words_.data(), words_.data() + words});
        return true;
    }

    // Enforces the invariants of WaveValue.
    void clean(std::uint32_t words, std::uint32_t width) {
        const std::uint64_t top =
            width % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << width % 64) - 1;
        words_[words - 1] &= top;
        words_[2 * words - 1] &= top;
        for (std::uint32_t i = 0; i < words; ++i) words_[i] &= ~words_[words + i];
    }

    Decoder in_;
    const WaveHeader& header_;
    const std::vector<bool>& wanted_;
    WaveSink& sink_;
    std::vector<std::uint64_t> words_;
    std::uint64_t first_time_ = 0;
    std::uint64_t last_time_ = 0;
    std::uint64_t time_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace

std::string FstReader::decode_names(ByteSource& messages) {
    NameDecoder decoder(messages, header_, handles_);
    if (decoder.run(first_time_, last_time_)) return {};
    return decoder.trouble().empty() ? kBroken : decoder.trouble();
}

std::string FstReader::decode_changes(ByteSource& messages, const std::vector<bool>& wanted,
                                      WaveSink& sink) {
    const bool fine = ChangeDecoder(messages, header_, wanted, sink).run(first_time_, last_time_);
    return fine ? "" : kBroken;
}

std::string FstReader::read_header() {
    const FstBlocks blocks = fst_blocks(path_);
    if (!blocks.is_wrapped && !blocks.has_names)
        return blocks.damage.empty()
                   ? "it has no list of signals"
                   : "it was not written to its end, where the list of signals is";
    damage_ = blocks.damage;
    ChildProcess process(limits_of(path_),
                         [this](int pipe) { send_fst_names(path_.string(), pipe); });
    const std::string trouble = decode_names(process);
    if (trouble.empty() || trouble != kBroken) return trouble;
    const std::string ending = process.ending();
    return ending.empty() ? trouble : ending;
}

WaveEnd FstReader::read(const std::vector<bool>& wanted, WaveSink& sink) {
    std::vector<FstSignal> signals;
    for (std::uint32_t s = 0; s < handles_.size(); ++s) {
        if (wanted[s]) signals.push_back({handles_[s], header_.widths[s], s});
    }
    ChildProcess process(limits_of(path_),
                         [&](int pipe) { send_fst_changes(path_.string(), signals, pipe); });
    const std::string trouble = decode_changes(process, wanted, sink);
    if (trouble.empty()) return {damage_};
    const std::string ending = process.ending();
    return {ending.empty() ? trouble : ending};
}

}  // namespace tapestry
