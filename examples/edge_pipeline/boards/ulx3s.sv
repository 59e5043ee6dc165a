// SPDX-License-Identifier: Apache-2.0
// ULX3S (ECP5): 25 MHz, serial port by USB.
module ulx3s (
    input  logic clk_25mhz,
    input  logic btn_fire1,
    output logic led_0
);
    // Registers are 0 after configuration, so the reset lasts for the first edges.
    logic [3:0] started = 0;
    logic       pressed = 0, rst = 1;
    always_ff @(posedge clk_25mhz) begin
        pressed <= btn_fire1;
        rst     <= pressed || started != '1;
        if (started != '1) started <= started + 1;
    end
    picture u_picture (.clk(clk_25mhz), .rst(rst), .light(led_0));
endmodule
