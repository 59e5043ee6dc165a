// SPDX-License-Identifier: Apache-2.0
// Records of four buses, in the styles of those who use them: AXI4 with a structure for each channel, AXI-Lite with the
// handshakes inside of these, TL-UL, and OBI with a structure for the request and without.
package record_pkg;
    typedef struct packed {
        logic [1:0]  id;
        logic [31:0] addr;
        logic [7:0]  len;
    } ax_chan_t;
    typedef struct packed {
        logic [31:0] data;
        logic [3:0]  strb;
        logic        last;
    } w_chan_t;
    typedef struct packed {
        logic [1:0] id;
        logic [1:0] resp;
    } b_chan_t;
    typedef struct packed {
        logic [1:0]  id;
        logic [31:0] data;
        logic        last;
    } r_chan_t;
    typedef struct packed {
        ax_chan_t aw;
        logic     aw_valid;
        w_chan_t  w;
        logic     w_valid;
        logic     b_ready;
        ax_chan_t ar;
        logic     ar_valid;
        logic     r_ready;
    } axi_req_t;
    typedef struct packed {
        logic    aw_ready;
        logic    ar_ready;
        logic    w_ready;
        logic    b_valid;
        b_chan_t b;
        logic    r_valid;
        r_chan_t r;
    } axi_resp_t;

    typedef struct packed {
        struct packed {
            logic        valid;
            logic [15:0] addr;
        } ar;
        struct packed {logic ready;} r;
    } lite_req_t;
    typedef struct packed {
        struct packed {logic ready;} ar;
        struct packed {
            logic        valid;
            logic [15:0] data;
        } r;
    } lite_resp_t;

    typedef enum logic [2:0] {PutFullData = 3'd0, PutPartialData = 3'd1, Get = 3'd4} tl_a_op_e;
    typedef enum logic [2:0] {AccessAck = 3'd0, AccessAckData = 3'd1} tl_d_op_e;
    typedef struct packed {
        logic        a_valid;
        tl_a_op_e    a_opcode;
        logic [1:0]  a_size;
        logic [7:0]  a_source;
        logic [31:0] a_address;
        logic [3:0]  a_mask;
        logic [31:0] a_data;
        logic        d_ready;
    } tl_h2d_t;
    typedef struct packed {
        logic        d_valid;
        tl_d_op_e    d_opcode;
        logic [7:0]  d_source;
        logic [31:0] d_data;
        logic        a_ready;
    } tl_d2h_t;

    typedef struct packed {
        struct packed {
            logic [31:0] addr;
            logic        we;
            logic [7:0]  be;
            logic [63:0] wdata;
        } a;
        logic req;
    } obi_req_t;
    typedef struct packed {
        struct packed {logic [63:0] rdata;} r;
        logic gnt;
        logic rvalid;
    } obi_rsp_t;
    typedef struct packed {
        logic        req;
        logic [31:0] addr;
    } fetch_req_t;
    typedef struct packed {
        logic        gnt;
        logic        rvalid;
        logic [31:0] rdata;
    } fetch_rsp_t;
endpackage
