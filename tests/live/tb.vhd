-- SPDX-License-Identifier: Apache-2.0
-- It never ends by itself.
library ieee;
use ieee.std_logic_1164.all;

entity tb is
end entity;

architecture sim of tb is
  signal clk  : std_logic := '0';
  signal rst  : std_logic := '1';
  signal done : std_logic;
begin
  clk <= not clk after 5 ns;
  rst <= '0' after 40 ns;
  u_counter : entity work.counter port map (clk => clk, rst => rst, done => done);
end architecture;
