// SPDX-License-Identifier: Apache-2.0
// Vectors of handshakes whose bits belong to two clocks: two processes of one module, two instances, and a
// single wire that is taken out of a vector.
module lane_meter (input clk, input rst, input in_valid, output in_ready, output reg [7:0] taken);
    reg rests;
    assign in_ready = !rests;
    always @(posedge clk)
        if (rst) begin
            rests <= 1'b0;
            taken <= 8'd0;
        end else begin
            rests <= in_valid && in_ready && taken[0];
            if (in_valid && in_ready) taken <= taken + 8'd1;
        end
endmodule

module two_clock_lanes (
    input             clk_a,
    input             clk_b,
    input             rst,
    input      [1:0]  s_valid,
    output     [1:0]  s_ready,
    input      [1:0]  m_valid,
    output     [1:0]  m_ready,
    output reg [7:0]  seen_a,
    output reg [7:0]  seen_b,
    output     [15:0] taken
);
    reg  ready_a, ready_b;
    assign s_ready = {ready_b, ready_a};

    always @(posedge clk_a)
        if (rst) begin
            ready_a <= 1'b0;
            seen_a <= 8'd0;
        end else begin
            ready_a <= !ready_a || !s_valid[0];
            if (s_valid[0] && ready_a) seen_a <= seen_a + 8'd1;
        end
    always @(posedge clk_b)
        if (rst) begin
            ready_b <= 1'b0;
            seen_b <= 8'd0;
        end else begin
            ready_b <= !ready_b;
            if (s_valid[1] && ready_b) seen_b <= seen_b + 8'd1;
        end

    lane_meter u_low (.clk(clk_a), .rst(rst), .in_valid(m_valid[0]), .in_ready(m_ready[0]), .taken(taken[7:0]));
    lane_meter u_high (.clk(clk_b), .rst(rst), .in_valid(m_valid[1]), .in_ready(m_ready[1]), .taken(taken[15:8]));
endmodule
