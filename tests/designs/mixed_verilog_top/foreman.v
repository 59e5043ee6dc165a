// SPDX-License-Identifier: Apache-2.0
// A Verilog top that gives jobs to a worker in VHDL.
module foreman (
    input             clk,
    input             rst,
    input             job_valid,
    output            job_ready,
    input      [15:0] job_data,
    output            result_valid,
    input             result_ready,
    output     [ 7:0] result_data
);
    localparam WAIT_JOB = 2'd0, WORK = 2'd1, GIVE = 2'd2;
    reg  [ 1:0] state;
    reg  [15:0] job;
    wire        done;
    wire [ 7:0] quotient;
    reg  [ 7:0] result;

    assign job_ready    = state == WAIT_JOB;
    assign result_valid = state == GIVE;
    assign result_data  = result;

    worker #(.WIDTH(8)) u_worker (
        .clk     (clk),
        .rst     (rst),
        .ap_start(state == WORK),
        .ap_done (done),
        .ap_idle (),
        .ap_ready(),
        .dividend(job[15:8]),
        .divisor (job[7:0]),
        .quotient(quotient)
    );

    always @(posedge clk)
        if (rst) begin
            state <= WAIT_JOB;
        end else begin
            case (state)
                WAIT_JOB:
                if (job_valid) begin
                    job   <= job_data;
                    state <= WORK;
                end
                WORK:
                if (done) begin
                    result <= quotient;
                    state  <= GIVE;
                end
                GIVE: if (result_ready) state <= WAIT_JOB;
                default: state <= WAIT_JOB;
            endcase
        end
endmodule
