// SPDX-License-Identifier: Apache-2.0
// A memory for benches: takes requests when it likes, answers reads in order, each after a time it likes.
module memory #(
    parameter BYTES = 4,
    parameter SPACE = 4096,
    parameter SEED = 1
) (
    input wire clk,
    input wire rst,
    input wire req_valid,
    output reg req_ready,
    input wire req_write,
    input wire [31:0] req_addr,
    input wire [BYTES*8-1:0] req_data,
    input wire [BYTES-1:0] req_strb,
    output reg resp_valid,
    input wire resp_ready,
    output reg [BYTES*8-1:0] resp_data
);
    reg [7:0] bytes [0:SPACE-1];
    reg [BYTES*8-1:0] queue [0:255];
    integer due [0:255];
    integer first, last, now, seed, i, patience;
    wire [31:0] word = req_addr / BYTES * BYTES;
    initial begin
        seed = SEED;
        first = 0;
        last = 0;
        now = 0;
        req_ready = 0;
        resp_valid = 0;
        // Some memories are always ready, some seldom.
        patience = $unsigned($random(seed)) % 4;
        for (i = 0; i < SPACE; i = i + 1) bytes[i] = 8'h5a;
    end
    always @(posedge clk) begin
        now = now + 1;
        if (!rst && req_valid && req_ready) begin
            if (word >= SPACE) $display("WILD ADDRESS %h", req_addr);
            else if (req_write) begin
                for (i = 0; i < BYTES; i = i + 1) if (req_strb[i]) bytes[word + i] = req_data[i*8 +: 8];
            end else begin
                for (i = 0; i < BYTES; i = i + 1) queue[last % 256][i*8 +: 8] = bytes[word + i];
                due[last % 256] = now + $unsigned($random(seed)) % 12 * ($unsigned($random(seed)) % 3);
                last = last + 1;
            end
        end
        if (resp_valid && !resp_ready) $display("ANSWER REFUSED");
        resp_valid <= 0;
        if (first != last && due[first % 256] <= now) begin
            resp_valid <= 1;
            resp_data <= queue[first % 256];
            first = first + 1;
        end
        req_ready <= patience == 0 || $unsigned($random(seed)) % 4 >= patience;
    end
endmodule
