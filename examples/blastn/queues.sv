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
    output logic [QUEUES-1:0][8:0] m_data
);
    for (genvar k = 0; k < QUEUES; k++) begin : each
        stream_fifo #(.WIDTH(9), .DEPTH(512)) q (.clk, .rst, .s_valid(s_valid[k]), .s_ready(s_ready[k]), .s_data,
            .m_valid(m_valid[k]), .m_ready(m_ready[k]), .m_data(m_data[k]));
    end
endmodule : queues
