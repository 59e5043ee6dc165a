// SPDX-License-Identifier: Apache-2.0
// An accelerator for checksums: the host writes a command, waits for the interrupt, thinks, and writes the next.
module command_port (
    input  logic        clk,
    input  logic        rst,
    input  logic        cmd_write,
    input  logic [15:0] cmd_length,
    output logic        cmd_busy,
    output logic        irq,
    output logic        job_start,
    output logic [15:0] job_length,
    input  logic        job_done
);
    assign job_start = cmd_write && !cmd_busy;
    always_ff @(posedge clk)
        if (rst) begin
            cmd_busy   <= 1'b0;
            irq        <= 1'b0;
            job_length <= '0;
        end else begin
            irq <= job_done;
            if (job_start) begin
                cmd_busy   <= 1'b1;
                job_length <= cmd_length;
            end else if (job_done) cmd_busy <= 1'b0;
        end
endmodule

module checksum_engine #(parameter int SPEED = 1) (
    input  logic        clk,
    input  logic        rst,
    input  logic        job_start,
    input  logic [15:0] job_length,
    output logic        job_done,
    output logic [15:0] checksum
);
    typedef enum logic [1:0] {SLEEP, FIRST, BYTES, REPORT} engine_t;
    engine_t     engine;
    logic [15:0] left;
    assign job_done = engine == REPORT;
    always_ff @(posedge clk)
        if (rst) begin
            engine   <= SLEEP;
            left     <= '0;
            checksum <= '0;
        end else
            case (engine)
                SLEEP: if (job_start) engine <= FIRST;
                FIRST: begin
                    left   <= job_length;
                    engine <= BYTES;
                end
                BYTES: begin
                    checksum <= {checksum[14:0], checksum[15]} + left;
                    left     <= left > SPEED ? left - SPEED : '0;
                    if (left <= SPEED) engine <= REPORT;
                end
                default: engine <= SLEEP;
            endcase
endmodule

module host_calls #(parameter int SPEED = 1) (
    input  logic        clk,
    input  logic        rst,
    input  logic        cmd_write,
    input  logic [15:0] cmd_length,
    output logic        cmd_busy,
    output logic        irq,
    output logic [15:0] checksum
);
    logic job_start, job_done;
    logic [15:0] job_length;
    command_port u_port (.*);
    checksum_engine #(.SPEED(SPEED)) u_engine (.*);
endmodule
