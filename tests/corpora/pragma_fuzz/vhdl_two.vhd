process begin
-- pragma recap a idle
wait until c = '1'; end process;
postponed process (all) begin if a then -- pragma recap b send(x)
elsif b then null; end if; end process;
