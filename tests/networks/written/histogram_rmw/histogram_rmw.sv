// SPDX-License-Identifier: Apache-2.0
// A histogram of a picture: words are unpacked into pixels, each pixel reads, increments and writes back its bin. A pixel
// must wait while the same bin is still on its way through the pipeline, and neighbours are often alike.
module unpacker #(parameter int PAUSE = 1) (
    input  logic        clk,
    input  logic        rst,
    input  logic        word_valid,
    output logic        word_ready,
    input  logic [31:0] word,
    output logic        pixel_valid,
    input  logic        pixel_ready,
    output logic [7:0]  pixel
);
    logic [31:0] rest;
    logic [2:0]  left;
    logic [1:0]  pause;
    assign word_ready  = left == 0 && pause == 0;
    assign pixel_valid = left != 0;
    assign pixel       = rest[7:0];
    always_ff @(posedge clk)
        if (rst) begin
            left  <= '0;
            pause <= '0;
        end else if (word_valid && word_ready) begin
            rest <= word;
            left <= 3'd4;
        end else if (pixel_valid && pixel_ready) begin
            rest <= rest >> 8;
            left <= left - 3'd1;
            if (left == 3'd1) pause <= 2'(PAUSE);
        end else if (pause != 0) pause <= pause - 2'd1;
endmodule

// Read, add, write: a bin that is being counted is looked for in each stage.
module bin_pipeline #(parameter bit FORWARD = 0) (
    input  logic        clk,
    input  logic        rst,
    input  logic        pixel_valid,
    output logic        pixel_ready,
    input  logic [7:0]  pixel,
    output logic        empty,
    input  logic [4:0]  read_bin,
    output logic [15:0] read_count
);
    logic [15:0] tally[0:31];
    logic        v1, v2, v3;
    logic [4:0]  b1, b2, b3;
    logic [15:0] c2, c3;
    wire  [4:0]  bin = pixel[7:3];
    wire hazard = !FORWARD && ((v1 && b1 == bin) || (v2 && b2 == bin) || (v3 && b3 == bin));
    wire [15:0] c1 = FORWARD && v2 && b2 == b1 ? c2 + 16'd1 : FORWARD && v3 && b3 == b1 ? c3 : tally[b1];
    assign pixel_ready = !hazard;
    assign empty       = !v1 && !v2 && !v3;
    assign read_count  = tally[read_bin];
    initial for (int i = 0; i < 32; i++) tally[i] = '0;
    always_ff @(posedge clk)
        if (rst) {v1, v2, v3} <= '0;
        else begin
            v1 <= pixel_valid && pixel_ready;
            b1 <= bin;
            v2 <= v1;
            b2 <= b1;
            c2 <= c1;
            v3 <= v2;
            b3 <= b2;
            c3 <= c2 + 16'd1;
            if (v3) tally[b3] <= c3;
        end
endmodule

module readout #(parameter int GAP = 2) (
    input  logic        clk,
    input  logic        rst,
    input  logic        start,
    output logic [4:0]  read_bin,
    input  logic [15:0] read_count,
    output logic        count_valid,
    output logic [15:0] count,
    output logic        done
);
    typedef enum logic [1:0] {WAIT, READ, HOLD, DONE} state_t;
    state_t state;
    logic [2:0] gap;
    always_ff @(posedge clk)
        if (rst) begin
            state       <= WAIT;
            read_bin    <= '0;
            count_valid <= 1'b0;
            done        <= 1'b0;
        end else begin
            count_valid <= 1'b0;
            case (state)
                WAIT: if (start) state <= READ;
                READ: begin
                    count_valid <= 1'b1;
                    count       <= read_count;
                    gap         <= '0;
                    state       <= HOLD;
                end
                HOLD: begin
                    gap <= gap + 3'd1;
                    if (gap == 3'(GAP - 1)) begin
                        read_bin <= read_bin + 5'd1;
                        if (read_bin == 5'd31) state <= DONE;
                        else state <= READ;
                    end
                end
                default: done <= 1'b1;
            endcase
        end
endmodule

module histogram_rmw #(parameter int PAUSE = 1, parameter bit FORWARD = 0, parameter int GAP = 2) (
    input  logic        clk,
    input  logic        rst,
    input  logic        word_valid,
    output logic        word_ready,
    input  logic [31:0] word,
    input  logic        picture_end,
    output logic        count_valid,
    output logic [15:0] count,
    output logic        done
);
    logic pixel_valid, pixel_ready, empty;
    logic [7:0] pixel;
    logic [4:0] read_bin;
    logic [15:0] read_count;
    unpacker #(.PAUSE(PAUSE)) u_unpack (.clk, .rst, .word_valid, .word_ready, .word, .pixel_valid, .pixel_ready, .pixel);
    bin_pipeline #(.FORWARD(FORWARD)) u_bins (.clk, .rst, .pixel_valid, .pixel_ready, .pixel, .empty, .read_bin, .read_count);
    readout #(.GAP(GAP)) u_readout (.clk, .rst, .start(picture_end && word_ready && empty), .read_bin, .read_count, .count_valid, .count, .done);
endmodule
