// SPDX-License-Identifier: Apache-2.0
// A small processor fetches an instruction in several phases; a slow memory lengthens the fetch by wait_n.
module five_phases #(parameter IDLES = 1) (
    input  wire       clk,
    input  wire       reset_n,
    output wire       mreq_n,
    output reg  [7:0] address,
    input  wire       wait_n,
    input  wire [7:0] code,
    output reg        iorq_n,
    output reg  [7:0] out_byte
);
    reg [4:0] phase;  // one of: address, request, take, execute, idle
    reg [7:0] a;
    reg [1:0] idles;
    assign mreq_n = !phase[1];
    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            phase    <= 5'b00001;
            address  <= 8'd0;
            a        <= 8'd0;
            iorq_n   <= 1'b1;
            out_byte <= 8'd0;
            idles    <= 2'd0;
        end else begin
            iorq_n <= 1'b1;
            case (1'b1)
                phase[0]: phase <= 5'b00010;
                phase[1]: if (wait_n) begin
                    phase <= 5'b00100;
                    a     <= a + code;
                end
                phase[2]: phase <= 5'b01000;
                phase[3]: begin
                    out_byte <= a;
                    iorq_n   <= 1'b0;
                    idles    <= IDLES;
                    phase    <= 5'b10000;
                end
                default: if (idles == 0) begin
                    address <= address + 8'd1;
                    phase   <= 5'b00001;
                end else idles <= idles - 2'd1;
            endcase
        end
endmodule

module slow_rom #(parameter WAITS = 9) (
    input  wire       clk,
    input  wire       reset_n,
    input  wire       mreq_n,
    input  wire [7:0] address,
    output wire       wait_n,
    output wire [7:0] code
);
    reg [3:0] waited;
    assign wait_n = mreq_n || waited == WAITS;
    assign code   = address ^ 8'h5c;
    always @(posedge clk or negedge reset_n)
        if (!reset_n) waited <= 4'd0;
        else if (mreq_n || wait_n) waited <= 4'd0;
        else waited <= waited + 4'd1;
endmodule

module out_port #(parameter PULSE = 3) (
    input  wire       clk,
    input  wire       reset_n,
    input  wire       iorq_n,
    input  wire [7:0] out_byte,
    output reg        strobe,
    output reg  [7:0] pins
);
    reg [2:0] left;
    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            strobe <= 1'b0;
            pins   <= 8'd0;
            left   <= 3'd0;
        end else begin
            strobe <= left == 3'd1;
            if (!iorq_n) begin
                pins <= out_byte;
                left <= PULSE;
            end else if (left != 0) left <= left - 3'd1;
        end
endmodule

module wait_states #(parameter IDLES = 1, parameter WAITS = 9, parameter PULSE = 3) (
    input  wire       clk,
    input  wire       reset_n,
    output wire       strobe,
    output wire [7:0] pins
);
    wire mreq_n, wait_n, iorq_n;
    wire [7:0] address, code, out_byte;
    five_phases #(.IDLES(IDLES)) cpu (.clk(clk), .reset_n(reset_n), .mreq_n(mreq_n), .address(address), .wait_n(wait_n), .code(code), .iorq_n(iorq_n), .out_byte(out_byte));
    slow_rom #(.WAITS(WAITS)) rom (.clk(clk), .reset_n(reset_n), .mreq_n(mreq_n), .address(address), .wait_n(wait_n), .code(code));
    out_port #(.PULSE(PULSE)) port (.clk(clk), .reset_n(reset_n), .iorq_n(iorq_n), .out_byte(out_byte), .strobe(strobe), .pins(pins));
endmodule
