// SPDX-License-Identifier: Apache-2.0
#include "hls/ir_memory.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <set>

#include "hls/call_hints.h"

namespace tapestry::hls {

namespace {

// The variable's name in the program. LLVM appends a suffix to copies and inlined variables, and
// prefixes static locals with their function: "buffer.i", "__const.sum.weights.2".
std::string name_in_c(const llvm::Value& v) {
    llvm::SmallVector<llvm::StringRef, 4> parts;
    v.getName().split(parts, '.');
    if (!llvm::isa<llvm::GlobalVariable>(v)) return parts.front().str();
    unsigned number = 0;
    while (parts.size() > 1 && !parts.back().getAsInteger(10, number)) parts.pop_back();
    return parts.back().str();
}

std::uint64_t size_of(const llvm::Value* object, const llvm::DataLayout& layout) {
    if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(object)) {
        const auto size = a->getAllocationSize(layout);
        return size ? size->getFixedValue() : 0;
    }
    return layout.getTypeAllocSize(llvm::cast<llvm::GlobalVariable>(object)->getValueType())
        .getFixedValue();
}

// Whether anything in the program may write the variable; a call with it as argument may.
bool is_written_somewhere(const llvm::Value* variable) {
    for (const llvm::User* user : variable->users()) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (store || llvm::isa<llvm::CallBase>(user)) return true;
        const bool address = llvm::isa<llvm::GetElementPtrInst>(user) ||
                             llvm::isa<llvm::ConstantExpr>(user) || llvm::isa<llvm::CastInst>(user);
        if (address && is_written_somewhere(user)) return true;
    }
    return false;
}

}  // namespace

bool is_accessed(const llvm::Value& pointer) {
    std::vector<const llvm::Value*> open = {&pointer};
    std::set<const llvm::Value*> seen;
    while (!open.empty()) {
        const llvm::Value* p = open.back();
        open.pop_back();
        if (!seen.insert(p).second) continue;
        for (const llvm::User* user : p->users()) {
            if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::StoreInst>(user)) return true;
            if (user->getType()->isPointerTy()) open.push_back(user);
        }
    }
    return false;
}

void MemoryMap::refuse_pointer(const llvm::Value& pointer) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&pointer);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration())
        return ops_.refuse(
            "where this pointer points is not known",
            "a pointer comes from an argument, a mapped array or a local one; one that is kept in "
            "memory, as in a struct, is copied to a variable before, and that is mapped");
    const std::string name = callee->getName().str();
    ops_.set_place(place_of(*call));
    ops_.refuse(call_complaint(name), call_hint(name));
}

// Collects every object that a pointer may point to.
void MemoryMap::find_objects(const llvm::Value* pointer, std::vector<const llvm::Value*>& objects) {
    std::vector<const llvm::Value*> open = {pointer};
    std::set<const llvm::Value*> seen;
    while (!open.empty()) {
        const llvm::Value* p = open.back()->stripPointerCasts();
        open.pop_back();
        if (!seen.insert(p).second) continue;
        if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(p)) {
            open.push_back(gep->getPointerOperand());
        } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(p)) {
            open.push_back(select->getTrueValue());
            open.push_back(select->getFalseValue());
        } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(p)) {
            for (const llvm::Value* v : phi->incoming_values()) open.push_back(v);
        } else if (llvm::isa<llvm::AllocaInst>(p) || llvm::isa<llvm::GlobalVariable>(p) ||
                   llvm::isa<llvm::Argument>(p)) {
            objects.push_back(p);
        } else if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(p)) {
            open.push_back(freeze->getOperand(0));
        } else if (!llvm::isa<llvm::UndefValue>(p) && !llvm::isa<llvm::ConstantPointerNull>(p)) {
            if (!ops_.failed()) refuse_pointer(*p);
        }
    }
}

const llvm::Value* MemoryMap::group(const llvm::Value* object) {
    while (parent_.at(object) != object) object = parent_.at(object);
    return object;
}

void MemoryMap::join(const llvm::Value* a, const llvm::Value* b) {
    const llvm::Value *x = group(a), *y = group(b);
    if (x == y) return;
    // The object used first represents its group, so that names do not depend on heap addresses.
    const auto at = [&](const llvm::Value* v) {
        return std::find(objects_.begin(), objects_.end(), v);
    };
    if (at(x) < at(y))
        parent_[y] = x;
    else
        parent_[x] = y;
}

