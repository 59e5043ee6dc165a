// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/DependenceAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include <set>

#include "hls/ir_reader.h"

namespace tapestry::hls {

namespace {

std::uint64_t size_of(const llvm::Value* object, const llvm::DataLayout& layout) {
    if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(object)) {
        const auto size = a->getAllocationSize(layout);
        return size ? size->getFixedValue() : 0;
    }
    return layout.getTypeAllocSize(llvm::cast<llvm::GlobalVariable>(object)->getValueType())
        .getFixedValue();
}

}  // namespace

std::string verilog_name(std::string name) {
    static const std::set<std::string> taken = {
        "always",  "and",    "assign", "begin", "buf",    "case",  "clk",     "default", "done",
        "else",    "end",    "event",  "for",   "force",  "fresh", "if",      "input",   "or",
        "output",  "reg",    "result", "rst",   "signed", "slot",  "stage",   "start",   "state",
        "table",   "task",   "time",   "wait",  "while",  "wire",  "advance", "drained", "initial",
        "integer", "module", "not",    "real",  "repeat", "t",     "thread",  "xor"};
    for (char& ch : name)
        if (!std::isalnum(static_cast<unsigned char>(ch))) ch = '_';
    // v7, r7 and u7 are values, registers and units.
    const bool is_ours = name.size() > 1 && std::string("vru").find(name[0]) != std::string::npos &&
                         std::isdigit(static_cast<unsigned char>(name[1]));
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return "m" + name;
    return taken.contains(name) || is_ours || name[0] == '_' ? "c_" + name : name;
}

// Every object that a pointer may point to.
void IrReader::find_objects(const llvm::Value* pointer, std::vector<const llvm::Value*>& objects) {
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
            refuse("where this pointer points is not known",
                   "a pointer comes from an argument, a mapped array or a local one; "
                   "it is not "
                   "kept in memory");
        }
    }
}

const llvm::Value* IrReader::group(const llvm::Value* object) {
    while (parent_.at(object) != object) object = parent_.at(object);
    return object;
}

void IrReader::join(const llvm::Value* a, const llvm::Value* b) {
    const llvm::Value *x = group(a), *y = group(b);
    if (x == y) return;
    // The object met first stands for its group, so that names do not depend on
    // addresses.
    const auto at = [&](const llvm::Value* v) {
        return std::find(objects_.begin(), objects_.end(), v);
    };
    if (at(x) < at(y))
        parent_[y] = x;
    else
        parent_[x] = y;
}

