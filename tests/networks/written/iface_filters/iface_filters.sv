// SPDX-License-Identifier: Apache-2.0
// A heart monitor: the mains hum is notched out, peaks are looked for, beats are timed. Blocks are joined by interfaces.
module notch_filter (
    input logic      clk,
    input logic      rst_n,
    input logic [5:0] cfg_cycles,
    stream_if.sink   s,
    stream_if.source m
);
    typedef enum logic [1:0] {IDLE, NOTCH, SEND} state_t;
    state_t     state;
    logic [5:0] n;
    assign s.ready = state == IDLE;
    assign m.valid = state == SEND;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state  <= IDLE;
            n      <= '0;
            m.data <= '0;
        end else
            unique case (state)
                IDLE: if (s.valid) begin
                    m.data <= s.data;
                    n      <= '0;
                    state  <= NOTCH;
                end
                NOTCH: begin
                    m.data <= m.data - (m.data >> 4);
                    n      <= n + 1'b1;
                    if (n == cfg_cycles - 1) state <= SEND;
                end
                default: if (m.ready) state <= IDLE;
            endcase
endmodule

module peak_finder (
    input logic      clk,
    input logic      rst_n,
    input logic [5:0] cfg_cycles,
    stream_if.sink   s,
    stream_if.source m
);
    typedef enum logic [1:0] {WAIT, SEARCH, FOUND} state_t;
    state_t     state, state_next;
    logic [5:0] n;
    logic [15:0] best;
    always_comb begin
        state_next = state;
        case (state)
            WAIT:    if (s.valid) state_next = SEARCH;
            SEARCH:  if (n == cfg_cycles - 1) state_next = FOUND;
            FOUND:   if (m.ready) state_next = WAIT;
            default: state_next = WAIT;
        endcase
    end
    assign s.ready = state == WAIT;
    assign m.valid = state == FOUND;
    assign m.data  = best;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state <= WAIT;
            n     <= '0;
            best  <= '0;
        end else begin
            state <= state_next;
            n     <= state == SEARCH ? n + 1'b1 : '0;
            if (state == WAIT && s.valid) best <= s.data;
            else if (state == SEARCH) best <= {best[14:0], best[15]} ^ 16'h0011;
        end
endmodule

module beat_timer (
    input  logic   clk,
    input  logic   rst_n,
    stream_if.sink s,
    output logic   beat
);
    logic [2:0] pause;
    assign s.ready = pause == 0;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            pause <= '0;
            beat  <= 1'b0;
        end else begin
            beat <= s.valid && s.ready;
            if (s.valid && s.ready) pause <= 3'd4;
            else if (pause != 0) pause <= pause - 1'b1;
        end
endmodule

module iface_filters (
    input  logic        clk,
    input  logic        rst_n,
    input  logic [5:0]  notch_cycles,
    input  logic [5:0]  peak_cycles,
    input  logic        ecg_valid,
    output logic        ecg_ready,
    input  logic [15:0] ecg_data,
    output logic        beat
);
    stream_if #(.W(16)) ecg (), clean (), peak ();
    assign ecg.valid = ecg_valid;
    assign ecg.data  = ecg_data;
    assign ecg_ready = ecg.ready;
    notch_filter u_notch (.clk, .rst_n, .cfg_cycles(notch_cycles), .s(ecg), .m(clean));
    peak_finder u_peak (.clk, .rst_n, .cfg_cycles(peak_cycles), .s(clean), .m(peak));
    beat_timer u_timer (.clk, .rst_n, .s(peak), .beat);
endmodule