void MemoryMap::note_access(const llvm::Instruction& i, const llvm::Value* pointer,
                            llvm::Type* type, std::uint64_t align) {
    ops_.set_place(place_of(i));
    const std::uint64_t bytes =
        function_.getParent()->getDataLayout().getTypeStoreSize(type).getFixedValue();
    if (width_of(type) == 0) return ops_.refuse_type(type);
    if ((bytes & (bytes - 1)) != 0)
        return ops_.refuse(fmt::format("an access of {} bytes is not hardware", bytes),
                           "use 1, 2, 4, 8, … bytes");
    if (align < bytes)
        return ops_.refuse("an access may cross a word: its address is not aligned",
                           "do not pack the struct");
    std::vector<const llvm::Value*> objects;
    find_objects(pointer, objects);
    for (const llvm::Value* o : objects) {
        const auto* parameter = llvm::dyn_cast<llvm::Argument>(o);
        if (parameter && kernel_.is_process && !is_memory(*parameter))
            return ops_.refuse(fmt::format("'{}' is used as a pointer, and it is no memory",
                                           parameter->getName().str()),
                               "a process reaches memory through a parameter that is a co_memory");
        if (!parent_.count(o)) {
            parent_[o] = o;
            objects_.push_back(o);
        }
        Accesses& a = accesses_[o];
        a.least = a.least ? std::min(a.least, bytes) : bytes;
        a.most = std::max(a.most, bytes);
        a.is_written |= llvm::isa<llvm::StoreInst>(i);
        join(objects.front(), o);
    }
}

// Of a process: whether the parameter is a memory rather than a stream or a number.
bool MemoryMap::is_memory(const llvm::Argument& a) const {
    return !kernel_.is_number[a.getArgNo()] &&
           kernel_.objects[a.getArgNo()].kind == NetworkObject::Kind::memory;
}

void MemoryMap::find() {
    const llvm::Value* shared = nullptr;
    for (llvm::Argument& a : function_.args()) {
        if (!a.getType()->isPointerTy() || (kernel_.is_process && !is_memory(a)) ||
            (!kernel_.part_of.empty() && !is_accessed(a)))
            continue;
        parent_[&a] = &a;
        objects_.push_back(&a);
        accesses_[&a];
        // Arrays mapped by a region never alias; other arguments only if they are `restrict`.
        if (kernel_.has_separate_arrays() || a.hasNoAliasAttr()) continue;
        if (shared) join(shared, &a);
        shared = &a;
    }
    for (const llvm::Instruction& i : llvm::instructions(function_)) {
        if (const auto* l = llvm::dyn_cast<llvm::LoadInst>(&i))
            note_access(i, l->getPointerOperand(), l->getType(), l->getAlign().value());
        if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(&i))
            note_access(i, s->getPointerOperand(), s->getValueOperand()->getType(),
                        s->getAlign().value());
    }
    ops_.set_place({});
    if (!ops_.failed()) place_objects();
}

// Writes the bytes of a constant from offset `at`. False: it contains an address.
bool MemoryMap::fill_initial(Memory& memory, std::uint64_t at, const llvm::Constant* c) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    if (c->isNullValue() || llvm::isa<llvm::UndefValue>(c)) return true;
    if (auto* s = llvm::dyn_cast<llvm::StructType>(c->getType())) {
        for (unsigned k = 0; k < s->getNumElements(); ++k)
            if (!fill_initial(memory,
                              at + layout.getStructLayout(s)->getElementOffset(k).getFixedValue(),
                              c->getAggregateElement(k)))
                return false;
        return true;
    }
    if (auto* a = llvm::dyn_cast<llvm::ArrayType>(c->getType())) {
        const std::uint64_t step = layout.getTypeAllocSize(a->getElementType()).getFixedValue();
        for (unsigned k = 0; k < a->getNumElements(); ++k)
            if (!fill_initial(memory, at + k * step, c->getAggregateElement(k))) return false;
        return true;
    }
    llvm::APInt bits;
    if (c->getType()->isPointerTy() || !bits_of(c, bits)) return false;
    for (unsigned b = 0; b < (bits.getBitWidth() + 7) / 8; ++b) {
        const unsigned width = std::min(8U, bits.getBitWidth() - b * 8);
        memory.initial[at + b] =
            static_cast<std::uint8_t>(bits.extractBits(width, b * 8).getZExtValue());
    }
    return true;
}

