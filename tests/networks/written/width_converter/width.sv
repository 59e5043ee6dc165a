// SPDX-License-Identifier: Apache-2.0
// Records of 64 bits leave as bytes.
package width_types;
    typedef struct packed {
        logic        valid;
        logic [63:0] word;
    } wide_t;
    typedef struct packed {
        logic       valid;
        logic       last;
        logic [15:0] pair;
    } narrow_t;
endpackage

module record_maker import width_types::*; #(parameter int REST = 1) (
    input  logic  clk_i,
    input  logic  rst_ni,
    output wide_t rec_o,
    input  logic  rec_ready_i
);
    logic [2:0]  rest_q;
    logic [15:0] count_q;
    always_comb begin
        rec_o.valid = rest_q == 0;
        rec_o.word  = {count_q, ~count_q, count_q + 16'd1, count_q ^ 16'haaaa};
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            rest_q  <= '0;
            count_q <= '0;
        end else if (rec_o.valid && rec_ready_i) begin
            rest_q  <= 3'(REST);
            count_q <= count_q + 16'd1;
        end else if (rest_q != 0) rest_q <= rest_q - 1'b1;
endmodule

module to_bytes import width_types::*; #(parameter int STEP = 1) (
    input  logic    clk_i,
    input  logic    rst_ni,
    input  wide_t   rec_i,
    output logic    rec_ready_o,
    output narrow_t bytes_o,
    input  logic    bytes_ready_i
);
    logic [63:0] shift_q;
    logic [3:0]  left_q;
    assign rec_ready_o = left_q == 0;
    always_comb begin
        bytes_o.valid = left_q != 0;
        bytes_o.last  = left_q <= 4'(STEP);
        bytes_o.pair  = STEP == 2 ? shift_q[15:0] : {8'd0, shift_q[7:0]};
    end
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            shift_q <= '0;
            left_q  <= '0;
        end else if (rec_i.valid && rec_ready_o) begin
            shift_q <= rec_i.word;
            left_q  <= 4'd8;
        end else if (bytes_o.valid && bytes_ready_i) begin
            shift_q <= shift_q >> (8 * STEP);
            left_q  <= left_q - 4'(STEP);
        end
endmodule

module width_converter import width_types::*; #(parameter int REST = 1, parameter int STEP = 1) (
    input  logic    clk_i,
    input  logic    rst_ni,
    output narrow_t bytes_o,
    input  logic    bytes_ready_i
);
    wide_t rec;
    logic  rec_ready;
    record_maker #(.REST(REST)) maker (.clk_i, .rst_ni, .rec_o(rec), .rec_ready_i(rec_ready));
    to_bytes #(.STEP(STEP)) narrow (.clk_i, .rst_ni, .rec_i(rec), .rec_ready_o(rec_ready), .bytes_o, .bytes_ready_i);
endmodule
