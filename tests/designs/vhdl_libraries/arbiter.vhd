-- SPDX-License-Identifier: Apache-2.0
-- Of library util: an entity that another library instances, falling edge, active-low synchronous reset.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library util;
use util.util_types.all;

entity arbiter is
  generic (COOLING : natural := 2);
  port (
    clk, nreset : in  std_logic;
    request     : in  std_logic;
    give_up     : in  std_logic;
    grant       : out std_logic);
end entity;

architecture rtl of arbiter is
  signal access_state : Access_T;
  signal cool         : natural range 0 to 15;
begin
  grant <= '1' when access_state = A_GRANTED else '0';

  process
  begin
    wait until falling_edge(clk);
    if nreset = '0' then
      access_state <= A_FREE;
      cool         <= 0;
    else
      case access_state is
        when A_FREE =>
          if request = '1' then
            access_state <= A_GRANTED;
          end if;
        when A_GRANTED =>
          cool <= 0;
          if give_up = '1' then
            access_state <= A_COOLING;
          end if;
        when A_COOLING =>
          cool <= cool + 1;
          if cool = COOLING then
            access_state <= A_FREE;
          end if;
      end case;
    end if;
  end process;
end architecture;