// Variables written by several threads lie in a shared memory.
Memory::Where MemoryMap::where_is(const llvm::Value* object) const {
    if (llvm::isa<llvm::Argument>(object)) return Memory::Where::external;
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return global && !global->isConstant() && kernel_.threads > 1 ? Memory::Where::shared
                                                                  : Memory::Where::local;
}

void MemoryMap::refuse_initial(const llvm::GlobalVariable& global) {
    const std::string name = name_in_c(global);
    if (!global.hasInitializer())
        return ops_.refuse(fmt::format("the initial value of '{}' is not known", name),
                           "give the file that defines it too");
    ops_.refuse(fmt::format("'{}' holds pointers, and they are not hardware", name),
                "keep numbers of elements instead; choose among functions with a switch");
}

void MemoryMap::place_objects() {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    std::map<const llvm::Value*, int> numbers;
    std::set<std::string> names;
    for (const llvm::Value* o : objects_) {
        const llvm::Value* head = group(o);
        if (!numbers.count(head)) {
            Memory m;
            m.name = verilog_name(head->getName().str());
            while (!names.insert(m.name).second) m.name += "x";
            m.c_name = name_in_c(*head);
            if (m.c_name.empty()) m.c_name = m.name;
            m.where = where_is(head);
            m.word_bytes = m.where == Memory::Where::external ? 4 : 1;
            m.place = ops_.made().place.at;
            numbers[head] = static_cast<int>(ops_.made().memories.size());
            ops_.made().memories.push_back(m);
        }
        Memory& m = ops_.made().memories[static_cast<std::size_t>(numbers[head])];
        memory_[o] = numbers[head];
        if (where_is(o) != m.where)
            ops_.refuse("a pointer may point into a local array or into an argument",
                        "use two pointers, one for each");
        m.word_bytes = std::max<unsigned>(m.word_bytes, static_cast<unsigned>(accesses_[o].most));
        m.is_written |= accesses_[o].is_written;
        m.read_ports = std::max(m.read_ports, asked_read_ports(*o));
    }
    for (const llvm::Value* o : objects_) {
        Memory& m = ops_.made().memories[static_cast<std::size_t>(memory_[o])];
        if (accesses_[o].least && accesses_[o].least < m.word_bytes) m.byte_writes = true;
        if (m.where == Memory::Where::external) continue;
        const std::uint64_t base = m.words * m.word_bytes, size = size_of(o, layout);
        base_[o] = base;
        m.words += std::max<std::uint64_t>(1, (size + m.word_bytes - 1) / m.word_bytes);
        const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(o);
        if (!global) continue;
        if (kernel_.has_separate_arrays() && kernel_.is_process && !global->isConstant() &&
            is_written_somewhere(global))
            ops_.refuse(
                fmt::format("'{}' is a variable of the whole program, and each process would "
                            "have one of its own",
                            name_in_c(*global)),
                "make it const, or a variable of the process, or pass it on by a stream, a "
                "register or a memory");
        m.initial.resize(m.words * m.word_bytes, 0);
        if (!global->hasInitializer() || !fill_initial(m, base, global->getInitializer()))
            refuse_initial(*global);
    }
}

int MemoryMap::memory_of(const llvm::Value* pointer) {
    std::vector<const llvm::Value*> objects;
    find_objects(pointer, objects);
    for (const llvm::Value* o : objects)
        if (memory_.count(o)) return memory_.at(o);
    return -1;
}

Value MemoryMap::address_of(const llvm::Constant* c) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    if (c->isNullValue() || llvm::isa<llvm::UndefValue>(c)) return ops_.constant(32, 0);
    llvm::APInt offset(layout.getIndexTypeSizeInBits(c->getType()), 0);
    const llvm::Value* base = c->stripAndAccumulateConstantOffsets(layout, offset, true);
    return ops_.constant(32, static_cast<std::uint32_t>(base_[base] + offset.getZExtValue()));
}

}  // namespace tapestry::hls
