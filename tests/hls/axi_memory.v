// SPDX-License-Identifier: Apache-2.0
// An AXI4 memory for benches: takes addresses and data when it likes, answers reads in order, each beat after a time it likes,
// and writes a burst as late as its response.
module axi_memory #(
    parameter BYTES = 4,
    parameter SPACE = 4096,
    parameter SEED = 1
) (
    input wire clk,
    input wire rst,
    input wire awvalid,
    output reg awready,
    input wire [63:0] awaddr,
    input wire [7:0] awlen,
    input wire wvalid,
    output reg wready,
    input wire [BYTES*8-1:0] wdata,
    input wire [BYTES-1:0] wstrb,
    input wire wlast,
    output reg bvalid,
    input wire arvalid,
    output reg arready,
    input wire [63:0] araddr,
    input wire [7:0] arlen,
    output reg rvalid,
    output reg [BYTES*8-1:0] rdata
);
    reg [7:0] bytes [0:SPACE-1];
    reg [31:0] read_at [0:255], write_at [0:15];
    reg [7:0] write_len [0:15];
    reg [BYTES*8-1:0] data [0:1023];
    reg [BYTES-1:0] strobes [0:1023];
    integer seed, i, k, patience, reads_in, reads_out, writes_in, writes_out, beats_in, beats_out, ends_in;
    initial begin
        seed = SEED;
        {reads_in, reads_out, writes_in, writes_out, beats_in, beats_out, ends_in} = 0;
        {awready, wready, bvalid, arready, rvalid} = 0;
        patience = 1 + $unsigned($random(seed)) % 4;
        for (i = 0; i < SPACE; i = i + 1) bytes[i] = 8'h5a;
    end
    function [0:0] sometimes(input integer of); sometimes = $unsigned($random(seed)) % of == 0; endfunction
    always @(posedge clk) if (!rst) begin
        if (awvalid && awready) begin
            if (awaddr + (awlen + 1) * BYTES > SPACE) $display("WILD ADDRESS %h", awaddr);
            if (awaddr[11:0] + (awlen + 1) * BYTES > 4096) $display("BURST LEAVES ITS PAGE");
            write_at[writes_in % 16] = awaddr[31:0]; write_len[writes_in % 16] = awlen; writes_in = writes_in + 1;
        end
        if (wvalid && wready) begin
            data[beats_in % 1024] = wdata; strobes[beats_in % 1024] = wstrb; beats_in = beats_in + 1;
            if (wlast) ends_in = ends_in + 1;
        end
        if (arvalid && arready) begin
            if (araddr + (arlen + 1) * BYTES > SPACE) $display("WILD ADDRESS %h", araddr);
            for (k = 0; k <= arlen; k = k + 1) begin read_at[reads_in % 256] = araddr[31:0] + k * BYTES; reads_in = reads_in + 1; end
        end
        bvalid <= 0;
        if (writes_out < writes_in && writes_out < ends_in && sometimes(patience)) begin
            for (k = 0; k <= write_len[writes_out % 16]; k = k + 1) begin
                for (i = 0; i < BYTES; i = i + 1)
                    if (strobes[beats_out % 1024][i])
                        bytes[write_at[writes_out % 16] + k * BYTES + i] = data[beats_out % 1024][i*8 +: 8];
                beats_out = beats_out + 1;
            end
            bvalid <= 1; writes_out = writes_out + 1;
        end
        rvalid <= 0;
        if (reads_out < reads_in && sometimes(patience)) begin
            for (i = 0; i < BYTES; i = i + 1) rdata[i*8 +: 8] <= bytes[read_at[reads_out % 256] + i];
            rvalid <= 1; reads_out = reads_out + 1;
        end
        awready <= sometimes(patience); wready <= sometimes(patience); arready <= sometimes(patience) && reads_in - reads_out < 64;
    end
endmodule
