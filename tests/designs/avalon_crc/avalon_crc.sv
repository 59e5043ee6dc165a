// SPDX-License-Identifier: Apache-2.0
// Avalon-ST block (ready latency 0) that appends a check word to each packet: the sum of its
// data words, rotated. Words outside a packet are dropped.

module avalon_crc (
    input  logic        clk,
    input  logic        reset,
    input  logic [31:0] asi_data,
    input  logic        asi_valid,
    output logic        asi_ready,
    input  logic        asi_startofpacket,
    input  logic        asi_endofpacket,
    input  logic [1:0]  asi_empty,
    output logic [31:0] aso_data,
    output logic        aso_valid,
    input  logic        aso_ready,
    output logic        aso_startofpacket,
    output logic        aso_endofpacket,
    output logic [1:0]  aso_empty
);
    typedef enum logic [1:0] {OUTSIDE = 2'b00, INSIDE = 2'b01, TRAILER = 2'b10} state_t;

    state_t      state, state_next;
    logic [31:0] check, check_next;

    // Bytes marked empty do not count.
    wire [31:0] masked = asi_endofpacket ? asi_data & (32'hffff_ffff << (8 * asi_empty)) : asi_data;
    wire        moved  = asi_valid && asi_ready;
    wire        opens  = moved && asi_startofpacket;

    always_comb begin
        state_next = state;
        check_next = check;
        case (state)
            OUTSIDE: if (opens) begin
                check_next = masked;
                if (asi_endofpacket) state_next = TRAILER;
                else                 state_next = INSIDE;
            end
            INSIDE: if (moved) begin
                check_next = {check[30:0], check[31]} + masked;
                if (asi_endofpacket) state_next = TRAILER;
                else                 state_next = INSIDE;
            end
            TRAILER: if (aso_ready) state_next = OUTSIDE;
            default: state_next = OUTSIDE;
        endcase
    end

    always_ff @(posedge clk) begin
        if (reset) begin
            state <= OUTSIDE;
            check <= '0;
        end else begin
            state <= state_next;
            check <= check_next;
        end
    end

    wire dropping = state == OUTSIDE && !asi_startofpacket;

    assign asi_ready         = state != TRAILER && (aso_ready || dropping);
    assign aso_valid         = state == TRAILER || (asi_valid && !dropping);
    assign aso_data          = state == TRAILER ? check : asi_data;
    assign aso_startofpacket = state == OUTSIDE;
    assign aso_endofpacket   = state == TRAILER;
    assign aso_empty         = 2'd0;
endmodule : avalon_crc
