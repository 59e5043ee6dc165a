// SPDX-License-Identifier: Apache-2.0
// Asks both kinds of root for the same numbers: salvos into the pipeline, then one call of the
// serial one to check the salvo's last number.

module root_server (
    input  logic        clk,
    input  logic        rst,
    input  logic        hold,
    output logic [15:0] salvos,
    output logic [15:0] answers,
    output logic [15:0] mismatches
);
    typedef enum logic [2:0] {AIM, FIRE, COLLECT, VERIFY_ASK, VERIFY_WAIT, COOL} phase_t;

    phase_t      phase;
    logic [15:0] number, last_number;
    logic [4:0]  to_fire, in_flight;
    logic [7:0]  last_root;
    logic        pipe_start, pipe_ready, pipe_done, serial_start, serial_busy, serial_done;
    logic [7:0]  pipe_root, serial_root;

    assign pipe_start   = phase == FIRE;
    assign serial_start = phase == VERIFY_ASK;

    isqrt_pipe u_pipe (
        .clk(clk), .rst(rst), .hold(hold), .start(pipe_start), .ready(pipe_ready), .radicand(number),
        .done(pipe_done), .root(pipe_root)
    );

    isqrt_serial u_serial (
        .clk(clk), .rst(rst), .start(serial_start), .radicand(last_number), .busy(serial_busy),
        .done(serial_done), .root(serial_root)
    );

    always_ff @(posedge clk) begin
        if (rst) begin
            phase       <= AIM;
            number      <= 16'd7;
            last_number <= '0;
            to_fire     <= '0;
            in_flight   <= '0;
            last_root   <= '0;
            salvos      <= '0;
            answers     <= '0;
            mismatches  <= '0;
        end else begin
            in_flight <= in_flight + {4'd0, pipe_ready} - {4'd0, pipe_done};
            if (pipe_done) begin
                last_root <= pipe_root;
                answers   <= answers + 16'd1;
            end
            case (phase)
                AIM: begin
                    to_fire <= {1'b0, number[7:4]};
                    phase   <= FIRE;
                end
                FIRE: if (pipe_ready) begin
                    last_number <= number;
                    number      <= number * 16'd5 + 16'd77;
                    to_fire     <= to_fire - 5'd1;
                    if (to_fire == 5'd0) phase <= COLLECT;
                end
                COLLECT:     if (in_flight == 5'd0) phase <= VERIFY_ASK;
                VERIFY_ASK:  phase <= VERIFY_WAIT;
                VERIFY_WAIT: if (serial_done) begin
                    if (serial_root != last_root) mismatches <= mismatches + 16'd1;
                    salvos <= salvos + 16'd1;
                    phase  <= COOL;
                end
                COOL:    if (!serial_busy) phase <= AIM;
                default: phase <= AIM;
            endcase
        end
    end
endmodule : root_server
