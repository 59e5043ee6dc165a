// SPDX-License-Identifier: Apache-2.0
// Words from one clock to another, and a sum of them there.
module totals (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] word,
    input  logic        word_valid,
    output logic        word_ready,
    output logic [31:0] total,
    output logic [15:0] number
);
    assign word_ready = 1'b1;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            total <= '0;
            number <= '0;
        end else if (word_valid) begin
            total <= total + word;
            number <= number + 1'b1;
        end
endmodule

// What the library takes from a library of cells.
module tc_sync #(parameter int unsigned Stages = 2) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic serial_i,
    output logic serial_o
);
    logic [Stages-1:0] chain;
    assign serial_o = chain[Stages-1];
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) chain <= '0;
        else chain <= {chain[Stages-2:0], serial_i};
endmodule

module bridge #(parameter int QUEUE = 0) (
    input  logic        src_clk,
    input  logic        dst_clk,
    input  logic        rst_ni,
    input  logic [31:0] give,
    input  logic        give_valid,
    output logic        give_ready,
    output logic [31:0] total,
    output logic [15:0] number
);
    logic [31:0] word;
    logic word_valid, word_ready;
    if (QUEUE == 0) begin : g_there
        cc_cdc_2phase #(.data_t(logic [31:0])) u_crossing (
            .src_rst_ni(rst_ni), .src_clk_i(src_clk), .src_data_i(give), .src_valid_i(give_valid), .src_ready_o(give_ready),
            .dst_rst_ni(rst_ni), .dst_clk_i(dst_clk), .dst_data_o(word), .dst_valid_o(word_valid), .dst_ready_i(word_ready));
    end else begin : g_queue
        cc_cdc_fifo_gray #(.Width(32), .LogDepth(4)) u_crossing (
            .src_rst_ni(rst_ni), .src_clk_i(src_clk), .src_data_i(give), .src_valid_i(give_valid), .src_ready_o(give_ready),
            .dst_rst_ni(rst_ni), .dst_clk_i(dst_clk), .dst_data_o(word), .dst_valid_o(word_valid), .dst_ready_i(word_ready));
    end
    totals u_totals (.clk_i(dst_clk), .rst_ni(rst_ni), .word(word), .word_valid(word_valid), .word_ready(word_ready), .total(total),
                     .number(number));
endmodule
