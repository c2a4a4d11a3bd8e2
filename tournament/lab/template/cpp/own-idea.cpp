// own-idea: a new evaluation. Change the numbers, add terms.
//
// `make check` tests the laws of an evaluation, `make match` plays it against Michniewski's. evaluation.h describes the
// interface; `evalarena explain startpos --engine ./own-idea.so` shows the terms.
#include "evaluation.h"

#include <bitset>
#include <new>
#include <string_view>

namespace {

// Centipawns of each kind of piece: pawn, knight, bishop, rook, queen, king.
constexpr int VALUES[6] = {100, 320, 330, 500, 900, 0};
// d4, e4, d5 and e5.
constexpr uint64_t CENTRE = 0x0000001818000000;

// A number that `evalarena tune` and configurations may change, with its help, its default and its range.
constexpr evaluation_option OPTIONS[] = {
    {"centre", "Centipawns for each piece in the centre.", EVALUATION_NUMBER, 15, 0, 100},
    {nullptr, nullptr, 0, 0, 0, 0},
};

int count(uint64_t men) { return static_cast<int>(std::bitset<64>(men).count()); }

// Each thread of the search has its own: the options, and whatever changes, such as a table of pawns.
class Evaluation {
public:
    // The material of a side.
    int material(const evaluation_position &position, int side) const {
        int sum = 0;
        for (int kind = EVALUATION_PAWN; kind <= EVALUATION_QUEEN; kind++)
            sum += VALUES[kind] * count(position.men[side][kind]);
        return sum;
    }

    // Centipawns for each piece of a side in the centre.
    int centre(const evaluation_position &position, int side) const {
        uint64_t men = 0;
        for (uint64_t kind : position.men[side])
            men |= kind;
        return each_in_centre * count(men & CENTRE);
    }

    bool set(std::string_view name, int value) {
        if (name != "centre")
            return false;
        each_in_centre = value;
        return true;
    }

private:
    int each_in_centre = OPTIONS[0].value;
};

// Each term with what it is about and its name, and the function with a side's amount in centipawns.
struct Term {
    const char *name;
    int (Evaluation::*amount)(const evaluation_position &position, int side) const;
};
constexpr Term TERMS[] = {
    {"material/material", &Evaluation::material},
    {"pieces/centre", &Evaluation::centre},
};

void *create(const evaluation *) { return new (std::nothrow) Evaluation; }

void destroy(void *instance) { delete static_cast<Evaluation *>(instance); }

int32_t value(void *instance, const evaluation_position *position) {
    const auto &own = *static_cast<const Evaluation *>(instance);
    int side = position->side_to_move, sum = 0;
    for (const Term &term : TERMS)
        sum += (own.*term.amount)(*position, side) - (own.*term.amount)(*position, !side);
    return sum;
}

void terms(void *instance, const evaluation_position *position, evaluation_term post, void *receiver) {
    const auto &own = *static_cast<const Evaluation *>(instance);
    for (const Term &term : TERMS)
        post(receiver, term.name, (own.*term.amount)(*position, EVALUATION_WHITE),
             (own.*term.amount)(*position, EVALUATION_BLACK));
}

int32_t set(void *instance, const char *name, int32_t value) {
    return static_cast<Evaluation *>(instance)->set(name, value);
}

const evaluation own_idea = [] {
    evaluation it{};
    it.name = "own-idea";
    it.create = create;
    it.destroy = destroy;
    it.value = value;
    it.terms = terms;
    it.options = OPTIONS;
    it.set = set;
    return it;
}();

} // namespace

EVALUATIONS(&own_idea)
