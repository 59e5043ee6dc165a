// SPDX-License-Identifier: Apache-2.0
// Integer square root of 22 bits, one bit of the root a cycle. `start` is looked at while the unit
// rests; `done` is high for one cycle, and `root` holds until the next start.

module square_root (
    input  logic        clk,
    input  logic        rst,
    input  logic        start,
    input  logic [21:0] radicand,
    output logic        done,
    output logic [10:0] root
);
    typedef enum logic [1:0] {REST, STEP, TELL} state_t;

    state_t      state;
    logic [21:0] number;
    logic [10:0] bit_tried;

    // The bit stays in the root when the square does not become larger than the number.
    wire [10:0] candidate = root | bit_tried;
    wire        fits      = candidate * candidate <= {10'd0, number};

    assign done = state == TELL;

    always_ff @(posedge clk) begin
        if (rst) begin
            state     <= REST;
            number    <= '0;
            bit_tried <= '0;
            root      <= '0;
        end else begin
            case (state)
                REST: if (start) begin
                    number    <= radicand;
                    root      <= '0;
                    bit_tried <= 11'd1024;
                    state     <= STEP;
                end
                STEP: begin
                    if (fits) root <= candidate;
                    bit_tried <= bit_tried >> 1;
                    if (bit_tried == 11'd1) state <= TELL;
                end
                TELL:    state <= REST;
                default: state <= REST;
            endcase
        end
    end
endmodule : square_root
