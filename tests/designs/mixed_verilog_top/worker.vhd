-- SPDX-License-Identifier: Apache-2.0
-- Divides by subtracting, one step a cycle.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity Worker is
  generic (WIDTH : positive := 4);
  port (
    clk, rst  : in  std_logic;
    ap_start  : in  std_logic;
    ap_done   : out std_logic;
    ap_idle   : out std_logic;
    ap_ready  : out std_logic;
    dividend  : in  std_logic_vector(WIDTH - 1 downto 0);
    divisor   : in  std_logic_vector(WIDTH - 1 downto 0);
    quotient  : out std_logic_vector(WIDTH - 1 downto 0));
end entity;

architecture rtl of Worker is
  type Phase_T is (Resting, Subtracting, Telling);
  signal phase : Phase_T;
  signal left, by, times : unsigned(WIDTH - 1 downto 0);
begin
  ap_idle  <= '1' when phase = Resting and ap_start = '0' else '0';
  ap_done  <= '1' when phase = Telling else '0';
  ap_ready <= '1' when phase = Telling else '0';
  quotient <= std_logic_vector(times);

  process (clk)
  begin
    if rising_edge(clk) then
      case phase is
        when Resting =>
          if ap_start = '1' then
            left  <= unsigned(dividend);
            by    <= unsigned(divisor);
            times <= (others => '0');
            phase <= Subtracting;
          end if;
        when Subtracting =>
          if left < by then
            phase <= Telling;
          else
            left  <= left - by;
            times <= times + 1;
          end if;
        when Telling =>
          phase <= Resting;
      end case;
      if rst = '1' then
        phase <= Resting;
      end if;
    end if;
  end process;
end architecture;
