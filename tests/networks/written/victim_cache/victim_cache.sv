// SPDX-License-Identifier: Apache-2.0
// A write-back cache of sixteen lines with a buffer for one victim: a dirty line that must go waits there while the new one
// is brought, and is written to memory when nobody else wants it.
module access_stream #(parameter int THINK = 2, parameter int COUNT = 600) (
    input  logic        clk,
    input  logic        rst,
    output logic        cpu_req,
    output logic        cpu_we,
    output logic [9:0]  cpu_addr,
    output logic [15:0] cpu_wdata,
    input  logic        cpu_ack,
    input  logic [15:0] cpu_rdata,
    output logic [15:0] total,
    output logic        finished
);
    logic [15:0] n;
    logic [2:0]  think;
    wire [9:0] block = 10'(n[15:3]) * 10'd37;
    assign cpu_req   = !finished && think == 0;
    assign cpu_we    = n[3] && n[1:0] == 2'd1;
    assign cpu_addr  = {block[7:0], n[1:0]};
    assign cpu_wdata = n;
    assign finished  = n == 16'(COUNT);
    always_ff @(posedge clk)
        if (rst) begin
            n     <= '0;
            think <= '0;
            total <= '0;
        end else if (think != 0) think <= think - 3'd1;
        else if (cpu_req && cpu_ack) begin
            n     <= n + 16'd1;
            think <= 3'(THINK);
            if (!cpu_we) total <= total + cpu_rdata;
        end
endmodule

module line_cache #(parameter bit VICTIM = 0) (
    input  logic        clk,
    input  logic        rst,
    input  logic        cpu_req,
    input  logic        cpu_we,
    input  logic [9:0]  cpu_addr,
    input  logic [15:0] cpu_wdata,
    output logic        cpu_ack,
    output logic [15:0] cpu_rdata,
    output logic        evict,
    output logic [7:0]  evict_line,
    output logic [63:0] evict_data,
    input  logic        victim_full,
    output logic        fill_req,
    output logic [9:0]  fill_addr,
    input  logic        fill_ack,
    input  logic [15:0] fill_rdata
);
    typedef enum logic [2:0] {SWEEP, READY, EVICT, DRAIN, FILL, REPLAY} state_t;
    state_t state;
    logic [63:0] data[0:15];
    logic [3:0]  tags[0:15];
    logic [15:0] valid, dirty;
    logic [1:0]  word;
    wire [3:0] set = cpu_addr[5:2];
    wire [3:0] tag = cpu_addr[9:6];
    wire       hit = valid[set] && tags[set] == tag;
    wire [63:0] row = data[set];
    assign cpu_ack    = state == READY && cpu_req && hit;
    assign cpu_rdata  = row[16 * cpu_addr[1:0] +: 16];
    assign evict      = state == EVICT && !victim_full;
    assign evict_line = {tags[set], set};
    assign evict_data = row;
    assign fill_req   = state == FILL;
    assign fill_addr  = {tag, set, word};
    always_ff @(posedge clk)
        if (rst) begin
            state <= SWEEP;
            valid <= '0;
            dirty <= '0;
            word  <= '0;
        end else
            case (state)
                SWEEP: state <= READY;
                READY: if (cpu_req) begin
                    if (hit && cpu_we) begin
                        data[set][16 * cpu_addr[1:0] +: 16] <= cpu_wdata;
                        dirty[set] <= 1'b1;
                    end
                    word <= '0;
                    if (!hit && valid[set] && dirty[set]) state <= EVICT;
                    else if (!hit && victim_full) state <= DRAIN;
                    else if (!hit) state <= FILL;
                end
                EVICT: if (!victim_full) state <= VICTIM ? FILL : DRAIN;
                DRAIN: if (!victim_full) state <= FILL;
                FILL: if (fill_ack) begin
                    data[set][16 * word +: 16] <= fill_rdata;
                    word <= word + 2'd1;
                    if (word == 2'd3) state <= REPLAY;
                end
                default: begin
                    tags[set]  <= tag;
                    valid[set] <= 1'b1;
                    dirty[set] <= 1'b0;
                    state      <= READY;
                end
            endcase
endmodule

module victim_buffer (
    input  logic        clk,
    input  logic        rst,
    input  logic        evict,
    input  logic [7:0]  evict_line,
    input  logic [63:0] evict_data,
    output logic        victim_full,
    output logic        drain_req,
    output logic [9:0]  drain_addr,
    output logic [15:0] drain_wdata,
    input  logic        drain_ack
);
    logic [7:0]  line;
    logic [63:0] data;
    logic [1:0]  word;
    assign drain_req   = victim_full;
    assign drain_addr  = {line, word};
    assign drain_wdata = data[15:0];
    always_ff @(posedge clk)
        if (rst) victim_full <= 1'b0;
        else if (evict) begin
            victim_full <= 1'b1;
            line        <= evict_line;
            data        <= evict_data;
            word        <= '0;
        end else if (drain_req && drain_ack) begin
            data <= data >> 16;
            word <= word + 2'd1;
            if (word == 2'd3) victim_full <= 1'b0;
        end
endmodule

// One access at a time; filling goes before draining.
module main_memory #(parameter int ACCESS = 6) (
    input  logic        clk,
    input  logic        rst,
    input  logic        fill_req,
    input  logic [9:0]  fill_addr,
    output logic        fill_ack,
    output logic [15:0] fill_rdata,
    input  logic        drain_req,
    input  logic [9:0]  drain_addr,
    input  logic [15:0] drain_wdata,
    output logic        drain_ack
);
    logic [15:0] words[0:1023];
    logic [3:0]  count;
    logic        active, draining;
    wire done = active && count == 4'(ACCESS - 1);
    assign fill_ack   = done && !draining;
    assign drain_ack  = done && draining;
    assign fill_rdata = words[fill_addr];
    initial for (int i = 0; i < 1024; i++) words[i] = 16'(i * 3);
    always_ff @(posedge clk)
        if (rst) begin
            active   <= 1'b0;
            count    <= '0;
            draining <= 1'b0;
        end else if (!active) begin
            active   <= fill_req || drain_req;
            draining <= !fill_req;
            count    <= 4'd1;
        end else begin
            count <= count + 4'd1;
            if (done) active <= 1'b0;
            if (drain_ack) words[drain_addr] <= drain_wdata;
        end
endmodule

module victim_cache #(parameter int THINK = 2, parameter bit VICTIM = 0, parameter int ACCESS = 6) (
    input  logic        clk,
    input  logic        rst,
    output logic [15:0] total,
    output logic        finished
);
    logic cpu_req, cpu_we, cpu_ack, evict, victim_full, fill_req, fill_ack, drain_req, drain_ack;
    logic [9:0] cpu_addr, fill_addr, drain_addr;
    logic [15:0] cpu_wdata, cpu_rdata, fill_rdata, drain_wdata;
    logic [7:0] evict_line;
    logic [63:0] evict_data;
    access_stream #(.THINK(THINK)) u_cpu (.*);
    line_cache #(.VICTIM(VICTIM)) u_cache (.*);
    victim_buffer u_victim (.*);
    main_memory #(.ACCESS(ACCESS)) u_memory (.*);
endmodule
