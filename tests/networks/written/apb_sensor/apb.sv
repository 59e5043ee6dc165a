// SPDX-License-Identifier: Apache-2.0
// A sensor on an APB is read again and again, and its readings are averaged.
module apb_poller #(parameter int REST = 1) (
    input  logic        pclk,
    input  logic        presetn,
    output logic        psel,
    output logic        penable,
    output logic [3:0]  paddr,
    input  logic        pready,
    input  logic [11:0] prdata,
    output logic        sample_valid,
    output logic [11:0] sample,
    input  logic        sample_busy
);
    typedef enum logic [1:0] {S_REST, S_SETUP, S_ACCESS} phase_t;
    phase_t     phase;
    logic [2:0] rest;
    assign psel    = phase != S_REST;
    assign penable = phase == S_ACCESS;
    always_ff @(posedge pclk or negedge presetn)
        if (!presetn) begin
            phase        <= S_REST;
            rest         <= '0;
            paddr        <= '0;
            sample_valid <= 1'b0;
            sample       <= '0;
        end else begin
            sample_valid <= 1'b0;
            case (phase)
                S_REST:
                    if (rest != 0) rest <= rest - 1'b1;
                    else if (!sample_busy) phase <= S_SETUP;
                S_SETUP: phase <= S_ACCESS;
                S_ACCESS:
                    if (pready) begin
                        sample       <= prdata;
                        sample_valid <= 1'b1;
                        paddr        <= paddr + 1'b1;
                        rest         <= 3'(REST);
                        phase        <= S_REST;
                    end
                default: phase <= S_REST;
            endcase
        end
endmodule

module apb_sensor_slave #(parameter int WAITS = 11) (
    input  logic        pclk,
    input  logic        presetn,
    input  logic        psel,
    input  logic        penable,
    input  logic [3:0]  paddr,
    output logic        pready,
    output logic [11:0] prdata
);
    logic [4:0]  waits;
    logic [11:0] level;
    assign pready = psel && penable && waits == 0;
    assign prdata = level ^ {8'd0, paddr};
    always_ff @(posedge pclk or negedge presetn)
        if (!presetn) begin
            waits <= 5'(WAITS);
            level <= 12'h123;
        end else if (pready) begin
            waits <= 5'(WAITS);
            level <= level + 12'd7;
        end else if (psel && penable) waits <= waits - 1'b1;
endmodule

module averager #(parameter int STEPS = 3) (
    input  logic        pclk,
    input  logic        presetn,
    input  logic        sample_valid,
    input  logic [11:0] sample,
    output logic        sample_busy,
    output logic        mean_valid,
    output logic [11:0] mean
);
    logic [2:0] steps;
    assign sample_busy = steps != 0;
    always_ff @(posedge pclk or negedge presetn)
        if (!presetn) begin
            steps      <= '0;
            mean       <= '0;
            mean_valid <= 1'b0;
        end else begin
            mean_valid <= steps == 1;
            if (sample_valid) begin
                steps <= 3'(STEPS);
                mean  <= mean - (mean >> 2) + (sample >> 2);
            end else if (sample_busy) steps <= steps - 1'b1;
        end
endmodule

module apb_sensor #(parameter int REST = 1, parameter int WAITS = 11, parameter int STEPS = 3) (
    input  logic        pclk,
    input  logic        presetn,
    output logic        mean_valid,
    output logic [11:0] mean
);
    logic psel, penable, pready, sample_valid, sample_busy;
    logic [3:0] paddr;
    logic [11:0] prdata, sample;
    apb_poller #(.REST(REST)) poller (.*);
    apb_sensor_slave #(.WAITS(WAITS)) sensor (.*);
    averager #(.STEPS(STEPS)) average (.*);
endmodule
