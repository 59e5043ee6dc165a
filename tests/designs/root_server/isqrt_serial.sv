// SPDX-License-Identifier: Apache-2.0
// Integer square root by subtracting odd numbers: small, slow, and as slow as its answer is large.

module isqrt_serial (
    input  logic        clk,
    input  logic        rst,
    input  logic        start,
    input  logic [15:0] radicand,
    output logic        busy,
    output logic        done,
    output logic [7:0]  root
);
    typedef enum logic [1:0] {REST, COUNT, TELL} state_t;

    state_t      state;
    logic [16:0] rest_of_number;
    logic [9:0]  odd;

    assign busy = state != REST;
    assign done = state == TELL;

    always_ff @(posedge clk) begin
        if (rst) begin
            state          <= REST;
            rest_of_number <= '0;
            odd            <= 10'd1;
            root           <= '0;
        end else begin
            case (state)
                REST: if (start) begin
                    rest_of_number <= {1'b0, radicand};
                    odd            <= 10'd1;
                    root           <= '0;
                    state          <= COUNT;
                end
                COUNT: begin
                    if (rest_of_number < {7'd0, odd}) state <= TELL;
                    else begin
                        rest_of_number <= rest_of_number - {7'd0, odd};
                        odd            <= odd + 10'd2;
                        root           <= root + 8'd1;
                    end
                end
                TELL:    state <= REST;
                default: state <= REST;
            endcase
        end
    end
endmodule : isqrt_serial
