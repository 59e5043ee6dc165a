// SPDX-License-Identifier: Apache-2.0
// Characters go to a printer over a four phase handshake: req up, ack up, req down, ack down.
`define EDITOR_IDLE 2'b00
`define EDITOR_ASK  2'b01
`define EDITOR_DROP 2'b11

module char_source (clk, reset, req, ack, char);
    input        clk, reset, ack;
    output       req;
    output [7:0] char;
    reg          req;
    reg    [7:0] char;
    reg    [1:0] editor;
    always @(posedge clk or posedge reset)
        if (reset) begin
            editor <= `EDITOR_IDLE;
            req    <= 1'b0;
            char   <= 8'h41;
        end
        else begin
            case (editor)
                `EDITOR_IDLE: begin
                    req    <= 1'b1;
                    editor <= `EDITOR_ASK;
                end
                `EDITOR_ASK: if (ack) begin
                    req    <= 1'b0;
                    editor <= `EDITOR_DROP;
                end
                `EDITOR_DROP: if (!ack) begin
                    char   <= char + 8'd1;
                    editor <= `EDITOR_IDLE;
                end
                default: editor <= `EDITOR_IDLE;
            endcase
        end
endmodule

module font_lookup (clk, reset, req, ack, char, dot_req, dot_ack, dots);
    input        clk, reset, req, dot_ack;
    input  [7:0] char;
    output       ack, dot_req;
    output [7:0] dots;
    reg          ack, dot_req;
    reg    [7:0] dots;
    reg    [1:0] fetch;
    reg    [3:0] look;
    parameter LOOK = 4;
    parameter F_LISTEN = 2'd0, F_LOOK = 2'd1, F_GIVE = 2'd2, F_CLOSE = 2'd3;
    always @(posedge clk or posedge reset)
        if (reset) begin
            fetch   <= F_LISTEN;
            ack     <= 1'b0;
            dot_req <= 1'b0;
            dots    <= 8'd0;
            look    <= 4'd0;
        end
        else case (fetch)
            F_LISTEN: if (req) begin
                dots  <= char ^ {char[3:0], char[7:4]};
                fetch <= F_LOOK;
            end
            F_LOOK: if (look == LOOK - 1) begin
                look    <= 4'd0;
                dot_req <= 1'b1;
                fetch   <= F_GIVE;
            end
            else look <= look + 4'd1;
            F_GIVE: if (dot_ack) begin
                dot_req <= 1'b0;
                ack     <= 1'b1;
                fetch   <= F_CLOSE;
            end
            F_CLOSE: if (!req && !dot_ack) begin
                ack   <= 1'b0;
                fetch <= F_LISTEN;
            end
        endcase
endmodule

module print_head (clk, reset, req, ack, dots, strike);
    parameter HEAT = 20;
    input        clk, reset, req;
    input  [7:0] dots;
    output       ack, strike;
    reg          ack, strike;
    reg    [1:0] head;
    reg    [7:0] heat;
    parameter H_COLD = 2'd0, H_HEAT = 2'd1, H_ACK = 2'd2;
    always @(posedge clk or posedge reset)
        if (reset) begin
            head   <= H_COLD;
            heat   <= 8'd0;
            ack    <= 1'b0;
            strike <= 1'b0;
        end
        else begin
            strike <= 1'b0;
            case (head)
                H_COLD: if (req) begin
                    heat <= 8'd0;
                    head <= H_HEAT;
                end
                H_HEAT: begin
                    heat <= heat + 8'd1;
                    if (heat == HEAT) begin
                        strike <= |dots | 1'b1;
                        ack    <= 1'b1;
                        head   <= H_ACK;
                    end
                end
                H_ACK: if (!req) begin
                    ack  <= 1'b0;
                    head <= H_COLD;
                end
                default: head <= H_COLD;
            endcase
        end
endmodule

module line_printer (clk, reset, strike);
    parameter HEAT = 20, LOOK = 4;
    input  clk, reset;
    output strike;
    wire       char_req, char_ack, dot_req, dot_ack;
    wire [7:0] char, dots;
    char_source source (clk, reset, char_req, char_ack, char);
    font_lookup #(LOOK) font (clk, reset, char_req, char_ack, char, dot_req, dot_ack, dots);
    print_head #(HEAT) head (clk, reset, dot_req, dot_ack, dots, strike);
endmodule
