// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/ghw_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "run/waveform/header_builder.h"

namespace tapestry {

namespace {

// The section of a GHW file that holds its scopes and signals.

class GhwHierarchy {
public:
    GhwHierarchy(GhwBytes& bytes, const std::vector<std::string>& strings, const GhwTypes& types,
                 WaveHeader& header)
        : bytes_(bytes), strings_(strings), types_(types), header_(header), builder_(header) {}

    // A clause that describes the problem; empty if there is none.
    std::string read(std::vector<GhwReader::Scalar>& scalars);

private:
    bool take(std::uint8_t kind);
    bool take_scope(std::uint8_t kind);
    bool take_signal();
    std::string next_name();
    // Adds the variable of a signal, or of a part of it, and variables for its fields and for
    // elements that contain an enumeration: r.state, s.(0). `numbers` are the numbers of its
    // scalars.
    bool add(const std::string& name, const GhwType& type, const std::uint32_t* numbers, int depth);
    bool add_elements(const std::string& name, const GhwType& type, const std::uint32_t* numbers,
                      int depth);
    std::uint32_t signal_of(const GhwType& type, const std::uint32_t* numbers);
    void fill(std::uint32_t signal, std::uint32_t lowest, const GhwType& type,
              const std::uint32_t*& numbers);
    std::int32_t table_of(const GhwType& type);

