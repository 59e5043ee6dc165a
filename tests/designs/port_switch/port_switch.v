// SPDX-License-Identifier: Apache-2.0
// Two stages of multiplexers over vectors of ports, joined by parts of a vector, and a chain of
// registers at the end.

module port_switch (
    input  wire         clk,
    input  wire         rst,
    input  wire [127:0] s_axis_tdata,
    input  wire [15:0]  s_axis_tkeep,
    input  wire [0:7]   s_axis_tvalid,
    output wire [0:7]   s_axis_tready,
    input  wire [7:0]   s_axis_tlast,
    input  wire [15:0]  side_word,
    input  wire         side_go,
    output wire         side_ok,
    output wire [15:0]  out_data,
    output wire [1:0]   out_keep,
    output wire         out_last,
    output wire         out_valid,
    input  wire         out_ready
);
    wire [31:0] mid_data;
    wire [3:0]  mid_keep;
    wire [1:0]  mid_valid, mid_ready, mid_last;
    wire [15:0] all_word;
    wire [1:0]  all_keep;
    wire        all_go, all_ok, all_last, unused;
    wire [15:0] one_data;
    wire [1:0]  one_keep;
    wire        one_valid, one_ready, one_last;

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : half
            port_mux #(.N(4)) u_mux (
                .clk(clk), .rst(rst),
                .s_axis_tdata(s_axis_tdata[g*64 +: 64]), .s_axis_tkeep(s_axis_tkeep[g*8 +: 8]),
                .s_axis_tvalid(s_axis_tvalid[4-g*4 : 7-g*4]), .s_axis_tready(s_axis_tready[4-g*4 : 7-g*4]),
                .s_axis_tlast(s_axis_tlast[g*4 +: 4]),
                .m_axis_tdata(mid_data[g*16 +: 16]), .m_axis_tkeep(mid_keep[g*2 +: 2]),
                .m_axis_tvalid(mid_valid[g]), .m_axis_tready(mid_ready[g]), .m_axis_tlast(mid_last[g])
            );
        end
    endgenerate

    // Nothing is named as a handshake out here; inside it is, and the multiplexer of one port less
    // has the same text.
    port_mux #(.N(3)) u_join (
        .clk(clk), .rst(rst),
        .s_axis_tdata({side_word, mid_data}), .s_axis_tkeep({2'b01, mid_keep}),
        .s_axis_tvalid({side_go, mid_valid}), .s_axis_tready({side_ok, mid_ready}),
        .s_axis_tlast({1'b1, mid_last}),
        .m_axis_tdata(all_word), .m_axis_tkeep(all_keep), .m_axis_tvalid(all_go),
        .m_axis_tready(all_ok), .m_axis_tlast(all_last)
    );
    port_mux #(.N(2)) u_last (
        .clk(clk), .rst(rst),
        .s_axis_tdata({16'd0, all_word}), .s_axis_tkeep({2'b11, all_keep}),
        .s_axis_tvalid({1'b0, all_go}), .s_axis_tready({unused, all_ok}), .s_axis_tlast({1'b1, all_last}),
        .m_axis_tdata(one_data), .m_axis_tkeep(one_keep), .m_axis_tvalid(one_valid),
        .m_axis_tready(one_ready), .m_axis_tlast(one_last)
    );

    slice_chain #(.W(19)) u_chain (
        .clk(clk), .rst(rst),
        .head_data({one_last, one_keep, one_data}), .head_valid(one_valid), .head_ready(one_ready),
        .tail_data({out_last, out_keep, out_data}), .tail_valid(out_valid), .tail_ready(out_ready)
    );
endmodule
