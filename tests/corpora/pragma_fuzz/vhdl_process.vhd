library ieee;
architecture rtl of m is
  signal s : natural;
begin
  ctl : process (clk) is
    variable v : integer;
  begin
    if rising_edge(clk) then
      -- pragma recap w1 wait_recv(top.out, ack) : ack = '0' -> d1
      v := v + 1;
      case s is
        when 1 | 2 =>
          for i in 0 to 3 loop
            -- pragma recap d1 busy
            x(i) <= v;
          end loop;
        when others => null;
      end case;
    end if;
  end process ctl;
end;
