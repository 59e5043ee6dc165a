// SPDX-License-Identifier: Apache-2.0
// Three workers that share a lock. Each worker tells its status in two bits.
module job_farm (
    input  wire       clk,
    input  wire       rst,
    input  wire [2:0] start,
    input  wire [4:0] size,
    input  wire [7:0] a,
    input  wire [7:0] b,
    output wire [5:0] status,
    output wire       busy
);
  wire [2:0] wants;
  reg  [2:0] owner;
  // The lock stays with its owner; a free one goes to the lowest number that wants it.
  wire [2:0] lowest = wants & (~wants + 3'd1);
  always @(posedge clk)
    if (rst) owner <= 3'd0;
    else if ((owner & wants) == 3'd0) owner <= lowest;

  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : g
      worker u_worker (.clk(clk), .rst(rst), .start(start[i]), .size(size), .granted(owner[i]), .wants(wants[i]),
                       .status(status[2*i +: 2]));
    end
  endgenerate
  assign busy = status != 6'd0;
endmodule
