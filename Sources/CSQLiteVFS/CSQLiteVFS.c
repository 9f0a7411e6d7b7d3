// `PRAGMA secure_delete` overwrites the cell of a deleted row. It does not overwrite the copies of the cell that SQLite
// left behind when it balanced the B-tree: `rebuildPage` (btree.c) moves cells to another page, and their old bytes stay
// in the unused space between the page's cell pointers and its cell content. Some 6 % of deleted sessions were found there.
//
// This layer wraps the default file layer. Whenever a B-tree page is written to the database file (in WAL mode: by a
// checkpoint), it writes zeros for the unused space. SQLite never reads that space. Every other write and every other
// file passes unchanged. The page format is https://www.sqlite.org/fileformat2.html §1.6.

#include "CSQLiteVFS.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

enum { DATABASE_HEADER_SIZE = 100, POINTER_MAP_ENTRY_SIZE = 5 };

/// The wrapper of an open file. The wrapped file follows it in memory.
struct file {
    sqlite3_file base;
    sqlite3_io_methods methods;
};

static sqlite3_vfs layer;
static sqlite3_vfs *original;
static int registration;

static sqlite3_file *wrapped(sqlite3_file *file) { return (sqlite3_file *)((struct file *)file + 1); }

static unsigned read16(const unsigned char *bytes) { return (unsigned)bytes[0] << 8 | bytes[1]; }

/// Whether the page is a pointer map page. Such a page can begin with a byte that looks like the kind of a B-tree page.
/// Its number is fixed by the file format (§1.8).
static int is_pointer_map(sqlite3_int64 number) {
    return number >= 2 && (number - 2) % (CSV_PAGE_SIZE / POINTER_MAP_ENTRY_SIZE + 1) == 0;
}

/// Finds the unused space of a B-tree page. It returns 0 where the page is of another kind or is damaged.
static int find_unused(const unsigned char *page, sqlite3_int64 number, size_t *start, size_t *end) {
    if (number > CSV_MAX_PAGES || is_pointer_map(number)) return 0;
    size_t header = number == 1 ? DATABASE_HEADER_SIZE : 0;
    size_t header_size;
    switch (page[header]) {
    case 2: case 5: header_size = 12; break;    // interior page of an index, of a table
    case 10: case 13: header_size = 8; break;   // leaf page of an index, of a table
    default: return 0;
    }
    size_t cells = read16(page + header + 3);
    size_t pointers = header + header_size;
    *start = pointers + 2 * cells;
    *end = read16(page + header + 5);
    if (*start > *end || *end > CSV_PAGE_SIZE) return 0;
    for (size_t i = 0; i < cells; i++) {
        size_t cell = read16(page + pointers + 2 * i);
        if (cell < *end || cell >= CSV_PAGE_SIZE) return 0;
    }
    return 1;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *real = wrapped(file);
    unsigned char page[CSV_PAGE_SIZE];
    size_t start, end;
    if (count == CSV_PAGE_SIZE && offset % CSV_PAGE_SIZE == 0
        && find_unused(bytes, offset / CSV_PAGE_SIZE + 1, &start, &end)) {
        memcpy(page, bytes, sizeof page);
        memset(page + start, 0, end - start);
        bytes = page;
    }
    return real->pMethods->xWrite(real, bytes, count, offset);
}

// The following functions only pass the call on to the wrapped file.

#define PASS(method, ...) (wrapped(file)->pMethods->method(wrapped(file), ##__VA_ARGS__))

static int close_file(sqlite3_file *file) { return PASS(xClose); }
static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return PASS(xRead, bytes, count, offset);
}
static int truncate_file(sqlite3_file *file, sqlite3_int64 size) { return PASS(xTruncate, size); }
static int sync_file(sqlite3_file *file, int flags) { return PASS(xSync, flags); }
static int file_size(sqlite3_file *file, sqlite3_int64 *size) { return PASS(xFileSize, size); }
static int lock(sqlite3_file *file, int kind) { return PASS(xLock, kind); }
static int unlock(sqlite3_file *file, int kind) { return PASS(xUnlock, kind); }
static int check_lock(sqlite3_file *file, int *result) { return PASS(xCheckReservedLock, result); }
static int control(sqlite3_file *file, int operation, void *argument) {
    return PASS(xFileControl, operation, argument);
}
static int sector_size(sqlite3_file *file) { return PASS(xSectorSize); }
static int characteristics(sqlite3_file *file) { return PASS(xDeviceCharacteristics); }
static int map_shared(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return PASS(xShmMap, region, size, extend, memory);
}
static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    return PASS(xShmLock, offset, count, flags);
}
static void barrier(sqlite3_file *file) { PASS(xShmBarrier); }
static int unmap_shared(sqlite3_file *file, int deletes) { return PASS(xShmUnmap, deletes); }
static int fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **memory) {
    return PASS(xFetch, offset, count, memory);
}
static int unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
    return PASS(xUnfetch, offset, memory);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *result) {
    (void)vfs;
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return original->xOpen(original, name, file, flags, result);
    struct file *wrapper = (struct file *)file;
    sqlite3_file *real = wrapped(file);
    wrapper->base.pMethods = NULL;
    real->pMethods = NULL;
    int code = original->xOpen(original, name, real, flags, result);
    if (!real->pMethods) return code;
    wrapper->methods = (sqlite3_io_methods){
        real->pMethods->iVersion, close_file, read_file, write_file, truncate_file, sync_file, file_size, lock,
        unlock, check_lock, control, sector_size, characteristics, map_shared, lock_shared, barrier, unmap_shared,
        fetch, unfetch,
    };
    wrapper->base.pMethods = &wrapper->methods;
    return code;
}

static void register_layer(void) {
    registration = sqlite3_initialize();
    if (registration != SQLITE_OK) return;
    original = sqlite3_vfs_find(NULL);
    if (!original) {
        registration = SQLITE_ERROR;
        return;
    }
    layer = *original;
    layer.pNext = NULL;
    layer.zName = "typesafe";
    layer.szOsFile += (int)sizeof(struct file);
    layer.xOpen = open_file;
    registration = sqlite3_vfs_register(&layer, 1);
}

int csv_register(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_layer);
    return registration;
}
