-- SPDX-License-Identifier: Apache-2.0
-- Two processes, the second a single conditional signal assignment; the reset stands last in the first.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bus_pkg.all;

entity merge is
  port (
    clk, rst     : in  std_ulogic;
    feeds        : in  Beats_T(0 to 3);
    feeds_ready  : out std_logic_vector(0 to 3);
    packet       : out Beat_T;
    packet_ready : in  std_logic);
end entity;

architecture two_processes of merge is
  signal r, rin : Regs_T;
begin
  comb : process (all)
    variable v    : Regs_T;
    variable asks : std_logic_vector(0 to 3);
    variable free : boolean;
  begin
    v := r;
    feeds_ready <= (others => '0');
    for k in feeds'range loop
      asks(k) := feeds(k).valid;
    end loop;
    free := r.beat.valid = '0' or packet_ready = '1';
    if free then
      v.beat.valid := '0';
      v.beat.last  := '0';
    end if;
    case r.control.phase is
      when PH_IDLE =>
        if (or asks) then
          v.owner         := pick(asks, r.owner);
          v.control.phase := PH_HEAD;
        end if;
      when PH_HEAD =>
        v.sum := (others => '0');
        if free then
          v.beat.data     := std_logic_vector(to_unsigned(r.owner, 16));
          v.beat.valid    := '1';
          v.control.phase := PH_BODY;
        end if;
      when PH_BODY =>
        if free then
          feeds_ready(r.owner) <= '1';
          if feeds(r.owner).valid then
            v.beat.data  := feeds(r.owner).data;
            v.beat.valid := '1';
            v.sum        := r.sum + unsigned(feeds(r.owner).data);
            if feeds(r.owner).last then
              v.control.phase := PH_TAIL;
            end if;
          end if;
        end if;
      when PH_TAIL =>
        if free then
          v.beat          := (data => std_logic_vector(r.sum), valid => '1', last => '1');
          v.control       := (phase => PH_FLUSH, left => to_unsigned(3, 6));
        end if;
      when PH_FLUSH =>
        v.control.left := r.control.left - 1;
        if r.control.left = 0 then
          v.control.phase := PH_IDLE;
        end if;
    end case;
    if rst then
      v := REGS_AT_REST;
    end if;
    rin    <= v;
    packet <= r.beat;
  end process;

  r <= rin when rising_edge(clk);
end architecture;
