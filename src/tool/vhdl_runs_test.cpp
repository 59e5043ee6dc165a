// SPDX-License-Identifier: Apache-2.0
// A simulation of GHDL that tells runs says the same as one that does not.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "base/file.h"
#include "base/process.h"
#include "vhdl/ghdl.h"
#include "vhdl/quick_writing.h"
#include "waveform/waveform.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

// A clock that is alone most of the time, then not even, then stopped; another signal that goes to
// and fro alone in a part of the run, and between three values; one of the two changes with others.
constexpr const char* kTestbench = R"(library ieee;
use ieee.std_logic_1164.all;
entity tb is
end entity;
architecture sim of tb is
  type colour is (red, green, blue);
  signal clk : std_logic := '0';
  signal strobe : bit;
  signal paint, shade : colour;
  signal beat : bit;
  signal count : integer := 0;
begin
  process
  begin
    for i in 1 to 400 loop
      clk <= '1';
      wait for 5 ns;
      clk <= '0';
      wait for 5 ns;
      if i = 300 then
        wait for 77 ns;
      end if;
    end loop;
    for i in 1 to 200 loop
      clk <= not clk;
      wait for (3 + i mod 2) * 1 ns;
    end loop;
    clk <= 'X';
    for i in 1 to 9 loop
      wait for 2 ns;
      strobe <= not strobe;
    end loop;
    for i in 1 to 20 loop
      wait for 2 ns;
      paint <= colour'val(i mod 3);
    end loop;
    wait for 2 ns;
    clk <= '0';
    for i in 1 to 7 loop
      wait for 2 ns;
      clk <= not clk;
    end loop;
    wait;
  end process;
  process (clk)
  begin
    if rising_edge(clk) and (now < 300 ns or (now > 2 us and now < 2100 ns)) then
      count <= count + 1;
      beat <= not beat;
      if count mod 4 = 0 then
        shade <= colour'val(count / 4 mod 3);
      end if;
    end if;
  end process;
end architecture;
)";

struct Heard : WaveSink {
    void on_time(std::uint64_t time) override { all << "\n" << time; }
    void on_change(std::uint32_t signal, WaveValue value) override {
        all << " " << signal << "=" << value.ones[0] << "/" << value.unknown[0];
    }
    void on_gap() override { all << "\ngap"; }
    std::ostringstream all;
};

class VhdlRuns : public testing::Test {
protected:
    fs::path folder = fs::temp_directory_path() / "tapestry_vhdl_runs_test";
    Diagnostics diagnostics;

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    void ghdl(std::vector<std::string> words) {
        Command command;
        command.words = std::move(words);
        command.folder = folder;
        command.output = folder / "ghdl.log";
        ASSERT_TRUE(run(command).good()) << read_file(command.output, diagnostics).value_or("");
    }
    std::string told(const std::string& pipe_name) {
        const fs::path pipe = folder / pipe_name;
        EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        std::ostringstream bytes;
        std::thread reader([&] { bytes << std::ifstream(pipe, std::ios::binary).rdbuf(); });
        ghdl({(folder / "sim").string(), "--wave=" + pipe.string()});
        reader.join();
        return bytes.str();
    }
    std::string heard(const std::string& bytes) {
        const fs::path file = folder / "told.ghw";
        EXPECT_TRUE(write_file(file, bytes, diagnostics));
        const auto waveform = open_ghw(open_file(file), file, diagnostics);
        if (!waveform) return "";
        Heard sink;
        const std::vector<bool> all((*waveform)->header().widths.size(), true);
        EXPECT_TRUE((*waveform)->read(all, sink).whole());
        return sink.all.str();
    }
};

TEST_F(VhdlRuns, say_what_every_step_says) {
    ASSERT_TRUE(write_file(folder / "tb.vhd", kTestbench, diagnostics));
    ghdl({"ghdl", "-a", "--std=08", "tb.vhd"});
    std::vector<std::string> link = {"ghdl", "-e", "--std=08"};
    const std::vector<std::string> quick = quick_writing(folder, ghdl_version(folder));
    ASSERT_FALSE(quick.empty());
    link.insert(link.end(), quick.begin(), quick.end());
    link.insert(link.end(), {"-o", "sim", "tb"});
    ghdl(link);
    const std::string steps = told("steps.pipe"), runs = told("pipe.runs");
    EXPECT_LT(runs.size(), steps.size() - 2000);
    const std::string by_steps = heard(steps);
    EXPECT_GT(by_steps.size(), 10000u);
    EXPECT_EQ(heard(runs), by_steps);
}

}  // namespace
}  // namespace tapestry
