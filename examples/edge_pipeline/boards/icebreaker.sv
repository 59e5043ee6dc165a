// SPDX-License-Identifier: Apache-2.0
// iCEBreaker (iCE40UP5K): 12 MHz, serial port by USB.
module icebreaker (
    input  logic CLK,
    input  logic BTN_N,
    output logic LEDG_N
);
    // Registers are 0 after configuration, so the reset lasts for the first edges.
    logic [3:0] started = 0;
    logic       pressed = 0, rst = 1;
    always_ff @(posedge CLK) begin
        pressed <= !BTN_N;
        rst     <= pressed || started != '1;
        if (started != '1) started <= started + 1;
    end
    picture u_picture (.clk(CLK), .rst(rst), .light(LEDG_N));
endmodule
