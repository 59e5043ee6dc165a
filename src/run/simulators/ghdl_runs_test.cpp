// SPDX-License-Identifier: Apache-2.0
// A simulation of GHDL that tells runs says the same as one that does not.
#include <fmt/format.h>

#include "read/vhdl/linked_simulation.h"
#include "run/waveform/waveform.h"

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

// A clock at whose every rise something changes; signals that change alone a little later; another
// clock, which is not the first signal, beside it and, at the end, without it.
constexpr const char* kBusyTestbench = R"(entity tb is
end entity;
architecture sim of tb is
  signal count, slow_count : integer := 0;
  signal late, later : bit;
  signal clk, slow : bit;
begin
  process
  begin
    for i in 1 to 500 loop
      clk <= '1';
      wait for 4 ns;
      clk <= '0';
      wait for 6 ns;
      if i = 200 then
        wait for 3 ns;
      end if;
    end loop;
    wait;
  end process;
  process
  begin
    wait for 2501 ns;
    for i in 1 to 500 loop
      slow <= not slow;
      wait for 13 ns;
    end loop;
    wait;
  end process;
  process (clk)
  begin
    if clk = '1' and now /= 3 us then
      count <= (count + 7) mod 1000;
    end if;
    if clk = '1' and count mod 5 = 0 then
      late <= not late after 1 ns;
    end if;
    if clk = '0' and count mod 3 = 0 then
      later <= not later after 2 ns;
    end if;
  end process;
  process (slow)
  begin
    if slow = '1' then
      slow_count <= slow_count + 1;
    end if;
  end process;
end architecture;
)";

struct Heard : WaveSink {
    void on_time(std::uint64_t time) override {
        if (time == time_) return;
        end_stamp();
        time_ = time;
    }
    void on_change(std::uint32_t signal, WaveValue value) override {
        changes_[signal] = fmt::format(" {}={}/{}", signal, value.ones[0], value.unknown[0]);
    }
    void on_gap() override { all += "\ngap"; }
    void end_stamp() {
        all += fmt::format("\n{}", time_);
        for (const auto& [signal, change] : changes_) all += change;
        changes_.clear();
    }
    std::string all;

private:
    std::uint64_t time_ = 0;
    std::map<std::uint32_t, std::string> changes_;  // in whatever order they are told
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
        sink.end_stamp();
        return sink.all;
    }

    // How many bytes runs take, of those that steps do.
    double expect_the_same(const char* testbench) {
        build(testbench);
        const std::string steps = told_through("steps.pipe"), runs = told_through("pipe.runs");
        const std::string by_steps = heard(steps);
        EXPECT_GT(by_steps.size(), 10000u);
        EXPECT_EQ(heard(runs), by_steps);
        return static_cast<double>(runs.size()) / static_cast<double>(steps.size());
    }
};

TEST_F(VhdlRuns, say_what_every_step_says) { EXPECT_LT(expect_the_same(kTestbench), 0.6); }

TEST_F(VhdlRuns, go_on_through_steps_of_others) { EXPECT_LT(expect_the_same(kBusyTestbench), 0.7); }

}  // namespace
}  // namespace tapestry
