// SPDX-License-Identifier: Apache-2.0
module tb #(
    parameter int LOOKUP = 0,
    parameter int COPY   = 0,
    parameter int IN     = 4,
    parameter int MIDDLE = 4,
    parameter int OUT    = 4
);
    localparam int PACKETS = 300;
    logic clk = 0, rst = 1;
    logic s_valid = 0, s_ready, m_valid, m_ready = 0;
    logic [15:0] s_data = 0, m_data;
    logic [1:0]  check;
    packet_switch #(.LOOKUP(LOOKUP), .COPY(COPY), .IN(IN), .MIDDLE(MIDDLE), .OUT(OUT)) dut (.*);
    always #5 clk = ~clk;

    // Long lookups come in bursts, and long payloads in others.
    function automatic logic [15:0] packet(input int n);
        int hash = (n * 7919) % 251;
        int walk = (n / 16) % 2 == 0 ? 1 + hash % 24 : 1 + hash % 4;
        int size = (n / 24) % 3 == 0 ? 20 + hash % 40 : 1 + hash % 12;
        return {3'(n), 5'(walk), 2'b00, 6'(size)};
    endfunction

    int sent = 0, received = 0, errors = 0, cycles = 0;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (!rst) begin
            if (s_valid && s_ready) sent <= sent + 1;
            if (!s_valid || s_ready) begin
                s_valid <= (s_valid ? sent + 1 : sent) < PACKETS;
                s_data  <= packet(s_valid ? sent + 1 : sent);
            end
            m_ready <= cycles % 40 < 28;
            if (m_valid && m_ready) begin
                if (m_data !== packet(received)) errors <= errors + 1;
                received <= received + 1;
            end
            if (received == PACKETS) begin
                if (errors == 0) $display("PASS: %0d packets in %0d cycles", received, cycles);
                else $display("FAIL: %0d errors", errors);
                $finish;
            end
            if (cycles > 200000) begin
                $display("FAIL: timeout");
                $finish;
            end
        end else if (cycles == 5) rst <= 0;
    end
endmodule