    GhwBytes& bytes_;
    const std::vector<std::string>& strings_;
    const GhwTypes& types_;
    WaveHeader& header_;
    HeaderBuilder builder_;
    std::vector<GhwReader::Scalar> scalars_ = {{}};
    std::map<std::vector<std::uint32_t>, std::uint32_t> signals_;  // by scalars
    std::map<std::vector<std::string>, std::int32_t> tables_;
    std::string trouble_;
};

constexpr std::uint64_t kMostScalars = 1 << 26;  // of all signals
constexpr int kDeepestField = 16;
constexpr std::uint64_t kMostElements = 64;  // of an array whose elements have names

enum HierarchyTag : std::uint8_t {
    kEnd = 0,
    kBlock = 3,
    kGenerateIf = 4,
    kGenerateFor = 5,
    kInstance = 6,
    kPackage = 7,
    kProcess = 13,
    kEndOfScope = 15,
    kSignal = 16,
    kLastPort = 21,
};

std::string binary(std::size_t value, std::size_t width) {
    std::string text(std::max<std::size_t>(1, width), '0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((value >> i & 1) != 0) text[text.size() - 1 - i] = '1';
    }
    return text;
}

std::string GhwHierarchy::next_name() {
    const std::uint64_t index = bytes_.unsigned_number();
    return index < strings_.size() ? strings_[index] : std::string();
}

std::string GhwHierarchy::read(std::vector<GhwReader::Scalar>& scalars) {
    bytes_.skip(4 + 8);  // zeros, then the number of scopes and signals
    const std::int32_t count = bytes_.fixed32();
    if (count < 0 || static_cast<std::uint64_t>(count) > kMostScalars)
        return "its number of signals makes no sense";
    for (;;) {
        const std::uint8_t kind = bytes_.byte();
        if (!bytes_.good()) return "it ends inside its header";
        if (kind == kEnd) break;
        if (!take(kind)) return trouble_.empty() ? builder_.trouble() : trouble_;
    }
    scalars = std::move(scalars_);
    return {};
}

bool GhwHierarchy::take(std::uint8_t kind) {
    if (kind == kEndOfScope) return builder_.close_scope();
    if (kind >= kSignal && kind <= kLastPort) return take_signal();
    if (kind == kProcess) {
        bytes_.unsigned_number();  // its name; it is empty and has no end tag
        return true;
    }
    if (kind >= kBlock && kind <= kPackage) return take_scope(kind);
    trouble_ = fmt::format("its header has a part of an unknown kind, {}", kind);
    return false;
}

bool GhwHierarchy::take_scope(std::uint8_t kind) {
    std::string name = next_name();
    if (kind == kGenerateFor) {
        const GhwType& type = types_.type(bytes_.unsigned_number());
        const std::int64_t value =
            type.form == GhwType::Form::byte ? bytes_.byte() : bytes_.signed_number();
        const bool named = type.kind == GhwType::Kind::enumeration &&
                           static_cast<std::uint64_t>(value) < type.literals.size();
        name += named ? fmt::format("({})", type.literals[static_cast<std::size_t>(value)])
                      : fmt::format("({})", value);
    }
    return builder_.open_scope(name);
}

bool GhwHierarchy::take_signal() {
    const std::string name = next_name();
    const GhwType& type = types_.type(bytes_.unsigned_number());
    std::vector<std::uint32_t> numbers;
    for (std::uint64_t i = 0; i < type.scalars; ++i) {
        const std::uint64_t number = bytes_.unsigned_number();
        if (!bytes_.good() || number == 0 || number > kMostScalars) {
            trouble_ = "a signal has a number that makes no sense";
            return false;
        }
        numbers.push_back(static_cast<std::uint32_t>(number));
        if (number >= scalars_.size()) scalars_.resize(number + 1);
    }
    return add(name, type, numbers.data(), 0);
}

bool GhwHierarchy::add(const std::string& name, const GhwType& type, const std::uint32_t* numbers,
                       int depth) {
    if (!builder_.add_var(name, signal_of(type, numbers),
                          static_cast<std::uint32_t>(std::max<std::uint64_t>(1, type.width)),
                          table_of(type)))
        return false;
    if (depth >= kDeepestField) return true;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const GhwType& field = types_.field(type, i);
        if (!add(name + "." + type.fields[i].first, field, numbers, depth + 1)) return false;
        numbers += field.scalars;
    }
    return add_elements(name, type, numbers, depth);
}

// From the least significant bits up, as for fields.
bool GhwHierarchy::add_elements(const std::string& name, const GhwType& type,
                                const std::uint32_t* numbers, int depth) {
    if (type.kind != GhwType::Kind::array || type.dimensions != 1 || !type.named ||
        type.count > kMostElements || type.scalars == 0)
        return true;
    const GhwType& element = types_.element(type);
    for (std::uint64_t i = type.count; i-- > 0;) {
        if (!add(name + "." + types_.index_text(type, i), element, numbers + i * element.scalars,
                 depth + 1))
            return false;
    }
    return true;
}

// Variables that share one signal in GHDL, such as a port and the signal connected to it, share one
// here.
std::uint32_t GhwHierarchy::signal_of(const GhwType& type, const std::uint32_t* numbers) {
    std::vector<std::uint32_t> key(numbers, numbers + type.scalars);
    key.push_back(static_cast<std::uint32_t>(type.width));  // subtypes may differ in it
    const bool readable = type.width > 0 && type.width <= kWidestSignal;
    const auto [entry, is_new] = signals_.emplace(std::move(key), kNoSignal);
    if (is_new && readable)
        entry->second = builder_.new_signal(static_cast<std::uint32_t>(type.width));
    const std::uint32_t* next = numbers;
    if (is_new)
        fill(entry->second, static_cast<std::uint32_t>(readable ? type.width : 0), type, next);
    return entry->second;
}

// `above` is the first bit above this part.
void GhwHierarchy::fill(std::uint32_t signal, std::uint32_t above, const GhwType& type,
                        const std::uint32_t*& numbers) {
    if (type.kind == GhwType::Kind::array) {
        const GhwType& element = types_.element(type);
        for (std::uint64_t i = 0; i < type.count && type.scalars > 0; ++i) {
            fill(signal, above, element, numbers);
            above -= static_cast<std::uint32_t>(element.width);
        }
        return;
    }
    if (type.kind == GhwType::Kind::record) {
        std::uint32_t lowest = above - static_cast<std::uint32_t>(type.width);
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const GhwType& field = types_.field(type, i);
            lowest += static_cast<std::uint32_t>(field.width);
            fill(signal, lowest, field, numbers);
        }
        return;
    }
    GhwReader::Scalar& scalar = scalars_[*numbers++];
    scalar.form = type.form;
    scalar.is_logic = type.kind == GhwType::Kind::logic;
    const auto width = static_cast<std::uint32_t>(type.width);
    if (signal != kNoSignal && width > 0) scalar.fills.push_back({signal, above - width, width});
}

