// SPDX-License-Identifier: Apache-2.0
package bus_pkg;
    typedef struct packed {
        logic        valid;
        logic        write;
        logic [7:0]  addr;
        logic [15:0] wdata;
    } req_t;
    typedef struct packed {
        logic        ready;
        logic        rvalid;
        logic [15:0] rdata;
    } rsp_t;
endpackage
