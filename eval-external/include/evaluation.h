/* Evaluations as a shared library in C, C++ or any language with a C interface: yours for Evalarena's search, or
 * Evalarena's for yours.
 *
 *     cc -O2 -shared -fPIC -I include -o mine.so mine.c
 *     evalarena engine ./mine.so
 *
 * Each thread of a search has its own instance, and two instances may be used at the same time: the library keeps what
 * changes in the instance. Functions throw nothing. Texts are UTF-8, end with 0 and stay where they are; names have at
 * most 80 characters. */
#ifndef EVALUATION_H
#define EVALUATION_H
#include <stddef.h>
#include <stdint.h>

#define EVALUATION_INTERFACE 2

enum { EVALUATION_WHITE, EVALUATION_BLACK };
enum { EVALUATION_PAWN, EVALUATION_KNIGHT, EVALUATION_BISHOP, EVALUATION_ROOK, EVALUATION_QUEEN, EVALUATION_KING };

/* A legal position, which may be a check: the root of a search is evaluated in any case. Evalarena's search itself knows
 * king and pawn against king, and adds a bonus that drives the bare king to the edge. Squares count from 0 for a1, 1 for b1,
 * 7 for h1, 8 for a2 up to 63 for h8; so do bits, the lowest first. */
typedef struct evaluation_position {
    uint64_t men[2][6];      /* by colour and kind: men[EVALUATION_WHITE][EVALUATION_PAWN] */
    uint64_t castling_rooks; /* the rooks that may still castle, on any file in Chess960 */
    int32_t side_to_move;
    int32_t en_passant;      /* the square on which a pawn can be captured en passant, by a legal move; -1 for none */
    int32_t halfmove_clock;  /* plies since the last capture or pawn move; a value is also used for the same position with another clock */
    int32_t fullmove_number;
    /* Writes the FEN with a 0 at its end into `text`, cut to `size` bytes; returns its length. 128 bytes are enough.
     * A search that offers no FEN has NULL. */
    size_t (*fen)(const struct evaluation_position *position, char *text, size_t size);
    const void *state;       /* the state that moves have led to; NULL: the position without a past, as from a FEN */
    int32_t passed_square;   /* the square of a pawn's double step, also if the one pawn that attacks it is pinned; 0: as en_passant */
} evaluation_position;

typedef struct evaluation_piece { uint8_t color, kind, square, unused; } evaluation_piece;

/* A move by what it takes off the board and puts on it: the piece that moves first, then what it captures or the rook with
 * which it castles. Passing the turn takes and puts nothing. */
typedef struct evaluation_move {
    int32_t side;            /* the side that moves */
    int32_t off_count, on_count;
    evaluation_piece off[2], on[2];
} evaluation_move;

/* Called for each term of a value, with its amounts for White and for Black in centipawns, each from its owner's side. */
typedef void (*evaluation_term)(void *receiver, const char *name, double white, double black);

enum { EVALUATION_FLAG /* 0 or 1 */, EVALUATION_NUMBER };
typedef struct evaluation_option {
    const char *name, *help;
    int32_t kind, value, min, max; /* `value` is the default */
} evaluation_option;

#define EVALUATION_MAX_STATE 1536

enum { EVALUATION_LIGHT = 1, EVALUATION_OF_STATE };

/* An evaluation. The first four members are needed, the others may be 0. */
typedef struct evaluation {
    const char *name;
    /* A new instance of the evaluation `self`, with all options at their defaults; NULL if there can be none. Others may be in
     * use meanwhile. */
    void *(*create)(const struct evaluation *self);
    void (*destroy)(void *instance);
    /* The value in centipawns from the side to move, within +-30000: the same whenever the same position is given with the
     * same state. */
    int32_t (*value)(void *instance, const evaluation_position *position);

    /* Calls `term` for each term: the value is the sum of White's less the sum of Black's. Pass `receiver` on as it is, and
     * before the function returns. A name may begin with what the term is about: "material/", "pawns/", "pieces/", "king/". */
    void (*terms)(void *instance, const evaluation_position *position, evaluation_term term, void *receiver);
    /* The options, behind the last of them one whose name is NULL, and their setter, which returns 0 if it does not take the
     * value: both or none. */
    const evaluation_option *options;
    int32_t (*set)(void *instance, const char *name, int32_t value);
    /* This many of its centipawns make an expected score of 73 % (Texel's K), and the factor on a search's margins: how far
     * a search moves its values, in relation to Michniewski's. `evalarena check` finds both. */
    double scale, margin_scale;

    /* What is kept from move to move, all three or none: the bytes of a state, a multiple of 8 up to EVALUATION_MAX_STATE;
     * the state of a game's first position; and the change of a parent's state, of which the child has a copy, into the
     * child's. Both read of the instance only what `set` changes, and may be called at any time by any thread. States are
     * copied by the search and aligned to 8 bytes. The first 8 bytes are a number that differs where the value of one
     * position does; 0 if the value depends on the position alone and the state only saves time. */
    size_t state_size;
    void (*start)(const void *instance, const evaluation_position *position, void *state);
    void (*move)(const void *instance, const evaluation_move *move, void *state);
    /* EVALUATION_LIGHT if `value` changes nothing in the instance and takes no longer than to look a value up in memory: it is
     * then called for each position and by any thread. EVALUATION_OF_STATE if besides it looks at nothing of a position with
     * a state but that and the side to move: the rest is then not filled in. */
    int32_t light;
} evaluation;

#ifdef __cplusplus
extern "C" {
#endif

/* The two functions of a library: EVALUATION_INTERFACE, and its evaluations, behind the last of them NULL. */
uint32_t evaluation_interface(void);
const evaluation *const *evaluations(void);

#ifdef __cplusplus
}
#endif

#ifdef _WIN32
#define EVALUATION_EXPORT __declspec(dllexport)
#else
#define EVALUATION_EXPORT __attribute__((visibility("default")))
#endif

/* Both, for a library of these evaluations: EVALUATIONS(&mine) */
#define EVALUATIONS(...) \
    EVALUATION_EXPORT uint32_t evaluation_interface(void) { return EVALUATION_INTERFACE; } \
    EVALUATION_EXPORT const evaluation *const *evaluations(void) { \
        static const evaluation *const all[] = {__VA_ARGS__, NULL}; \
        return all; \
    }
#endif
