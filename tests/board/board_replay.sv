// SPDX-License-Identifier: Apache-2.0
//
// Stands where the inband link stood: takes the application's beats at the edges at which the link took
// them, as edges.txt says, and writes them to replayed.bin.

module board_replay #(
    parameter WIDTH = 32
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] tdata,
    input  wire             tvalid,
    output reg              tready
);
  int edges, beats;
  function automatic reg taken();  // at the next edge
    int c = $fgetc(edges);
    return c == "r";
  endfunction
  initial begin
    edges = $fopen("edges.txt", "r");
    beats = $fopen("replayed.bin", "wb");
    tready = taken();
  end
  always @(posedge clk) begin
    if (tvalid && tready)
      for (int i = 0; i < WIDTH; i += 8) $fwrite(beats, "%c", tdata[i +: 8]);
    tready <= taken();
  end
endmodule