std::int32_t GhwHierarchy::table_of(const GhwType& type) {
    if (type.kind != GhwType::Kind::enumeration) return kNoTable;
    const auto [entry, is_new] =
        tables_.emplace(type.literals, static_cast<std::int32_t>(header_.tables.size()));
    if (is_new) {
        WaveTable table;
        for (std::size_t i = 0; i < type.literals.size(); ++i)
            table.names.emplace_back(binary(i, type.width), type.literals[i]);
        header_.tables.push_back(std::move(table));
    }
    return entry->second;
}

constexpr std::string_view kMagic = "GHDLwave\n";
constexpr std::int32_t kMostStrings = 1 << 24;
constexpr std::size_t kLongestString = 1 << 16;
constexpr std::uint64_t kProgressEvery = 1 << 16;  // time stamps
constexpr std::uint64_t kRun = 0xffffffff;
constexpr std::uint64_t kLongestRun = 1 << 20;  // changes
constexpr std::int64_t kGoesOn = -2;

// Which of the nine values of std_ulogic are 1 (1, H), and which are neither 0 nor 1.
constexpr std::uint64_t kLogicOnes = 1 << 3 | 1 << 7;
constexpr std::uint64_t kLogicUnknown = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 8;

// The values of the selected signals, assembled from scalars.
class Vectors {
public:
    Vectors(const WaveHeader& header, const std::vector<bool>& wanted,
            std::vector<GhwReader::Scalar>& scalars)
        : signals_(header.widths.size()) {
        for (GhwReader::Scalar& scalar : scalars)
            std::erase_if(scalar.fills, [&](const auto& bits) { return !wanted[bits.signal]; });
        for (std::size_t s = 0; s < signals_.size(); ++s) {
            if (!wanted[s]) continue;
            signals_[s] = {words_.size(), words_of_width(header.widths[s])};
            words_.resize(words_.size() + 2 * std::size_t{signals_[s].words});
        }
    }

    void set(const GhwReader::Scalar& scalar, std::int64_t value) {
        const auto [ones, unknown] = bits_of(scalar, value);
        for (const GhwReader::Bits& bits : scalar.fills) {
            Signal& signal = signals_[bits.signal];
            put(signal, bits, ones, unknown);
            if (signal.is_changed) continue;
            signal.is_changed = true;
            order_.push_back(bits.signal);
        }
    }

    // The only signal that a scalar is part of, if the signal has no other bits; else none.
    std::uint32_t only_signal(const GhwReader::Scalar& scalar) const {
        if (scalar.fills.size() != 1) return kNoSignal;
        const GhwReader::Bits& bits = scalar.fills[0];
        return bits.lowest == 0 && signals_[bits.signal].words == 1 ? bits.signal : kNoSignal;
    }

    // Sets the scalar and returns the words of that signal; the caller passes them to the sink.
    std::pair<std::uint64_t, std::uint64_t> set_alone(const GhwReader::Scalar& scalar,
                                                      std::int64_t value) {
        const Signal& signal = signals_[scalar.fills[0].signal];
        const auto [ones, unknown] = bits_of(scalar, value);
        put(signal, scalar.fills[0], ones, unknown);
        return {words_[signal.at], words_[signal.at + 1]};
    }

