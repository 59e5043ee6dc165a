-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity tb is
end entity;

architecture test of tb is
  constant CELLS : natural := 3;
  signal clk, rst, s_valid, m_ready : std_logic := '0';
  signal s_ready, m_valid : std_logic;
  signal s_data : std_logic_vector(7 downto 0) := (others => '0');
  signal m_data : std_logic_vector(7 downto 0);
  signal over   : boolean := false;
  signal taken  : natural := 0;
begin
  clk <= not clk after 5 ns when not over else '0';
  dut : entity work.Chain
    generic map (N => CELLS)
    port map (clk, rst, s_valid, s_data, s_ready, m_valid, m_data, m_ready);

  process (clk)
    variable turn : natural := 0;
  begin
    if rising_edge(clk) then
      if m_valid = '1' and m_ready = '1' then
        assert m_data = std_logic_vector(to_unsigned(taken mod 256, 8)) report "FAIL data" severity failure;
        taken <= taken + 1;
      end if;
      turn := turn + 1;
      m_ready <= '1' when turn mod 5 /= 0 and (turn / 64) mod 3 /= 1 else '0';
    end if;
  end process;

  process
  begin
    rst <= '1';
    wait for 42 ns;
    rst <= '0';
    for n in 0 to 99 loop
      wait until falling_edge(clk);
      s_valid <= '1';
      s_data  <= std_logic_vector(to_unsigned(n mod 256, 8));
      wait until rising_edge(clk) and s_ready = '1';
      wait until falling_edge(clk);
      s_valid <= '0';
      for k in 1 to (n * 5) mod 17 loop
        wait until rising_edge(clk);
      end loop;
    end loop;
    wait until taken = 100 for 10 us;
    if taken = 100 then
      write(output, "PASS 100" & LF);
    else
      write(output, "FAIL " & integer'image(taken) & LF);
    end if;
    over <= true;
    wait;
  end process;
end architecture;
