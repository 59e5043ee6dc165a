-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity tb is
end entity;

architecture test of tb is
  signal clk     : std_logic := '0';
  signal rst_n   : std_logic := '0';
  signal s_valid : std_logic := '0';
  signal s_ready, line_o, busy : std_logic;
  signal s_data  : std_logic_vector(7 downto 0) := (others => '0');
  signal over    : boolean := false;
  signal seen    : natural := 0;
begin
  clk <= not clk after 5 ns when not over else '0';

  dut : entity work.serializer
    generic map (WIDTH => 8)
    port map (clk => clk, rst_n => rst_n, s_valid => s_valid, s_ready => s_ready, s_data => s_data,
              line_o => line_o, busy => busy);

  -- Counts start bits on the line.
  process (clk)
    variable bits : natural := 0;
  begin
    if rising_edge(clk) then
      if bits > 0 then
        bits := bits - 1;
      elsif line_o = '0' then
        seen <= seen + 1;
        bits := 10;
      end if;
    end if;
  end process;

  process
  begin
    wait for 32 ns;
    rst_n <= '1';
    for i in 1 to 60 loop
      wait until falling_edge(clk);
      s_valid <= '1';
      s_data  <= std_logic_vector(to_unsigned((i * 37) mod 256, 8));
      wait until rising_edge(clk) and s_ready = '1';
      wait until falling_edge(clk);
      s_valid <= '0';
      for k in 1 to (i * 7) mod 23 loop
        wait until rising_edge(clk);
      end loop;
      if i = 30 then
        rst_n <= '0';
        wait for 43 ns;
        rst_n <= '1';
      end if;
    end loop;
    wait until rising_edge(clk) and s_ready = '1';
    for k in 1 to 20 loop
      wait until rising_edge(clk);
    end loop;
    if seen >= 59 and seen <= 60 then
      write(output, "PASS " & integer'image(seen) & LF);
    else
      write(output, "FAIL " & integer'image(seen) & LF);
    end if;
    over <= true;
    wait;
  end process;
end architecture;
