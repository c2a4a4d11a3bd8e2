/* A library of one evaluation with either interface: by -DINTERFACE_1 with the functions of the first. */
#include "evaluation.h"

#ifdef INTERFACE_1
#define LIBRARY(the) \
    uint32_t evaluation_interface(void) { return 1; } \
    const char *evaluation_name(void) { return (the).name; } \
    void *evaluation_new(void) { return (the).create(&(the)); } \
    void evaluation_free(void *instance) { (the).destroy(instance); } \
    int32_t evaluation_value(void *instance, const evaluation_position *p) { return (the).value(instance, p); } \
    void evaluation_terms(void *instance, const evaluation_position *p, evaluation_term term, void *receiver) { \
        if ((the).terms) \
            (the).terms(instance, p, term, receiver); \
    } \
    const evaluation_option *evaluation_options(void) { return (the).options; } \
    int32_t evaluation_set(void *instance, const char *name, int32_t value) { return (the).set(instance, name, value); } \
    double evaluation_scale(void) { return (the).scale; }
#else
#define LIBRARY(the) EVALUATIONS(&the)
#endif
