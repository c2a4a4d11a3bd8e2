/* Libraries that misbehave: CASE selects how. */
#include "evaluation.h"
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

static int calls;

#if CASE == CRASH_AT_LOAD
__attribute__((constructor)) static void crash_at_load(void) { abort(); }
#endif

static void crash(void) {
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

uint32_t evaluation_interface(void) { return CASE == OTHER_INTERFACE ? 99 : EVALUATION_INTERFACE; }
const char *evaluation_name(void) {
    if (CASE == NOISY)
        printf("loaded\n"), fflush(stdout);
    return CASE == NO_NAME ? NULL : "Hostile";
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
void *evaluation_new(void) {
    if (CASE == FORKS)
        leave(0), leave(1);
    return CASE == NO_INSTANCE ? NULL : &calls;
}
void evaluation_free(void *instance) { (void)instance; }

int32_t evaluation_value(void *instance, const evaluation_position *p) {
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

#if CASE == BAD_TERM || CASE == ENDLESS_TERMS
void evaluation_terms(void *instance, const evaluation_position *p, evaluation_term term, void *receiver) {
    (void)instance, (void)p;
    if (CASE == BAD_TERM)
        term(receiver, "mobility", 1.0 / 0.0, 0);
    for (int i = 0; i < 1000000 && CASE == ENDLESS_TERMS; i++) {
        char name[32];
        snprintf(name, sizeof name, "term %d", i);
        term(receiver, name, 1, 0);
    }
    term(receiver, NULL, 0, 0);
}
#endif

#if CASE == BAD_OPTION
const evaluation_option *evaluation_options(void) {
    static const evaluation_option options[] = {{"tempo", NULL, EVALUATION_NUMBER, 20, 0, 10}, {0, 0, 0, 0, 0, 0}};
    return options;
}
int32_t evaluation_set(void *instance, const char *name, int32_t value) {
    return instance && name && value;
}
#endif

#if CASE == BAD_SCALE
double evaluation_scale(void) { return -1; }
#endif
