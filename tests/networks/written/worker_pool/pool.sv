// SPDX-License-Identifier: Apache-2.0
// Jobs are prepared one behind the other and given to whichever worker is free; results are counted as they come.
module dispatcher #(parameter int PREPARE = 14) (
    input  logic       i_clk,
    input  logic       i_rst,
    input  logic [3:0] i_free,
    output logic [3:0] o_job,
    output logic [7:0] o_number
);
    enum logic [1:0] {PICK, PREP, GIVE} step;
    logic [4:0] left;
    logic [3:0] chosen;
    assign chosen = i_free[0] ? 4'b0001 : i_free[1] ? 4'b0010 : i_free[2] ? 4'b0100 : i_free[3] ? 4'b1000 : 4'b0000;
    assign o_job  = step == GIVE ? chosen : 4'b0000;
    always_ff @(posedge i_clk)
        if (i_rst) begin
            step     <= PICK;
            left     <= '0;
            o_number <= '0;
        end else
            case (step)
                PICK: begin
                    left <= 5'(PREPARE - 1);
                    step <= PREP;
                end
                PREP: begin
                    left <= left - 1'b1;
                    if (left == 0) step <= GIVE;
                end
                default: if (chosen != 0) begin
                    o_number <= o_number + 1'b1;
                    step     <= PICK;
                end
            endcase
endmodule

module job_worker #(parameter int WORK = 20) (
    input  logic       i_clk,
    input  logic       i_rst,
    output logic       o_free,
    input  logic       i_job,
    input  logic [7:0] i_number,
    output logic       o_done,
    output logic [7:0] o_result
);
    logic [5:0] left;
    assign o_free = left == 0;
    assign o_done = left == 1;
    always_ff @(posedge i_clk)
        if (i_rst) begin
            left     <= '0;
            o_result <= '0;
        end else if (o_free) begin
            if (i_job) begin
                left     <= 6'(WORK);
                o_result <= i_number ^ 8'h3c;
            end
        end else left <= left - 1'b1;
endmodule

module worker_pool #(parameter int PREPARE = 14, parameter int WORK = 20) (
    input  logic        i_clk,
    input  logic        i_rst,
    output logic [3:0]  o_done,
    output logic [31:0] o_results
);
    logic [3:0] free, job;
    logic [7:0] number;
    dispatcher #(.PREPARE(PREPARE)) dispatch (.i_clk, .i_rst, .i_free(free), .o_job(job), .o_number(number));
    for (genvar w = 0; w < 4; w++) begin : pool
        job_worker #(.WORK(WORK)) worker_i (.i_clk, .i_rst, .o_free(free[w]), .i_job(job[w]), .i_number(number), .o_done(o_done[w]), .o_result(o_results[8*w +: 8]));
    end
endmodule
