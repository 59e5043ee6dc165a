-- SPDX-License-Identifier: Apache-2.0
-- One process, asynchronous reset, an enumeration, VHDL-93.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity Serializer is
  generic (WIDTH : positive := 8);
  port (
    clk     : in  std_logic;
    rst_n   : in  std_logic;
    s_valid : in  std_logic;
    s_ready : out std_logic;
    s_data  : in  std_logic_vector(WIDTH - 1 downto 0);
    line_o  : out std_logic;
    busy    : out std_logic);
end entity;

architecture rtl of Serializer is
  type Phase_T is (Idle, Start_Bit, Shift_Out, Parity, Stop_Bit);
  signal phase : Phase_T;
  signal shift : std_logic_vector(WIDTH - 1 downto 0);
  signal left  : unsigned(3 downto 0);
  signal odd   : std_logic;
begin
  s_ready <= '1' when phase = Idle else '0';
  busy    <= '0' when phase = Idle else '1';

  process (clk, rst_n)
  begin
    if rst_n = '0' then
      phase  <= Idle;
      shift  <= (others => '0');
      left   <= (others => '0');
      odd    <= '0';
      line_o <= '1';
    elsif rising_edge(clk) then
      case phase is
        when Idle =>
          line_o <= '1';
          if s_valid = '1' then
            shift <= s_data;
            odd   <= '0';
            left  <= to_unsigned(WIDTH - 1, 4);
            phase <= Start_Bit;
          end if;
        when Start_Bit =>
          line_o <= '0';
          phase  <= Shift_Out;
        when Shift_Out =>
          line_o <= shift(0);
          odd    <= odd xor shift(0);
          shift  <= '0' & shift(WIDTH - 1 downto 1);
          left   <= left - 1;
          if left = 0 then
            phase <= Parity;
          end if;
        when Parity =>
          line_o <= odd;
          phase  <= Stop_Bit;
        when Stop_Bit =>
          line_o <= '1';
          phase  <= Idle;
      end case;
    end if;
  end process;
end architecture;
