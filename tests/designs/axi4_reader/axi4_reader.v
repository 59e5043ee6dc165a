// SPDX-License-Identifier: Apache-2.0
// Reads a block of memory over AXI4 in bursts of at most sixteen beats and hands it on as an
// AXI-Stream. A buffer of 32 words, built right here and not in a module of its own, decouples
// the two: a burst is asked for only when the buffer has room for all of it.

module axi4_reader (
    input  wire        clk,
    input  wire        rst,
    input  wire        start,
    input  wire [31:0] address,
    input  wire [15:0] words,
    output wire        busy,
    output reg         done,

    output wire [31:0] m_axi_araddr,
    output wire [7:0]  m_axi_arlen,
    output wire [2:0]  m_axi_arsize,
    output wire [1:0]  m_axi_arburst,
    output wire        m_axi_arvalid,
    input  wire        m_axi_arready,
    input  wire [31:0] m_axi_rdata,
    input  wire [1:0]  m_axi_rresp,
    input  wire        m_axi_rlast,
    input  wire        m_axi_rvalid,
    output wire        m_axi_rready,

    output wire [31:0] m_axis_tdata,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready,
    output reg         failed
);
    localparam [2:0] IDLE    = 3'd0,
                     ROOM    = 3'd1,
                     ADDRESS = 3'd2,
                     DATA    = 3'd3,
                     DRAIN   = 3'd4,
                     REPORT  = 3'd5;

    reg [2:0]  state;
    reg [31:0] next_address;
    reg [15:0] words_left;

    wire [15:0] burst_words = words_left > 16 ? 16'd16 : words_left;

    // The buffer.
    reg  [31:0] buffer_mem [0:31];
    reg  [4:0]  write_at, read_at;
    reg  [5:0]  buffer_count;
    wire        push = m_axi_rvalid && m_axi_rready;
    wire        pop  = m_axis_tvalid && m_axis_tready;

    assign m_axi_araddr  = next_address;
    assign m_axi_arlen   = burst_words[7:0] - 8'd1;
    assign m_axi_arsize  = 3'd2;
    assign m_axi_arburst = 2'b01;
    assign m_axi_arvalid = state == ADDRESS;
    assign m_axi_rready  = buffer_count != 6'd32;
    assign m_axis_tdata  = buffer_mem[read_at];
    assign m_axis_tvalid = buffer_count != 6'd0;
    assign busy          = state != IDLE;

    always @(posedge clk) begin
        if (rst) begin
            state        <= IDLE;
            next_address <= 32'd0;
            words_left   <= 16'd0;
            done         <= 1'b0;
            failed       <= 1'b0;
        end else begin
            done <= 1'b0;
            case (state)
                IDLE: if (start) begin
                    next_address <= address;
                    words_left   <= words;
                    failed       <= 1'b0;
                    state        <= words == 16'd0 ? REPORT : ROOM;
                end
                ROOM: if (buffer_count <= 6'd16) state <= ADDRESS;
                ADDRESS: if (m_axi_arready) begin
                    next_address <= next_address + {burst_words, 2'b00};
                    words_left   <= words_left - burst_words;
                    state        <= DATA;
                end
                DATA: if (push) begin
                    if (m_axi_rresp != 2'b00) failed <= 1'b1;
                    if (m_axi_rlast) state <= words_left == 16'd0 ? DRAIN : ROOM;
                end
                DRAIN: if (buffer_count == 6'd0) state <= REPORT;
                REPORT: begin
                    done  <= 1'b1;
                    state <= IDLE;
                end
                default: state <= IDLE;
            endcase
        end
    end

    always @(posedge clk) begin
        if (push) buffer_mem[write_at] <= m_axi_rdata;
        if (rst) begin
            write_at     <= 5'd0;
            read_at      <= 5'd0;
            buffer_count <= 6'd0;
        end else begin
            if (push) write_at <= write_at + 5'd1;
            if (pop)  read_at <= read_at + 5'd1;
            case ({push, pop})
                2'b10:   buffer_count <= buffer_count + 6'd1;
                2'b01:   buffer_count <= buffer_count - 6'd1;
                default: buffer_count <= buffer_count;
            endcase
        end
    end
endmodule
