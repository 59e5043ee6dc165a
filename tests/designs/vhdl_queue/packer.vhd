-- SPDX-License-Identifier: Apache-2.0
-- A one-hot machine with constants for states, fed by a queue.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity packer is
  port (
    clk, rst : in  std_logic;
    wr_en    : in  std_logic;
    wr_data  : in  std_logic_vector(7 downto 0);
    full     : out std_logic;
    m_valid  : out std_logic;
    m_data   : out std_logic_vector(15 downto 0);
    m_ready  : in  std_logic);
end packer;

architecture rtl of packer is
  component ring_queue is
    port (
      clk, rst : in  std_logic;
      wr_en    : in  std_logic;
      wr_data  : in  std_logic_vector(7 downto 0);
      full     : out std_logic;
      rd_en    : in  std_logic;
      rd_data  : out std_logic_vector(7 downto 0);
      empty    : out std_logic);
  end component;
  constant S_LOW  : std_logic_vector(2 downto 0) := "001";
  constant S_HIGH : std_logic_vector(2 downto 0) := "010";
  constant S_SEND : std_logic_vector(2 downto 0) := "100";
  signal state       : std_logic_vector(2 downto 0);
  signal rd_en, empty : std_logic;
  signal rd_data     : std_logic_vector(7 downto 0);
  signal low_byte, high_byte : std_logic_vector(7 downto 0);
begin
  u_queue : ring_queue
    port map (clk => clk, rst => rst, wr_en => wr_en, wr_data => wr_data, full => full,
              rd_en => rd_en, rd_data => rd_data, empty => empty);

  rd_en   <= '1' when state = S_LOW or state = S_HIGH else '0';
  m_valid <= '1' when state = S_SEND else '0';
  m_data  <= high_byte & low_byte;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state <= S_LOW;
      else
        case state is
          when S_LOW =>
            if empty = '0' then
              low_byte <= rd_data;
              state    <= S_HIGH;
            end if;
          when S_HIGH =>
            if empty = '0' then
              high_byte <= rd_data;
              state     <= S_SEND;
            end if;
          when S_SEND =>
            if m_ready = '1' then
              state <= S_LOW;
            end if;
          when others =>
            state <= S_LOW;
        end case;
      end if;
    end if;
  end process;
end rtl;
