/* Libraries that misbehave: CASE selects how. */
#include "evaluation1.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CRASH_AT_LOAD 1
#define CRASH_AT_FIRST 2
#define CRASH_LATER 3
#define OUT_OF_RANGE 4
#define UNSTABLE 5
#define UNSTABLE_LATER 6
#define EXIT 7
#define HANG 8
#define EATS_MEMORY 9
#define NO_INSTANCE 10
#define NO_NAME 11
#define BAD_OPTION 12
#define BAD_TERM 13
#define ENDLESS_TERMS 14
#define BAD_SCALE 15
#define OTHER_INTERFACE 16
#define NOISY 17
#define USES_FEN 18
#define FORKS 19
/* Of interface 2 alone. */
#define BAD_STATE 20
#define LARGE_STATE 21
#define HALF_STATE 22
#define BAD_MARGIN 23
#define NO_EVALUATION 24
#define SEVERAL 25
#define CRASH_IN_MOVE 26
#define UNSTABLE_LIGHT 27

static int calls;

#if CASE == CRASH_AT_LOAD
__attribute__((constructor)) static void crash_at_load(void) { abort(); }
#endif

static void crash(void) {
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

/* A child that sleeps, in this group or in a session of its own. */
static void leave(int away) {
    if (fork() == 0) {
        if (away)
            setsid();
        execlp("sleep", "sleep", "1000", NULL);
        _exit(1);
    }
}
static void *create(const evaluation *self) {
    (void)self;
    if (CASE == NOISY)
        printf("loaded\n"), fflush(stdout);
    if (CASE == FORKS)
        leave(0), leave(1);
    return CASE == NO_INSTANCE ? NULL : &calls;
}
static void destroy(void *instance) { (void)instance; }

static int32_t value_of(void *instance, const evaluation_position *p) {
    (void)instance;
    calls++;
    int32_t material = 0;
    static const int worth[6] = {100, 300, 300, 500, 900, 0};
    for (int kind = 0; kind < 6; kind++)
        material += worth[kind] * (__builtin_popcountll(p->men[0][kind]) - __builtin_popcountll(p->men[1][kind]));
    int32_t value = p->side_to_move == EVALUATION_WHITE ? material : -material;
    switch (CASE) {
    case CRASH_AT_FIRST:
        crash();
        break;
    case CRASH_LATER:
        if (calls == 10000)
            crash();
        break;
    case OUT_OF_RANGE:
        return calls == 5000 ? 40000 : value;
    case UNSTABLE:
    case UNSTABLE_LIGHT:
        return value + calls % 7;
    case UNSTABLE_LATER:
        return calls > 3000 ? value + calls % 7 : value;
    case EXIT:
        if (calls == 1000)
            exit(0);
        break;
    case HANG:
        while (calls > 1000)
            pause();
        break;
    case EATS_MEMORY: {
        static char *volatile eaten;
        eaten = malloc(1 << 24);
        memset(eaten, 1, 1 << 24);
        break;
    }
    case NOISY:
        printf("value %d\n", calls), fflush(stdout);
        if (write(STDOUT_FILENO, "bestmove a1a1\n", 14)) {}
        break;
    case USES_FEN: {
        char text[128], again[8];
        size_t length = p->fen(p, text, sizeof text);
        /* The length depends on nothing but the position. */
        if (length != strlen(text) || p->fen(p, again, sizeof again) != length || strlen(again) != 7)
            abort();
        return (int32_t)length;
    }
    default:
        break;
    }
    return value;
}

static void terms(void *instance, const evaluation_position *p, evaluation_term term, void *receiver) {
    (void)instance, (void)p;
    if (CASE == BAD_TERM)
        term(receiver, "mobility", 1.0 / 0.0, 0);
    for (int i = 0; i < 1000000 && CASE == ENDLESS_TERMS; i++) {
        char name[32];
        snprintf(name, sizeof name, "term %d", i);
        term(receiver, name, 1, 0);
    }
    if (CASE == BAD_TERM || CASE == ENDLESS_TERMS)
        term(receiver, NULL, 0, 0);
}

static const evaluation_option options[] = {{"tempo", NULL, EVALUATION_NUMBER, 20, 0, 10}, {0, 0, 0, 0, 0, 0}};
static int32_t set(void *instance, const char *name, int32_t value) { return instance && name && value; }

static void start(const void *instance, const evaluation_position *p, void *state) {
    (void)instance;
    *(uint64_t *)state = p->men[0][0];
}
static void play(const void *instance, const evaluation_move *move, void *state) {
    (void)instance;
    if (++calls > 1000 && CASE == CRASH_IN_MOVE)
        crash();
    *(uint64_t *)state ^= (uint64_t)move->off_count << move->side;
}

#define HAS_STATE ((CASE >= BAD_STATE && CASE <= HALF_STATE) || CASE == CRASH_IN_MOVE)
static const evaluation hostile = {
    .name = CASE == NO_NAME ? NULL : "Hostile",
    .create = create, .destroy = destroy, .value = value_of, .terms = terms,
    .options = CASE == BAD_OPTION ? options : NULL, .set = CASE == BAD_OPTION ? set : NULL,
    .scale = CASE == BAD_SCALE ? -1 : 0, .margin_scale = CASE == BAD_MARGIN ? 1.0 / 0.0 : 0,
    .state_size = CASE == BAD_STATE ? 12 : CASE == LARGE_STATE ? 1 << 20 : HAS_STATE ? 8 : 0,
    .start = HAS_STATE && CASE != HALF_STATE ? start : NULL, .move = HAS_STATE ? play : NULL,
    .light = CASE == UNSTABLE_LIGHT,
};

#if CASE == OTHER_INTERFACE
uint32_t evaluation_interface(void) { return 99; }
const evaluation *const *evaluations(void) { return hostile.light ? NULL : NULL; }
#elif CASE == NO_EVALUATION || CASE == SEVERAL
EVALUATIONS(CASE == SEVERAL ? &hostile : NULL, &hostile)
#else
LIBRARY(hostile)
#endif
