// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/vcd_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tapestry {
namespace {

// Writes down what it is told.
class Notes : public WaveSink {
public:
    explicit Notes(const WaveHeader& header) : header_(header) {}
    void on_time(std::uint64_t time) override { text += fmt::format("#{} ", time); }
    void on_change(std::uint32_t signal, WaveValue value) override {
        text += fmt::format("{}=", signal);
        for (std::uint32_t i = header_.widths[signal]; i-- > 0;) {
            text += (value.unknown[i / 64] >> i % 64 & 1) ? 'x'
                    : (value.ones[i / 64] >> i % 64 & 1)  ? '1'
                                                          : '0';
        }
        text += ' ';
    }
    void on_gap() override { text += "gap "; }
    std::string text;

private:
    const WaveHeader& header_;
};

struct ReadVcd {
    std::string header;  // scopes and variables, or what is wrong with them
    std::string changes;
    std::string damage;
};

// Gives the bytes in pieces, so that words are cut everywhere.
class Pieces : public ByteSource {
public:
    Pieces(std::string_view bytes, std::size_t piece) : rest_(bytes), piece_(piece) {}
    std::size_t read(char* to, std::size_t size) override {
        const std::string_view part = rest_.substr(0, std::min(size, piece_));
        part.copy(to, part.size());
        rest_.remove_prefix(part.size());
        return part.size();
    }
    std::uint64_t size() const override { return 0; }

private:
    std::string_view rest_;
    std::size_t piece_;
};

ReadVcd read_vcd(std::string_view text, std::size_t piece = 1 << 20) {
    ReadVcd result;
    VcdReader reader(std::make_unique<Pieces>(text, piece));
    result.header = reader.read_header();
    if (!result.header.empty()) return result;
    for (const WaveVar& var : reader.header().vars) {
        result.header += fmt::format(
            "{}.{}[{}:{}] ", reader.header().scopes[static_cast<std::size_t>(var.scope)].name,
            var.name, var.left, var.right);
    }
    Notes notes(reader.header());
    result.damage =
        reader.read(std::vector<bool>(reader.header().widths.size(), true), notes).damage;
    result.changes = notes.text;
    return result;
}

constexpr std::string_view kHeader =
    "$timescale 1 ns $end $scope module tb $end $var wire 1 ! clk $end\n"
    "$var reg 8 \" data [7:0] $end $var real 64 # r $end $var wire 70 $ w[70:1] $end\n"
    "$upscope $end $enddefinitions $end\n";

TEST(VcdReader, ReadsNamesAndChanges) {
    const std::string text = std::string(kHeader) +
                             "#0\n$dumpvars\n0!\nbx \"\nr1.5 #\nb1 $\n$end\n#5\n1!\nb1z01 \"\n"
                             "$comment any #7 text $end\n#5\n#1000000000000\n0!\n";
    for (const std::size_t piece : {1, 2, 3, 7, 1 << 20}) {
        const ReadVcd read = read_vcd(text, piece);
        EXPECT_EQ(read.header, "tb.clk[0:0] tb.data[7:0] tb.r[0:0] tb.w[70:1] ");
        EXPECT_EQ(read.changes, "#0 0=0 1=xxxxxxxx 2=" + std::string(69, '0') +
                                    "1 #5 0=1 1=00001x01 #5 #1000000000000 0=0 ");
        EXPECT_EQ(read.damage, "");
    }
}

TEST(VcdReader, DumpingAgainIsAGap) {
    const ReadVcd read =
        read_vcd(std::string(kHeader) + "#1\n$dumpoff\nx!\n$end\n#9\n$dumpon\n1!\n$end\n");
    EXPECT_EQ(read.changes, "#1 0=x #9 gap 0=1 ");
}

TEST(VcdReader, DamageIsNamedAndWhatCameBeforeHolds) {
    const std::pair<const char*, const char*> table[] = {
        {"#1\n1!\n#0\n", "line 6: time goes back from 1 to 0"},
        {"#1\n1!\n#x\n", "line 6: '#x' is no time"},
        {"#1\n1!\n#99999999999999999999999\n", "line 6: '#99999999999999999999999' is no time"},
        {"#1\n1!\n1?\n", "line 6: '1?' changes a signal that is not declared"},
        {"#1\n1!\nb12 \"\n", "line 6: '12' is no value"},
        {"#1\n1!\nhello\n", "line 6: 'hello' changes a signal that is not declared"},
        {"#1\n1!\n%%%\n", "line 6: '%%%' is no change of a value"},
        {"#1\n1!\n$scope\n", "line 6: '$scope' is not expected here"},
        {"#1\n1!\n#12", "the file is cut off: its last line has no end"},
        {"#1\n1!\nb1", "the file is cut off: its last line has no end"},
        {"#1\n1!\nb1 ", "the file is cut off: its last line has no end"},
    };
    for (const auto& [text, damage] : table) {
        const ReadVcd read = read_vcd(std::string(kHeader) + text);
        EXPECT_EQ(read.damage, damage) << text;
        EXPECT_EQ(read.changes.substr(0, 7), "#1 0=1 ") << text;
    }
}

TEST(VcdReader, BadHeadersAreRefused) {
    std::string deep;
    for (int i = 0; i < 2000; ++i) deep += "$scope module a $end ";
    const std::pair<std::string, const char*> table[] = {
        {"", "it ends before $enddefinitions"},
        {"hello", "line 1: 'hello' where a $command belongs"},
        {"$var wire 1 ! a", "line 1: a command has no $end"},
        {"$var wire -1 ! a $end", "line 1: '-1' is no width"},
        {"$var wire 1 0123456789 a $end", "line 1: '0123456789' is no code of a signal"},
        {"$upscope $end", "line 1: it closes more scopes than it opens"},
        {deep, "line 1: its scopes are nested deeper than 1000"},
        {"$scope module " + std::string(5000, 'a') + " $end",
         "line 1: a name has more than 4096 characters"},
    };
    for (const auto& [text, trouble] : table) EXPECT_EQ(read_vcd(text).header, trouble);
}

// As fst2vcd and GHDL write them, for enumerations and types.
// A device that never ends, or a disk that lost what was written.
TEST(VcdReader, NulsAreDamage) {
    EXPECT_EQ(read_vcd(std::string(100, '\0')).header.substr(0, 6), "line 1");
    const ReadVcd read = read_vcd(std::string(kHeader) + "#1 1! " + std::string(100, '\0'));
    EXPECT_EQ(read.changes, "#1 0=1 ");
    EXPECT_NE(read.damage, "");
}

TEST(VcdReader, AttributesArePassedOver) {
    const ReadVcd read = read_vcd(
        "$scope module tb $end\n"
        "$attrbegin misc 07 state_t 3 IDLE RUN DONE 00 01 10 1 $end\n"
        "$attrbegin misc 07 \"\" 1 $end\n"
        "$var wire 2 ! state [1:0] $end\n"
        "$attrbegin array 2 lanes 3 $end $var wire 1 \" a $end $attrend $end\n"
        "$upscope $end $enddefinitions $end\n#1\nb10 !\n1\"\n");
    EXPECT_EQ(read.header, "tb.state[1:0] tb.a[0:0] ");
    EXPECT_EQ(read.changes, "#1 0=10 1=1 ");
    EXPECT_EQ(read.damage, "");
}

TEST(VcdReader, NamesMayBeEmpty) {
    EXPECT_EQ(read_vcd("$scope module $end $var wire 1 ! $end $enddefinitions $end\n").header,
              ".[0:0] ");
}

TEST(VcdReader, GiganticWidthsCannotBeReadButDoNoHarm) {
    const ReadVcd read = read_vcd(
        "$var wire 99999999999999999999999 ! a $end $var wire 4000000000 \" b $end\n"
        "$var wire 1 # c $end $enddefinitions $end\n#1\nb1 !\nb1 \"\n1#\n");
    EXPECT_EQ(read.changes, "#1 0=1 ");
    EXPECT_EQ(read.damage, "");
}

TEST(VcdReader, AWordLongerThanTheWindowIsDamage) {
    const ReadVcd read = read_vcd(std::string(kHeader) + "#1\n1!\nb" +
                                  std::string(VcdText::kWindow + 10, '0') + " \"\n");
    EXPECT_EQ(read.changes, "#1 0=1 ");
    EXPECT_NE(read.damage.find("longer than 4 MB"), std::string::npos) << read.damage;
}

}  // namespace
}  // namespace tapestry
