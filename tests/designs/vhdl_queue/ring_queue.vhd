-- SPDX-License-Identifier: Apache-2.0
-- A queue with two pointers and a count, VHDL-93 style.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity ring_queue is
  port (
    clk, rst : in  std_logic;
    wr_en    : in  std_logic;
    wr_data  : in  std_logic_vector(7 downto 0);
    full     : out std_logic;
    rd_en    : in  std_logic;
    rd_data  : out std_logic_vector(7 downto 0);
    empty    : out std_logic);
end ring_queue;

architecture rtl of ring_queue is
  type memory_t is array (0 to 7) of std_logic_vector(7 downto 0);
  signal memory       : memory_t;
  signal wr_ptr, rd_ptr : unsigned(2 downto 0);
  signal count        : unsigned(3 downto 0);
  signal full_i, empty_i : std_logic;
begin
  full_i  <= '1' when count = 8 else '0';
  empty_i <= '1' when count = 0 else '0';
  full    <= full_i;
  empty   <= empty_i;
  rd_data <= memory(to_integer(rd_ptr));

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        wr_ptr <= (others => '0');
        rd_ptr <= (others => '0');
        count  <= (others => '0');
      else
        if wr_en = '1' and full_i = '0' then
          memory(to_integer(wr_ptr)) <= wr_data;
          wr_ptr <= wr_ptr + 1;
        end if;
        if rd_en = '1' and empty_i = '0' then
          rd_ptr <= rd_ptr + 1;
        end if;
        if wr_en = '1' and full_i = '0' and not (rd_en = '1' and empty_i = '0') then
          count <= count + 1;
        elsif rd_en = '1' and empty_i = '0' and not (wr_en = '1' and full_i = '0') then
          count <= count - 1;
        end if;
      end if;
    end if;
  end process;
end rtl;
