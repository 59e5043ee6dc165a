module m; always @(posedge c) case (x) 1: // pragma recap a recv($CPU, d) -> b
