// SPDX-License-Identifier: Apache-2.0
// Waveforms of GHDL (GHW), from a file or, while the simulation runs, from a pipe.
//
// A signal of any type is one vector of bits, so that expressions over the
// synthesized design can be evaluated on it. Fields of records have variables of their own too,
// `r.state`, and enumerations a table of their literals. Names are in lower case, as in GHDL.
//
// A simulation that we linked ourselves (vhdl/simulation/quick_writing.c) also writes runs: a
// scalar
// that alternates between two values periodically, as a clock does. The changes of a time stamp are
// then replaced by
//
//   4294967295 scalar value value' apart' apart count CHANGES 0
//
// `scalar` has `value` now, `value'` after `apart'` femtoseconds, `value` again after further
// `apart`, and so on alternately: `count` changes in all, at most 2^20. CHANGES, as in any time
// stamp, happen with the last of them. A time difference may be replaced by
//
//   -2 count CHANGES 0
//
// for `count` more changes of the same run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "run/waveform/byte_source.h"
#include "run/waveform/ghw_bytes.h"
#include "run/waveform/waveform.h"

namespace tapestry {

// The types of a GHW file, and the layout of their values in a vector of bits, which is that of
// GHDL's synthesis: the first element of an array is the most significant, the first field of a
// record the least significant; an enumeration is the position of its literal.

using GhwTypeId = std::uint32_t;

struct GhwType {
    enum class Kind { logic, enumeration, integer, other, array, record };
    // The encoding of a scalar in the file.
    enum class Form { byte, number, real };

    Kind kind = Kind::other;
    Form form = Form::byte;
    std::vector<std::string> literals;  // of an enumeration
    std::int64_t low = 0;               // of an integer
    std::int64_t high = 0;
    GhwTypeId element = 0;  // of an array, with `dimensions` and, where it is bound, `count`
    std::size_t dimensions = 0;
    std::uint64_t count = 0;
    GhwTypeId index = 0;     // the type of the indices of one dimension
    std::int64_t first = 0;  // of them; they go up or `down`
    bool down = false;
    std::vector<std::pair<std::string, GhwTypeId>> fields;
    bool named = false;         // a user-defined enumeration, or a type that contains one
    bool bound = true;          // false: an array without a range, or a type that contains one
    std::uint64_t scalars = 1;  // number of scalar signals
    std::uint64_t width = 0;    // in bits; 0: cannot be read
};

class GhwTypes {
public:
    // Reads the section; a clause that describes the problem, empty if there is none.
    std::string read(GhwBytes& bytes, const std::vector<std::string>& strings);

    // Type numbers in a file begin with 1. An unknown number gives a type without scalars.
    const GhwType& type(std::uint64_t number) const {
        return types_[number < named_.size() ? named_[number] : 0];
    }
    const GhwType& element(const GhwType& array) const { return types_[array.element]; }
    // The index of an element, counted from the left, in VHDL notation: (2), (red).
    std::string index_text(const GhwType& array, std::uint64_t element) const;
    const GhwType& field(const GhwType& record, std::size_t i) const {
        return types_[record.fields[i].second];
    }

private:
    GhwTypeId add(GhwType type);
    GhwTypeId numbered(std::uint64_t number) const {
        return number < named_.size() ? named_[number] : 0;
    }
    GhwType read_type(GhwBytes& bytes, const std::vector<std::string>& strings);
    GhwTypeId bind(GhwTypeId type, GhwBytes& bytes);
    void measure(GhwType& type) const;

    std::vector<GhwType> types_ = {{}};
    std::vector<GhwTypeId> named_ = {0};
    std::string trouble_;
};

class GhwReader : public Waveform {
public:
    enum class Runs { refused, taken };
    explicit GhwReader(std::unique_ptr<ByteSource> source, Runs runs = Runs::refused,
                       std::size_t window = GhwBytes::kWindow)
        : bytes_(std::move(source), window), runs_(runs) {}

    // Whether a file that begins like this is a GHW file.
    static bool is_ghw(std::string_view first_bytes);

    // Reads the header; a clause that describes the problem, empty if there is none.
    std::string read_header();

    WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) override;

    // The bits of a vector that come from one scalar of the file.
    struct Bits {
        std::uint32_t signal = 0;
        std::uint32_t lowest = 0;
        std::uint32_t width = 0;
    };
    struct Scalar {
        GhwType::Form form = GhwType::Form::byte;
        bool is_logic = false;
        std::vector<Bits> fills;
    };

private:
    std::string read_strings();

    GhwBytes bytes_;
    const Runs runs_;
    std::vector<std::string> strings_ = {""};
    GhwTypes types_;
    std::vector<Scalar> scalars_;  // by their number in the file, which begins with 1
};

}  // namespace tapestry
