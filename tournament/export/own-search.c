/* A complete search for any library with the interface of evaluation.h, as a UCI engine: alpha-beta and quiescence with
 * captures, no tricks. It plays by nodes (`go nodes 20000`), and knows no repetitions, no clock and no Chess960.
 *
 *     cc -O2 -I eval-external/include -o own-search tournament/export/own-search.c -ldl
 *     ./own-search target/release/libevaluations.so pesto
 */
#include "evaluation.h"
#include <ctype.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 32000, MAX_PLY = 100, MAX_MOVES = 256 };
typedef struct { evaluation_position p; uint64_t state[EVALUATION_MAX_STATE / 8]; } node;
typedef struct { int kind, from, to, promotion; } chess_move;

static const evaluation *evaluator;
static void *instance;
static long nodes, limit;
static chess_move best;
static const char KINDS[] = "pnbrqk";
static const int STEPS[16][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
                                 {1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
#define BIT(square) (1ULL << (square))

static uint64_t all(const evaluation_position *p, int side) {
    uint64_t men = 0;
    for (int kind = 0; kind < 6; kind++)
        men |= p->men[side][kind];
    return men;
}

/* The squares that a piece attacks, the pawn's towards the other side. */
static uint64_t attacks(int side, int kind, int square, uint64_t occupied) {
    int first = kind == EVALUATION_KNIGHT ? 8 : kind == EVALUATION_BISHOP ? 4 : 0;
    int last = kind == EVALUATION_KNIGHT ? 16 : kind == EVALUATION_ROOK ? 4 : 8;
    int slides = kind >= EVALUATION_BISHOP && kind <= EVALUATION_QUEEN;
    uint64_t found = 0;
    for (int i = first; i < last; i++) {
        int file = square % 8, rank = square / 8;
        if (kind == EVALUATION_PAWN && (i < 4 || STEPS[i][1] != (side ? -1 : 1)))
            continue;
        do {
            file += STEPS[i][0], rank += STEPS[i][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            found |= BIT(8 * rank + file);
        } while (slides && !(occupied & BIT(8 * rank + file)));
    }
    return found;
}

static int is_attacked(const evaluation_position *p, int square, int by) {
    uint64_t occupied = all(p, 0) | all(p, 1);
    for (int kind = 0; kind < 6; kind++)
        if (attacks(!by, kind, square, occupied) & p->men[by][kind])
            return 1;
    return 0;
}

static int is_check(const evaluation_position *p, int side) {
    return is_attacked(p, __builtin_ctzll(p->men[side][EVALUATION_KING]), !side);
}

/* Moves that may leave the king in check; the captures and promotions first. */
static int generate(const evaluation_position *p, chess_move *moves, int captures_only) {
    int us = p->side_to_move, count = 0, up = us ? -8 : 8;
    uint64_t own = all(p, us), enemy = all(p, !us), occupied = own | enemy;
    for (int quiet = 0; quiet <= !captures_only; quiet++)
        for (int kind = 0; kind < 6; kind++)
            for (uint64_t men = p->men[us][kind]; men; men &= men - 1) {
                int from = __builtin_ctzll(men);
                uint64_t to = attacks(us, kind, from, occupied) & (quiet ? ~occupied : enemy);
                if (kind == EVALUATION_PAWN) {
                    int steps = from / 8 == (us ? 6 : 1) ? 2 : 1, last = from / 8 == (us ? 1 : 6);
                    uint64_t ahead = 0;
                    for (int i = 1; i <= steps && !(occupied & BIT(from + i * up)); i++)
                        ahead |= BIT(from + i * up);
                    to = quiet ? 0 : to | (p->en_passant >= 0 ? attacks(us, 0, from, 0) & BIT(p->en_passant) : 0);
                    to |= quiet == !last ? ahead : 0;
                }
                for (; to; to &= to - 1) {
                    int target = __builtin_ctzll(to), promotes = kind == EVALUATION_PAWN && (target < 8 || target > 55);
                    for (int piece = promotes ? EVALUATION_QUEEN : 0; piece >= promotes; piece--)
                        moves[count++] = (chess_move){kind, from, target, piece};
                }
            }
    int king = us ? 60 : 4;
    for (int side = -1; side <= 1 && !captures_only; side += 2) {
        int rook = side < 0 ? king - 4 : king + 3;
        uint64_t between = side < 0 ? BIT(king - 1) | BIT(king - 2) | BIT(king - 3) : BIT(king + 1) | BIT(king + 2);
        if ((p->castling_rooks & BIT(rook)) && (p->men[us][EVALUATION_KING] & BIT(king)) && !(occupied & between)
            && !is_attacked(p, king, !us) && !is_attacked(p, king + side, !us))
            moves[count++] = (chess_move){EVALUATION_KING, king, king + 2 * side, 0};
    }
    return count;
}

/* The child after a move, with its state; 0 if the own king is then in check. */
static int play(const node *parent, chess_move mv, node *child) {
    int us = parent->p.side_to_move, up = us ? -8 : 8, pawn = mv.kind == EVALUATION_PAWN;
    evaluation_move change = {.side = us, .off_count = 1, .on_count = 1};
    change.off[0] = (evaluation_piece){us, mv.kind, mv.from, 0};
    change.on[0] = (evaluation_piece){us, mv.promotion ? mv.promotion : mv.kind, mv.to, 0};
    int captured_on = pawn && mv.to == parent->p.en_passant ? mv.to - up : mv.to;
    for (int kind = 0; kind < 6; kind++)
        if (parent->p.men[!us][kind] & BIT(captured_on))
            change.off[change.off_count++] = (evaluation_piece){!us, kind, captured_on, 0};
    if (mv.kind == EVALUATION_KING && abs(mv.from - mv.to) == 2) {
        int rook = mv.to > mv.from ? mv.to + 1 : mv.to - 2;
        change.off[change.off_count++] = (evaluation_piece){us, EVALUATION_ROOK, rook, 0};
        change.on[change.on_count++] = (evaluation_piece){us, EVALUATION_ROOK, (mv.from + mv.to) / 2, 0};
    }
    *child = *parent;
    evaluation_position *p = &child->p;
    for (int i = 0; i < change.off_count; i++)
        p->men[change.off[i].color][change.off[i].kind] ^= BIT(change.off[i].square);
    for (int i = 0; i < change.on_count; i++)
        p->men[us][change.on[i].kind] |= BIT(change.on[i].square);
    if (is_check(p, us))
        return 0;
    uint64_t lost = BIT(mv.from) | BIT(mv.to) | (mv.kind == EVALUATION_KING ? 0xffULL << (us ? 56 : 0) : 0);
    p->castling_rooks &= ~lost;
    int passed = (mv.from + mv.to) / 2, is_double = pawn && abs(mv.from - mv.to) == 16;
    p->en_passant = is_double && (attacks(us, 0, passed, 0) & p->men[!us][0]) ? passed : -1;
    p->passed_square = p->en_passant;
    p->halfmove_clock = pawn || all(&parent->p, !us) != all(p, !us) ? 0 : p->halfmove_clock + 1;
    p->fullmove_number += us;
    p->side_to_move = !us;
    if (evaluator->state_size) {
        evaluator->move(instance, &change, child->state);
        p->state = child->state;
    }
    return 1;
}

static int search(const node *n, int depth, int alpha, int beta, int ply) {
    chess_move moves[MAX_MOVES];
    int check = is_check(&n->p, n->p.side_to_move), quiescence = depth <= 0 && !check, legal = 0, top = -MATE + ply;
    if (++nodes > limit || ply >= MAX_PLY || n->p.halfmove_clock >= 100)
        return nodes > limit || n->p.halfmove_clock >= 100 ? 0 : evaluator->value(instance, &n->p);
    if (quiescence && (top = evaluator->value(instance, &n->p)) >= beta)
        return top;
    alpha = top > alpha ? top : alpha;
    int count = generate(&n->p, moves, quiescence);
    for (int i = 0; i < count; i++) {
        node child;
        if (!play(n, moves[i], &child))
            continue;
        int score = -search(&child, depth - 1, -beta, -alpha, ply + 1);
        if (nodes > limit)
            return 0;
        if (score > top || (!legal && ply == 0)) {
            top = score;
            if (ply == 0)
                best = moves[i];
        }
        legal++;
        alpha = top > alpha ? top : alpha;
        if (alpha >= beta)
            break;
    }
    return legal || quiescence ? top : check ? -MATE + ply : 0;
}

static const char *text(chess_move mv) {
    static char out[6];
    sprintf(out, "%c%c%c%c%c", 'a' + mv.from % 8, '1' + mv.from / 8, 'a' + mv.to % 8, '1' + mv.to / 8,
            mv.promotion ? KINDS[mv.promotion] : 0);
    return out;
}

static void set_up(node *n, const char *fen) {
    char board[100] = "", turn = 'w', castling[10] = "-", passed[10] = "-";
    memset(n, 0, sizeof *n);
    n->p.fullmove_number = 1;
    sscanf(fen, "%99s %c %9s %9s %d %d", board, &turn, castling, passed, &n->p.halfmove_clock, &n->p.fullmove_number);
    int square = 56;
    for (const char *c = board; *c; c++) {
        const char *kind = strchr(KINDS, tolower(*c));
        if (*c == '/')
            square -= 16;
        else if (kind)
            n->p.men[islower(*c) ? 1 : 0][kind - KINDS] |= BIT(square++);
        else
            square += *c - '0';
    }
    for (const char *c = castling; *c != '-' && *c; c++)
        n->p.castling_rooks |= BIT((islower(*c) ? 56 : 0) + (tolower(*c) == 'k' ? 7 : 0));
    n->p.side_to_move = turn == 'b';
    n->p.en_passant = n->p.passed_square = *passed == '-' ? -1 : *passed - 'a' + 8 * (passed[1] - '1');
    if (evaluator->state_size) {
        evaluator->start(instance, &n->p, n->state);
        n->p.state = n->state;
    }
}

static void set_position(node *n, char *line) {
    char *moves = strstr(line, "moves "), *fen = strstr(line, "fen ");
    set_up(n, fen ? fen + 4 : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (char *word = moves ? strtok(moves + 6, " \n") : NULL; word; word = strtok(NULL, " \n")) {
        chess_move all_moves[MAX_MOVES];
        for (int i = generate(&n->p, all_moves, 0); i-- > 0;) {
            node child;
            if (strcmp(text(all_moves[i]), word) == 0 && play(n, all_moves[i], &child)) {
                *n = child;
                n->p.state = evaluator->state_size ? n->state : NULL;
                break;
            }
        }
    }
}

static void go(const node *n, const char *line) {
    const char *number = strstr(line, "nodes "), *plies = strstr(line, "depth ");
    chess_move moves[MAX_MOVES], chosen = {0};
    node child;
    /* A move to play if not even the first iteration comes to an end. */
    for (int i = generate(&n->p, moves, 0); i-- > 0;)
        if (play(n, moves[i], &child))
            chosen = moves[i];
    nodes = 0, limit = chosen.from == chosen.to ? 0 : number ? atol(number + 6) : plies ? LONG_MAX : 20000;
    int deepest = plies ? atoi(plies + 6) : 60;
    for (int depth = 1; depth <= deepest && nodes < limit; depth++) {
        int score = search(n, depth, -MATE, MATE, 0);
        if (nodes > limit)
            break;
        chosen = best;
        printf("info depth %d score cp %d nodes %ld pv %s\n", depth, score, nodes, text(chosen));
    }
    printf("bestmove %s\n", chosen.from == chosen.to ? "0000" : text(chosen));
}

int main(int argc, char **argv) {
    static char line[100000];
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    const evaluation *const *(*list)(void) = NULL;
    if (library)
        *(void **)&list = dlsym(library, "evaluations");
    for (const evaluation *const *each = list ? list() : NULL; each && *each; each++)
        if (strcmp((*each)->name, argv[2]) == 0)
            evaluator = *each;
    if (!evaluator || !(instance = evaluator->create(evaluator)))
        return fprintf(stderr, "usage: own-search LIBRARY EVALUATION; %s\n", library ? "no such evaluation" : "no library"), 2;
    node root;
    set_up(&root, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
        if (strncmp(line, "uci\n", 4) == 0)
            printf("id name own-search with %s\nid author nobody\nuciok\n", evaluator->name);
        else if (strncmp(line, "isready", 7) == 0)
            printf("readyok\n");
        else if (strncmp(line, "position", 8) == 0)
            set_position(&root, line);
        else if (strncmp(line, "go", 2) == 0)
            go(&root, line);
        fflush(stdout);
    }
    evaluator->destroy(instance);
    return 0;
}
