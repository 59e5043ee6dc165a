-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity tb is
end entity;

architecture sim of tb is
  signal clk, ready, q : std_logic := '0';
  signal n             : unsigned(9 downto 0) := (others => '0');
begin
  dut : entity work.always_comb
    port map (clk => clk, assign => n(2), s_valid => n(1), s_ready => ready, bit => q);

  process
    variable seen : natural := 0;
  begin
    for i in 1 to 600 loop
      clk <= '1';
      wait for 5 ns;
      clk <= '0';
      n   <= n + 3;
      wait for 5 ns;
      if ready = '1' then
        seen := seen + 1;
      end if;
    end loop;
    if seen = 226 then
      write(output, "PASS" & LF);
    else
      write(output, "FAIL " & integer'image(seen) & LF);
    end if;
    wait;
  end process;
end architecture;
