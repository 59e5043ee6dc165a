-- SPDX-License-Identifier: Apache-2.0
-- One-hot in two processes, a chain of ifs. With GAP = 0 nothing is left of the test for S_GAP.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.serial_pkg.all;

entity serial_tx is
  generic (
    CLKS_PER_BIT : positive := 4;
    GAP          : natural  := 2);
  port (
    clk, rst_n : in  std_logic;
    data       : in  std_logic_vector(7 downto 0);
    valid      : in  std_logic;
    ready      : out std_logic;
    txd        : out std_logic);
end entity;

architecture onehot of serial_tx is
  signal state, next_state : std_logic_vector(4 downto 0);
  signal tick      : std_logic;
  signal count     : integer range 0 to CLKS_PER_BIT - 1;
  signal bit_no    : unsigned(2 downto 0);
  signal gap_count : integer range 0 to GAP;
  signal shift     : std_logic_vector(7 downto 0);
begin
  tick  <= '1' when count = CLKS_PER_BIT - 1 else '0';
  ready <= '1' when state = S_IDLE else '0';

  with state select txd <=
    '0'      when S_START,
    shift(0) when S_BITS,
    '1'      when others;

  process (state, valid, tick, bit_no, gap_count)
  begin
    next_state <= state;
    if state = S_IDLE then
      if valid = '1' then
        next_state <= S_START;
      end if;
    elsif state = S_START then
      if tick = '1' then
        next_state <= S_BITS;
      end if;
    elsif state = S_BITS then
      if tick = '1' and bit_no = 7 then
        next_state <= S_STOP;
      end if;
    elsif state = S_STOP then
      if tick = '1' then
        next_state <= S_GAP;
      end if;
    elsif state = S_GAP then
      if gap_count = GAP then
        next_state <= S_IDLE;
      end if;
    else
      next_state <= S_IDLE;
    end if;
  end process;

  process (clk, rst_n)
  begin
    if rst_n = '0' then
      state     <= S_IDLE;
      count     <= 0;
      bit_no    <= (others => '0');
      gap_count <= 0;
      shift     <= x"00";
    elsif rising_edge(clk) then
      state <= next_state;
      if state = S_IDLE or tick = '1' then
        count <= 0;
      else
        count <= count + 1;
      end if;
      if state = S_IDLE and valid = '1' then
        shift  <= data;
        bit_no <= "000";
      end if;
      if state = S_BITS and tick = '1' then
        shift  <= '1' & shift(7 downto 1);
        bit_no <= bit_no + 1;
      end if;
      if state = S_GAP and gap_count < GAP then
        gap_count <= gap_count + 1;
      else
        gap_count <= 0;
      end if;
    end if;
  end process;
end architecture;
