// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: locks that threads acquire (valid_i, ready_o) and release (release_i). One thread acquires a lock per cycle,
//          by round robin: the thread after the last one that acquired a lock has priority.
// Thread numbers always have 8 bits.
/* verilator lint_off WIDTH */
module hls_semaphore #(
    parameter PORTS = 2,
    parameter LOCKS = 1
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [PORTS-1:0] valid_i,
    output reg  [PORTS-1:0] ready_o,
    input  wire [PORTS*8-1:0] id_i,
    input  wire [PORTS-1:0] release_i,
    input  wire [PORTS*8-1:0] release_id_i
);
    reg [255:0] held;
    reg [7:0] last, chosen;
    reg found;
    integer i;
    reg [8:0] at;
    always @* begin
        chosen = 8'd0;
        found = 1'b0;
        for (i = 1; i <= PORTS; i = i + 1) begin
            at = {1'b0, last} + i[8:0];
            if (at >= PORTS[8:0]) at = at - PORTS[8:0];
            if (!found && valid_i[at[7:0]] && !held[id_i[at[7:0]*8 +: 8]]) begin
                found = 1'b1;
                chosen = at[7:0];
            end
        end
        ready_o = {PORTS{1'b0}};
        ready_o[chosen] = found;
    end

    integer k;
    always @(posedge clk_i) begin
        if (rst_i) begin
            held <= 256'd0;
            last <= 8'd0;
        end else begin
            for (k = 0; k < PORTS; k = k + 1)
                if (release_i[k]) held[release_id_i[k*8 +: 8]] <= 1'b0;
            if (found) begin
                held[id_i[chosen*8 +: 8]] <= 1'b1;
                last <= chosen;
            end
        end
    end
    // LOCKS is the number in use; synthesis removes the rest.
    initial if (LOCKS > 256) $display("hls_semaphore: at most 256 locks");
endmodule
/* verilator lint_on WIDTH */
`default_nettype wire