    void tell(WaveSink& sink) {
        for (const std::uint32_t number : order_) {
            Signal& signal = signals_[number];
            const std::uint64_t* const words = &words_[signal.at];
            sink.on_change(number, {words, words + signal.words});
            signal.is_changed = false;
        }
        order_.clear();
    }

private:
    // The words of a signal in `words_`: ones, then unknown.
    struct Signal {
        std::size_t at = 0;
        std::uint32_t words = 0;
        bool is_changed = false;
    };

    static std::pair<std::uint64_t, std::uint64_t> bits_of(const GhwReader::Scalar& scalar,
                                                           std::int64_t value) {
        if (!scalar.is_logic) return {static_cast<std::uint64_t>(value), 0};
        return {kLogicOnes >> (value & 15) & 1, kLogicUnknown >> (value & 15) & 1};
    }

    void put(const Signal& signal, const GhwReader::Bits& bits, std::uint64_t ones,
             std::uint64_t unknown) {
        std::uint64_t* const words = &words_[signal.at];
        if (bits.width > 1) {
            put_several(words, bits, ones);
            put_several(words + signal.words, bits, unknown);
            return;
        }
        const std::uint32_t shift = bits.lowest % 64;  // nearly all are one bit
        const std::uint64_t others = ~(std::uint64_t{1} << shift);
        std::uint64_t* const at = words + bits.lowest / 64;
        at[0] = (at[0] & others) | (ones & 1) << shift;
        at[signal.words] = (at[signal.words] & others) | (unknown & 1) << shift;
    }

    static void put_several(std::uint64_t* words, const GhwReader::Bits& bits,
                            std::uint64_t value) {
        for (std::uint32_t i = 0; i < bits.width;) {
            const std::uint32_t at = bits.lowest + i;
            const std::uint32_t here = std::min(64 - at % 64, bits.width - i);
            const std::uint64_t mask =
                here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
            const std::uint64_t part = i < 64 ? value >> i & mask : 0;
            words[at / 64] = (words[at / 64] & ~(mask << at % 64)) | part << at % 64;
            i += here;
        }
    }

    std::vector<Signal> signals_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> order_;  // of the signals that changed
};

class ChangeReader {
public:
    ChangeReader(GhwBytes& bytes, GhwReader::Runs runs, std::vector<GhwReader::Scalar>& scalars,
                 Vectors& vectors, WaveSink& sink)
        : bytes_(bytes), runs_(runs), scalars_(scalars), vectors_(vectors), sink_(sink) {}

    WaveEnd run() {
        for (;;) {
            const std::string tag = bytes_.tag();
            if (tag == "SNP" && take_snapshot()) continue;
            if (tag == "CYC" && take_cycles()) continue;
            if (tag == "DIR" && bytes_.good()) return {};
            if (!damage_.empty()) return {damage_};
            if (!bytes_.good()) return {"the file is cut off: the simulation did not close it"};
            return {fmt::format("'{}' is not a part of a GHW file", tag)};
        }
    }

private:
    std::int64_t value_of(GhwType::Form form) {
        if (form == GhwType::Form::byte) return bytes_.byte();
        if (form == GhwType::Form::number) return bytes_.signed_number();
        bytes_.skip(8);
        return 0;
    }

    bool at(std::int64_t time) {
        if (time < time_ || !bytes_.good()) {
            if (bytes_.good()) damage_ = "time goes back";
            return false;
        }
        time_ = time;
        sink_.on_time(static_cast<std::uint64_t>(time));
        if (++stamps_ % kProgressEvery == 0) sink_.on_progress(bytes_.share());
        return true;
    }

    // A time stamp is passed on with all its changes, or not at all.
    bool take_snapshot() {
        bytes_.skip(4);
        const std::int64_t time = bytes_.fixed64();
        for (std::size_t i = 1; i < scalars_.size(); ++i)
            vectors_.set(scalars_[i], value_of(scalars_[i].form));
        if (bytes_.tag() != "ESN" || !at(time)) return false;
        vectors_.tell(sink_);
        return true;
    }

