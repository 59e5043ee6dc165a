-- A worker with pragmas in processes of every kind: clocked and combinational, with nested
-- conditions, a loop, variables, and a generate statement.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity worker is
  port (
    clk, rst  : in  std_logic;
    go, ack   : in  std_logic;
    data      : in  unsigned(3 downto 0);
    req       : out std_logic;
    odd_ones  : out std_logic;
    lane_full : out std_logic_vector(1 downto 0)
  );
end entity;

architecture rtl of worker is
  type state_t is (idle, step, ask);
  signal state : state_t;
  signal count : unsigned(3 downto 0);
  type fills_t is array (0 to 1) of unsigned(1 downto 0);
  signal fills : fills_t;
begin
  control : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state <= idle;
        count <= (others => '0');
        req   <= '0';
      else
        case state is
          when idle =>
            -- pragma recap rest idle
            if go = '1' then
              -- pragma recap load recv($CPU, data)
              count <= data;
              state <= step;
            end if;
          when step =>
            -- pragma recap work busy
            if count = 0 then
              if data(0) = '1' then
                -- pragma recap jump overhead
                state <= idle;
              else
                state <= ask;
                req   <= '1';
              end if;
            else
              count <= count - 1;
            end if;
          when ask =>
            --pragma recap w1 wait_recv(worker.out,ack):ack='0'
            --pragma recap d1 recv(worker.out,ack):ack='1' -> rest
            if ack = '1' then
              state <= idle;
              req   <= '0';
            end if;
        end case;
      end if;
    end if;
  end process;

  -- Combinational, with a loop and a variable that changes on the way.
  process (data) is
    variable ones : natural range 0 to 4;
  begin
    ones := 0;
    for i in 0 to 3 loop
      if data(i) = '1' then
        ones := ones + 1;
      end if;
      if ones = 2 then
        -- pragma recap two busy
        null;
      end if;
    end loop;
    if ones > 2 then
      null; -- pragma recap many busy
    end if;
    if ones mod 2 = 1 then
      odd_ones <= '1';
      -- pragma recap odd overhead : data(3) = '1'
    else
      odd_ones <= '0';
    end if;
  end process;

  -- Clocked, without a reset: it goes on while the others are reset.
  watch : process (clk) is
  begin
    if rising_edge(clk) then
      -- pragma recap low idle
      if data(1) = '1' then
        null; -- pragma recap high busy
      end if;
    end if;
  end process;

  lanes : for g in 0 to 1 generate
    lane_full(g) <= '1' when fills(g) = 3 else '0';
    fill_lane : process (clk, rst) is
    begin
      if rst = '1' then
        fills(g) <= "00";
      elsif clk'event and clk = '1' then
        if fills(g) = 3 then
          -- pragma recap full wait_send(worker.out, room)
          if ack = '1' then
            fills(g) <= "00";
          end if;
        elsif data(g) = '1' then
          fills(g) <= fills(g) + 1; -- pragma recap filling recv($CPU, data)
        end if;
      end if;
    end process;
  end generate;
end architecture;
