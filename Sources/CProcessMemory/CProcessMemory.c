#define _GNU_SOURCE
#include "CProcessMemory.h"

// Which library of C it is, any header of it says.
#include <stdint.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/// Segments that were never writable hold nothing but the file's bytes, so dropping them loses nothing.
static int release_object(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
        // Where the kernel refuses, as for its own pages, everything stays as it is.
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void pm_release(void) {
    malloc_trim(0);
    dl_iterate_phdr(release_object, NULL);
}
#else
void pm_release(void) {}
#endif
