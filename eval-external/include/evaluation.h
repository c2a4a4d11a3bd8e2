/* An evaluation for Evalarena's search, as a shared library in C, C++ or any language with a C interface.
 *
 *     cc -O2 -shared -fPIC -I include -o mine.so mine.c
 *     evalarena engine ./mine.so
 *
 * A process makes an instance for each of its threads, and may use two instances at the same time: the library keeps
 * what changes in the instance. In C++ the functions are `extern "C"` and throw nothing. Texts are UTF-8, end with 0
 * and stay where they are; names have at most 80 characters. A library needs the first five functions. */
#ifndef EVALUATION_H
#define EVALUATION_H
#include <stddef.h>
#include <stdint.h>

#define EVALUATION_INTERFACE 1

enum { EVALUATION_WHITE, EVALUATION_BLACK };
enum { EVALUATION_PAWN, EVALUATION_KNIGHT, EVALUATION_BISHOP, EVALUATION_ROOK, EVALUATION_QUEEN, EVALUATION_KING };

/* A legal position, which may be a check: the root of a search is evaluated in any case. The search itself knows king and
 * pawn against king, and adds a bonus that drives the bare king to the edge. Squares count from 0 for a1, 1 for b1, 7 for h1, 8 for a2 up to 63 for h8; so do bits, the lowest first. */
typedef struct evaluation_position {
    uint64_t men[2][6];      /* by colour and kind: men[EVALUATION_WHITE][EVALUATION_PAWN] */
    uint64_t castling_rooks; /* the rooks that may still castle, on any file in Chess960 */
    int32_t side_to_move;
    int32_t en_passant;      /* the square on which a pawn can be captured en passant, by a legal move; -1 for none */
    int32_t halfmove_clock;  /* plies since the last capture or pawn move; a value is also used for the same position with another clock */
    int32_t fullmove_number;
    /* Writes the FEN with a 0 at its end into `text`, cut to `size` bytes; returns its length. 128 bytes are enough. */
    size_t (*fen)(const struct evaluation_position *position, char *text, size_t size);
} evaluation_position;

#ifdef __cplusplus
extern "C" {
#endif

/* Returns EVALUATION_INTERFACE. */
uint32_t evaluation_interface(void);
/* The name of the evaluation. */
const char *evaluation_name(void);
/* A new instance, with all options at their defaults; NULL if there can be none. Others may be in use meanwhile. */
void *evaluation_new(void);
void evaluation_free(void *instance);
/* The value in centipawns from the side to move, within +-30000: the same whenever the same position is given. */
int32_t evaluation_value(void *instance, const evaluation_position *position);

/* Optional. Calls `term` for each term of the value, with its amounts for White and for Black in centipawns, each from its
 * owner's side: the value is the sum of White's less the sum of Black's. Pass `receiver` on as it is, and before the
 * function returns. A name may begin with what the term is about: "material/", "pawns/", "pieces/", "king/". */
typedef void (*evaluation_term)(void *receiver, const char *name, double white, double black);
void evaluation_terms(void *instance, const evaluation_position *position, evaluation_term term, void *receiver);

/* Optional, both or none. The options, behind the last of them one whose name is NULL; and their setter, which returns 0
 * if it does not take the value. */
enum { EVALUATION_FLAG /* 0 or 1 */, EVALUATION_NUMBER };
typedef struct evaluation_option {
    const char *name, *help;
    int32_t kind, value, min, max; /* `value` is the default */
} evaluation_option;
const evaluation_option *evaluation_options(void);
int32_t evaluation_set(void *instance, const char *name, int32_t value);

/* Optional. This many of its centipawns make an expected score of 73 % (Texel's K, as `evalarena check` finds). */
double evaluation_scale(void);

#ifdef __cplusplus
}
#endif
#endif
