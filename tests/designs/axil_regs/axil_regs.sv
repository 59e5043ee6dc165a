// SPDX-License-Identifier: Apache-2.0
// AXI-Lite slave with sixteen registers. Writes and reads have a machine each; addresses above
// the register file are answered with an error.

module axil_regs (
    input  logic        aclk,
    input  logic        aresetn,
    input  logic [11:0] s_axi_awaddr,
    input  logic        s_axi_awvalid,
    output logic        s_axi_awready,
    input  logic [31:0] s_axi_wdata,
    input  logic [3:0]  s_axi_wstrb,
    input  logic        s_axi_wvalid,
    output logic        s_axi_wready,
    output logic [1:0]  s_axi_bresp,
    output logic        s_axi_bvalid,
    input  logic        s_axi_bready,
    input  logic [11:0] s_axi_araddr,
    input  logic        s_axi_arvalid,
    output logic        s_axi_arready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0]  s_axi_rresp,
    output logic        s_axi_rvalid,
    input  logic        s_axi_rready
);
    localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10;

    typedef enum logic [1:0] {WRITE_ADDRESS, WRITE_DATA, WRITE_RESPONSE} write_state_t;
    typedef enum logic [1:0] {READ_ADDRESS, READ_WAIT, READ_DATA} read_state_t;

    write_state_t write_state;
    read_state_t  read_state;
    logic [31:0]  registers [0:15];
    logic [9:0]   write_index, read_index;

    assign s_axi_awready = write_state == WRITE_ADDRESS;
    assign s_axi_wready  = write_state == WRITE_DATA;
    assign s_axi_bvalid  = write_state == WRITE_RESPONSE;
    assign s_axi_arready = read_state == READ_ADDRESS;
    assign s_axi_rvalid  = read_state == READ_DATA;

    always_ff @(posedge aclk) begin
        if (!aresetn) begin
            write_state <= WRITE_ADDRESS;
            write_index <= '0;
            s_axi_bresp <= OKAY;
            for (int i = 0; i < 16; i++) registers[i] <= '0;
        end else begin
            case (write_state)
                WRITE_ADDRESS: if (s_axi_awvalid) begin
                    write_index <= s_axi_awaddr[11:2];
                    write_state <= WRITE_DATA;
                end
                WRITE_DATA: if (s_axi_wvalid) begin
                    if (write_index < 16) begin
                        for (int i = 0; i < 4; i++)
                            if (s_axi_wstrb[i]) registers[write_index[3:0]][8*i +: 8] <= s_axi_wdata[8*i +: 8];
                        s_axi_bresp <= OKAY;
                    end else begin
                        s_axi_bresp <= SLVERR;
                    end
                    write_state <= WRITE_RESPONSE;
                end
                WRITE_RESPONSE: if (s_axi_bready) write_state <= WRITE_ADDRESS;
                default: write_state <= WRITE_ADDRESS;
            endcase
        end
    end

    always_ff @(posedge aclk) begin
        if (!aresetn) begin
            read_state  <= READ_ADDRESS;
            read_index  <= '0;
            s_axi_rdata <= '0;
            s_axi_rresp <= OKAY;
        end else begin
            case (read_state)
                READ_ADDRESS: if (s_axi_arvalid) begin
                    read_index <= s_axi_araddr[11:2];
                    read_state <= READ_WAIT;
                end
                READ_WAIT: begin
                    s_axi_rdata <= read_index < 16 ? registers[read_index[3:0]] : 32'hdead_beef;
                    s_axi_rresp <= read_index < 16 ? OKAY : SLVERR;
                    read_state  <= READ_DATA;
                end
                READ_DATA: if (s_axi_rready) read_state <= READ_ADDRESS;
                default: read_state <= READ_ADDRESS;
            endcase
        end
    end
endmodule : axil_regs
