// SPDX-License-Identifier: Apache-2.0
// The mean of four samples, in Verilog, below a top in VHDL.
module smoother #(parameter WIDTH = 8) (
    input                  clk,
    input                  rst,
    input                  s_valid,
    output                 s_ready,
    input      [WIDTH-1:0] s_data,
    output                 m_valid,
    input                  m_ready,
    output     [WIDTH-1:0] m_data
);
    localparam [2:0] GATHER = 3'b001, HALVE = 3'b010, OFFER = 3'b100;
    reg [2:0] phase;
    reg [1:0] count;
    reg [WIDTH+1:0] sum;
    assign s_ready = phase == GATHER;
    assign m_valid = phase == OFFER;
    assign m_data  = sum[WIDTH-1:0];
    always @(posedge clk or posedge rst)
        if (rst) begin
            phase <= GATHER;
            count <= 0;
            sum   <= 0;
        end else
            case (phase)
                GATHER:
                if (s_valid) begin
                    sum   <= sum + s_data;
                    count <= count + 1;
                    if (count == 3) phase <= HALVE;
                end
                HALVE: begin
                    sum   <= sum >> 2;
                    phase <= OFFER;
                end
                OFFER:
                if (m_ready) begin
                    sum   <= 0;
                    phase <= GATHER;
                end
                default: phase <= GATHER;
            endcase
endmodule
