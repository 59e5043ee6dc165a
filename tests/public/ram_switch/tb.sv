// SPDX-License-Identifier: Apache-2.0
// Each port sends frames of 16 bytes to the next port.
module tb;
    parameter SPEEDUP = 1, GAP = 2, FRAMES = 24;
    reg clk = 0, rst = 1;
    wire [3:0] ready, valid, last;
    wire [31:0] out;
    reg [3:0] give = 0;
    reg [7:0] index [0:3];
    reg [7:0] frame [0:3];
    integer cycles = 0, got = 0, i, gap [0:3];
    wire [3:0] lasts = {index[3] == 15, index[2] == 15, index[1] == 15, index[0] == 15};
    axis_ram_switch #(.FIFO_DEPTH(256), .SPEEDUP(SPEEDUP), .S_COUNT(4), .M_COUNT(4), .S_DATA_WIDTH(8), .M_DATA_WIDTH(8)) dut (
        .clk(clk), .rst(rst), .s_axis_tdata({index[3], index[2], index[1], index[0]}), .s_axis_tkeep(4'hf), .s_axis_tvalid(give),
        .s_axis_tready(ready), .s_axis_tlast(lasts), .s_axis_tid(32'd0), .s_axis_tdest({3'd0, 3'd3, 3'd2, 3'd1}), .s_axis_tuser(4'd0),
        .m_axis_tdata(out), .m_axis_tkeep(), .m_axis_tvalid(valid), .m_axis_tready(4'hf), .m_axis_tlast(last), .m_axis_tid(),
        .m_axis_tdest(), .m_axis_tuser(), .status_overflow(), .status_bad_frame(), .status_good_frame());
    initial for (i = 0; i < 4; i = i + 1) begin
        index[i] = 0;
        frame[i] = 0;
        gap[i] = 0;
    end
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        for (i = 0; i < 4; i = i + 1) begin
            if (gap[i] != 0) gap[i] <= gap[i] - 1;
            give[i] <= !rst && frame[i] < FRAMES && gap[i] == 0;
            if (give[i] && ready[i]) begin
                index[i] <= index[i] == 15 ? 0 : index[i] + 1;
                if (index[i] == 15) begin
                    frame[i] <= frame[i] + 1;
                    gap[i] <= GAP;
                    give[i] <= 0;
                end
            end
        end
        got <= got + (valid[0] && last[0]) + (valid[1] && last[1]) + (valid[2] && last[2]) + (valid[3] && last[3]);
        if (got == 4 * FRAMES) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
