-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity tb is
end tb;

architecture test of tb is
  signal clk, wr_en, m_ready : std_logic := '0';
  signal rst      : std_logic := '1';
  signal full, m_valid : std_logic;
  signal wr_data  : std_logic_vector(7 downto 0) := (others => '0');
  signal m_data   : std_logic_vector(15 downto 0);
  signal over     : boolean := false;
  signal sent, got : natural := 0;
begin
  process
  begin
    while not over loop
      clk <= '0';
      wait for 5 ns;
      clk <= '1';
      wait for 5 ns;
    end loop;
    wait;
  end process;

  dut : entity work.packer
    port map (clk => clk, rst => rst, wr_en => wr_en, wr_data => wr_data, full => full,
              m_valid => m_valid, m_data => m_data, m_ready => m_ready);

  -- Drives at the falling edge.
  process (clk)
    variable turn : natural := 0;
  begin
    if falling_edge(clk) then
      turn := turn + 1;
      if turn = 4 then
        rst <= '0';
      end if;
      if turn > 5 then
        if (turn / 40) mod 2 = 0 or turn mod 7 = 0 then
          wr_en <= '1';
        else
          wr_en <= '0';
        end if;
        if turn mod 3 = 0 and (turn / 50) mod 3 /= 2 then
          m_ready <= '1';
        else
          m_ready <= '0';
        end if;
      end if;
      wr_data <= std_logic_vector(to_unsigned(sent mod 256, 8));
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) and rst = '0' then
      if wr_en = '1' and full = '0' then
        sent <= sent + 1;
      end if;
      if m_valid = '1' and m_ready = '1' then
        got <= got + 1;
        if got = 199 then
          write(output, "PASS 200" & LF);
          over <= true;
        end if;
      end if;
    end if;
  end process;
end test;
