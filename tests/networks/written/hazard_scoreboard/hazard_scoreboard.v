// SPDX-License-Identifier: Apache-2.0
// Instructions issue in order into a floating point pipeline. One whose operand is not written yet waits: a
// scoreboard has a bit for each register. Every second instruction needs what the one before it computes.
module decode_queue (
    input  wire       clk,
    input  wire       reset,
    input  wire       ins_valid,
    output wire       ins_ready,
    input  wire [7:0] ins,
    output reg        dec_valid,
    input  wire       dec_ready,
    output reg  [3:0] dec_rd,
    output reg  [3:0] dec_rs
);
    assign ins_ready = !dec_valid || dec_ready;
    always @(posedge clk)
        if (reset) dec_valid <= 1'b0;
        else if (ins_ready) begin
            dec_valid <= ins_valid;
            dec_rd    <= ins[7:4];
            dec_rs    <= ins[3:0];
        end
endmodule

module issue_unit (
    input  wire       clk,
    input  wire       reset,
    input  wire       dec_valid,
    output wire       dec_ready,
    input  wire [3:0] dec_rd,
    input  wire [3:0] dec_rs,
    output reg        fpu_valid,
    output reg  [3:0] fpu_rd,
    input  wire       wb_valid,
    input  wire [3:0] wb_rd
);
    reg [15:0] pending;
    wire hazard = pending[dec_rs] || pending[dec_rd];
    assign dec_ready = !hazard;
    always @(posedge clk)
        if (reset) begin
            pending   <= 16'd0;
            fpu_valid <= 1'b0;
            fpu_rd    <= 4'd0;
        end else begin
            fpu_valid <= dec_valid && !hazard;
            fpu_rd    <= dec_rd;
            if (wb_valid) pending[wb_rd] <= 1'b0;
            if (dec_valid && !hazard) pending[dec_rd] <= 1'b1;
        end
endmodule

module fpu_pipe #(parameter STAGES = 9) (
    input  wire       clk,
    input  wire       reset,
    input  wire       fpu_valid,
    input  wire [3:0] fpu_rd,
    output wire       wb_valid,
    output wire [3:0] wb_rd
);
    reg [STAGES-1:0] valid;
    reg [3:0]        rd[0:STAGES-1];
    integer i;
    assign wb_valid = valid[STAGES-1];
    assign wb_rd    = rd[STAGES-1];
    always @(posedge clk) begin
        if (reset) valid <= 0;
        else valid <= {valid[STAGES-2:0], fpu_valid};
        rd[0] <= fpu_rd;
        for (i = 1; i < STAGES; i = i + 1) rd[i] <= rd[i-1];
    end
endmodule

module hazard_scoreboard #(parameter STAGES = 9) (
    input  wire       clk,
    input  wire       reset,
    input  wire       ins_valid,
    output wire       ins_ready,
    input  wire [7:0] ins,
    output wire       wb_valid
);
    wire dec_valid, dec_ready, fpu_valid;
    wire [3:0] dec_rd, dec_rs, fpu_rd, wb_rd;
    decode_queue decode (.clk(clk), .reset(reset), .ins_valid(ins_valid), .ins_ready(ins_ready), .ins(ins),
                         .dec_valid(dec_valid), .dec_ready(dec_ready), .dec_rd(dec_rd), .dec_rs(dec_rs));
    issue_unit issue (.clk(clk), .reset(reset), .dec_valid(dec_valid), .dec_ready(dec_ready), .dec_rd(dec_rd), .dec_rs(dec_rs),
                      .fpu_valid(fpu_valid), .fpu_rd(fpu_rd), .wb_valid(wb_valid), .wb_rd(wb_rd));
    fpu_pipe #(.STAGES(STAGES)) fpu (.clk(clk), .reset(reset), .fpu_valid(fpu_valid), .fpu_rd(fpu_rd), .wb_valid(wb_valid), .wb_rd(wb_rd));
endmodule
