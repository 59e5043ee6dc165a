-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;

entity counter is
  port (
    clk  : in  std_logic;
    rst  : in  std_logic;
    done : out std_logic
  );
end entity;

architecture rtl of counter is
  type state_t is (idle, step, tell);
  signal state : state_t := idle;
  signal left  : natural range 0 to 200 := 0;
begin
  process (clk)
  begin
    if rising_edge(clk) then
      done <= '0';
      if rst = '1' then
        state <= idle;
      else
        case state is
          when idle =>
            left  <= 200;
            state <= step;
          when step =>
            if left = 0 then
              state <= tell;
            else
              left <= left - 1;
            end if;
          when tell =>
            done  <= '1';
            state <= idle;
        end case;
      end if;
    end if;
  end process;
end architecture;
