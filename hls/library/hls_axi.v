// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: connects a memory port of a kernel (X_req_*, X_resp_*) to an AXI4 master, so that the kernel fits into a
//          vendor's shell.
//
// Requests of one kind with consecutive addresses form one INCR burst of up to BURST beats, which never crosses a 4 KB
// page. A burst is sent when it is full, when a request does not continue it, or after PATIENCE cycles without a
// request. Up to four read and four write bursts are in flight. All have ID 0, so the memory keeps the order of reads
// and the order of writes; a burst that overlaps one of the other kind in flight waits for it. So the port sees its
// requests in order. A write is accepted before it completes: idle_o is high when all writes have.
//
// Parameters: DATA: bits of the port, 8 to 1024, a power of two. BURST: 1 to 256. BASE: offset added to the kernel's
//             addresses, whole pages.
// Not done: error responses of the memory (RRESP, BRESP) only raise error_o, which stays high.
module hls_axi #(
    parameter ADDRESS = 64,
    parameter DATA = 32,
    parameter BURST = 1,
    parameter PATIENCE = 0,
    parameter [ADDRESS-1:0] BASE = 0
) (
    input  wire clk_i,
    input  wire rst_i,
    output reg  error_o,
    output wire idle_o,

    input  wire req_valid_i,
    output wire req_ready_o,
    input  wire req_write_i,
    input  wire [31:0] req_addr_i,
    input  wire [DATA-1:0] req_data_i,
    input  wire [DATA/8-1:0] req_strb_i,
    output wire resp_valid_o,
    input  wire resp_ready_i,
    output wire [DATA-1:0] resp_data_o,

    output reg  m_axi_awvalid,
    input  wire m_axi_awready,
    output wire m_axi_awid,
    output reg  [ADDRESS-1:0] m_axi_awaddr,
    output reg  [7:0] m_axi_awlen,
    output wire [2:0] m_axi_awsize,
    output wire [1:0] m_axi_awburst,
    output wire m_axi_wvalid,
    input  wire m_axi_wready,
    output wire [DATA-1:0] m_axi_wdata,
    output wire [DATA/8-1:0] m_axi_wstrb,
    output wire m_axi_wlast,
    input  wire m_axi_bvalid,
    output wire m_axi_bready,
    /* verilator lint_off UNUSED */
    input  wire [1:0] m_axi_bresp,
    /* verilator lint_on UNUSED */
    output reg  m_axi_arvalid,
    input  wire m_axi_arready,
    output wire m_axi_arid,
    output reg  [ADDRESS-1:0] m_axi_araddr,
    output reg  [7:0] m_axi_arlen,
    output wire [2:0] m_axi_arsize,
    output wire [1:0] m_axi_arburst,
    input  wire m_axi_rvalid,
    output wire m_axi_rready,
    input  wire [DATA-1:0] m_axi_rdata,
    /* verilator lint_off UNUSED */
    input  wire [1:0] m_axi_rresp,
    input  wire m_axi_rlast
    /* verilator lint_on UNUSED */
);
    localparam integer BYTES = DATA / 8;
    localparam [2:0] SIZE = BYTES == 1 ? 0 : BYTES == 2 ? 1 : BYTES == 4 ? 2 : BYTES == 8 ? 3 :
        BYTES == 16 ? 4 : BYTES == 32 ? 5 : BYTES == 64 ? 6 : 7;
    localparam [31:0] STEP = DATA / 8;
    localparam [31:0] MOST = BURST;
    localparam WAITS = PATIENCE == 0 ? 1 : $clog2(PATIENCE + 1);
    localparam [31:0] LONGEST = PATIENCE;
    localparam ROOM_LOG2 = BURST == 1 ? 1 : $clog2(BURST) + 1;

    // The burst being collected.
    reg open, open_writes;
    reg [31:0] open_first, open_last;
    reg [7:0] open_len;
    reg [WAITS-1:0] waited;
    wire [31:0] at = req_addr_i & ~(STEP - 1);
    wire [31:0] follows = open_last + STEP;
    wire full = {1'b0, open_len} + 9'd1 == MOST[8:0];
    wire joins = open && req_valid_i && req_write_i == open_writes && !full && at == follows && at[11:0] != 0;
    wire closes = open && (full || (!joins && (req_valid_i || waited == LONGEST[WAITS-1:0])));

    // Bursts in flight, the oldest first.
    reg [31:0] read_first [0:3];
    reg [31:0] read_last [0:3];
    reg [31:0] write_first [0:3];
    reg [31:0] write_last [0:3];
    reg [7:0] read_len [0:3];
    reg [7:0] write_len [0:3];
    reg [2:0] reads_begun, reads_ended, writes_begun, writes_sent, writes_ended;
    wire reads_full = reads_begun - reads_ended == 3'd4;
    wire writes_full = writes_begun - writes_ended == 3'd4;
    reg overlaps;
    reg [2:0] read, write;
    integer i;
    always @* begin
        overlaps = 1'b0;
        read = reads_ended;
        write = writes_ended;
        for (i = 0; i < 4; i = i + 1) begin
            if (open_writes && read != reads_begun) begin
                if (read_first[read[1:0]] <= open_last && read_last[read[1:0]] >= open_first) overlaps = 1'b1;
                read = read + 3'd1;
            end
            if (!open_writes && write != writes_begun) begin
                if (write_first[write[1:0]] <= open_last && write_last[write[1:0]] >= open_first) overlaps = 1'b1;
                write = write + 3'd1;
            end
        end
    end
    wire leaves = closes && !overlaps &&
        (open_writes ? !writes_full && (!m_axi_awvalid || m_axi_awready) : !reads_full && (!m_axi_arvalid || m_axi_arready));

    // Write data, from the first beat of the oldest burst to the last one of the burst being collected.
    reg [DATA-1:0] data [0:(1<<ROOM_LOG2)-1];
    reg [DATA/8-1:0] strobes [0:(1<<ROOM_LOG2)-1];
    reg [ROOM_LOG2:0] put, taken;
    wire no_room = put - taken == {1'b1, {ROOM_LOG2{1'b0}}};
    reg [7:0] read_beat, write_beat;
    wire [7:0] write_end = write_len[writes_sent[1:0]];
    wire [7:0] read_end = read_len[reads_ended[1:0]];

    assign req_ready_o = (!open || joins || leaves) && !(req_write_i && no_room);
    wire takes = req_valid_i && req_ready_o;
    assign m_axi_wvalid = writes_sent != writes_begun;
    assign m_axi_wdata = data[taken[ROOM_LOG2-1:0]];
    assign m_axi_wstrb = strobes[taken[ROOM_LOG2-1:0]];
    assign m_axi_wlast = write_beat == write_end;
    assign m_axi_bready = 1'b1;
    assign m_axi_rready = resp_ready_i;
    assign resp_valid_o = m_axi_rvalid;
    assign resp_data_o = m_axi_rdata;
    assign {m_axi_awid, m_axi_arid} = 2'b00;
    assign {m_axi_awsize, m_axi_arsize} = {SIZE, SIZE};
    assign {m_axi_awburst, m_axi_arburst} = 4'b0101;
    assign idle_o = !open && reads_begun == reads_ended && writes_begun == writes_ended;

    wire sends = m_axi_wvalid && m_axi_wready;
    wire answers = m_axi_rvalid && m_axi_rready;
    wire [ADDRESS-1:0] address = BASE + {{(ADDRESS-32){1'b0}}, open_first};
    always @(posedge clk_i) begin
        if (rst_i) begin
            open <= 1'b0;
            waited <= 0;
            {reads_begun, reads_ended, writes_begun, writes_sent, writes_ended} <= 15'd0;
            {m_axi_awvalid, m_axi_arvalid, error_o} <= 3'd0;
            put <= 0;
            taken <= 0;
            read_beat <= 8'd0;
            write_beat <= 8'd0;
        end else begin
            if (takes) open <= 1'b1;
            else if (leaves) open <= 1'b0;
            waited <= takes ? {WAITS{1'b0}} : waited == LONGEST[WAITS-1:0] ? waited : waited + 1'b1;
            if (leaves && open_writes) writes_begun <= writes_begun + 1'b1;
            if (leaves && !open_writes) reads_begun <= reads_begun + 1'b1;
            if (m_axi_awready) m_axi_awvalid <= 1'b0;
            if (m_axi_arready) m_axi_arvalid <= 1'b0;
            if (leaves && open_writes) m_axi_awvalid <= 1'b1;
            if (leaves && !open_writes) m_axi_arvalid <= 1'b1;
            if (takes && req_write_i) put <= put + 1'b1;
            if (sends) begin
                taken <= taken + 1'b1;
                write_beat <= m_axi_wlast ? 8'd0 : write_beat + 1'b1;
                if (m_axi_wlast) writes_sent <= writes_sent + 1'b1;
            end
            if (m_axi_bvalid) writes_ended <= writes_ended + 1'b1;
            if (answers) begin
                read_beat <= read_beat == read_end ? 8'd0 : read_beat + 1'b1;
                if (read_beat == read_end) reads_ended <= reads_ended + 1'b1;
            end
            if ((m_axi_bvalid && m_axi_bresp[1]) || (answers && m_axi_rresp[1])) error_o <= 1'b1;
        end
        if (takes) begin
            open_last <= at;
            if (!joins) begin
                open_first <= at;
                open_writes <= req_write_i;
            end
            open_len <= joins ? open_len + 1'b1 : 8'd0;
        end
        if (takes && req_write_i) begin
            data[put[ROOM_LOG2-1:0]] <= req_data_i;
            strobes[put[ROOM_LOG2-1:0]] <= req_strb_i;
        end
        if (leaves && open_writes) begin
            write_first[writes_begun[1:0]] <= open_first;
            write_last[writes_begun[1:0]] <= open_last;
            write_len[writes_begun[1:0]] <= open_len;
            m_axi_awaddr <= address;
            m_axi_awlen <= open_len;
        end
        if (leaves && !open_writes) begin
            read_first[reads_begun[1:0]] <= open_first;
            read_last[reads_begun[1:0]] <= open_last;
            read_len[reads_begun[1:0]] <= open_len;
            m_axi_araddr <= address;
            m_axi_arlen <= open_len;
        end
    end
endmodule
`default_nettype wire
