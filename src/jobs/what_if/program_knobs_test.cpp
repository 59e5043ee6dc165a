// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/program_knobs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tapestry {
namespace {

const ProgramTexts& kernel() {
    static const ProgramTexts texts = {
        {"src/k.c",
         "#include \"k.h\"\n"
         "#pragma omp target parallel num_threads(6) map(to : a[0 : N])\n"
         "for (;;) {\n"
         "#pragma unroll LANES\n"
         "#pragma HLS STREAM variable=s depth=2\n"
         "#pragma HLS ARRAY_PARTITION variable=b cyclic factor=4 dim=1\n"
         "#pragma unroll\n"
         "x = 0x10;\n"},
        {"src/k.h",
         "#define N 512\n#define LANES 4  // at once\n#define MASK 0xff\n#define F(x) 3\n"}};
    return texts;
}

std::string listed(const std::vector<ProgramKnob>& knobs) {
    std::string all;
    for (const ProgramKnob& k : knobs)
        all += fmt::format("{} {} of {}{}\n", k.knob.name, k.knob.values[k.knob.preset],
                           fmt::join(k.knob.values, ","), k.in_pragma ? " in a pragma" : "");
    return all;
}

TEST(ProgramKnobs, AreNumbersOfPragmasAndMacros) {
    EXPECT_EQ(listed(program_knobs(kernel())),
              "k.c:2.num_threads 6 of 1,2,4,6,8\n"
              "k.c:5.depth 2 of 1,2,4\n"
              "k.c:6.partition 4 of 1,2,4,8\n"
              "N 512 of 1,2,4,8,16,32,64,128,256,512,1024\n"
              "LANES 4 of 1,2,4,8 in a pragma\n");
}

TEST(ProgramKnobs, ChangeTheTextAlone) {
    const std::vector<ProgramKnob> knobs = program_knobs(kernel());
    const ProgramTexts changed = with_numbers(
        kernel(), knobs, {"LANES=16", "N=8", "k.c:5.depth=64", "k.c:2.num_threads=1", "other=3"});
    EXPECT_EQ(changed.at("src/k.h"),
              "#define N 8\n#define LANES 16  // at once\n#define MASK 0xff\n#define F(x) 3\n");
    const std::string& text = changed.at("src/k.c");
    EXPECT_NE(text.find("num_threads(1) map"), std::string::npos);
    EXPECT_NE(text.find("depth=64\n"), std::string::npos);
    EXPECT_NE(text.find("factor=4 dim"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
