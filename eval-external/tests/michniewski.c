/* Tomasz Michniewski's Simplified Evaluation Function, written from the document alone:
 * https://www.chessprogramming.org/Simplified_Evaluation_Function */
#include "evaluation1.h"
#include <stdlib.h>

/* As the document prints them: the eighth rank first. */
static const int pawn[64] = {
     0,  0,  0,  0,  0,  0,  0,  0,
    50, 50, 50, 50, 50, 50, 50, 50,
    10, 10, 20, 30, 30, 20, 10, 10,
     5,  5, 10, 25, 25, 10,  5,  5,
     0,  0,  0, 20, 20,  0,  0,  0,
     5, -5,-10,  0,  0,-10, -5,  5,
     5, 10, 10,-20,-20, 10, 10,  5,
     0,  0,  0,  0,  0,  0,  0,  0};
static const int knight[64] = {
    -50,-40,-30,-30,-30,-30,-40,-50,
    -40,-20,  0,  0,  0,  0,-20,-40,
    -30,  0, 10, 15, 15, 10,  0,-30,
    -30,  5, 15, 20, 20, 15,  5,-30,
    -30,  0, 15, 20, 20, 15,  0,-30,
    -30,  5, 10, 15, 15, 10,  5,-30,
    -40,-20,  0,  5,  5,  0,-20,-40,
    -50,-40,-30,-30,-30,-30,-40,-50};
static const int bishop[64] = {
    -20,-10,-10,-10,-10,-10,-10,-20,
    -10,  0,  0,  0,  0,  0,  0,-10,
    -10,  0,  5, 10, 10,  5,  0,-10,
    -10,  5,  5, 10, 10,  5,  5,-10,
    -10,  0, 10, 10, 10, 10,  0,-10,
    -10, 10, 10, 10, 10, 10, 10,-10,
    -10,  5,  0,  0,  0,  0,  5,-10,
    -20,-10,-10,-10,-10,-10,-10,-20};
static const int rook[64] = {
     0,  0,  0,  0,  0,  0,  0,  0,
     5, 10, 10, 10, 10, 10, 10,  5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
     0,  0,  0,  5,  5,  0,  0,  0};
static const int queen[64] = {
    -20,-10,-10, -5, -5,-10,-10,-20,
    -10,  0,  0,  0,  0,  0,  0,-10,
    -10,  0,  5,  5,  5,  5,  0,-10,
     -5,  0,  5,  5,  5,  5,  0, -5,
      0,  0,  5,  5,  5,  5,  0, -5,
    -10,  5,  5,  5,  5,  5,  0,-10,
    -10,  0,  5,  0,  0,  0,  0,-10,
    -20,-10,-10, -5, -5,-10,-10,-20};
static const int king_middlegame[64] = {
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -20,-30,-30,-40,-40,-30,-30,-20,
    -10,-20,-20,-20,-20,-20,-20,-10,
     20, 20,  0,  0,  0,  0, 20, 20,
     20, 30, 10,  0,  0, 10, 30, 20};
static const int king_endgame[64] = {
    -50,-40,-30,-20,-20,-30,-40,-50,
    -30,-20,-10,  0,  0,-10,-20,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-30,  0,  0,  0,  0,-30,-30,
    -50,-30,-30,-30,-30,-30,-30,-50};
static const int *const tables[6] = {pawn, knight, bishop, rook, queen, king_middlegame};
static const int document[6] = {100, 320, 330, 500, 900, 20000};
static const char *const names[6] = {
    "pawns/pst_pawn", "pieces/pst_knight", "pieces/pst_bishop", "pieces/pst_rook", "pieces/pst_queen", "king/pst_king"};

typedef struct { int value[6]; int no_queens; } instance;

static int count(uint64_t men) { return __builtin_popcountll(men); }

static int endgame_army(const uint64_t men[6]) {
    int queens = count(men[EVALUATION_QUEEN]);
    int minors = count(men[EVALUATION_KNIGHT]) + count(men[EVALUATION_BISHOP]);
    return queens == 0 || (queens == 1 && count(men[EVALUATION_ROOK]) == 0 && minors <= 1);
}

static int is_endgame(const instance *in, const evaluation_position *p) {
    if (in->no_queens)
        return (p->men[0][EVALUATION_QUEEN] | p->men[1][EVALUATION_QUEEN]) == 0;
    return endgame_army(p->men[0]) && endgame_army(p->men[1]);
}

