-- SPDX-License-Identifier: Apache-2.0
-- States that are elements and members: of an array, of an array of records, of a record whose members two processes drive;
-- of one beside a member that nobody assigns, which GHDL puts into one register with its neighbours; and one of two literals only.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity members is
  port (
    clk, rst  : in  std_logic;
    go, stop  : in  std_logic_vector(1 downto 0);
    running   : out std_logic;
    seen      : out std_logic_vector(3 downto 0);
    crowded   : out std_logic);
end entity;

architecture rtl of members is
  type Switch_T is (Off, Running_Now);
  type Step_T is (Waiting, Going, Ending);
  type Steps_T is array (0 to 1) of Step_T;
  type Channel_T is record
    count : unsigned(3 downto 0);
    step  : Step_T;
    gate  : Switch_T;
  end record;
  type Channels_T is array (2 downto 1) of Channel_T;

  type Hall_T is record
    step   : Step_T;
    unused : std_logic_vector(2 downto 0);
    count  : unsigned(1 downto 0);
  end record;
  type Halls_T is array (0 to 2) of Hall_T;

  signal hall    : Halls_T;
  signal switch  : Switch_T;
  signal steps   : Steps_T;
  signal channel : Channels_T;
  signal pair    : Channel_T;
begin
  running <= '1' when switch = Running_Now and steps(0) /= Ending and steps(1) /= Waiting else '0';
  seen    <= std_logic_vector(channel(1).count(1 downto 0) + channel(2).count(1 downto 0)) & std_logic_vector(pair.count(1 downto 0));

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        switch <= Off;
      else
        case switch is
          when Off =>
            if go(0) = '1' then
              switch <= Running_Now;
            end if;
          when Running_Now =>
            if stop(0) = '1' then
              switch <= Off;
            end if;
        end case;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        steps <= (others => Waiting);
      else
        for i in steps'range loop
          case steps(i) is
            when Waiting =>
              if go(i) = '1' then
                steps(i) <= Going;
              end if;
            when Going =>
              if stop(i) = '1' then
                steps(i) <= Ending;
              end if;
            when Ending =>
              steps(i) <= Waiting;
          end case;
        end loop;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      for i in channel'range loop
        case channel(i).step is
          when Waiting =>
            if go(i - 1) = '1' then
              channel(i).step <= Going;
            end if;
          when Going =>
            if stop(i - 1) = '1' then
              channel(i).step  <= Ending;
              channel(i).count <= channel(i).count + 1;
            end if;
          when Ending =>
            channel(i).step <= Waiting;
        end case;
        case channel(i).gate is
          when Off =>
            if stop(i - 1) = '1' then
              channel(i).gate <= Running_Now;
            else
              channel(i).gate <= Off;
            end if;
          when Running_Now =>
            channel(i).gate <= Off;
        end case;
        if rst = '1' then
          channel(i) <= (count => (others => '0'), step => Waiting, gate => Off);
        end if;
      end loop;
    end if;
  end process;

  crowded <= '1' when hall(0).step = Going and hall(1).step = Going and hall(2).step /= Waiting else '0';
  process (clk, rst)
  begin
    if rst = '1' then
      for i in hall'range loop
        hall(i).step  <= Waiting;
        hall(i).count <= "00";
      end loop;
    elsif rising_edge(clk) then
      for i in hall'range loop
        case hall(i).step is
          when Waiting =>
            if go(i mod 2) = '1' then
              hall(i).step <= Going;
            end if;
          when Going =>
            hall(i).count <= hall(i).count + 1;
            if hall(i).count = i then
              hall(i).step <= Ending;
            end if;
          when Ending =>
            if stop(i mod 2) = '1' then
              hall(i).step  <= Waiting;
              hall(i).count <= "00";
            end if;
        end case;
      end loop;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        pair.step <= Waiting;
      elsif pair.step = Waiting and go = "11" then
        pair.step <= Going;
      elsif pair.step = Going and stop /= "00" then
        pair.step <= Ending;
      elsif pair.step = Ending then
        pair.step <= Waiting;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        pair.count <= (others => '0');
      elsif pair.step = Ending then
        pair.count <= pair.count + 1;
      end if;
      pair.gate <= Off;
    end if;
  end process;
end architecture;
