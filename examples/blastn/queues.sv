// SPDX-License-Identifier: Apache-2.0
// Queues alone, to price their monitors.
module queues #(
    parameter int QUEUES = 1
) (
    input  logic              clk,
    input  logic              rst,
    input  logic [QUEUES-1:0] s_valid,
    output logic [QUEUES-1:0] s_ready,
    input  logic [8:0]        s_data,
    output logic [QUEUES-1:0] m_valid,
    input  logic [QUEUES-1:0] m_ready,
    output logic [9*QUEUES-1:0] m_data  // flat: Yosys reads no arrays of arrays at ports
);
    for (genvar k = 0; k < QUEUES; k++) begin : each
        stream_fifo #(.WIDTH(9), .DEPTH(512)) q (.clk, .rst, .s_valid(s_valid[k]), .s_ready(s_ready[k]), .s_data,
            .m_valid(m_valid[k]), .m_ready(m_ready[k]), .m_data(m_data[9*k+:9]));
    end
endmodule : queues
