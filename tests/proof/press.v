// SPDX-License-Identifier: Apache-2.0
// A design with one of everything that an edit could hide behind: a kept module, a black box, two
// clocks, both edges, an asynchronous reset, initial values, a memory, a latch, a generate loop; and of
// what no output depends on: a register, a net, black boxes, a branch that is not taken.
(* blackbox *)
module pad #(parameter DRIVE = 4) (input clk, input d, input enable, output q);
endmodule

(* blackbox *)
module sink (input d);
endmodule

module turn #(parameter W = 4) (input [W-1:0] a, output [W-1:0] y);
    generate
        if (W == 4) assign y = ~a;
        else assign y = a;
    endgenerate
endmodule

(* keep_hierarchy *)
module meter (input clk, input rst, input step, output reg [3:0] count);
    always @(posedge clk)
        if (rst) count <= 0;
        else if (step) count <= count + 1;
endmodule

module store (input clk, input write, input [1:0] at, input [3:0] data, output [3:0] word);
    reg [3:0] cells [0:3];
    always @(posedge clk) if (write) cells[at] <= data;
    assign word = cells[at];
endmodule

module press (
    input            clk,
    input            clk_b,
    input            rst,
    input            in_valid,
    output           in_ready,
    input      [3:0] in_data,
    output           out_valid,
    input            out_ready,
    output reg [3:0] out_data,
    output     [3:0] count,
    output     [3:0] word,
    output reg [3:0] seen_b,
    output reg       falling,
    output reg       held,
    output     [3:0] mirrored,
    output     [3:0] turned,
    output           pad_q
);
    localparam IDLE = 2'd0, WORK = 2'd1, GIVE = 2'd2;
    reg [1:0] state = IDLE;
    reg [3:0] left;
    reg [2:0] odd = 3'd5;

    assign in_ready  = state == IDLE;
    assign out_valid = state == GIVE;
    wire step = in_valid && in_ready;

    always @(posedge clk or posedge rst) begin
        if (rst) begin
            state <= IDLE;
            left  <= 0;
        end else begin
            case (state)
                IDLE: if (step) begin
                    left     <= in_data;
                    out_data <= in_data ^ {1'b0, odd};
                    state    <= WORK;
                end
                WORK: begin
                    left <= left - 1;
                    if (left <= 1) state <= GIVE;
                end
                GIVE: if (out_ready) state <= IDLE;
                default: state <= IDLE;
            endcase
        end
    end
    always @(posedge clk) odd <= {odd[1:0], odd[2]};
    always @(posedge clk_b) seen_b <= in_data;
    always @(negedge clk) falling <= in_valid;
    always @* if (in_valid) held = in_data[0];

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_bit
            assign mirrored[i] = in_data[3 - i];
        end
    endgenerate

    meter u_meter (.clk(clk), .rst(rst), .step(step), .count(count));
    store u_store (.clk(clk), .write(step), .at(left[1:0]), .data(in_data), .word(word));
    turn u_turn (.a(in_data), .y(turned));
    pad #(.DRIVE(6)) u_dead (.clk(clk), .d(left[2]), .enable(in_valid), .q());
    sink u_sink (.d(left[3]));
    reg [3:0] shadow = 4'd7;
    always @(posedge clk_b) shadow <= shadow + in_data;
    (* keep *) wire kept = in_valid & in_data[0];
    pad #(.DRIVE(8)) u_pad (.clk(clk), .d(left[0]), .enable(out_valid), .q(pad_q));
endmodule
