// SPDX-License-Identifier: Apache-2.0
// Fourth stage: compares the strength with a threshold and packs the black and white picture as
// runs: a word says how many equal pixels follow each other and of which colour.

module run_packer #(
    parameter int THRESHOLD = 160
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [11:0] in_data,   // {last, strength}
    output logic        out_valid,
    input  logic        out_ready,
    output logic [16:0] out_data   // {last, colour, length}
);
    typedef enum logic [1:0] {
        NO_RUN,    // the next pixel opens a run
        COUNT,     // the run grows
        SEND_RUN,  // a pixel of the other colour has come: the run goes out
        SEND_LAST  // the frame is over: its last run goes out
    } state_t;

    state_t      state;
    logic        colour;
    logic [14:0] length;

    wire is_edge = in_data[10:0] >= 11'(THRESHOLD);
    wire last    = in_data[11];
    wire moved   = in_valid && in_ready;

    // A pixel of the other colour waits at the input while the run before it goes out.
    assign in_ready  = state == NO_RUN || (state == COUNT && is_edge == colour);
    assign out_valid = state == SEND_RUN || state == SEND_LAST;
    assign out_data  = {state == SEND_LAST, colour, length};

    always_ff @(posedge clk) begin
        if (rst) begin
            state  <= NO_RUN;
            colour <= 1'b0;
            length <= '0;
        end else begin
            case (state)
                NO_RUN: if (moved) begin
                    colour <= is_edge;
                    length <= 15'd1;
                    if (last) state <= SEND_LAST;
                    else      state <= COUNT;
                end
                COUNT: begin
                    if (moved) begin
                        length <= length + 15'd1;
                        if (last) state <= SEND_LAST;
                    end else if (in_valid) begin
                        state <= SEND_RUN;
                    end
                end
                SEND_RUN, SEND_LAST: if (out_ready) state <= NO_RUN;
                default: state <= NO_RUN;
            endcase
        end
    end
endmodule : run_packer
