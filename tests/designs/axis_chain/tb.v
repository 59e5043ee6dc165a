// SPDX-License-Identifier: Apache-2.0
// Sends packets of 1 to 20 beats whose last beat is partly kept, through phases of hurry on
// either side; checks headers, data, keep and last; resets everything in the middle.
`timescale 1ns / 1ps

module tb;
    reg         clk = 1'b0, resetn = 1'b0;
    reg  [31:0] s_data = 0;
    reg  [3:0]  s_keep = 4'hf;
    reg         s_last = 1'b0, s_valid = 1'b0, m_ready = 1'b0;
    wire        s_ready, m_last, m_valid;
    wire [31:0] m_data;
    wire [3:0]  m_keep;
    reg  [31:0] rng = 32'h0ddba115;
    integer     beat = 0, packet = 0, out_beat = -1, out_packet = 0, errors = 0, packets = 0, bytes = 0;
    integer     cycle = 0;

    always #2 clk = ~clk;

    axis_chain u_dut (
        .aclk(clk), .aresetn(resetn),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tlast(s_last), .s_axis_tvalid(s_valid),
        .s_axis_tready(s_ready), .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tlast(m_last),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready)
    );

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction
    function integer beats_of(input integer p);
        beats_of = 1 + (p * 7) % 20;
    endfunction
    function [3:0] keep_of(input integer p, input integer b);
        keep_of = b < beats_of(p) - 1 ? 4'hf : (p % 4 == 0 ? 4'h1 : p % 4 == 1 ? 4'h3 : p % 4 == 2 ? 4'h7 : 4'hf);
    endfunction
    function [31:0] data_of(input integer p, input integer b);
        data_of = p * 32'h01000193 + b * 32'h9e3779b1;
    endfunction

    wire [1:0] mood = cycle[9:8];
    wire       eager_source = mood[0] || rng[2:0] == 0;

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rng   <= xorshift(rng);
        if (!resetn) begin
            s_valid    <= 1'b0;
            m_ready    <= 1'b0;
            beat       <= 0;
            packet     <= 0;
            out_beat   <= -1;
            out_packet <= 0;
        end else begin
            if (!s_valid || s_ready) begin
                s_valid <= eager_source;
                if (eager_source) begin
                    s_data <= data_of(packet, beat);
                    s_keep <= keep_of(packet, beat);
                    s_last <= beat == beats_of(packet) - 1;
                    beat   <= beat == beats_of(packet) - 1 ? 0 : beat + 1;
                    if (beat == beats_of(packet) - 1) packet <= packet + 1;
                end
            end
            m_ready <= mood[1] ? 1'b1 : rng[5:3] == 0;
            if (m_valid && m_ready) begin
                if (out_beat == -1) begin
                    if (m_data !== {16'hbeef, out_packet[15:0]} || m_keep !== 4'hf || m_last) errors = errors + 1;
                    out_beat <= 0;
                end else begin
                    if (m_data !== data_of(out_packet, out_beat) || m_keep !== keep_of(out_packet, out_beat))
                        errors = errors + 1;
                    if (m_last !== (out_beat == beats_of(out_packet) - 1)) errors = errors + 1;
                    bytes <= bytes + m_keep[0] + m_keep[1] + m_keep[2] + m_keep[3];
                    if (m_last) begin
                        out_beat   <= -1;
                        out_packet <= out_packet + 1;
                        packets    <= packets + 1;
                    end else out_beat <= out_beat + 1;
                end
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (10) @(negedge clk);
        resetn = 1'b1;
        repeat (3000) @(negedge clk);
        resetn = 1'b0;
        repeat (5) @(negedge clk);
        resetn = 1'b1;
        repeat (3000) @(negedge clk);
        if (errors == 0 && packets > 100) $display("PASS packets=%0d bytes=%0d", packets, bytes);
        else $display("FAIL errors=%0d packets=%0d", errors, packets);
        $finish;
    end
endmodule
