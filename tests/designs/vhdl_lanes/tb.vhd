-- SPDX-License-Identifier: Apache-2.0
-- It names the architecture that it wants, and gives the number of lanes by position, as an expression.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity lanes_tb is
end entity;

architecture sim of lanes_tb is
  constant PAIRS : positive := 1;
  constant N     : positive := 2 * PAIRS + 1;
  signal clk   : std_logic := '0';
  signal rst_n : std_logic := '0';
  signal data  : std_logic_vector(8 * N - 1 downto 0) := (others => '0');
  signal valid : std_logic_vector(N - 1 downto 0) := (others => '0');
  signal ready, txd, busy : std_logic_vector(N - 1 downto 0);
  signal over  : std_logic := '0';
  type Counts_T is array (0 to N - 1) of natural;
  signal sent : Counts_T := (others => 0);
begin
  clk   <= not clk after 5 ns when over = '0' else '0';
  rst_n <= '1' after 42 ns;
  dut : entity work.lanes(rtl)
    generic map (2 * PAIRS + 1)
    port map (clk, rst_n, data, valid, ready, txd, busy);

  feed : for i in 0 to N - 1 generate
    process
    begin
      wait until rst_n = '1';
      for k in 1 to 10 + 2 * i loop
        for w in 0 to (k * 7 + i) mod 11 loop
          wait until rising_edge(clk);
        end loop;
        valid(i) <= '1';
        data(8 * i + 7 downto 8 * i) <= std_logic_vector(to_unsigned((k * 37 + i * 11) mod 256, 8));
        wait until rising_edge(clk) and ready(i) = '1';
        valid(i) <= '0';
        -- The start bit is on the line one cycle later.
        wait until falling_edge(clk);
        assert txd(i) = '0' report "FAIL no start bit" severity failure;
        sent(i) <= sent(i) + 1;
      end loop;
      wait;
    end process;
  end generate;

  process
  begin
    wait for 16 us;
    if sent = (10, 12, 14) then
      write(output, "PASS" & LF);
    else
      write(output, "FAIL" & LF);
    end if;
    over <= '1';
    wait;
  end process;
end architecture;