/* Material of a side, and by kind what its men have by their squares. */
static int amounts(const instance *in, const evaluation_position *p, int colour, int endgame, int squares[6]) {
    int material = 0;
    for (int kind = 0; kind < 6; kind++) {
        const int *table = kind == EVALUATION_KING && endgame ? king_endgame : tables[kind];
        /* White reads a table from its last row, Black from its first. */
        int mirror = colour == EVALUATION_WHITE ? 56 : 0;
        squares[kind] = 0;
        for (uint64_t men = p->men[colour][kind]; men; men &= men - 1) {
            material += in->value[kind];
            squares[kind] += table[__builtin_ctzll(men) ^ mirror];
        }
    }
    return material;
}

static void *create(const evaluation *self) {
    instance *in = malloc(sizeof *in);
    (void)self;
    if (in) {
        for (int kind = 0; kind < 6; kind++)
            in->value[kind] = document[kind];
        in->no_queens = 0;
    }
    return in;
}

#ifdef STATE
/* Kept from move to move: by the kings' table of the middlegame, White's value less Black's. */
typedef struct { uint64_t key; int64_t balance; } kept;

static int worth(const instance *in, int colour, int kind, int square) {
    int value = in->value[kind] + tables[kind][square ^ (colour == EVALUATION_WHITE ? 56 : 0)];
    return colour == EVALUATION_WHITE ? value : -value;
}

static void start(const void *in, const evaluation_position *p, void *state) {
    kept *own = state;
    own->key = 0, own->balance = 0;
    for (int colour = 0; colour < 2; colour++)
        for (int kind = 0; kind < 6; kind++)
            for (uint64_t men = p->men[colour][kind]; men; men &= men - 1)
                own->balance += worth(in, colour, kind, __builtin_ctzll(men));
}

static void play(const void *in, const evaluation_move *move, void *state) {
    kept *own = state;
    for (int i = 0; i < move->off_count; i++)
        own->balance -= worth(in, move->off[i].color, move->off[i].kind, move->off[i].square);
    for (int i = 0; i < move->on_count; i++)
        own->balance += worth(in, move->on[i].color, move->on[i].kind, move->on[i].square);
}

static int king(const evaluation_position *p, int colour) {
    int square = __builtin_ctzll(p->men[colour][EVALUATION_KING]) ^ (colour == EVALUATION_WHITE ? 56 : 0);
    return king_endgame[square] - king_middlegame[square];
}
#endif

static int32_t value(void *in, const evaluation_position *p) {
    int squares[6], sum[2];
    int endgame = is_endgame(in, p);
#ifdef STATE
    if (p->state) {
        int balance = (int)((const kept *)p->state)->balance + (endgame ? king(p, 0) - king(p, 1) : 0);
        return p->side_to_move == EVALUATION_WHITE ? balance : -balance;
    }
#endif
    for (int colour = 0; colour < 2; colour++) {
        sum[colour] = amounts(in, p, colour, endgame, squares);
        for (int kind = 0; kind < 6; kind++)
            sum[colour] += squares[kind];
    }
    return sum[p->side_to_move] - sum[!p->side_to_move];
}

static void terms(void *in, const evaluation_position *p, evaluation_term term, void *receiver) {
    int squares[2][6], endgame = is_endgame(in, p);
    int white = amounts(in, p, 0, endgame, squares[0]);
    int black = amounts(in, p, 1, endgame, squares[1]);
    term(receiver, "material/material", white, black);
    for (int kind = 0; kind < 6; kind++)
        term(receiver, names[kind], squares[0][kind], squares[1][kind]);
}

static const evaluation_option options[] = {
    {"no_queens", "The endgame begins only without queens.", EVALUATION_FLAG, 0, 0, 1},
    {"value.knight", "A knight, in centipawns.", EVALUATION_NUMBER, 320, 0, 2000},
    {0, 0, 0, 0, 0, 0}};

static int same(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static int32_t set(void *at, const char *name, int32_t value) {
    instance *in = at;
    if (same(name, "no_queens"))
        in->no_queens = value;
    else if (same(name, "value.knight"))
        in->value[EVALUATION_KNIGHT] = value;
    else
        return 0;
    return 1;
}

static const evaluation michniewski = {
    .name = "Michniewski in C", .create = create, .destroy = free, .value = value, .terms = terms,
    .options = options, .set = set, .scale = 214.8,
#ifdef STATE
    .margin_scale = 1, .state_size = sizeof(kept), .start = start, .move = play, .light = 1,
#endif
};
LIBRARY(michniewski)
