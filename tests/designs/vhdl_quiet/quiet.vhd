-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

-- A machine whose state nobody reads, in a component whose output nobody reads.
entity watcher is
  port (clk, rst, go : in std_logic; seen : out std_logic);
end entity;

architecture rtl of watcher is
  type step_t is (Asleep, Awake, Tired);
  signal step : step_t;
begin
  seen <= go;
  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step <= Asleep;
      else
        case step is
          when Asleep => if go = '1' then step <= Awake; end if;
          when Awake => if go = '0' then step <= Tired; end if;
          when Tired => step <= Asleep;
        end case;
      end if;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity quiet is
  port (clk, rst, go : in std_logic; q : out std_logic_vector(7 downto 0));
end entity;

architecture rtl of quiet is
  type state_t is (Idle, Warm, Run, Cool);
  signal state : state_t;  -- drives nothing
  type mode_t is (Off, Half, Full);
  signal mode : mode_t;    -- drives q
  signal count : unsigned(7 downto 0);
  signal unread : std_logic;
begin
  u_watcher : entity work.watcher port map (clk, rst, go, unread);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state <= Idle;
      else
        case state is
          when Idle => if go = '1' then state <= Warm; end if;
          when Warm => state <= Run;
          when Run => if go = '0' then state <= Cool; end if;
          when Cool => state <= Idle;
        end case;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        mode <= Off;
        count <= (others => '0');
      else
        case mode is
          when Off => if go = '1' then mode <= Half; end if;
          when Half => mode <= Full; count <= count + 1;
          when Full => if go = '0' then mode <= Off; end if; count <= count + 2;
        end case;
      end if;
    end if;
  end process;

  lanes : for i in 0 to 1 generate
    signal lane : mode_t;  -- drives nothing
  begin
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          lane <= Off;
        else
          case lane is
            when Off => if go = '1' then lane <= Half; end if;
            when Half => if i = 0 then lane <= Full; else lane <= Off; end if;
            when Full => if go = '0' then lane <= Off; end if;
          end case;
        end if;
      end if;
    end process;
  end generate;

  q <= std_logic_vector(count);
end architecture;