    bool take_cycles() {
        std::int64_t time = bytes_.fixed64();
        for (;;) {
            const std::uint64_t first = bytes_.unsigned_number();
            if (first == kRun && runs_ == GhwReader::Runs::taken) {
                if (!take_rhythm() || !take_run(time)) return false;
            } else {
                if (!take_changes(first) || !at(time)) return false;
                vectors_.tell(sink_);
            }
            std::int64_t step = bytes_.signed_number();
            for (; step == kGoesOn && rhythm_.number != 0; step = bytes_.signed_number()) {
                time = rhythm_.last;
                if (!goes_by(rhythm_.apart[1], time) || !take_run(time)) return false;
            }
            if (step < 0) return bytes_.tag() == "ECY";
            if (!goes_by(step, time)) return false;
        }
    }

    static bool goes_by(std::int64_t step, std::int64_t& time) {
        if (step > INT64_MAX - time) return false;
        time += step;
        return true;
    }

    bool take_rhythm() {
        rhythm_.number = bytes_.unsigned_number();
        for (std::int64_t& value : rhythm_.values) value = bytes_.byte();
        for (std::int64_t& apart : rhythm_.apart) apart = bytes_.signed_number();
        return bytes_.good() && rhythm_.number != 0 && rhythm_.number < scalars_.size() &&
               rhythm_.apart[0] >= 0 && rhythm_.apart[1] >= 0;
    }

    // The changes of a run, the first at `time`, which becomes the time of the last, and the other
    // changes at that time.
    bool take_run(std::int64_t& time) {
        const std::uint64_t count = bytes_.unsigned_number();
        if (!bytes_.good() || count == 0 || count > kLongestRun || time < time_) return false;
        std::int64_t longest = 0;
        const bool is_endless =
            __builtin_mul_overflow(std::max(rhythm_.apart[0], rhythm_.apart[1]), count, &longest);
        if (is_endless || longest > INT64_MAX - time) return false;
        tell_run(static_cast<std::uint64_t>(time), count);
        time = time_ = rhythm_.last;
        if (!take_changes(bytes_.unsigned_number())) return false;
        vectors_.tell(sink_);
        return true;
    }

    void tell_run(std::uint64_t begin, std::uint64_t count) {
        const GhwReader::Scalar& scalar = scalars_[rhythm_.number];
        WaveRun run{kNoSignal, {}, begin, {}, count};
        for (std::size_t i : {0, 1}) run.apart[i] = static_cast<std::uint64_t>(rhythm_.apart[i]);
        run.signal = vectors_.only_signal(scalar);
        if (run.signal == kNoSignal) {
            tell_each(scalar, run);
        } else {
            std::pair<std::uint64_t, std::uint64_t> words[2];
            for (std::uint64_t i : {count % 2, (count + 1) % 2}) {  // the last one stays
                words[i] = vectors_.set_alone(scalar, rhythm_.values[i]);
                run.values[i] = {&words[i].first, &words[i].second};
            }
            sink_.on_run(run);
        }
        rhythm_.last = static_cast<std::int64_t>(run.end());
        if (count % 2 == 0) return;
        std::swap(rhythm_.values[0], rhythm_.values[1]);
        std::swap(rhythm_.apart[0], rhythm_.apart[1]);
    }

    // Passes on a run of a scalar that is part of a vector, or of several signals, change by
    // change.
    void tell_each(const GhwReader::Scalar& scalar, const WaveRun& run) {
        std::uint64_t time = run.begin;
        for (std::uint64_t i = 0; i < run.count; ++i) {
            sink_.on_time(time);
            vectors_.set(scalar, rhythm_.values[i % 2]);
            vectors_.tell(sink_);
            time += run.apart[i % 2];
        }
    }

