/* own-idea: a new evaluation. Change the numbers, add terms.
 *
 * `make check` tests the laws of an evaluation, `make match` plays it against Michniewski's. evaluation.h describes the
 * interface; `evalarena explain startpos --engine ./own-idea.so` shows the terms. */
#include "evaluation.h"

#include <stdlib.h>
#include <string.h>

/* Centipawns of each kind of piece: pawn, knight, bishop, rook, queen, king. */
static const int VALUES[6] = {100, 320, 330, 500, 900, 0};
/* d4, e4, d5 and e5. */
static const uint64_t CENTRE = 0x0000001818000000;

/* What each thread of the search has for itself: the options, and whatever changes, such as a table of pawns. */
typedef struct instance {
    int centre;
} instance;

static int count(uint64_t men) {
    int found = 0;
    for (; men; men &= men - 1)
        found++;
    return found;
}

/* The material of a side. */
static int material(const instance *own, const evaluation_position *position, int side) {
    int sum = 0;
    (void)own;
    for (int kind = EVALUATION_PAWN; kind <= EVALUATION_QUEEN; kind++)
        sum += VALUES[kind] * count(position->men[side][kind]);
    return sum;
}

/* Centipawns for each piece of a side in the centre. */
static int centre(const instance *own, const evaluation_position *position, int side) {
    uint64_t men = 0;
    for (int kind = EVALUATION_PAWN; kind <= EVALUATION_KING; kind++)
        men |= position->men[side][kind];
    return own->centre * count(men & CENTRE);
}

/* Each term with what it is about and its name, and the function with a side's amount in centipawns. */
static const struct {
    const char *name;
    int (*amount)(const instance *own, const evaluation_position *position, int side);
} TERMS[] = {
    {"material/material", material},
    {"pieces/centre", centre},
};
enum { TERM_COUNT = sizeof TERMS / sizeof *TERMS };

/* A number that `evalarena tune` and configurations may change, with its help, its default and its range. */
static const evaluation_option OPTIONS[] = {
    {"centre", "Centipawns for each piece in the centre.", EVALUATION_NUMBER, 15, 0, 100},
    {NULL, NULL, 0, 0, 0, 0},
};

static void *create(const evaluation *self) {
    instance *own = malloc(sizeof *own);
    (void)self;
    if (own)
        own->centre = OPTIONS[0].value;
    return own;
}

static int32_t value(void *instance, const evaluation_position *position) {
    int own = position->side_to_move, sum = 0;
    for (int term = 0; term < TERM_COUNT; term++)
        sum += TERMS[term].amount(instance, position, own) - TERMS[term].amount(instance, position, !own);
    return sum;
}

static void terms(void *instance, const evaluation_position *position, evaluation_term post, void *receiver) {
    for (int term = 0; term < TERM_COUNT; term++)
        post(receiver, TERMS[term].name, TERMS[term].amount(instance, position, EVALUATION_WHITE),
             TERMS[term].amount(instance, position, EVALUATION_BLACK));
}

static int32_t set(void *at, const char *name, int32_t value) {
    instance *own = at;
    if (strcmp(name, "centre") != 0)
        return 0;
    own->centre = value;
    return 1;
}

static const evaluation own_idea = {
    .name = "own-idea",
    .create = create,
    .destroy = free,
    .value = value,
    .terms = terms,
    .options = OPTIONS,
    .set = set,
};
EVALUATIONS(&own_idea)
