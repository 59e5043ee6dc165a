// SPDX-License-Identifier: Apache-2.0
// A simulation of GHDL that tells runs says the same as one that does not.
#include "vhdl/linked_simulation.h"
#include "waveform/waveform.h"

namespace tapestry {
namespace {

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

class VhdlRuns : public LinkedSimulation {
protected:
    VhdlRuns() : LinkedSimulation("vhdl_runs_test") {}

    std::string heard(const std::string& bytes) {
        const std::filesystem::path file = folder / "told.ghw";
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
    ASSERT_NO_FATAL_FAILURE(build(kTestbench));
    const std::string steps = told_through("steps.pipe"), runs = told_through("pipe.runs");
    EXPECT_LT(runs.size(), steps.size() - 2000);
    const std::string by_steps = heard(steps);
    EXPECT_GT(by_steps.size(), 10000u);
    EXPECT_EQ(heard(runs), by_steps);
}

}  // namespace
}  // namespace tapestry
