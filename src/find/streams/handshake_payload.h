// SPDX-License-Identifier: Apache-2.0
// What a handshake carries: the end of its packets, its bytes, and which of them count.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Adds the payload of a single handshake, whose valid is called `name`, to its finding.
void add_payload(const Subject& on, const SiblingNames& names, VarId valid, const ValidName& name,
                 Finding& f);
// The payload of one handshake of many (Finding::element): the ports share out each of its vectors
// evenly.
void add_shared_payload(const Subject& on, const SiblingNames& names, VarId valid,
                        const ValidName& name, Finding& f);

}  // namespace tapestry
