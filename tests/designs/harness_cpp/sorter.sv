// SPDX-License-Identifier: Apache-2.0
// Takes eight bytes, sorts them by exchanging neighbours, one comparison a cycle, and gives them
// out again.

module sorter (
    input  logic       clk,
    input  logic       rst_n,
    input  logic       in_valid,
    output logic       in_ready,
    input  logic [7:0] in_data,
    output logic       out_valid,
    input  logic       out_ready,
    output logic [7:0] out_data
);
    typedef enum logic [1:0] {FILL, COMPARE, EMPTY} state_t;

    state_t     state;
    logic [7:0] bytes [0:7];
    logic [2:0] index;
    logic       swapped;

    assign in_ready  = state == FILL;
    assign out_valid = state == EMPTY;
    assign out_data  = bytes[index];

    always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            state   <= FILL;
            index   <= '0;
            swapped <= 1'b0;
        end else begin
            case (state)
                FILL: if (in_valid) begin
                    bytes[index] <= in_data;
                    index        <= index + 3'd1;
                    swapped      <= 1'b0;
                    if (index == 3'd7) state <= COMPARE;
                end
                COMPARE: begin
                    if (index == 3'd7) begin
                        // The end of a pass: another one only if this one moved something.
                        index   <= '0;
                        swapped <= 1'b0;
                        if (!swapped) state <= EMPTY;
                    end else begin
                        if (bytes[index] > bytes[index+3'd1]) begin
                            bytes[index]      <= bytes[index+3'd1];
                            bytes[index+3'd1] <= bytes[index];
                            swapped           <= 1'b1;
                        end
                        index <= index + 3'd1;
                    end
                end
                EMPTY: if (out_ready) begin
                    index <= index + 3'd1;
                    if (index == 3'd7) state <= FILL;
                end
                default: state <= FILL;
            endcase
        end
    end
endmodule : sorter
