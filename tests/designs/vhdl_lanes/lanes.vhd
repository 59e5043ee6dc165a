-- SPDX-License-Identifier: Apache-2.0
-- Machines inside nested generate statements and a block, in VHDL-93.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library lanelib;
use lanelib.lane_lib.all;

entity lanes is
  generic (
    LANES_N : natural := 2;
    COOL    : boolean := true);
  port (
    clk, rst : in  std_logic;
    start    : in  std_logic_vector(LANES_N - 1 downto 0);
    busy     : out std_logic_vector(LANES_N - 1 downto 0));
end lanes;

architecture rtl of lanes is
begin
  lane : for n in 0 to LANES_N - 1 generate
    signal state : lane_state;
    signal timer : unsigned(3 downto 0);
  begin
    busy(n) <= '1' when state = RUNNING else '0';
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          state <= READY;
          timer <= (others => '0');
        else
          timer <= timer + 1;
          case state is
            when READY =>
              timer <= (others => '0');
              if start(n) = '1' then
                state <= RUNNING;
              end if;
            when RUNNING =>
              if timer = 5 + n then
                timer <= (others => '0');
                if COOL then
                  state <= COOLING;
                else
                  state <= READY;
                end if;
              end if;
            when COOLING =>
              if timer = 3 then
                state <= READY;
              end if;
          end case;
        end if;
      end if;
    end process;
  end generate;
end rtl;
