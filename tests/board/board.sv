// SPDX-License-Identifier: Apache-2.0
//
// The outside of a board for each link: pins on one side, C++ functions on the other, called at every
// edge of the clock of the link. The testbench of the design holds one of these.

/* verilator lint_off DECLFILENAME */
module board_uart (
    input  wire clk,
    input  wire tx,
    output reg  rx
);
  import "DPI-C" function int board_uart(input int tx);
  initial rx = 1'b1;
  int next;
  always @(posedge clk) begin
    next = board_uart({31'd0, tx});
    rx <= next[0];
  end
endmodule

module board_axil (
    input  wire        clk,
    output reg  [7:0]  awaddr,
    output reg         awvalid,
    input  wire        awready,
    output reg  [31:0] wdata,
    output wire [3:0]  wstrb,
    output reg         wvalid,
    input  wire        wready,
    input  wire        bvalid,
    output reg         bready,
    output reg  [7:0]  araddr,
    output reg         arvalid,
    input  wire        arready,
    input  wire [31:0] rdata,
    input  wire        rvalid,
    output reg         rready
);
  // Gives the handshakes of the edge, gets what to drive after it.
  import "DPI-C" function void board_axil(
      input int handshakes, input int rdata, output int address, output int data, output int valids);
  assign wstrb = 4'hf;
  initial {awvalid, wvalid, bready, arvalid, rready, awaddr, araddr, wdata} = 0;
  int address, data, valids;
  always @(posedge clk) begin
    board_axil({27'd0, awvalid && awready, wvalid && wready, bvalid && bready, arvalid && arready,
                rvalid && rready}, rdata, address, data, valids);
    awaddr <= address[7:0];
    araddr <= address[7:0];
    wdata <= data;
    {awvalid, wvalid, bready, arvalid, rready} <= valids[4:0];
  end
endmodule

module board_axis (
    input  wire        clk,
    input  wire [31:0] tdata,
    input  wire [3:0]  tkeep,
    input  wire        tvalid,
    input  wire        tlast,
    output reg         tready,
    output reg  [7:0]  command_tdata,
    output reg         command_tvalid,
    input  wire        command_tready
);
  import "DPI-C" function int board_axis(input int beat, input int tdata, input int tkeep, input int command_taken);
  initial {tready, command_tvalid, command_tdata} = 0;
  int next;
  always @(posedge clk) begin
    next = board_axis({31'd0, tvalid && tready}, tdata, {28'd0, tkeep}, {31'd0, command_tvalid && command_tready});
    {tready, command_tvalid, command_tdata} <= next[9:0];
  end
endmodule

module board_dram (
    input  wire        clk,
    input  wire [31:0] awaddr,
    input  wire [7:0]  awlen,
    input  wire        awvalid,
    output reg         awready,
    input  wire [31:0] wdata,
    input  wire [3:0]  wstrb,
    input  wire        wlast,
    input  wire        wvalid,
    output reg         wready,
    output reg         bvalid,
    input  wire        bready
);
  import "DPI-C" function int board_dram(input int handshakes, input int address, input int data, input int strobes);
  initial {awready, wready, bvalid} = 0;
  int next;
  always @(posedge clk) begin
    next = board_dram({28'd0, wlast, awvalid && awready, wvalid && wready, bvalid && bready}, awaddr, wdata,
                      {28'd0, wstrb});
    {awready, wready, bvalid} <= next[2:0];
  end
endmodule

// The stream that carries the reports, and, to compare with, the application's side of the link.
module board_inband #(
    parameter WIDTH = 32
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] tdata,
    input  wire             tvalid,
    output reg              tready,
    input  wire [WIDTH-1:0] app_tdata,
    input  wire             app_tvalid,
    input  wire             app_tready,
    output reg  [7:0]       command_tdata,
    output reg              command_tvalid,
    input  wire             command_tready
);
  import "DPI-C" function int board_inband(input int bytes, input int handshakes, input longint data, input longint app_data);
  initial {tready, command_tvalid, command_tdata} = 0;
  int next;
  always @(posedge clk) begin
    next = board_inband(WIDTH / 8, {27'd0, tvalid, tready, app_tvalid, app_tready, command_tvalid && command_tready},
                        64'(tdata), 64'(app_tdata));
    {tready, command_tvalid, command_tdata} <= next[9:0];
  end
endmodule

// The cable of a test port; with OTHERS the FPGA stands between two other devices.
module board_jtag #(
    parameter OTHERS = 0
) (
    input  wire clk,
    output reg  tck,
    output reg  tms,
    output wire tdi,
    input  wire tdo
);
  import "DPI-C" function int board_jtag(input int tdo);
  reg  cable_tdi;
  wire cable_tdo, to_fpga, to_cable;
  initial {tck, tms, cable_tdi} = 0;
  int next;
  always @(posedge clk) begin
    next = board_jtag({31'd0, cable_tdo});
    {tck, tms, cable_tdi} <= next[2:0];
  end
  generate
    if (OTHERS) begin : others
      board_tap #(.WIDTH(4), .IDCODE(32'h4ba00477)) u_before
          (.tck, .tms, .tdi(cable_tdi), .tdo(to_fpga), .user(1'b0), .data(1'b0), .instruction(), .state());
      board_tap #(.WIDTH(5), .IDCODE(32'h06410041)) u_after
          (.tck, .tms, .tdi(tdo), .tdo(to_cable), .user(1'b0), .data(1'b0), .instruction(), .state());
    end
    else assign {to_fpga, to_cable} = {cable_tdi, tdo};
  endgenerate
  assign tdi = to_fpga;
  assign cable_tdo = to_cable;
endmodule
