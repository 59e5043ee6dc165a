-- SPDX-License-Identifier: Apache-2.0
-- Lanes of a generate loop, each with a machine whose states are integers and one whose states are an enumeration.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.serial_pkg.all;

entity lanes is
  generic (N : positive := 2);
  port (
    clk, rst_n : in  std_logic;
    data       : in  std_logic_vector(8 * N - 1 downto 0);
    valid      : in  std_logic_vector(N - 1 downto 0);
    ready      : out std_logic_vector(N - 1 downto 0);
    txd        : out std_logic_vector(N - 1 downto 0);
    busy       : out std_logic_vector(N - 1 downto 0));
end entity;

-- Not the one that is used.
architecture silent of lanes is
begin
  ready <= (others => '0');
  txd   <= (others => '1');
  busy  <= (others => '0');
end architecture;

architecture rtl of lanes is
  constant WATCH_IDLE : integer := 0;
  constant WATCH_SEE  : integer := 1;
  constant WATCH_HOLD : integer := 2;
  type Lamp_T is (Dark, Glowing, Fading);
begin
  lane : for i in 0 to N - 1 generate
    signal watch  : integer range 0 to 3 := WATCH_IDLE;
    signal lamp   : Lamp_T := Dark;
    signal held   : unsigned(3 downto 0) := (others => '0');
    signal line_i : std_logic;
  begin
    tx : serial_tx
      generic map (CLKS_PER_BIT => 4 + i, GAP => i)
      port map (clk => clk, rst_n => rst_n, data => data(8 * i + 7 downto 8 * i), valid => valid(i), ready => ready(i),
                txd => line_i);
    txd(i)  <= line_i;
    busy(i) <= '0' when lamp = Dark else '1';

    process (clk)
    begin
      if rising_edge(clk) then
        case watch is
          when WATCH_IDLE =>
            if line_i = '0' then
              watch <= WATCH_SEE;
            end if;
          when WATCH_SEE =>
            held <= (others => '0');
            if line_i = '1' then
              watch <= WATCH_HOLD;
            end if;
          when WATCH_HOLD =>
            held <= held + 1;
            if held = 5 then
              watch <= WATCH_IDLE;
            elsif line_i = '0' then
              watch <= WATCH_SEE;
            end if;
          when others =>
            watch <= WATCH_IDLE;
        end case;
      end if;
    end process;

    process (clk)
    begin
      if rising_edge(clk) then
        case lamp is
          when Dark =>
            if watch = WATCH_SEE then
              lamp <= Glowing;
            end if;
          when Glowing =>
            if watch = WATCH_IDLE then
              lamp <= Fading;
            end if;
          when Fading =>
            lamp <= Dark;
        end case;
      end if;
    end process;
  end generate;
end architecture;
