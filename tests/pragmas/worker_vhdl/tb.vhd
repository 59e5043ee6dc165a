-- Drives the worker with values of a shift register, and counts by itself what each pragma should
-- have counted, from a model of its own.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity tb is
end entity;

architecture sim of tb is
  signal clk : std_logic := '0';
  signal rst : std_logic := '1';
  signal go, ack, req, odd_ones : std_logic := '0';
  signal data : unsigned(3 downto 0) := "0000";
  signal lane_full : std_logic_vector(1 downto 0);
  signal done : boolean := false;
begin
  clk <= not clk after 5 ns when not done else '0';
  dut : entity work.worker
    port map (clk => clk, rst => rst, go => go, ack => ack, data => data, req => req,
              odd_ones => odd_ones, lane_full => lane_full);

  drive : process
    variable r : unsigned(15 downto 0) := x"ACE1";
  begin
    wait for 32 ns;
    rst <= '0';
    for n in 1 to 2000 loop
      wait until rising_edge(clk);
      for k in 1 to 7 loop
        r := r(14 downto 0) & (r(15) xor r(13) xor r(12) xor r(10));
      end loop;
      data <= r(3 downto 0) after 1 ns;
      if r(5 downto 4) = 0 then go <= '1' after 1 ns; else go <= '0' after 1 ns; end if;
      if r(8 downto 7) = 0 then ack <= '1' after 1 ns; else ack <= '0' after 1 ns; end if;
    end loop;
    wait until falling_edge(clk);
    done <= true;
    wait;
  end process;

  -- control: 1 rest, 2 load, 3 work, 4 jump, 5 w1, 6 d1; 8: 1 two, 2 many, 3 odd; 16, 24: lanes
  count : process
    type numbers_t is array (0 to 39) of natural;
    type last_t is array (0 to 4) of integer;
    variable cycles, entries, lost : numbers_t := (others => 0);
    variable last : last_t := (others => -1);
    variable mode, left, ones, s : natural := 0;
    variable at_two : boolean;
    type fill_t is array (0 to 1) of natural;
    variable fill : fill_t := (0, 0);

    procedure note(machine, which : natural) is
    begin
      cycles(machine * 8 + which) := cycles(machine * 8 + which) + 1;
      if last(machine) /= which then
        entries(machine * 8 + which) := entries(machine * 8 + which) + 1;
      end if;
      last(machine) := which;
    end procedure;
    procedure tell(machine, which : natural; path, name : string) is
    begin
      report "expect " & path & " " & name & " " & integer'image(cycles(machine * 8 + which)) & " "
        & integer'image(entries(machine * 8 + which));
    end procedure;
  begin
    note(4, 1);  -- the edge before the first that falls
    loop
      wait until falling_edge(clk);
      wait for 4 ns;
      exit when done;  -- no edge follows
      if data(1) = '1' then
        note(4, 2);
        lost(33) := lost(33) + 1;
      else
        note(4, 1);
      end if;
      if rst = '0' then
        if mode = 0 then
          s := 1;
          if go = '1' then s := 2; lost(1) := lost(1) + 1; left := to_integer(data); mode := 1; end if;
        elsif mode = 1 then
          s := 3;
          if left > 0 then left := left - 1;
          elsif data(0) = '1' then s := 4; lost(3) := lost(3) + 1; mode := 0;
          else mode := 2;
          end if;
        elsif ack = '1' then s := 6; mode := 0;
        else s := 5;
        end if;
        note(0, s);
        ones := 0;
        at_two := false;
        for i in 0 to 3 loop
          if data(i) = '1' then ones := ones + 1; end if;
          at_two := at_two or ones = 2;
        end loop;
        s := 0;
        if at_two then s := 1; end if;
        if ones > 2 then s := 2; end if;
        if ones mod 2 = 1 and data(3) = '1' then s := 3; end if;
        if at_two and s /= 1 then lost(9) := lost(9) + 1; end if;
        if ones > 2 and s /= 2 then lost(10) := lost(10) + 1; end if;
        note(1, s);
        for g in 0 to 1 loop
          if fill(g) = 3 then
            note(2 + g, 1);
            if ack = '1' then fill(g) := 0; end if;
          elsif data(g) = '1' then
            note(2 + g, 2);
            fill(g) := fill(g) + 1;
          else
            note(2 + g, 0);
          end if;
        end loop;
      end if;
    end loop;
    tell(0, 1, "control", "rest");
    tell(0, 2, "control", "load");
    tell(0, 3, "control", "work");
    tell(0, 4, "control", "jump");
    tell(0, 5, "control", "w1");
    tell(0, 6, "control", "d1");
    tell(1, 0, "pragmas", "other");
    tell(1, 1, "pragmas", "two");
    tell(1, 2, "pragmas", "many");
    tell(1, 3, "pragmas", "odd");
    tell(4, 1, "watch", "low");
    tell(4, 2, "watch", "high");
    for g in 0 to 1 loop
      tell(2 + g, 0, "lanes[" & integer'image(g) & "].fill_lane", "other");
      tell(2 + g, 1, "lanes[" & integer'image(g) & "].fill_lane", "full");
      tell(2 + g, 2, "lanes[" & integer'image(g) & "].fill_lane", "filling");
    end loop;
    report "lost control.rest " & integer'image(lost(1));
    report "lost control.work " & integer'image(lost(3));
    report "lost pragmas.two " & integer'image(lost(9));
    report "lost watch.low " & integer'image(lost(33));
    report "lost pragmas.many " & integer'image(lost(10));
    wait;
  end process;
end architecture;
