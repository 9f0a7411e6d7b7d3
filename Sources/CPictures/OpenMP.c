#define _GNU_SOURCE
// OpenMP for one thread. Tesseract opens a parallel region for each column of each layer of its network. A worker gives
// Tesseract one thread, because more threads only wait for each other. libgomp makes a team of one thread each time and
// wakes it by a system call; here a region is a function call (docs/adr/0012-tesseract-without-openmp.md).
//
// These are the functions of libgomp's interface that Tesseract calls, and those that must not be mixed with them. The
// interface is stable, because compilers write calls of it into programs.
#include "CSerialTesseract.h"

#include <dlfcn.h>
#include <stddef.h>

// Gives a function libgomp's name and version, because Tesseract's library asks for both. A linker that ignores versions
// (lld) leaves libgomp in force; then reading is slower, and the text is the same.
#define STANDS_FOR(mine, theirs) \
    __asm__(".symver " #mine ", " #theirs); \
    __attribute__((used))

/// The sections of the region being run.
static _Thread_local struct Sections {
    unsigned next, count;
} sections;

STANDS_FOR(cst_parallel, GOMP_parallel@@GOMP_4.0)
void cst_parallel(void (*region)(void *), void *data, unsigned threads, unsigned flags) {
    (void)threads, (void)flags;
    region(data);
}

/// From 1; 0 is the end.
STANDS_FOR(cst_sections_next, GOMP_sections_next@@GOMP_1.0)
unsigned cst_sections_next(void) { return sections.next < sections.count ? ++sections.next : 0; }

STANDS_FOR(cst_sections_start, GOMP_sections_start@@GOMP_1.0)
unsigned cst_sections_start(unsigned count) {
    sections = (struct Sections){0, count};
    return cst_sections_next();
}

STANDS_FOR(cst_parallel_sections, GOMP_parallel_sections@@GOMP_4.0)
void cst_parallel_sections(
    void (*region)(void *), void *data, unsigned threads, unsigned count, unsigned flags) {
    (void)threads, (void)flags;
    struct Sections outer = sections;
    sections = (struct Sections){0, count};
    region(data);
    sections = outer;
}

STANDS_FOR(cst_sections_end, GOMP_sections_end@@GOMP_1.0)
void cst_sections_end(void) {}

STANDS_FOR(cst_sections_end_nowait, GOMP_sections_end_nowait@@GOMP_1.0)
void cst_sections_end_nowait(void) {}

STANDS_FOR(cst_thread_num, omp_get_thread_num@@OMP_1.0)
int cst_thread_num(void) { return 0; }

STANDS_FOR(cst_num_threads, omp_get_num_threads@@OMP_1.0)
int cst_num_threads(void) { return 1; }

bool cst_is_in_force(void) { return dlvsym(RTLD_DEFAULT, "GOMP_parallel", "GOMP_4.0") == (void *)cst_parallel; }