    // `step` is the first number of the changes, already read.
    bool take_changes(std::uint64_t step) {
        for (std::uint64_t number = 0;; step = bytes_.unsigned_number()) {
            if (step == 0) return bytes_.good();
            number += step;
            if (number >= scalars_.size() || step >= scalars_.size()) {
                damage_ = "a signal changes that is not declared";
                return false;
            }
            vectors_.set(scalars_[number], value_of(scalars_[number].form));
        }
    }

    GhwBytes& bytes_;
    const GhwReader::Runs runs_;
    std::vector<GhwReader::Scalar>& scalars_;
    Vectors& vectors_;
    WaveSink& sink_;
    std::int64_t time_ = 0;
    std::uint64_t stamps_ = 0;
    std::string damage_;
    // The last run. Index 0 of each pair is the next value, and the time from it to the one after.
    struct {
        std::uint64_t number = 0;
        std::int64_t values[2] = {};
        std::int64_t apart[2] = {};
        std::int64_t last = 0;
    } rhythm_;
};

}  // namespace

bool GhwReader::is_ghw(std::string_view first_bytes) { return first_bytes.starts_with(kMagic); }

// Each string is written as the number of characters it shares with the one before, then the rest.
std::string GhwReader::read_strings() {
    bytes_.skip(4);
    const std::int32_t count = bytes_.fixed32();
    bytes_.skip(4);  // the size of all
    if (count < 0 || count > kMostStrings) return "its number of names makes no sense";
    std::string text;
    for (std::int32_t i = 0; i < count && bytes_.good(); ++i) {
        std::uint8_t c = bytes_.byte();
        for (; c >= 32 && bytes_.good(); c = bytes_.byte()) {
            if (text.size() > kLongestString) return "a name without end";
            // Beyond 127, characters of Latin-1 look like numbers; names of signals have none.
            if (c >= 0x80 && c < 0xa0) break;
            text += static_cast<char>(c);
        }
        strings_.push_back(text);
        std::size_t shared = c & 0x1fu;
        for (unsigned shift = 5; (c & 0x80) != 0 && shift < 20; shift += 5) {
            c = bytes_.byte();
            shared |= std::size_t{c & 0x1fu} << shift;
        }
        if (shared > text.size()) return "a name shares more than there is with the one before";
        text.resize(shared);
    }
    return bytes_.tag() == "EOS" ? "" : "its names have no end";
}

std::string GhwReader::read_header() {
    for (const char c : kMagic) {
        if (bytes_.byte() != static_cast<std::uint8_t>(c)) return "it is no GHW file";
    }
    bytes_.skip(1);
    if (bytes_.byte() != 0 || bytes_.byte() > 1) return "it is of a version that is not known";
    if (bytes_.byte() != 1) return "it was written on a machine with another order of bytes";
    bytes_.skip(3);
    header_.timescale = "1fs";
    header_.is_vhdl = true;
    bool has_scopes = false;
    for (;;) {
        const std::string tag = bytes_.tag();
        std::string trouble;
        if (tag == "STR") {
            trouble = read_strings();
        } else if (tag == "TYP") {
            trouble = types_.read(bytes_, strings_);
        } else if (tag == "WKT") {
            bytes_.skip(4);
            while (bytes_.byte() != 0 && bytes_.good()) bytes_.unsigned_number();
        } else if (tag == "HIE" && !has_scopes) {
            trouble = GhwHierarchy(bytes_, strings_, types_, header_).read(scalars_);
            has_scopes = true;
        } else if (tag == "EOH") {
            return has_scopes ? "" : "its header has no signals";
        } else {
            trouble = bytes_.good() ? fmt::format("'{}' is not a part of its header", tag)
                                    : "it ends inside its header";
        }
        if (!trouble.empty()) return trouble;
    }
}

WaveEnd GhwReader::read(const std::vector<bool>& wanted, WaveSink& sink) {
    Vectors vectors(header_, wanted, scalars_);
    return ChangeReader(bytes_, runs_, scalars_, vectors, sink).run();
}

}  // namespace tapestry
