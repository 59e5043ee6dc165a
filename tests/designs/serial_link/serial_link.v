// SPDX-License-Identifier: Apache-2.0
// Sends bytes over one wire and asks for a grant to log each of them.
module bit_sender (
    input  wire       clk,
    input  wire       rst,
    input  wire       word_valid_i,
    output wire       word_accept_o,
    input  wire [7:0] word_data_i,
    output wire       sender_valid,
    output wire       sender_ready,
    output reg        line_o,
    output reg        log_req_o,
    input  wire       log_gnt_i
);
    localparam [3:0] IDLE = 0, START = 1, BIT_FIRST = 2, BIT_LAST = 9, STOP = 10;

    reg [3:0] state;
    reg [7:0] rest;

    assign word_accept_o = state == IDLE;
    assign sender_ready  = state == IDLE;
    assign sender_valid  = state == STOP;

    // The states of the bits have no names but the first and the last: the machine counts.
    always @(posedge clk) begin
        if (rst) state <= IDLE;
        else if (state == IDLE) begin
            if (word_valid_i) state <= START;
        end else if (state == START) state <= BIT_FIRST;
        else if (state == BIT_LAST) state <= STOP;
        else if (state == STOP) state <= IDLE;
        else state <= state + 1;
    end

    // `line_o` follows one bit of a register that is filled with zeros from above.
    always @(posedge clk) begin
        if (state == IDLE) rest <= word_data_i;
        else if (state != START) rest <= {1'b0, rest[7:1]};
        if (rst || state == IDLE || state == STOP) line_o <= 1'b1;
        else if (state == START) line_o <= 1'b0;
        else line_o <= rest[0];
    end

    always @(posedge clk) begin
        if (rst) log_req_o <= 1'b0;
        else if (state == STOP) log_req_o <= 1'b1;
        else if (log_gnt_i) log_req_o <= 1'b0;
    end

    // Two counters that nothing compares make no queue of a buffer, whatever the loops count.
    reg [7:0] sent[0:3];
    reg [1:0] sent_at, shown_at;
    reg [7:0] shown[0:1];
    integer   i;
    always @(posedge clk) begin
        if (rst) begin
            sent_at  <= 2'd0;
            shown_at <= 2'd0;
            for (i = 0; i < 2; i = i + 1) shown[i] <= 8'd0;
        end else begin
            if (sender_valid) begin
                sent[sent_at] <= word_data_i;
                sent_at       <= sent_at + 2'd1;
            end
            if (log_gnt_i) shown_at <= shown_at + 2'd1;
            for (i = 1; i > 0; i = i - 1) shown[i] <= shown[i-1];
            shown[0] <= sent[shown_at];
        end
    end
endmodule

module serial_link (
    input  wire       clk,
    input  wire       rst,
    input  wire       in_valid_i,
    output wire       in_accept_o,
    input  wire [7:0] in_data_i,
    output wire       line_o,
    output wire       log_req_o,
    input  wire       log_gnt_i,
    output wire       both_o
);
    wire       word_valid, word_accept, sender_valid, sender_ready;
    wire [7:0] word_data;
    reg        valid_reg, ready_reg;  // status bits for a bus to read, not a handshake

    assign both_o = valid_reg && ready_reg;

    always @(posedge clk) begin
        if (rst) begin
            valid_reg <= 1'b0;
            ready_reg <= 1'b0;
        end else begin
            valid_reg <= sender_valid;
            ready_reg <= sender_ready;
        end
    end

    link_front u_front (clk, rst, in_valid_i, in_accept_o, in_data_i, word_valid, word_accept, word_data);
    bit_sender u_sender (clk, rst, word_valid, word_accept, word_data, sender_valid, sender_ready, line_o, log_req_o, log_gnt_i);
endmodule
