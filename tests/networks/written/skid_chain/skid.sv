// SPDX-License-Identifier: Apache-2.0
// Words of packet headers: a source, a step that lowers the time to live, one that makes the checksum. Between them
// skid buffers, so that no ready passes through a step in the same cycle.
module skid_buffer #(parameter int W = 16) (
    input  logic         clk,
    input  logic         srst,
    input  logic         up_vld,
    output logic         up_rdy,
    input  logic [W-1:0] up_dat,
    output logic         dn_vld,
    input  logic         dn_rdy,
    output logic [W-1:0] dn_dat
);
    logic         spare_vld;
    logic [W-1:0] spare_dat;
    assign up_rdy = !spare_vld;
    always_ff @(posedge clk)
        if (srst) begin
            spare_vld <= 1'b0;
            dn_vld    <= 1'b0;
            dn_dat    <= '0;
            spare_dat <= '0;
        end else if (dn_rdy || !dn_vld) begin
            dn_vld    <= spare_vld || up_vld;
            dn_dat    <= spare_vld ? spare_dat : up_dat;
            spare_vld <= 1'b0;
        end else if (up_vld && up_rdy) begin
            spare_vld <= 1'b1;
            spare_dat <= up_dat;
        end
endmodule

module header_step #(parameter int CYCLES = 2, parameter logic [15:0] ADD = 16'd1) (
    input  logic        clk,
    input  logic        srst,
    input  logic        in_vld,
    output logic        in_rdy,
    input  logic [15:0] in_dat,
    output logic        out_vld,
    input  logic        out_rdy,
    output logic [15:0] out_dat
);
    logic [3:0] left;
    logic       full;
    assign in_rdy  = !full;
    assign out_vld = full && left == 0;
    always_ff @(posedge clk)
        if (srst) begin
            full    <= 1'b0;
            left    <= '0;
            out_dat <= '0;
        end else if (in_vld && in_rdy) begin
            full    <= 1'b1;
            left    <= 4'(CYCLES - 1);
            out_dat <= in_dat + ADD;
        end else if (full && left != 0) left <= left - 1'b1;
        else if (out_vld && out_rdy) full <= 1'b0;
endmodule

module header_source #(parameter int EVERY = 2) (
    input  logic        clk,
    input  logic        srst,
    output logic        out_vld,
    input  logic        out_rdy,
    output logic [15:0] out_dat
);
    logic [1:0] pause;
    assign out_vld = pause == 0;
    always_ff @(posedge clk)
        if (srst) begin
            pause   <= '0;
            out_dat <= 16'h4500;
        end else if (out_vld && out_rdy) begin
            pause   <= 2'(EVERY - 1);
            out_dat <= out_dat + 16'd13;
        end else if (pause != 0) pause <= pause - 1'b1;
endmodule

module skid_chain #(parameter int EVERY = 2, parameter int TTL_CYCLES = 2, parameter int CHK_CYCLES = 5) (
    input  logic        clk,
    input  logic        srst,
    output logic        hdr_vld,
    input  logic        hdr_rdy,
    output logic [15:0] hdr_dat
);
    logic [4:0] v, r;
    logic [15:0] d[5];
    header_source #(.EVERY(EVERY)) src (.clk, .srst, .out_vld(v[0]), .out_rdy(r[0]), .out_dat(d[0]));
    skid_buffer skid0 (.clk, .srst, .up_vld(v[0]), .up_rdy(r[0]), .up_dat(d[0]), .dn_vld(v[1]), .dn_rdy(r[1]), .dn_dat(d[1]));
    header_step #(.CYCLES(TTL_CYCLES), .ADD(16'hffff)) ttl_i (.clk, .srst, .in_vld(v[1]), .in_rdy(r[1]), .in_dat(d[1]), .out_vld(v[2]), .out_rdy(r[2]), .out_dat(d[2]));
    skid_buffer skid1 (.clk, .srst, .up_vld(v[2]), .up_rdy(r[2]), .up_dat(d[2]), .dn_vld(v[3]), .dn_rdy(r[3]), .dn_dat(d[3]));
    header_step #(.CYCLES(CHK_CYCLES), .ADD(16'h0101)) chk_i (.clk, .srst, .in_vld(v[3]), .in_rdy(r[3]), .in_dat(d[3]), .out_vld(v[4]), .out_rdy(r[4]), .out_dat(d[4]));
    skid_buffer skid2 (.clk, .srst, .up_vld(v[4]), .up_rdy(r[4]), .up_dat(d[4]), .dn_vld(hdr_vld), .dn_rdy(hdr_rdy), .dn_dat(hdr_dat));
endmodule
