// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/linked_simulation.h"

namespace tapestry {
namespace {

// Signals of every kind that GHDL keeps in another way; some come late, one step has hundreds.
constexpr const char* kTestbench = R"(library ieee;
use ieee.std_logic_1164.all;
entity tb is
end entity;
architecture sim of tb is
  type colour is (red, green, blue);
  signal clk : bit;
  signal wire : std_logic;
  signal paint : colour;
  signal count : integer := -3;
  signal late : boolean;
  signal moment : time := 0 ns;
  signal level : real := 0.0;
  signal many : std_logic_vector(0 to 299) := (others => '0');
begin
  clk <= not clk after 5 ns when now < 100 us;
  process
  begin
    for i in 1 to 3000 loop
      wait until clk = '1';
      count <= count * 7 mod 100003 - 50000;
      wire <= '1' when i mod 2 = 0 else 'Z';
      paint <= colour'val(i mod 3);
      late <= i > 1000 and i mod 5 = 0;
      if i > 1500 and i mod 10 = 0 then
        moment <= now;
      end if;
      if i > 2000 and i mod 10 = 5 then
        level <= real(i);
      end if;
      many(i mod 300) <= not many(i mod 300);
      if i mod 700 = 0 then
        many <= not many;
      end if;
    end loop;
    wait;
  end process;
end architecture;
)";

class QuickWriting : public LinkedSimulation {
protected:
    QuickWriting() : LinkedSimulation("quick_writing_test") {}
};

TEST_F(QuickWriting, has_the_bytes_of_ghdl) {
    ASSERT_NO_FATAL_FAILURE(build(kTestbench));
    ghdl({(folder / "sim").string(), "--wave=file.ghw"});
    const std::string expected = read_file(folder / "file.ghw", diagnostics).value_or("");
    ASSERT_GT(expected.size(), 50000u);
    // Behind them is where in the file each part stands, which a pipe does not know.
    const auto steps = [](const std::string& told) { return told.substr(0, told.rfind("ECY")); };
    EXPECT_TRUE(steps(told_through("pipe")) == steps(expected));
}

}  // namespace
}  // namespace tapestry
