// SPDX-License-Identifier: Apache-2.0
// Arty A7 (Artix-7): 100 MHz, serial port by USB.
module arty (
    input  logic CLK100MHZ,
    input  logic btn_0,
    output logic led_0
);
    // Registers are 0 after configuration, so the reset lasts for the first edges.
    logic [3:0] started = 0;
    logic       pressed = 0, rst = 1;
    always_ff @(posedge CLK100MHZ) begin
        pressed <= btn_0;
        rst     <= pressed || started != '1;
        if (started != '1) started <= started + 1;
    end
    picture u_picture (.clk(CLK100MHZ), .rst(rst), .light(led_0));
endmodule
