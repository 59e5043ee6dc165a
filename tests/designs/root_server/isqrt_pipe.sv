// SPDX-License-Identifier: Apache-2.0
// Integer square root of 16 bits as a pipeline of eight stages: several calls are under way at
// once and finish in order. `ready` is the cycle in which a start is taken.

module isqrt_pipe (
    input  logic        clk,
    input  logic        rst,
    input  logic        hold,
    input  logic        start,
    output logic        ready,
    input  logic [15:0] radicand,
    output logic        done,
    output logic [7:0]  root
);
    logic [8:1]  used;
    logic [15:0] number  [1:8];
    logic [7:0]  partial [1:8];

    assign ready = start && !hold;

    genvar s;
    generate
        for (s = 0; s < 8; s = s + 1) begin : stage
            wire        used_in;
            wire [15:0] number_in;
            wire [7:0]  partial_in;

            if (s == 0) begin : first
                assign used_in    = ready;
                assign number_in  = radicand;
                assign partial_in = 8'd0;
            end else begin : later
                assign used_in    = used[s];
                assign number_in  = number[s];
                assign partial_in = partial[s];
            end

            // Stage s decides bit 7-s of the root.
            wire [7:0] trial = partial_in | (8'd128 >> s);
            wire       fits  = {8'd0, trial} * {8'd0, trial} <= number_in;

            always_ff @(posedge clk) begin
                if (rst) used[s+1] <= 1'b0;
                else     used[s+1] <= used_in;
                number[s+1]  <= number_in;
                partial[s+1] <= fits ? trial : partial_in;
            end
        end
    endgenerate

    assign done = used[8];
    assign root = partial[8];
endmodule : isqrt_pipe
