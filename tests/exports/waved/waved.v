// SPDX-License-Identifier: Apache-2.0
// Twelve states in a row, each as long as the first counter says; a second clock domain has a machine of its own.
module waved (
    input wire clk,
    input wire slow,
    input wire rst,
    input wire go
);
    localparam REST = 4'd0, LOAD = 4'd1, DECODE = 4'd10, SEND = 4'd12;
    reg [3:0] state;
    reg [4:0] count;
    always @(posedge clk) begin
        if (rst) begin
            state <= REST;
            count <= 0;
        end else begin
            count <= count + 1;
            case (state)
                REST: if (go) state <= LOAD;
                LOAD: if (count[1:0] == 3) state <= DECODE;
                DECODE: if (count == 20) state <= SEND;
                SEND: state <= REST;
                default: state <= REST;
            endcase
        end
    end

    localparam EVEN = 2'd0, ODD = 2'd1;
    reg [1:0] pace;
    always @(posedge slow) begin
        if (rst) pace <= EVEN;
        else
            case (pace)
                EVEN: if (go) pace <= ODD;
                ODD: pace <= EVEN;
                default: pace <= EVEN;
            endcase
    end
endmodule
