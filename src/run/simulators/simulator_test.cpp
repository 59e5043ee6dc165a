// SPDX-License-Identifier: Apache-2.0
// A simulator more is a class and a line of the list. This one is a shell script: it goes through
// build and run as the others do.
#include "run/simulators/simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/codes/projects.h"
#include "base/codes/simulation.h"
#include "base/file.h"
#include "base/scratch.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr OutsideProgram kScriptPrograms[] = {{"sh", "--version", "nothing", "dash", false}};

// `build` keeps the words that it is given; `run` prints them and its own, leaves a reading, and
// ends as a plusarg says.
constexpr const char* kScript = R"(#!/bin/sh
kept=$1 does=$2
shift 2
case $does in
    version) echo "Script simulator 1.25 of today" ;;
    build)
        case "$*" in *broken.sv*) echo "error: broken.sv is broken"; exit 1 ;; esac
        case "$*" in *mended*) ;; *wants_mending.sv*) echo "try mended"; exit 1 ;; esac
        echo "$CCACHE_BASEDIR" >"$kept/named_from"
        echo "$*" >"$kept/built" ;;
    run)
        echo "built $(cat "$kept/built") run $*"
        for word; do
            case $word in
                +tapestry_reading=*) echo "a reading" >"${word#*=}" ;;
                +stop) echo "stopped here"; exit 1 ;;
                +fail) exit 3 ;;
            esac
        done ;;
esac
)";

class ScriptSimulator : public CommandSimulator {
public:
    std::string_view name() const override { return "script"; }
    std::span<const OutsideProgram> programs() const override { return kScriptPrograms; }
    std::vector<std::string> build_words(const SourceSet& sources,
                                         const SimulateOptions& options) const override {
        std::vector<std::string> words = call(options, "build");
        add_settings(words, sources, options);
        add_files(words, sources, options);
        return words;
    }
    bool mend(std::vector<std::string>& words, const std::string& log) const override {
        if (log.find("try mended") == std::string::npos) return false;
        words.push_back("mended");
        return true;
    }
    std::vector<std::string> run_words(const SimulateOptions& options) const override {
        return call(options, "run");
    }
    std::vector<std::string> version_words(const SimulateOptions& options) const override {
        return call(options, "version");
    }
    bool is_stopped(const Exit&, const std::string& log) const override {
        return log.find("stopped here") != std::string::npos;
    }

private:
    static std::vector<std::string> call(const SimulateOptions& options, const char* what) {
        const fs::path folder = options.folder;
        return {"sh", (folder.parent_path() / "script").string(), folder.string(), what};
    }
};

class SimulatorTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        static const ScriptSimulator script;
        if (!find_simulator("script")) add_simulator(script);
    }
    void SetUp() override {
        std::ofstream(scratch_.path() / "script") << kScript;
        options_.simulator = "script";
        options_.testbench_files = {"tb.sv"};
        options_.testbench_top = "tb";
        options_.folder = scratch_.path() / "build";
        options_.links = scratch_.path();
        options_.reading = scratch_.path() / "tapestry.reading";
        sources_.files = {"design.sv"};
        sources_.defines = {{"WIDTH", "8"}};
    }
    Result<Simulation> simulated() { return simulate(sources_, options_, diagnostics_); }
    static std::string text_of(const fs::path& file) {
        Diagnostics ignored;
        return read_file(file, ignored).value_or("");
    }

    Scratch scratch_;
    SourceSet sources_;
    SimulateOptions options_;
    Diagnostics diagnostics_;
};

}  // namespace

TEST_F(SimulatorTest, IsAmongThoseThatCanBeAskedFor) {
    const std::vector<std::string> names = simulator_names();
    EXPECT_EQ(names.front(), "verilator");
    EXPECT_NE(std::find(names.begin(), names.end(), "script"), names.end());
    EXPECT_EQ(find_simulator("nobody"), nullptr);
}

TEST_F(SimulatorTest, BuildsRunsAndLeavesAReading) {
    options_.plusargs = {"+seed=3"};
    options_.frame = 64;
    const Result<Simulation> done = simulated();
    ASSERT_TRUE(done) << diagnostics_.all().size();
    EXPECT_TRUE(done->exit.good());
    EXPECT_FALSE(done->stopped);
    EXPECT_EQ(done->simulator_version, "1.25");
    const std::string log = text_of(done->log);
    EXPECT_NE(log.find("built -DWIDTH=8 design.sv tb.sv run +seed=3"), std::string::npos) << log;
    EXPECT_NE(log.find("+tapestry_frame=64"), std::string::npos) << log;
    EXPECT_EQ(text_of(options_.reading), "a reading\n");
}

// Woven sources lie beside the build: named from within, they are the same files in every run.
TEST_F(SimulatorTest, CompilerCacheKnowsTheFilesOfAnotherRun) {
    const fs::path cache = scratch_.path() / "ccache";
    std::ofstream(cache) << "#!/bin/sh\n";
    fs::permissions(cache, fs::perms::owner_all);
    setenv("PATH", (scratch_.path().string() + ":" + getenv("PATH")).c_str(), 1);
    unsetenv("CCACHE_BASEDIR");
    ASSERT_TRUE(simulated());
    EXPECT_EQ(text_of(options_.folder / "named_from"), scratch_.path().string() + "\n");
    unsetenv("CCACHE_BASEDIR");
    options_.folder = scratch_.path() / ".work" / "build";  // of results that are not complete yet
    fs::create_directories(options_.folder);
    fs::copy(scratch_.path() / "script", scratch_.path() / ".work");
    ASSERT_TRUE(simulated());
    EXPECT_EQ(text_of(options_.folder / "named_from"), scratch_.path().string() + "\n");
}

TEST_F(SimulatorTest, TellsHowItEnded) {
    options_.plusargs = {"+stop"};
    Result<Simulation> done = simulated();
    ASSERT_TRUE(done);
    EXPECT_TRUE(done->stopped);
    options_.plusargs = {"+fail"};
    done = simulated();
    ASSERT_TRUE(done);
    EXPECT_FALSE(done->stopped);
    EXPECT_EQ(done->exit.status, 3);
}

TEST_F(SimulatorTest, ABuildThatFailsIsToldInItsWords) {
    sources_.files = {"broken.sv"};
    EXPECT_FALSE(simulated());
    ASSERT_EQ(diagnostics_.all().size(), 1u);
    EXPECT_NE(diagnostics_.all()[0].sentence.find("broken.sv is broken"), std::string::npos);
}

TEST_F(SimulatorTest, ABuildMayBeMended) {
    sources_.files = {"wants_mending.sv"};
    EXPECT_TRUE(simulated());
    EXPECT_TRUE(diagnostics_.all().empty());
}

TEST_F(SimulatorTest, TakesNoHarnessUnlessItSaysSo) {
    options_.testbench_files = {"main.cpp"};
    EXPECT_FALSE(simulated());
    ASSERT_EQ(diagnostics_.all().size(), 1u);
    EXPECT_EQ(diagnostics_.all()[0].code, code::unsupported_cpp_harness);
}

TEST_F(SimulatorTest, OneThatIsNotThereIsNamed) {
    options_.simulator = "nobody";
    EXPECT_FALSE(simulated());
    ASSERT_EQ(diagnostics_.all().size(), 1u);
    EXPECT_EQ(diagnostics_.all()[0].code, code::unknown_simulator);
}

}  // namespace tapestry
