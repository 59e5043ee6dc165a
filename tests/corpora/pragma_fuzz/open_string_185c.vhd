lial process (clk) iÿÿÿÿÿÿÿÿÿsape
    variable v : i    variable v : integer;
  bn posk) iÿÿÿÿÿÿÿÿÿsapeeger;
 "begiarch  if rising_edge)(clk) then
             -- pragma recap d0 busy
          f   variable v : integer;
  begin
   ;  e
nd process cth;teger;
  begiarch  if rising_edge)(clk) then
           ÿÿ  -- prŸgma recap d1 busy
          f is
 f%inal process (clk) iÿÿÿÿÿÿÿÿÿsape
    variable v : integer;
  begin
   ;
  end process cth;
end;
