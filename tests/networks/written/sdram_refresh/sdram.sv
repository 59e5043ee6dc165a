// SPDX-License-Identifier: Apache-2.0
// Words are fetched from an SDRAM column by column, so that the open row hardly ever fits.
module column_scan #(parameter int THINK = 1) (
    input  logic        clk,
    input  logic        resetn,
    output logic        cmd_strobe,
    input  logic        cmd_accept,
    output logic [13:0] cmd_address,
    input  logic        sink_free
);
    logic [1:0] rest;
    assign cmd_strobe = rest == 0 && sink_free;
    always_ff @(posedge clk or negedge resetn)
        if (!resetn) begin
            cmd_address <= '0;
            rest        <= '0;
        end else if (cmd_strobe && cmd_accept) begin
            cmd_address <= cmd_address + 14'd257;
            rest        <= 2'(THINK);
        end else if (rest != 0) rest <= rest - 1'b1;
endmodule

module sdram_controller #(parameter int TRP = 3, parameter int TRCD = 3, parameter int TCL = 4, parameter int REFRESH = 400) (
    input  logic        clk,
    input  logic        resetn,
    input  logic        cmd_strobe,
    output logic        cmd_accept,
    input  logic [13:0] cmd_address,
    output logic        rd_valid,
    output logic [15:0] rd_word
);
    typedef enum logic [2:0] {IDLE, PRECHARGE, ACTIVATE, READ, REFRESHING} state_e;
    state_e      state;
    logic [3:0]  timer;
    logic [8:0]  since_refresh;
    logic [5:0]  open_row;
    logic [13:0] address;
    logic        must_refresh;
    assign must_refresh = since_refresh >= REFRESH;
    assign cmd_accept   = state == IDLE && !must_refresh;
    always_ff @(posedge clk or negedge resetn)
        if (!resetn) begin
            state         <= IDLE;
            timer         <= '0;
            since_refresh <= '0;
            open_row      <= '1;
            address       <= '0;
            rd_valid      <= 1'b0;
            rd_word       <= '0;
        end else begin
            rd_valid      <= 1'b0;
            since_refresh <= must_refresh ? since_refresh : since_refresh + 1'b1;
            if (timer != 0) timer <= timer - 1'b1;
            else
                unique case (state)
                    IDLE:
                        if (must_refresh) begin
                            state         <= REFRESHING;
                            timer         <= 4'd9;
                            since_refresh <= '0;
                        end else if (cmd_strobe) begin
                            address <= cmd_address;
                            state   <= cmd_address[13:8] == open_row ? READ : PRECHARGE;
                            timer   <= cmd_address[13:8] == open_row ? 4'(TCL) : 4'(TRP);
                        end
                    PRECHARGE: begin
                        state <= ACTIVATE;
                        timer <= 4'(TRCD);
                    end
                    ACTIVATE: begin
                        open_row <= address[13:8];
                        state    <= READ;
                        timer    <= 4'(TCL);
                    end
                    READ: begin
                        rd_valid <= 1'b1;
                        rd_word  <= {2'b00, address} ^ 16'h5a5a;
                        state    <= IDLE;
                    end
                    default: state <= IDLE;
                endcase
        end
endmodule

module word_sum #(parameter int FOLD = 2) (
    input  logic        clk,
    input  logic        resetn,
    input  logic        rd_valid,
    input  logic [15:0] rd_word,
    output logic        sink_free,
    output logic        sum_valid,
    output logic [15:0] sum
);
    logic [2:0] folding;
    assign sink_free = folding == 0;
    always_ff @(posedge clk or negedge resetn)
        if (!resetn) begin
            folding   <= '0;
            sum       <= '0;
            sum_valid <= 1'b0;
        end else begin
            sum_valid <= 1'b0;
            if (rd_valid) begin
                sum     <= {sum[14:0], sum[15]} + rd_word;
                folding <= 3'(FOLD);
            end else if (folding != 0) begin
                folding   <= folding - 1'b1;
                sum_valid <= folding == 1;
            end
        end
endmodule

module sdram_refresh #(parameter int THINK = 1, parameter int TRP = 3, parameter int TRCD = 3, parameter int TCL = 4, parameter int FOLD = 2) (
    input  logic        clk,
    input  logic        resetn,
    output logic        sum_valid,
    output logic [15:0] sum_value
);
    logic cmd_strobe, cmd_accept, rd_valid, sink_free;
    logic [13:0] cmd_address;
    logic [15:0] rd_word;
    column_scan #(.THINK(THINK)) scan (.*);
    sdram_controller #(.TRP(TRP), .TRCD(TRCD), .TCL(TCL)) ctrl (.*);
    word_sum #(.FOLD(FOLD)) sum (.sum(sum_value), .*);
endmodule