void IrReader::note_access(const llvm::Instruction& i, const llvm::Value* pointer, llvm::Type* type,
                           std::uint64_t align) {
    place_ = place_of(i);
    const std::uint64_t bytes =
        function_.getParent()->getDataLayout().getTypeStoreSize(type).getFixedValue();
    if ((bytes & (bytes - 1)) != 0 || width_of(type) == 0)
        return refuse(fmt::format("an access of {} bytes is not hardware", bytes),
                      "use 1, 2, 4, 8, … bytes");
    if (align < bytes)
        return refuse("an access may cross a word: its address is not aligned",
                      "do not pack the struct");
    std::vector<const llvm::Value*> objects;
    find_objects(pointer, objects);
    for (const llvm::Value* o : objects) {
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

void IrReader::find_memories() {
    const llvm::Value* shared = nullptr;
    for (llvm::Argument& a : function_.args()) {
        if (!a.getType()->isPointerTy()) continue;
        parent_[&a] = &a;
        objects_.push_back(&a);
        accesses_[&a];
        // Arrays that a region maps are each their own; other arguments only when
        // they say so.
        if (kernel_.is_region || a.hasNoAliasAttr()) continue;
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
    place_ = {};
    if (!failed_) place_objects();
}

// The bytes of a constant from `at` on; false when it holds an address.
bool IrReader::fill_initial(Memory& memory, std::uint64_t at, const llvm::Constant* c) {
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

void IrReader::place_objects() {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    std::map<const llvm::Value*, int> numbers;
    std::set<std::string> names;
    for (const llvm::Value* o : objects_) {
        const llvm::Value* head = group(o);
        if (!numbers.count(head)) {
            Memory m;
            m.name = verilog_name(head->getName().str());
            while (!names.insert(m.name).second) m.name += "_";
            m.where =
                llvm::isa<llvm::Argument>(head) ? Memory::Where::external : Memory::Where::local;
            m.word_bytes = m.where == Memory::Where::external ? 4 : 1;
            m.place = made_.place.at;
            numbers[head] = static_cast<int>(made_.memories.size());
            made_.memories.push_back(m);
        }
        Memory& m = made_.memories[static_cast<std::size_t>(numbers[head])];
        memory_[o] = numbers[head];
        if (llvm::isa<llvm::Argument>(o) != (m.where == Memory::Where::external))
            refuse("a pointer may point into a local array or into an argument",
                   "use two pointers, one for each");
        m.word_bytes = std::max<unsigned>(m.word_bytes, static_cast<unsigned>(accesses_[o].most));
        m.is_written |= accesses_[o].is_written;
    }
    for (const llvm::Value* o : objects_) {
        Memory& m = made_.memories[static_cast<std::size_t>(memory_[o])];
        if (accesses_[o].least && accesses_[o].least < m.word_bytes) m.byte_writes = true;
        if (m.where == Memory::Where::external) continue;
        const std::uint64_t base = m.words * m.word_bytes, size = size_of(o, layout);
        base_[o] = base;
        m.words += std::max<std::uint64_t>(1, (size + m.word_bytes - 1) / m.word_bytes);
        const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(o);
        if (!global) continue;
        if (!global->isConstant() && kernel_.threads > 1)
            refuse(fmt::format("the threads share the global '{}'", global->getName().str()),
                   "map it instead");
        m.initial.resize(m.words * m.word_bytes, 0);
        if (!global->hasInitializer() || !fill_initial(m, base, global->getInitializer()))
            refuse(fmt::format("the initial value of '{}' is not known", global->getName().str()),
                   "initialise it with numbers, in one of the files");
    }
}

int IrReader::memory_of(const llvm::Value* pointer) {
    std::vector<const llvm::Value*> objects;
    find_objects(pointer, objects);
    for (const llvm::Value* o : objects)
        if (memory_.count(o)) return memory_.at(o);
    return -1;
}

Value IrReader::address_of(const llvm::Constant* c) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    if (c->isNullValue() || llvm::isa<llvm::UndefValue>(c)) return constant(32, 0);
    llvm::APInt offset(layout.getIndexTypeSizeInBits(c->getType()), 0);
    const llvm::Value* base = c->stripAndAccumulateConstantOffsets(layout, offset, true);
    return constant(32, static_cast<std::uint32_t>(base_[base] + offset.getZExtValue()));
}

namespace {

// What may not overtake what, in one iteration and from one to the next.
class OrderFinder {
public:
    OrderFinder(llvm::Function& f, const std::map<const llvm::Instruction*, Value>& access,
                Kernel& made)
        : access_(access),
          made_(made),
          tlii_(llvm::Triple(f.getParent()->getTargetTriple())),
          tli_(tlii_),
          assumptions_(f),
          dominators_(f),
          loops_(dominators_),
          se_(f, tli_, assumptions_, dominators_, loops_),
          basic_(f.getParent()->getDataLayout(), f, tli_, assumptions_, &dominators_),
          aa_(tli_),
          dependences_(&f, &aa_, &se_, &loops_) {
        aa_.addAAResult(basic_);
    }

    // Blocks that run one after the other: one block, or the body of an innermost
    // loop.
    void find(const std::vector<llvm::BasicBlock*>& blocks, bool is_loop) {
        std::vector<llvm::Instruction*> found;
        for (llvm::BasicBlock* block : blocks)
            for (llvm::Instruction& i : *block)
                if (access_.count(&i)) found.push_back(&i);
        for (std::size_t k = 0; k < found.size(); ++k)
            for (std::size_t n = k; n < found.size(); ++n)
                add(*found[k], *found[n], k == n, is_loop);
    }

    // The innermost loop around a block, if it has no loop inside.
    const llvm::Loop* innermost(const llvm::BasicBlock* block) const {
        const llvm::Loop* loop = loops_.getLoopFor(block);
        return loop && loop->isInnermost() ? loop : nullptr;
    }

private:
    bool is_ordered(const Op& a, const Op& b) const {
        if (is_sync(a.kind) || is_sync(b.kind)) return true;
        return a.memory == b.memory && (a.kind == OpKind::store || b.kind == OpKind::store);
    }

    void add(llvm::Instruction& first, llvm::Instruction& second, bool same, bool is_loop) {
        const Value a = access_.at(&first), b = access_.at(&second);
        if (!is_ordered(made_.op(a), made_.op(b))) return;
        if (!same && may_meet(first, second)) made_.orders.push_back({a, b, 0});
        if (is_loop && !is_sync(made_.op(a).kind) && !is_sync(made_.op(b).kind))
            carry(first, second, a, b);
    }

    bool may_meet(llvm::Instruction& a, llvm::Instruction& b) {
        if (is_sync(made_.op(access_.at(&a)).kind) || is_sync(made_.op(access_.at(&b)).kind))
            return true;
        return !aa_.isNoAlias(llvm::MemoryLocation::get(&a), llvm::MemoryLocation::get(&b));
    }

    void carry(llvm::Instruction& first, llvm::Instruction& second, Value a, Value b) {
        const auto dependence = dependences_.depends(&first, &second, true);
        if (!dependence) return;
        const llvm::SCEV* steps = dependence->isConfused() || dependence->getLevels() == 0
                                      ? nullptr
                                      : dependence->getDistance(dependence->getLevels());
        const auto* fixed = llvm::dyn_cast_or_null<llvm::SCEVConstant>(steps);
        const std::int64_t n = fixed ? fixed->getAPInt().getSExtValue() : 0;
        if (fixed && n == 0) return;
        if (!fixed || n > 0)
            made_.orders.push_back(
                {a, b, fixed ? static_cast<unsigned>(std::min<std::int64_t>(n, 1 << 20)) : 1});
        if (!fixed || n < 0)
            made_.orders.push_back(
                {b, a, fixed ? static_cast<unsigned>(std::min<std::int64_t>(-n, 1 << 20)) : 1});
    }

    const std::map<const llvm::Instruction*, Value>& access_;
    Kernel& made_;
    llvm::TargetLibraryInfoImpl tlii_;
    llvm::TargetLibraryInfo tli_;
    llvm::AssumptionCache assumptions_;
    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    llvm::ScalarEvolution se_;
    llvm::BasicAAResult basic_;
    llvm::AAResults aa_;
    llvm::DependenceInfo dependences_;
};

}  // namespace

void IrReader::read_orders() {
    OrderFinder finder(function_, access_, made_);
    std::map<const llvm::Loop*, std::vector<llvm::BasicBlock*>> bodies;
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* b : order) {
        if (const llvm::Loop* loop = finder.innermost(b))
            bodies[loop].push_back(b);
        else
            finder.find({b}, false);
    }
    for (llvm::BasicBlock* b : order) {
        const llvm::Loop* loop = finder.innermost(b);
        if (loop && loop->getHeader() == b) finder.find(bodies[loop], true);
    }
}

void IrReader::read_loops() {
    llvm::DominatorTree dominators(function_);
    llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* l : loops.getLoopsInPreorder()) {
        Loop loop;
        loop.header = blocks_.at(l->getHeader());
        for (const llvm::BasicBlock* b : l->blocks()) loop.blocks.push_back(blocks_.at(b));
        loop.depth = l->getLoopDepth();
        if (const llvm::DebugLoc where = l->getStartLoc())
            loop.place.at = {where->getFilename().str(), where.getLine()};
        made_.loops.push_back(loop);
    }
}

}  // namespace tapestry::hls
