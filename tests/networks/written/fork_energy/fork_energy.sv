// SPDX-License-Identifier: Apache-2.0
// Speech: each frame goes both to an energy meter and to a pitch finder; a voter takes both answers.
module copier (
    input  logic        clk, rst,
    input  logic        frame_val,
    output logic        frame_rdy,
    input  logic [15:0] frame_msg,
    output logic        energy_val,
    input  logic        energy_rdy,
    output logic        pitch_val,
    input  logic        pitch_rdy,
    output logic [15:0] msg
);
    logic full, energy_sent, pitch_sent;
    assign energy_val = full && !energy_sent;
    assign pitch_val  = full && !pitch_sent;
    wire energy_over  = energy_sent || energy_rdy;
    wire pitch_over   = pitch_sent || pitch_rdy;
    assign frame_rdy  = !full || (energy_over && pitch_over);
    always_ff @(posedge clk)
        if (rst) begin
            full        <= 1'b0;
            energy_sent <= 1'b0;
            pitch_sent  <= 1'b0;
        end else if (frame_rdy) begin
            full        <= frame_val;
            msg         <= frame_msg;
            energy_sent <= 1'b0;
            pitch_sent  <= 1'b0;
        end else begin
            energy_sent <= energy_over;
            pitch_sent  <= pitch_over;
        end
endmodule

module energy_meter #(parameter int p_cycles = 5) (
    input  logic        clk, rst,
    input  logic        istream_val,
    output logic        istream_rdy,
    input  logic [15:0] istream_msg,
    output logic        ostream_val,
    input  logic        ostream_rdy,
    output logic [15:0] ostream_msg
);
    enum logic [1:0] {STATE_IDLE, STATE_CALC, STATE_DONE} state_reg;
    logic [4:0] counter_reg;
    assign istream_rdy = state_reg == STATE_IDLE;
    assign ostream_val = state_reg == STATE_DONE;
    always_ff @(posedge clk)
        if (rst) state_reg <= STATE_IDLE;
        else case (state_reg)
            STATE_IDLE: if (istream_val && istream_rdy) begin
                ostream_msg <= istream_msg;
                counter_reg <= '0;
                state_reg   <= STATE_CALC;
            end
            STATE_CALC: begin
                ostream_msg <= ostream_msg + {8'd0, ostream_msg[15:8]};
                counter_reg <= counter_reg + 1'b1;
                if (counter_reg == p_cycles - 1) state_reg <= STATE_DONE;
            end
            default: if (ostream_val && ostream_rdy) state_reg <= STATE_IDLE;
        endcase
endmodule

// Tries one lag after the other.
module pitch_finder #(parameter int p_lags = 17) (
    input  logic        clk, rst,
    input  logic        istream_val,
    output logic        istream_rdy,
    input  logic [15:0] istream_msg,
    output logic        ostream_val,
    input  logic        ostream_rdy,
    output logic [15:0] ostream_msg
);
    enum logic [1:0] {STATE_IDLE, STATE_CALC, STATE_DONE} state_reg;
    logic [4:0]  lag_reg;
    logic [15:0] frame_reg;
    assign istream_rdy = state_reg == STATE_IDLE;
    assign ostream_val = state_reg == STATE_DONE;
    always_ff @(posedge clk)
        if (rst) state_reg <= STATE_IDLE;
        else case (state_reg)
            STATE_IDLE: if (istream_val && istream_rdy) begin
                frame_reg   <= istream_msg;
                ostream_msg <= '0;
                lag_reg     <= '0;
                state_reg   <= STATE_CALC;
            end
            STATE_CALC: begin
                if ((frame_reg >> lag_reg) > ostream_msg) ostream_msg <= {11'd0, lag_reg};
                lag_reg <= lag_reg + 1'b1;
                if (lag_reg == p_lags - 1) state_reg <= STATE_DONE;
            end
            default: if (ostream_val && ostream_rdy) state_reg <= STATE_IDLE;
        endcase
endmodule

module voter (
    input  logic        clk, rst,
    input  logic        energy_val,
    output logic        energy_rdy,
    input  logic [15:0] energy_msg,
    input  logic        pitch_val,
    output logic        pitch_rdy,
    input  logic [15:0] pitch_msg,
    output logic        voiced_val,
    output logic        voiced_msg
);
    wire both = energy_val && pitch_val;
    assign energy_rdy = both;
    assign pitch_rdy  = both;
    always_ff @(posedge clk)
        if (rst) voiced_val <= 1'b0;
        else begin
            voiced_val <= both;
            voiced_msg <= energy_msg > pitch_msg;
        end
endmodule

module fork_energy #(parameter int p_cycles = 5, parameter int p_lags = 17) (
    input  logic        clk, rst,
    input  logic        frame_val,
    output logic        frame_rdy,
    input  logic [15:0] frame_msg,
    output logic        voiced_val,
    output logic        voiced_msg
);
    logic e_val, e_rdy, p_val, p_rdy, eo_val, eo_rdy, po_val, po_rdy;
    logic [15:0] msg, eo_msg, po_msg;
    copier copy (.clk, .rst, .frame_val, .frame_rdy, .frame_msg, .energy_val(e_val), .energy_rdy(e_rdy), .pitch_val(p_val), .pitch_rdy(p_rdy), .msg);
    energy_meter #(p_cycles) energy (.clk, .rst, .istream_val(e_val), .istream_rdy(e_rdy), .istream_msg(msg), .ostream_val(eo_val), .ostream_rdy(eo_rdy), .ostream_msg(eo_msg));
    pitch_finder #(p_lags) pitch (.clk, .rst, .istream_val(p_val), .istream_rdy(p_rdy), .istream_msg(msg), .ostream_val(po_val), .ostream_rdy(po_rdy), .ostream_msg(po_msg));
    voter vote (.clk, .rst, .energy_val(eo_val), .energy_rdy(eo_rdy), .energy_msg(eo_msg), .pitch_val(po_val), .pitch_rdy(po_rdy), .pitch_msg(po_msg), .voiced_val, .voiced_msg);
endmodule
